"""`furlong contract`: silent about sound games, and a sentence for each thing that a package lacks or does wrong."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.admin.contract import faults, of_rules
from rules import GAMES
from rules.core import Game
from rules.furl import FurlPosition
from tests.plugins import OTHER, declare, install

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "wye"
FURL = GAMES["furl"]


@pytest.mark.parametrize("key", ["furl", "farlander-garrisons", "playwin-loose"])
def test_our_games_keep_the_contract(key: str) -> None:
    assert [*of_rules(GAMES[key])] == []


def _faulty(**methods: object) -> Game:
    """Furl, with other methods of its positions."""
    positions = type("Faulty", (FurlPosition,), {"__slots__": (), **methods})
    names = [one.name for one in fields(FurlPosition)]
    start, read = FURL.start, FURL.from_fen

    def made(position: Any) -> FurlPosition:
        return positions(**{name: getattr(position, name) for name in names})

    def started(seats: int) -> FurlPosition:
        return made(start(seats))

    def was_read(fen: str) -> FurlPosition:
        return made(read(fen))

    return replace(FURL, start=started, from_fen=was_read)


def _always(value: Any) -> Callable[..., Any]:
    def method(*_: Any) -> Any:
        return value

    return method


def _failing(*_: Any) -> Any:
    raise ZeroDivisionError


def _first(self: FurlPosition, _text: str) -> str:
    return self.legal_moves()[0]


def _unchanged(self: FurlPosition, _seat: int) -> FurlPosition:
    return self


@pytest.mark.parametrize(
    ("name", "method", "law"),
    [
        ("describe", _always("a\nb"), "`describe` gives one line of words"),
        ("describe", _failing, "`describe` gives one line of words"),
        (
            "parse",
            _first,
            "`parse` reads every move, in capitals and with spaces too",
        ),
        ("side", _always("Both"), "every seat has a side of its own"),
        ("retire", _unchanged, "with two seats `retire` returns None"),
        ("__str__", _always("one line"), "the text board has lines"),
        ("stages", _always(("all",)), "the stages of the picker end with the move"),
    ],
)
def test_a_law_that_is_broken_is_said_once_with_a_position(name: str, method: object, law: str) -> None:
    said = [fault for fault in of_rules(_faulty(**{name: method})) if fault.startswith(law)]
    assert len(said) == 1 and "bbbb/bbbbb/" in said[0]


def test_a_package_reads_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    install(tmp_path, "bare", init=OTHER)
    told = [*faults("bare")]
    assert [sentence.partition(":")[0] for sentence in told] == [
        "The board of Other is plain text, because bare.board can't be used",
        "Other",
        "Other",
    ]
    assert "it has no rule book" in told[1] and "it has no lessons" in told[2]
    assert [*faults("not_there")] == [
        "No installed package declares the entry point not_there in the group furlong.games, so Furlong doesn't see it.",
        "The package adds no games: importing not_there failed with ModuleNotFoundError: No module named 'not_there'.",
    ]


def test_the_example_keeps_the_contract_and_is_played_by_people_and_characters(tmp_path: Path) -> None:
    declare(tmp_path, "furlong_wye")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, EXAMPLE, tmp_path)))}
    for command in (
        ["bot", "contract", "furlong_wye"],
        ["pytest", "-q", "-p", "no:cacheprovider", "tests/bot/chat/example_game.py"],
    ):
        ran = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
