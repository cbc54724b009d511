"""Farlander by Asko Künnap and Priit Isok, 2002: place units on a map that chance lays, then conquer territories.

`atlas` holds the tiles and the map, `campaign` the rules, `tokens` and `fen` the notation of moves and positions,
`words` their descriptions, `refusals` the explanations of forbidden moves, `reading` the parser for what players type,
`evaluation` and `reasons` the functions for search and hints, and `position` joins them into `FarlanderPosition`.
"""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from rules.core import Game, message
from rules.farlander.evaluation import candidates, evaluate
from rules.farlander.position import SYMMETRIES, FarlanderPosition, GarrisonPosition, from_fen, start

__all__ = ["GAMES", "FarlanderPosition", "GarrisonPosition", "from_fen", "start"]

_GAME: Final = Game(
    key="farlander",
    name="Farlander",
    family="farlander",
    seats=range(2, 5),
    version=1,
    summary=message(
        "Place your units on a map that is different every time, then conquer your neighbours' territories."
    ),
    words={
        "attack": message("attack, conquer [typed]"),
        "units": message("unit, units, army [typed]"),
    },
    strengths={2: (700, 800, 900, 1100, 1500), 3: (700, 800, 900, 1100, 1300), 4: (550, 600, 700, 900, 1200)},
    start=partial(start, FarlanderPosition),
    from_fen=partial(from_fen, FarlanderPosition),
    has_chance=True,
    chance=message("the map, and who goes first"),
    begins_by_lot=True,
    typical_turns=90,
    symmetries=SYMMETRIES,
    evaluation=evaluate,
    candidates=candidates,
    longest=attrgetter("longest"),
)

GAMES: Final = (
    _GAME,
    replace(
        _GAME,
        key="farlander-garrisons",
        name="Farlander with garrisons",
        summary=message("Farlander where seven territories have a garrison: harder to conquer, and worth two points."),
        strengths={2: (700, 800, 900, 1100, 1400), 3: (650, 750, 850, 1050, 1250), 4: (650, 750, 850, 1050, 1250)},
        start=partial(start, GarrisonPosition),
        from_fen=partial(from_fen, GarrisonPosition),
    ),
)
