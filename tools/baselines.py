"""Baselines to measure the characters by: random, a counter of material, greedy, and flat Monte-Carlo."""

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from players.choice import game_of
from players.levels import LEVELS, Budget
from players.search import Search
from rules.core import CHANCE, Move, Position, Seat
from rules.fursaz.position import FursazPosition

_PIECE: Final = re.compile(r"([wb])(\d?)")
"""A piece on a board of Furl or Play Win, with the height of a stack."""
_DECISIVE: Final = 1_000
"""More than any lead of material."""
GREEDY: Final = replace(LEVELS[-1], depth=1)
MOST_CHANCES: Final = 2
"""How many chance nodes in a row are averaged before a position is evaluated as it is."""

Chooser = Callable[[Position, int, Sequence[Position]], Move]
"""A player: a function of a position, a seed, and the earlier positions, which baselines ignore."""


def at_random(position: Position, seed: int, _past: Sequence[Position] = ()) -> Move:
    """Any legal move."""
    return random.Random(f"{seed} {position.fen()}").choice(position.legal_moves())


def by_material(position: Position, seed: int, _past: Sequence[Position] = ()) -> Move:
    """A player who sees one move and the answer to it, and counts nothing but material; among equals, by chance.

    Owes nothing to the evaluations and the search of the characters. Raises KeyError for games without material.
    """
    seat, chance = position.turn, random.Random(f"{seed} {position.fen()}")
    assert isinstance(seat, int)
    lead = partial(_ahead, MATERIAL[game_of(position).family], seat)

    def worth(move: Move, bar: float) -> float:
        """What a move is worth, or some number below the bar if it is worth less than that."""
        after, least = position.play(move), math.inf
        if after.turn in (seat, None):
            return lead(after)
        for answer in after.legal_moves():
            least = min(least, lead(after.play(answer)))
            if least < bar:
                break
        return least

    best, chosen = (-math.inf, 0.0), position.legal_moves()[0]
    for move in position.legal_moves():
        found = worth(move, best[0]), chance.random()
        if found > best:
            best, chosen = found, move
    return chosen


def _ahead(lead: Callable[[Position, Seat], float], seat: Seat, position: Position) -> float:
    outcome = position.outcome()
    return lead(position, seat) if outcome is None else _DECISIVE * outcome.values[seat]


def _discs_ahead(position: Position, seat: Seat) -> int:
    """By how many discs or pieces a seat leads; a stack counts by its height."""
    own = "wb"[seat]
    board = position.fen().split()[0]
    return sum(int(height or 1) * (1 if side == own else -1) for side, height in _PIECE.findall(board))


def _points_ahead(position: Position, seat: Seat) -> int:
    """By how many points of Fursaz a seat leads; nobody does before the colours are settled."""
    assert isinstance(position, FursazPosition)
    colour = position.colour_of(seat)
    if colour is None:
        return 0
    scores = position.scores()
    return scores[colour].points - scores[colour.other].points


MATERIAL: Final[Mapping[str, Callable[[Position, Seat], float]]] = MappingProxyType(
    {"furl": _discs_ahead, "playwin": _discs_ahead, "fursaz": _points_ahead}
)
"""By how much a seat leads in what a beginner counts, by the family of a game."""


def greedily(position: Position, seed: int, _past: Sequence[Position] = ()) -> Move:
    """The move that leads to the best position after quiescence search and the average over the dice."""
    game, seat = game_of(position), position.turn
    evaluation, chance = game.evaluation, random.Random(f"{seed} {position.fen()}")
    assert evaluation is not None and isinstance(seat, int)
    if game.noisy_moves is None:
        found = {move: average(position.play(move), seat, MOST_CHANCES) for move in position.legal_moves()}
    else:
        found = Search(game, GREEDY, Budget(GREEDY.nodes, math.inf), seed).values(position)
    return max(found, key=lambda move: (found[move], chance.random()))


def average(position: Position, seat: Seat, chances: int) -> float:
    """The value of a position for a seat, averaged over the next results of chance."""
    if position.turn is not CHANCE or not chances:
        evaluation = game_of(position).evaluation
        assert evaluation is not None
        return evaluation(position)[seat]
    moves = position.legal_moves()
    return sum(average(position.play(move), seat, chances - 1) for move in moves) / len(moves)


def by_playouts(position: Position, seed: int, _past: Sequence[Position] = ()) -> Move:
    """Flat Monte-Carlo: the move that wins most random playouts, with the strongest level's number of positions."""
    seat, chance, moves = position.turn, random.Random(f"{seed} {position.fen()}"), list(position.legal_moves())
    assert isinstance(seat, int)
    won, tried, left = [0.0] * len(moves), 0, LEVELS[-1].nodes
    while left > 0:
        end = position.play(moves[tried % len(moves)])
        while left > 0 and (following := end.legal_moves()):
            end = end.play(chance.choice(following))
            left -= 1
        outcome = end.outcome()
        won[tried % len(moves)] += 0.5 if outcome is None else outcome.places[seat] == 1
        tried, left = tried + 1, left - 1
    shares = [score / max(1, (tried - at + len(moves) - 1) // len(moves)) for at, score in enumerate(won)]
    return moves[max(range(len(moves)), key=shares.__getitem__)]
