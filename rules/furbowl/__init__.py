"""Furbowl: five animals a side, two dice and a football on a pitch of 15 by 10 squares.

`pitch` and `animals` hold the constants, `tokens` the notation of moves, `chances` the rolls, `board` the state and the
legal moves, `effects` the results of moves and rolls, `soundness` the check for impossible boards, `refusals` the
explanations of forbidden moves, `reading` the parser for what players type, `stages` and `picking` the picker, `words`
the descriptions of moves, `names` the names of animals in them, `notation` the fen and the text board, `evaluation`,
`priors` and `reasons` the functions for search and hints, and `position` joins them into `FurbowlPosition`.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from rules.core import Game, message
from rules.furbowl.evaluation import evaluate
from rules.furbowl.position import SYMMETRIES, FurbowlPosition, from_fen, start
from rules.furbowl.priors import candidates

__all__ = ["GAMES", "FurbowlPosition", "from_fen", "start"]

_FIRST_PLAYS: Final = 1
"""Plays in the first turn of the even game. Purple gets to the ball first, and two plays are as good as three."""

_GAME: Final = Game(
    key="furbowl",
    name="Furbowl",
    family="furbowl",
    seats=range(2, 3),
    version=1,
    summary=message(
        "Carry the football to the far edge of the pitch with five animals, two dice and a bit of tackling."
    ),
    words={
        "bear": message("bear [typed]"),
        "cat": message("cat [typed]"),
        "end": message("end, ends [typed]"),
        "finish": message("finish [typed]"),
        "fox": message("fox [typed]"),
        "rabbit": message("rabbit [typed]"),
        "sprint": message("sprint, dash [typed]"),
        "tackle": message("tackle, push [typed]"),
        "throw": message("throw, hand over the ball [typed]"),
        "tortoise": message("tortoise [typed]"),
    },
    strengths={2: (950, 1100, 1250, 1400, 1600)},
    carelessness=(3.6, 2.25, 1.25, 1.2),
    start=start,
    from_fen=from_fen,
    has_chance=True,
    chance=message("the line-up, the ball and the dice"),
    lead=0.54,
    typical_turns=12,
    symmetries=SYMMETRIES,
    evaluation=evaluate,
    candidates=candidates,
)

GAMES: Final = (
    _GAME,
    replace(
        _GAME,
        key="furbowl-even",
        name="Even Furbowl",
        summary=message("Furbowl where Purple's first turn has a single play, so going first is worth less."),
        start=partial(start, first_plays=_FIRST_PLAYS),
        from_fen=partial(from_fen, first_plays=_FIRST_PLAYS),
        lead=None,
    ),
)
