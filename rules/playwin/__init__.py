"""Play Win by Élanor Grace Rodeffer, version 0.4, 2012: approach the enemy, capture as much as can be captured.

`tables` holds the constants of the board, `series` the search for maximal captures, `board` the rules, `refusals` the
explanations of forbidden moves, `reading` the parser for what players type, `notation` the fen and the text board,
`evaluation` and `reasons` the functions for search and hints, and `position` joins them into `PlayWinPosition`. The
loose variant has its own type.
"""

from dataclasses import replace
from typing import Final

from rules.core import Game, message
from rules.playwin.evaluation import evaluate, noisy_moves
from rules.playwin.position import SYMMETRIES, LoosePlayWinPosition, PlayWinPosition

__all__ = ["GAMES", "LoosePlayWinPosition", "PlayWinPosition"]

_GAME: Final = Game(
    key="playwin",
    name="Play Win",
    family="playwin",
    seats=range(2, 3),
    version=1,
    summary=message("Approach the enemy, leap around corners and capture all you can: whoever can't move loses."),
    words={
        "approach": message("approach, slide [typed]"),
        "leap": message("leap, jump [typed]"),
    },
    strengths={2: (950, 1250, 1650, 2050, 2450)},
    start=PlayWinPosition.start,
    from_fen=PlayWinPosition.from_fen,
    typical_turns=45,
    symmetries=SYMMETRIES,
    evaluation=evaluate,
    noisy_moves=noisy_moves,
)

GAMES: Final = (
    _GAME,
    replace(
        _GAME,
        key="playwin-loose",
        name="Loose Play Win",
        summary=message(
            "Play Win where a piece may also move without coming closer, as long as it ends no farther away."
        ),
        strengths={2: (1100, 1400, 2100, 2700, 3000)},
        carelessness=(1.0, 1.7),
        typical_turns=65,
        start=LoosePlayWinPosition.start,
        from_fen=LoosePlayWinPosition.from_fen,
    ),
)
