"""The installed package: the command, and all files that the code needs. `make test-wheel` tries it."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from bot.hosting.config import EXTRAS
from tests.wheel import PACKAGES, copied_into_images, seen_by_docker

ROOT = Path(__file__).parent.parent
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_file_that_is_no_code_is_installed_with_its_package() -> None:
    listed = {
        file
        for package, patterns in SETTINGS["tool"]["setuptools"]["package-data"].items()
        if package.startswith("furlong_bot.")  # of any other, a wheel would have no files
        for pattern in patterns
        for file in (ROOT / package.removeprefix("furlong_bot.").replace(".", "/")).glob(pattern)
    }
    files = {file for name in PACKAGES for file in (ROOT / name).rglob("*") if file.is_file()}
    assert listed
    assert {file for file in files if file.suffix not in (".py", ".pyc", ".po")} == listed  # built into .mo


def tracked() -> set[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return set(listed.splitlines())


def test_docker_sees_every_file_that_a_wheel_is_built_from_and_none_besides() -> None:
    wanted = {name for name in tracked() if name.split("/")[0] in PACKAGES}
    wanted |= {"pyproject.toml", "setup.py", "lock.txt", "README.md", "LICENSE"}
    assert {name for name in seen_by_docker() if name in wanted or not name.endswith((".pyc", ".mo"))} == wanted
    assert {name for name in copied_into_images() if name != "."} <= wanted


PINNED = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+)(?P<marker> ; [^\\]+?)?(?: \\)?")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pinned(file: str) -> dict[str, tuple[str, str]]:
    """The version and the marker of each package that a file pins, by name."""
    lines = [line for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if not line.startswith(" ")]
    found = [PINNED.fullmatch(line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if match is None]
    return {match["name"]: (match["version"], match["marker"] or "") for match in found if match is not None}


def test_the_lock_has_the_versions_of_the_constraints_and_of_the_build() -> None:
    build = [requirement.partition("==") for requirement in SETTINGS["build-system"]["requires"]]
    versions = {**pinned("constraints.txt"), **{name: (version, "") for name, _, version in build}}
    assert pinned("lock.txt").items() <= versions.items()


def test_the_lock_has_a_hash_for_each_file_and_names_no_address() -> None:
    lines = (ROOT / "lock.txt").read_text(encoding="utf-8").splitlines()
    assert all(HASH.fullmatch(line) if line.startswith(" ") else PINNED.fullmatch(line) for line in lines)
    assert all(after.startswith(" ") for line, after in pairwise(lines) if not line.startswith(" "))


def test_the_lock_has_every_package_that_an_image_can_need() -> None:
    needed, left = (
        set[str](),
        ["furlong-bot[metrics,postgres,programs,push,scripts,cjk]", *SETTINGS["build-system"]["requires"]],
    )
    extras: dict[str, list[str]] = SETTINGS["project"]["optional-dependencies"]
    while left:
        requirement = Requirement(left.pop())
        name = canonicalize_name(requirement.name)
        if name == SETTINGS["project"]["name"]:
            left += SETTINGS["project"]["dependencies"] + [one for extra in requirement.extras for one in extras[extra]]
        elif name not in needed:
            needed.add(name)
            left += required_by(name, requirement.extras)
    assert needed <= pinned("lock.txt").keys()


def required_by(name: str, extras: Collection[str]) -> list[str]:
    """The requirements of an installed package with some extras; none of one that is not installed here."""
    try:
        requirements = [Requirement(one) for one in metadata.requires(name) or ()]
    except metadata.PackageNotFoundError:
        return []
    environments = [{"extra": extra} for extra in ("", *extras)]
    return [
        str(one)
        for one in requirements
        if one.marker is None or any(one.marker.evaluate(environment) for environment in environments)
    ]


def test_every_image_is_named_by_its_digest() -> None:
    bases = re.findall(r"^ARG BASE=(\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    images = re.findall(r"^ +image: (\S+/\S+)", (ROOT / "compose.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(bases) == len(images) == 1
    assert all(re.fullmatch(r"docker\.io/library/\w+:[\w.-]+@sha256:[0-9a-f]{64}", name) for name in bases + images)


def test_every_text_that_names_an_extra_to_install_names_our_distribution() -> None:
    listed = (ROOT / name for name in tracked() if name.endswith((".py", ".md", ".toml")))
    texts = "\n".join(file.read_text(encoding="utf-8") for file in listed)
    named = re.findall(r"\binstall '?([\w-]+)\[(\w+(?:,\w+)*)\]", texts)
    assert {"metrics", "playground", "postgres", "programs", "push"} <= {extras for _, extras in named}
    for name, extras in named:
        assert name == SETTINGS["project"]["name"] == "furlong-bot"
        assert set(extras.split(",")) <= SETTINGS["project"]["optional-dependencies"].keys()


def test_the_command_is_our_command_line_whatever_others_have_put_on_the_path(tmp_path: Path) -> None:
    for name in ("bot", "players", "render", "rules", "studio"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('of somebody else')", encoding="utf-8")
    module, _, function = SETTINGS["project"]["scripts"]["furlong"].partition(":")
    script = f"import sys; from {module} import {function}; sys.argv[1:] = ['--version']; sys.exit({function}())"
    path = os.pathsep.join(map(str, (tmp_path, ROOT)))
    command, environment = (sys.executable, "-c", script), {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"Furlong {__version__}"), done.stderr


def test_the_tests_are_collected_where_playwright_is_not_installed() -> None:
    hidden = "import sys, pytest; sys.modules['playwright'] = None; sys.exit(pytest.main(sys.argv[1:]))"
    collecting = (sys.executable, "-c", hidden, "--collect-only", "-q", "-p", "no:cacheprovider", "tests/browser")
    done = subprocess.run(collecting, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED), done.stdout


def test_every_extra_that_may_be_missing_is_known_by_what_it_installs() -> None:
    provided = metadata.packages_distributions()
    extras = SETTINGS["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        required = {canonicalize_name(Requirement(one).name) for one in extras[extra]} - {"furlong-bot"}
        assert {canonicalize_name(name) for module in modules for name in provided[module]} == required
