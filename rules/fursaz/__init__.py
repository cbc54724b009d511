"""Fursaz by Saïd Galdseid, 2022: place stones, flank enemies to flip them, own more points than the other player.

`tables` holds what depends on the board alone, `cascade` who flanks which stone since when and the stages after a
placement, `board` the rules, `refusals` why a move is forbidden, `reading` what people type, `notation` the fen
and the text board, `evaluation` how promising a position is, and `position` joins them into the `FursazPosition` that
others use.

How ruling R1 is read here: every stone has up to three flanks, one an axis. A flank is the same one as long as it has
the same colour on the same axis after every stage; otherwise it is gone, and what comes later is new. A stage gives its
number to the flanks that it makes, and a placement counts as a stage; a stone that was placed there was not flanked
before, so that all of its flanks have the number of its placement. Two flanks are only ever compared if they are of
different colours and flank the same stone, and a new flank is younger than all that were there before. So nobody needs
the numbers: to go on from a position it is enough to know, for every stone and every two of its axes that different
colours flank, which of the two flanks is the younger one, or that both are equally old. That is what a position keeps,
so that positions which differ in nothing else are equal.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from rules.core import Game
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
    summary="Place stones, flank enemy stones to flip them, and hold more of the board than your opponent.",
    start=partial(start, 5),
    from_fen=partial(from_fen, 5),
    symmetries=symmetries(5),
    evaluation=evaluate,
)

GAMES: Final = (
    _GAME,
    replace(
        _GAME,
        key="fursaz-7",
        name="Large Fursaz",
        summary="Fursaz for long games, on 127 points instead of 61.",
        start=partial(start, 7),
        from_fen=partial(from_fen, 7),
        symmetries=symmetries(7),
    ),
)
