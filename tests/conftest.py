"""What holds for every test."""

import os
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test be skipped in CI because a program is missing: skip with a reason that says “needs …”."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if "needs " in reason:
            report.outcome = "failed"
            report.longrepr = f"{reason}; `.ci/run` must install it"
    return report
