"""The installed package: the command, and all files that the code needs. `make test-wheel` tries it."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parent.parent
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_file_that_is_no_code_is_installed_with_its_package() -> None:
    listed = {
        file
        for package, patterns in SETTINGS["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    files = {file for name in ("bot", "render", "rules") for file in (ROOT / name).rglob("*") if file.is_file()}
    assert listed
    assert {file for file in files if file.suffix not in (".py", ".pyc", ".po")} == listed  # built into .mo


def test_the_command_is_the_command_line() -> None:
    module, _, function = SETTINGS["project"]["scripts"]["furlong"].partition(":")
    assert getattr(import_module(module), function) is main


def test_the_tests_are_collected_where_playwright_is_not_installed() -> None:
    hidden = "import sys, pytest; sys.modules['playwright'] = None; sys.exit(pytest.main(sys.argv[1:]))"
    collecting = (sys.executable, "-c", hidden, "--collect-only", "-q", "-p", "no:cacheprovider", "tests/browser")
    done = subprocess.run(collecting, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED), done.stdout
