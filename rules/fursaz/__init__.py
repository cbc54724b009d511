"""Fursaz by Saïd Galdseid, 2022: place stones, flank enemies to flip them, own more points than the other player.

`tables` holds the constants of the board, `cascade` the flanks and the stages after a placement, `board` the rules,
`refusals` the explanations of forbidden moves, `reading` the parser for what players type, `notation` the fen and the
text board, `evaluation` and `reasons` the functions for search and hints, and `position` joins them into
`FursazPosition`.

The engine implements ruling R1 as follows. A stone has up to three flanks, one per axis. A flank lasts as long as the
same colour flanks the stone on the same axis after every stage; once that stops, a later flank counts as new. By the
ruling, each stage or placement gives its number to all flanks that it makes, and the lower number is older. But flanks
are compared only if different colours flank the same stone, and a new flank is younger than all existing ones. So the
numbers are not needed: for each stone and each pair of its axes that different colours flank, a position records which
flank is younger, or that they are equally old. Positions that would differ only in numbers are therefore equal.
"""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from rules.core import Game, message
from rules.fursaz.evaluation import evaluate
from rules.fursaz.position import FursazPosition, from_fen, start, symmetries
from rules.fursaz.tables import Colour

__all__ = ["GAMES", "Colour", "FursazPosition", "from_fen", "start"]

_GAME: Final = Game(
    key="fursaz",
    name="Fursaz",
    family="fursaz",
    seats=range(2, 3),
    version=1,
    summary=message("Place stones, flank enemy stones to flip them, and hold more of the board than your opponent."),
    words={
        "stone": message("stone [typed]"),
        "swap": message("swap [typed]"),
    },
    strengths={2: (800, 1400, 1600, 2200, 2600)},
    start=partial(start, 5),
    from_fen=partial(from_fen, 5),
    typical_turns=60,
    symmetries=symmetries(5),
    evaluation=evaluate,
    longest=attrgetter("longest"),
)

GAMES: Final = (
    _GAME,
    replace(
        _GAME,
        key="fursaz-7",
        name="Large Fursaz",
        summary=message("Fursaz for long games, on 127 points instead of 61."),
        strengths={2: (900, 1700, 1800, 2300, 2700)},
        carelessness=(1.0, 0.28),
        start=partial(start, 7),
        from_fen=partial(from_fen, 7),
        typical_turns=110,
        symmetries=symmetries(7),
    ),
)
