"""The adjudication of matches on the last day plays captures out before it looks who is ahead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.model.adjudication import BEYOND_DOUBT, decided
from bot.model.match import Match, State
from rules import GAMES
from rules.core import CHANCE, Move, NoisyMoves, Outcome, Turn

WON: Final = BEYOND_DOUBT


@dataclass(frozen=True, slots=True)
class Crossing:
    """A position of a made-up game that a name stands for: whose turn, how good for seat 0, and the captures on."""

    turn: Turn | int
    worth: float = 0.0
    captures: Mapping[str, "Crossing"] = field(default_factory=dict[str, "Crossing"])
    is_compulsory: bool = False
    places: tuple[int, ...] = ()

    def play(self, move: str) -> "Crossing":
        return self.captures[move]

    def outcome(self) -> Outcome | None:
        return Outcome(self.places, "") if self.places else None


def _noisy(position: Crossing) -> NoisyMoves:
    return NoisyMoves([Move(move) for move in position.captures], position.is_compulsory)


def _evaluated(position: Crossing) -> Sequence[float]:
    return position.worth, -position.worth


def winner(position: Crossing) -> int | None:
    """The seat that wins the adjudication; None for a draw."""
    game = replace(GAMES["furl"], evaluation=_evaluated, noisy_moves=_noisy)
    history = SimpleNamespace(steps=(), tokens=(), position=position)
    match = SimpleNamespace(game=game, position=position, seats=2, history=history, state=State.RUNNING)
    places = decided(cast("Match", match)).places
    return places.index(1) if places.count(1) == 1 else None


LOST = Crossing(0, -WON)
"""A quiet position that seat 1 wins."""
QUIET_WIN = Crossing(1, WON)


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        pytest.param(Crossing(0, WON), 0, id="ahead where nothing can be captured"),
        pytest.param(Crossing(0, WON - 0.01), None, id="not quite"),
        pytest.param(Crossing(CHANCE, WON), None, id="a roll may change it"),
        pytest.param(Crossing(1, WON, {"a": QUIET_WIN}), 0, id="a loser waits on a capture that saves nothing"),
        pytest.param(Crossing(1, WON, {"a": QUIET_WIN, "b": LOST}), 1, id="a capture that turns the match"),
        pytest.param(Crossing(0, 0.0, {"a": QUIET_WIN}), 0, id="a capture that wins"),
        pytest.param(Crossing(0, WON, {"a": LOST}), 0, id="nobody has to make a bad capture"),
        pytest.param(Crossing(0, WON, {"a": LOST}, True), 1, id="unless it is compulsory"),
        pytest.param(Crossing(1, 0.0, {"a": QUIET_WIN}, True), 0, id="what is forced is played out"),
        pytest.param(Crossing(1, WON, {"a": Crossing(CHANCE, WON)}), None, id="a roll after a capture"),
        pytest.param(
            Crossing(1, WON, {"a": Crossing(0, 0.0, {}, False, (1, 2))}), 0, id="a capture that loses at once"
        ),
        pytest.param(Crossing(1, WON, {"a": Crossing(0, 0.0, {}, False, (1, 1))}), None, id="a capture that draws"),
    ],
)
def test_captures_are_played_out_as_suits_each_side_best(position: Crossing, seat: int | None) -> None:
    assert winner(position) == seat


def test_captures_without_end_are_a_draw() -> None:
    endless: dict[str, Any] = {}
    looping = Crossing(0, WON, cast("Mapping[str, Crossing]", endless), is_compulsory=True)
    endless["on"] = looping
    endless["again"] = looping
    assert winner(looping) is None
