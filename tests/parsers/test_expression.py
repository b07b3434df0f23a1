"""Expressions that wait for their first use do what compiled ones do, and none is spoilt."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

from tontafel import parsers
from tontafel.parsers.expression import Expression, expression


def declared() -> Iterator[tuple[str, Expression]]:
    """All expressions of the parsers, by module and name."""
    for module in pkgutil.walk_packages(parsers.__path__, "tontafel.parsers."):
        for name, value in vars(importlib.import_module(module.name)).items():
            values = value.values() if isinstance(value, dict) else value
            for each in values if isinstance(value, dict | tuple) else (value,):
                if isinstance(each, Expression):
                    yield f"{module.name}.{name}", each


def test_every_expression_compiles() -> None:
    found = dict(declared())
    assert len(found) > 100
    for name, each in found.items():
        assert re.compile(each.pattern, each.flags), name


def test_an_expression_does_what_a_compiled_one_does() -> None:
    late, now = expression("(?P<a>a+)b", re.IGNORECASE), re.compile("(?P<a>a+)b", re.IGNORECASE)
    text = "xAab, ab"
    assert [m[0] for m in late.finditer(text)] == [m[0] for m in now.finditer(text)] == ["Aab", "ab"]
    assert late.sub("-", text) == "x-, -"
    assert (late.search(text, 4) or [""])[0] == "ab"
    assert late.pattern == now.pattern
    assert late.groupindex == now.groupindex


def test_an_expression_can_no_more_than_a_compiled_one() -> None:
    with pytest.raises(AttributeError):
        expression("a").replace  # type: ignore[attr-defined]  # noqa: B018
    assert "match" not in vars(expression("(")), "it is not compiled before it is used"
    with pytest.raises(re.error):
        expression("(").match("a")
