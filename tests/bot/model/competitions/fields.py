"""Divisions for tests, written as results: `Ada Ben 1` is a win of Ada, who had the first seat, `=` a draw."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.model.competitions.competition import Entrant, Fixture, FixtureMatch, Withdrawal, WithdrawalCause
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending

AT: Final = datetime(2030, 1, 1, tzinfo=UTC)
_PLACES: Final = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}


def person(name: str) -> Person:
    return Person(sum(ord(letter) * 256**index for index, letter in enumerate(name)), name)


def entrants(*names: str, out: Sequence[str] = (), struck: Sequence[str] = ()) -> list[Entrant]:
    """People in the order of their seeds; `out` and `struck` have left."""
    found: list[Entrant] = []
    for seed, name in enumerate(names):
        is_out = name in (*out, *struck)
        withdrawal = Withdrawal(WithdrawalCause.LEFT, AT, name in struck) if is_out else None
        found.append(Entrant(person(name), AT, 1, seed, withdrawal))
    return found


def fixtures(results: str) -> list[Fixture]:
    """A fixture for each line: without a result it is unfinished; with `time` the second player ran out of time."""
    found: list[Fixture] = []
    lines = [line.split() for line in results.splitlines() if line.strip()]
    for number, (first, second, *rest) in enumerate(lines, start=1):
        match = FixtureMatch(number, State.RUNNING)
        if rest == ["time"]:
            match = FixtureMatch(number, State.CALLED_OFF, Ending.UNPLAYED, person(second).id)
        elif rest:
            match = FixtureMatch(number, State.FINISHED, Ending.RULES, None, _PLACES[rest[0]])
        found.append(Fixture(number, 1, number, person(first).id, person(second).id, match))
    return found
