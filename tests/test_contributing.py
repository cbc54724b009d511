"""What the page for contributors says about where things belong is so: every file, every name, and nothing elsewhere."""

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.test_docs import CONTRIBUTING, ROOT, table

ROWS: Final = [(row[0], " | ".join(row[1:])) for row in table("Where does it belong", CONTRIBUTING)]

MODULES: Final = {
    file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
    for room in ("bot", "rules")
    for file in sorted((ROOT / room).rglob("*.py"))
}

MADE_IN: Final = {
    "Endpoint": ("bot/api/server.py",),
    "MatchOption": ("bot/screens/more.py", "bot/chat/matches/more.py"),
    "JobKind": ("bot/chat/",),
    "Setting": ("bot/texts/settings.py", "bot/texts/server_settings.py"),
    "Term": ("bot/texts/challenges.py",),
}
"""The files or folders in which alone an instance of a class is made, by the name of the class."""


def paths_in(text: str) -> list[str]:
    return [name for name in re.findall(r"`([^` ]+)`", text) if "/" in name and "<" not in name and name[0] not in "./"]


def names_in(text: str) -> list[str]:
    return re.findall(r"`([A-Z]\w+)`", text)


@cache
def defined() -> set[str]:
    return {
        node.name
        for tree in MODULES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    }


@pytest.mark.parametrize(("wanted", "place"), ROWS, ids=[wanted for wanted, _place in ROWS])
def test_what_one_wants_to_add_has_a_place_that_exists(wanted: str, place: str) -> None:
    paths = paths_in(place)
    assert paths, wanted
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [name for name in names_in(place) if name not in defined()] == []


@pytest.mark.parametrize(
    "thing",
    [
        "on the profile",
        "its sentence",
        "a job",
        "how often a day",
        "a setting of people",
        "a limit of Discord's",
        "a term of a challenge",
        "a sixth game",
        "a new face",
    ],
)
def test_what_contributors_add_most_often_is_in_the_table(thing: str) -> None:
    assert [wanted for wanted, _place in ROWS if thing in wanted]


@pytest.mark.parametrize(("name", "where"), MADE_IN.items(), ids=list(MADE_IN))
def test_what_is_declared_once_is_declared_where_the_table_says(name: str, where: tuple[str, ...]) -> None:
    assert any(name in place for _wanted, place in ROWS)
    makers = {file for file, made in calls() if made == name}
    assert makers
    assert [file for file in makers if not file.startswith(where)] == []


@cache
def calls() -> Sequence[tuple[str, str]]:
    made: list[tuple[str, str]] = []
    for file, tree in MODULES.items():
        if not file.startswith("bot/"):
            continue
        imported = {
            imported.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for imported in node.names
        }
        own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        known = imported | own
        made += [
            (file, node.func.id)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known
        ]
    return made


def test_every_refusal_is_among_the_refusals_of_its_feature() -> None:
    refusals = {"Refusal"}
    places = dict[str, str]()
    for _ in range(3):  # refusals of refusals
        for file, tree in MODULES.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and {ast.unparse(base) for base in node.bases} & refusals:
                    refusals.add(node.name)
                    places[node.name] = file
    assert len(places) > 150
    assert {name: file for name, file in places.items() if not file.startswith("bot/model/refusals/")} == {}


def test_commands_of_the_table_are_targets_that_exist() -> None:
    modules = [name for _wanted, place in ROWS for name in re.findall(r"-m (tools\.\w+)", place)]
    assert modules
    assert [name for name in modules if not Path(ROOT / name.replace(".", "/")).with_suffix(".py").exists()] == []
