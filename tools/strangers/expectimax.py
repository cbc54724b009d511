"""The bookkeeper, a further stranger at Furbowl: a plain expectimax over single plays.

It looks at every play that one animal can make now, through all steps of that animal and all results of their rolls,
and makes the play after which the board is worth most on average. It plans no second play and no reply. A board is worth
what a few sums by hand say: who has the ball, how far from home it is, and how likely it is run home or lost next.
"""

from collections.abc import Callable
from time import thread_time
from typing import Final

from rules.core import Move
from rules.furbowl.position import FurbowlPosition
from rules.furbowl.tokens import END
from tools.strangers.furbowl import at_least, columns_to_go, distances_between, results

_TEAM: Final = 5
_MOVE: Final = (6, 5, 3, 3, 5)
_STRENGTH: Final = (0, 1, 4, 3, 1)
_SKILL: Final = (1, 3, 0, 0, 2)
_WON: Final = 100.0
_BALL: Final = 20.0
"""What the ball is worth in a team's hands; all sums are about as many hundredths of a match."""
_COLUMN: Final = 2.0  # for each column that the ball is nearer to home
_HOME: Final = 25.0  # for a carrier that can run home in its next turn
_NEARER: Final = 0.6  # for each step that an animal is nearer to the ball
_GUARD: Final = 2.0  # for an animal between the ball and the line to which the other team carries it
_OFF: Final = 6.0  # for an animal that is Knocked Out or Out
_STUNNED: Final = 3.0
_MOST_ROLLS: Final = 3
"""How many rolls in a row are followed: a ball may bounce for ever."""


class Bookkeeper:
    """The best single play for the seat to move; after `seconds` of this thread's processor time only first steps count."""

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self._seat = 0
        self._known: dict[FurbowlPosition, float] = {}

    def best(self, position: FurbowlPosition) -> Move:
        """The first step of the best play, or the end of the turn if no play is worth more."""
        self._seat = position.mover
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        rough = sorted(moves, key=_by_worth(position, self._seat), reverse=True)
        found = [(self._after(position, move), move) for move in rough if thread_time() < self._end]
        return max(found, key=lambda each: each[0])[1] if found else rough[0]

    def _after(self, position: FurbowlPosition, move: Move) -> float:
        """The worth of a play that goes on with this move; ending the turn costs the plays that are left."""
        if move == END:
            return worth(position, self._seat)
        return self._value(position.play(move), _MOST_ROLLS)

    def _value(self, position: FurbowlPosition, rolls: int) -> float:
        if position in self._known:
            return self._known[position]
        found = worth(position, self._seat)
        if position.mover == self._seat and position.winner() is None and rolls and thread_time() < self._end:
            if position.chance is not None:
                found = sum(share * self._value(after, rolls - 1) for share, after in results(position))
            elif position.current is not None:
                steps = position.legal_moves() if position.current.acted else _actions(position)
                found = max([found, *(self._value(position.play(move), rolls) for move in steps)])
        self._known[position] = found
        return found


def _actions(position: FurbowlPosition) -> list[Move]:
    return [move for move in position.legal_moves() if "-tackle-" in move or "-pass-" in move]


def _by_worth(position: FurbowlPosition, seat: int) -> Callable[[Move], float]:
    return lambda move: worth(position if move == END else position.play(move), seat)


def worth(position: FurbowlPosition, seat: int) -> float:
    """What a board is worth to a seat, before any roll that is due: about from -100 to 100."""
    winner = position.winner()
    if winner is not None:
        return _WON if winner == seat else -_WON
    total = _side(position, seat) - _side(position, 1 - seat)
    carrier = position.carrier
    if carrier >= 0:
        holder = carrier // _TEAM
        total += _carried(position, carrier) * (1 if holder == seat else -1)
    elif position.ball >= 0:
        total += _COLUMN * (columns_to_go()[1 - seat][position.ball] - columns_to_go()[seat][position.ball]) / 2
        total += _BALL * (_gets(position, seat) - _gets(position, 1 - seat))
    return total


def _side(position: FurbowlPosition, seat: int) -> float:
    """What a team's animals are worth by themselves."""
    carrier, total = position.carrier, 0.0
    ball = position.places[carrier] if carrier >= 0 else position.ball
    for piece in range(_TEAM * seat, _TEAM * seat + _TEAM):
        place = position.places[piece]
        if place < 0:
            total -= _OFF
        elif position.stuns[piece]:
            total -= _STUNNED
        elif ball >= 0 and piece != carrier:
            total -= _NEARER * distances_between()[place][ball]
            total += _GUARD * (columns_to_go()[seat][place] > columns_to_go()[seat][ball])
    return total


def _carried(position: FurbowlPosition, carrier: int) -> float:
    """What the ball is worth to the team of its carrier, by where it is and who may tackle it next."""
    seat, here = carrier // _TEAM, position.places[carrier]
    left, kept = columns_to_go()[seat][here], 1.0
    if position.mover != seat or not position.steps_left(carrier % _TEAM)[0]:
        tries = sorted(_hits(position, rival, carrier) for rival in range(_TEAM * (1 - seat), _TEAM * (2 - seat)))
        for hit in tries[-2:]:
            kept *= 1 - hit
    home = _HOME if left <= _MOVE[carrier % _TEAM] else 0.0
    return kept * (_BALL + _COLUMN * (14 - left) + home) - (1 - kept) * _BALL / 2


def _hits(position: FurbowlPosition, rival: int, carrier: int) -> float:
    """The odds that an opponent gets at the carrier in its next turn and tackles it down."""
    if position.places[rival] < 0 or position.stuns[rival] > 1:
        return 0.0
    if rival // _TEAM == position.mover and not position.steps_left(rival % _TEAM)[1]:
        return 0.0
    far = distances_between()[position.places[rival]][position.places[carrier]]
    if far > _MOVE[rival % _TEAM] + 1:
        return 0.0
    return at_least(8 - _STRENGTH[rival % _TEAM] + _STRENGTH[carrier % _TEAM])


def _gets(position: FurbowlPosition, seat: int) -> float:
    """The odds that a team picks up the loose ball in its next turn, by its best animal; half if the other team is first."""
    best = 0.0
    for piece in range(_TEAM * seat, _TEAM * seat + _TEAM):
        place = position.places[piece]
        if place < 0 or position.stuns[piece] > 1:
            continue
        if position.mover == seat and not position.steps_left(piece % _TEAM)[0]:
            continue
        if distances_between()[place][position.ball] <= _MOVE[piece % _TEAM]:
            best = max(best, at_least(8 - _SKILL[piece % _TEAM]))
    return best if position.mover == seat else best / 2
