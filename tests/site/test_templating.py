"""Templates: whose comes first, and what they can ask for."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.site.made_sites import files, make, write

from tontafel.site import templating
from tontafel.site.language import Language


@given(st.integers(0, 60), st.integers(1, 9))
def test_rows_are_even_and_grow_downwards(count: int, width: int) -> None:
    rows = templating.rows(range(count), width)
    assert [thing for row in rows for thing in row] == list(range(count))
    assert len(rows) == -(-count // width)
    lengths = [len(row) for row in rows]
    assert lengths == sorted(lengths)
    assert not lengths or (0 < lengths[-1] <= width and lengths[-1] - lengths[0] <= 1)


def test_a_template_comes_from_the_campaign_else_from_the_program(tmp_path: Path) -> None:
    name = "systems/mesopotamien/card.css"
    ours = templating.source(name, tmp_path)
    assert ours
    assert ours == templating.source(name, None)
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text("b { color: red }", "utf-8")
    assert templating.source(name, tmp_path) == "b { color: red }"


@pytest.mark.parametrize(
    "name",
    [
        "../pyproject.toml",
        "systems/mesopotamien/../../../rules/__init__.py",
        "systems/../site/x.html",
        "x.py",
        "",
    ],
)
def test_nothing_comes_from_outside(name: str, tmp_path: Path) -> None:
    assert templating.source(name, tmp_path) is None
    assert templating.source(name, None) is None


def test_templates_are_filled_where_their_compiled_form_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    env = templating.environment(Language("en"))
    (tmp_path / "cache" / "tontafel" / "templates").rmdir()
    assert env.get_template("css/style.css").render()


def test_campaigns_with_and_without_templates_do_not_share_what_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    hero = "/stur/\n\n== Fertigkeiten\n| 5 |Ringen |\n\n|Gesundheit |□□□ |\n"
    for number in range(4):
        root = write(tmp_path / f"c{number}", {"Held.txt": hero, "Ur.txt": "Stadt [[Held]]"})
        if number % 2 == 0:
            (root / "templates").mkdir()
        assert make(root).characters == 1
    assert files(tmp_path / "c0" / "_site").keys() == files(tmp_path / "c3" / "_site").keys()
