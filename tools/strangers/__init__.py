"""Independent opponents for games with luck: a yardstick that shares the rules with the characters, and nothing else.

It was written from the rules alone, without a look at the evaluations, the search or the weights of the characters, and
its numbers are set by hand. Whoever changes it should not read those either. It plays within a processor time a move:
`alphabeta` searches Farlander with all other players as one opponent. Furbowl has four of different kinds: `sampler`
rolls dice in a tree, the planner of `furbowl` searches the plays of a turn and their rolls, `coach` has set plays and
searches nothing, and `expectimax` weighs all results of a single play.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from rules.core import Game, Move, Position
from tools.baselines import Chooser
from tools.strangers.alphabeta import AlphaBeta
from tools.strangers.coach import Coach
from tools.strangers.expectimax import Bookkeeper
from tools.strangers.farlander import FarlanderKnowledge, Front
from tools.strangers.furbowl import Planner
from tools.strangers.sampler import Sampler

__all__ = ["MORE_STRANGERS", "STRANGERS", "stranger"]


def stranger(game: Game, seconds: float) -> Chooser:
    """The stranger at a game, who has so many seconds of processor time for a move.

    Raises KeyError for a game that no stranger plays.
    """
    return partial(STRANGERS[game.family], seconds)


def _by_plans(seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    return Planner(seconds).best(position)


def _by_set_plays(_seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    return Coach(position).best()


def _by_single_plays(seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    return Bookkeeper(seconds).best(position)


def _by_samples(seconds: float, position: Any, seed: int, _past: Sequence[Position] = ()) -> Move:
    return Sampler(seconds, seed).best(position)


def _on_the_map(seconds: float, position: Any, _seed: int, _past: Sequence[Position] = ()) -> Move:
    front = Front.of(position)
    return front.token(AlphaBeta(FarlanderKnowledge(), seconds).best(front))


STRANGERS: Final[Mapping[str, Callable[..., Move]]] = MappingProxyType(
    {
        "furbowl": _by_samples,
        "farlander": _on_the_map,
    }
)
"""The strangers by the family of their game; each takes its seconds before what every player takes."""

MORE_STRANGERS: Final[Mapping[str, Mapping[str, Callable[..., Move]]]] = MappingProxyType(
    {"furbowl": {"planner": _by_plans, "coach": _by_set_plays, "bookkeeper": _by_single_plays}}
)
"""Further strangers of other kinds, by name, of the families that have some."""
