"""Expressions that are compiled when they are first used are none the less right."""

import importlib
import pkgutil
import re

from tontafel import site
from tontafel.parsers.expression import Expression


def test_every_expression_of_the_site_compiles() -> None:
    names = [one.name for one in pkgutil.walk_packages(site.__path__, "tontafel.site.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    found = [each for module in modules for each in vars(module).values() if isinstance(each, Expression)]
    assert len(found) > 10
    assert all(re.compile(each.pattern, each.flags) for each in found)
