"""The coach, a further stranger at Furbowl, who knows set plays and searches nothing.

It goes through its plays in order and makes the first that is likely enough: run home, pass to a runner, pick up or win
the ball, bring the carrier out of reach, send a receiver ahead, screen the carrier, and mark the enemy's one. Only the
rules and the dice of each step are known to it, so it takes a hundredth of the time of a search.
"""

from collections.abc import Iterator
from typing import Final

from rules.core import Move
from rules.furbowl.animals import ANIMALS, TEAM_SIZE
from rules.furbowl.pitch import distance
from rules.furbowl.position import FurbowlPosition
from rules.furbowl.tokens import END, FINISH, MOVING, Kind, animal_moves
from tools.strangers.furbowl import at_least, columns_to_go, pass_chance

_REACH: Final = tuple(animal.move + 1 for animal in ANIMALS)
"""How far away each animal can tackle."""
_RUNNER: Final = 6
"""A carrier, or a receiver, this many columns from its line scores in its next turn."""


class Coach:
    """The set plays for the seat to move; the marks of moves are about as many hundredths of a match."""

    def __init__(self, position: FurbowlPosition) -> None:
        self._position, self._seat = position, position.mover
        self._first = TEAM_SIZE * position.mover
        self._to_go = columns_to_go()[self._seat]
        carrier = position.carrier
        self._ball = position.places[carrier] if carrier >= 0 else position.ball
        self._own = carrier >= 0 and carrier // TEAM_SIZE == self._seat
        self._left = 3 - position.plays
        self._rivals = [
            (place, _REACH[piece % TEAM_SIZE], piece)
            for piece, place in enumerate(position.places)
            if piece // TEAM_SIZE != self._seat and place >= 0 and position.stuns[piece] < 2
        ]

    def best(self) -> Move:
        """The move with the highest mark."""
        return max(self._marked(), key=lambda found: found[0])[1]

    def _marked(self) -> Iterator[tuple[float, Move]]:
        for move in self._position.legal_moves():
            if move in (END, FINISH):
                yield 0.0, move
                continue
            animal, kind, target = animal_moves()[move]
            piece = self._first + animal
            if kind in MOVING:
                price = 3.0 if kind is Kind.SPRINT else 0.0
                yield self._run(piece, target) - price, move
            elif kind is Kind.PASS:
                yield self._pass(piece, self._first + target), move
            else:
                yield self._tackle(piece, TEAM_SIZE * (1 - self._seat) + target), move

    def _run(self, piece: int, target: int) -> float:
        position = self._position
        here, away = position.places[piece], 1.0
        if position.surrounded(piece):
            away = at_least(8 - ANIMALS[piece % TEAM_SIZE].speed - (piece % TEAM_SIZE == 1))
        if piece == position.carrier:
            gain = self._carried(target) - self._carried(here)
        elif target == position.ball and position.carrier < 0:
            picks = at_least(8 - ANIMALS[piece % TEAM_SIZE].skill)
            gain = 45 * picks + (100 * picks if not self._to_go[target] else 0) - 8
        else:
            gain = self._posted(piece, target) - self._posted(piece, here)
        return away * gain - 12 * (1 - away) * (2.5 if piece == position.carrier else 1)

    def _carried(self, square: int) -> float:
        """The mark of a carrier on a square: it scores, or it will, if nobody gets at it."""
        to_go = self._to_go[square]
        if not to_go:
            return 100.0
        held = 1.0
        for place, reach, piece in self._rivals:
            if distance(place, square) <= reach:
                held *= 1 - 0.8 * at_least(
                    8 - ANIMALS[piece % TEAM_SIZE].strength + ANIMALS[self._position.carrier % TEAM_SIZE].strength
                )
        near = 18.0 if to_go <= _RUNNER else 0.0
        return held * (40 + near - 2.0 * to_go) - 0.7 * sum(distance(place, square) <= 1 for place, *_ in self._rivals)

    def _posted(self, piece: int, square: int) -> float:
        """The mark of a square for an animal without the ball, by who has it."""
        position, ball, to_go = self._position, self._ball, self._to_go
        crowd = sum(distance(place, square) <= 1 for place, *_ in self._rivals)
        far, line = distance(square, ball), to_go[ball]
        strong = ANIMALS[piece % TEAM_SIZE].strength >= 3
        if self._own:
            if strong or piece % TEAM_SIZE == 0:
                threats = [place for place, reach, _ in self._rivals if distance(place, ball) <= reach]
                nearest = min((distance(place, square) for place in threats), default=0)
                return 6 - 1.2 * far - 0.5 * nearest - 0.4 * crowd
            ahead = abs(to_go[square] - max(0, line - 5))
            return 7 - 0.8 * ahead - 1.5 * crowd - (4 if far > 6 else 0)
        if position.carrier >= 0:
            odds = at_least(8 - ANIMALS[piece % TEAM_SIZE].strength + ANIMALS[position.carrier % TEAM_SIZE].strength)
            acts = position.steps_left(piece % TEAM_SIZE)[1] and far == 1
            between = to_go[square] >= line
            return 9 - 0.9 * far + (14 * odds if acts else 0) + (2.5 if between else -2.0)
        return 5 - 0.7 * max(0, far - 1) - 0.6 * crowd + (1.5 if to_go[square] >= line else 0)

    def _pass(self, passer: int, receiver: int) -> float:
        position = self._position
        there, steps = position.places[receiver], ANIMALS[receiver % TEAM_SIZE].move
        caught = pass_chance(passer % TEAM_SIZE, receiver % TEAM_SIZE, distance(position.places[passer], there))
        fresh = self._left > 0 and not position.done >> receiver % TEAM_SIZE & 1
        if not self._to_go[there] or (fresh and self._to_go[there] <= steps and not position.surrounded(receiver)):
            return 100 * caught - self._carried(position.places[passer]) * 0.6
        held = self._carried(there)
        return caught * held - self._carried(position.places[passer]) - 8

    def _tackle(self, attacker: int, victim: int) -> float:
        position = self._position
        odds = at_least(8 - ANIMALS[attacker % TEAM_SIZE].strength + ANIMALS[victim % TEAM_SIZE].strength)
        weak = ANIMALS[attacker % TEAM_SIZE].strength < ANIMALS[victim % TEAM_SIZE].strength
        falls = 6 * (1 - at_least(5)) if weak else 0.0
        carries = attacker == position.carrier
        if victim == position.carrier:
            return 50 * odds - falls
        near = distance(position.places[victim], self._ball) <= 3
        return (5 if near else 2) * odds - falls * (8 if carries else 1) - (3 if carries else 0)
