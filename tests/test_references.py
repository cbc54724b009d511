"""Everything that documents, docstrings and comments refer to exists: files, modules, names, and targets of make."""

import ast
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parent.parent
TOPS: Final = ("bot", "furlong_bot", "players", "render", "rules", "studio", "tests", "tools")
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
SOURCES = {top: sorted((ROOT / top).rglob("*.py")) for top in TOPS}

OTHERS = [
    ROOT / name for name in (".env.example", ".ci/run", "Dockerfile", "Makefile", "compose.yaml", "pyproject.toml")
]

PATH: Final = re.compile(r"(?<![\w./-])((?:bot|render|rules|tests|tools|docs|\.ci)/[\w./<>*-]*[\w/>*])")
FILE: Final = re.compile(r"`([\w.-]+\.(?:md|toml|txt|yaml|json))`")
DOTTED: Final = re.compile(r"`((?:bot|render|rules|tests|tools)(?:\.\w+)+)")
TARGET: Final = re.compile(r"`make ([a-z][a-z-]*)")
NAME: Final = re.compile(r"`([A-Za-z_]\w*)`")
VARIABLE: Final = re.compile(r"`([A-Z]+_[A-Z_]+)\b")

PLACEHOLDER: Final = re.compile(r"<[a-z]+>")
"""A placeholder in a path, as in `rules/<game>/`."""

OF_OTHERS: Final = frozenset({"pool_pre_ping"})
"""Names of libraries that our code does not contain."""

each_place = pytest.mark.parametrize("place", ["documents", *TOPS])


@cache
def texts(place: str) -> dict[str, str]:
    """The texts of the documents, or of the code in a folder, by path."""
    files = [*DOCUMENTS, *OTHERS] if place == "documents" else SOURCES[place]
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


def missing(place: str, pattern: re.Pattern[str], there: frozenset[str] | None = None) -> list[str]:
    """The matches of a pattern in texts that are not in `there`, each with the file that contains it."""
    return [
        f"{file}: {found}"
        for file, text in texts(place).items()
        for found in sorted(set(pattern.findall(text)))
        if not (exists(found) if there is None else found in there)
    ]


@cache
def exists(path: str) -> bool:
    pattern = PLACEHOLDER.sub("*", path).rstrip("/")
    return any(ROOT.glob(pattern)) or any(file.name == path for file in (*ROOT.iterdir(), *ROOT.glob("rules/*/*")))


@cache
def resolves(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@each_place
def test_every_path_that_is_named_exists(place: str) -> None:
    assert missing(place, PATH) == []


def test_every_file_that_a_document_names_exists() -> None:
    assert missing("documents", FILE) == []


@each_place
def test_every_module_that_is_named_exists_and_has_what_is_named_in_it(place: str) -> None:
    named = {name for text in texts(place).values() for name in DOTTED.findall(text)}
    assert missing(place, DOTTED, frozenset(filter(resolves, named))) == []


@pytest.mark.parametrize("place", TOPS)
def test_every_target_of_make_that_is_named_exists(place: str) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert missing(place, TARGET, frozenset(targets)) == []


def test_every_variable_of_the_environment_that_a_document_names_is_read() -> None:
    assert missing("documents", VARIABLE, words()) == []


@pytest.mark.parametrize("place", TOPS)
def test_every_name_in_backticks_exists_in_the_code(place: str) -> None:
    """A name that occurs only in backticks was renamed or removed."""
    assert missing(place, NAME, words()) == []


def test_every_module_that_a_package_names_in_its_docstring_is_in_it() -> None:
    stale: list[str] = []
    for package in (file for sources in SOURCES.values() for file in sources if file.name == "__init__.py"):
        docstring = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
        modules = {path.stem for path in package.parent.iterdir()}
        names = set(re.findall(r"`([a-z_]\w*)`", docstring)) - {*TOPS}
        stale += [f"{package.relative_to(ROOT)}: {name}" for name in sorted(names - modules)]
    assert stale == []


@cache
def words() -> frozenset[str]:
    """All words of the code and of the scripts that run it, and the names of its modules, except those in backticks."""
    found = set(OF_OTHERS)
    for file in OTHERS:
        found.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    for top in TOPS:
        for path, text in texts(top).items():
            found.update(re.findall(r"\w+", re.sub(r"`[^`\n]*`", "", text)))
            found.update(Path(path).with_suffix("").parts)
    return frozenset(found)
