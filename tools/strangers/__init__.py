"""An independent opponent for every game: a yardstick that shares the rules with the characters, and nothing else.

It was written from the rules alone, without a look at the evaluations, the search or the weights of the characters, and
its numbers are set by hand. Whoever changes it should not read those either. It plays within a processor time a move:
`alphabeta` searches Furl, Play Win and Fursaz, and Farlander with all other players as one opponent; `furbowl` searches
the plays of a turn and their rolls.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.core import Game, Move, Position
from tools.baselines import Chooser
from tools.strangers.alphabeta import AlphaBeta, Knowledge
from tools.strangers.farlander import FarlanderKnowledge, Front
from tools.strangers.furbowl import Planner
from tools.strangers.furl import FurlKnowledge
from tools.strangers.fursaz import FursazKnowledge
from tools.strangers.playwin import PlayWinKnowledge

__all__ = ["STRANGERS", "stranger"]


def stranger(game: Game, seconds: float) -> Chooser:
    """The stranger at a game, who has so many seconds of processor time for a move.

    Raises KeyError for a game that no stranger plays.
    """
    return partial(STRANGERS[game.family], seconds)


def _by_alpha_beta(
    knowledge: Knowledge, seconds: float, position: Position, seed: int, past: Sequence[Position] = ()
) -> Move:
    return AlphaBeta(knowledge, seconds, frozenset(past), seed).best(position)


def _by_plans(seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    return Planner(seconds).best(position)


def _on_the_map(seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    front = Front.of(position)
    return front.token(AlphaBeta(FarlanderKnowledge(), seconds).best(front))


STRANGERS: Final[Mapping[str, Callable[..., Move]]] = MappingProxyType(
    {
        "furl": partial(_by_alpha_beta, FurlKnowledge()),
        "playwin": partial(_by_alpha_beta, PlayWinKnowledge()),
        "fursaz": partial(_by_alpha_beta, FursazKnowledge()),
        "furbowl": _by_plans,
        "farlander": _on_the_map,
    }
)
"""The strangers by the family of their game; each takes its seconds before what every player takes."""
