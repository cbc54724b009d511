"""The evaluation of positions of Furbowl.

The evaluation is linear in the features of each team. For each animal that can act these are its distance from the ball
and whether it is on its own side of the ball or beyond it, with separate weights for a loose ball, for a ball of its
own team and for one of the other team. For the team with the ball they are its carrier, the number of columns left to
score, whether the carrier may still move in this turn, whether its path is free, which opponents are beside it or ahead
of it, and who can receive a pass. For both teams they include animals out of action, plays left in the turn, animals
behind the ball, and an unused sprint. `make train GAME=furbowl` learns the weights.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from rules.core import Seat
from rules.furbowl.animals import RABBIT, SCORING_COLUMNS, SPRINT, TEAM_SIZE, animal_of, rival_of, seat_of, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, OUT, PLAYS, POSITIONS_KEPT, FurbowlBoard
from rules.furbowl.chances import LONGEST_PASS
from rules.furbowl.pitch import COLUMNS, column_of, distance, pitch, reach
from rules.linear import Parts, learned, parts, promise

_FARTHEST: Final = 7
"""The greatest distance from the ball that counts."""
_SIDES_OF_BALL: Final = 3  # the team's own, level, or beyond
_HOLDERS: Final = 3
"""The ball is loose, with the own team, or with the other team."""
_STATES: Final = 3
"""An animal may still move, waits for its team's turn, or has moved."""
_MOST_BESIDE: Final = 3
"""The most opponents beside the carrier that count: two already surround it."""

SIZES: Final[Mapping[str, int]] = {
    "animal": 3 * TEAM_SIZE,  # animals that are stunned, Knocked Out or Out
    "turn": PLAYS + 1,  # being the team to move, by the number of plays begun
    "sprint": 1,  # the rabbit can still sprint
    "behind": 2,  # the number of animals on their own side of the ball; none
    "carrier": TEAM_SIZE,
    # The carrier may still move, has moved, or waits for its team's turn: hence a factor of 3. Groups with a factor of
    # 2 in front tell the team to move from the other team.
    "left": 3 * COLUMNS,  # the number of columns left to score
    "free": 3 * 2,  # a path to the scoring column within a turn, for a carrier that is not surrounded or is
    "soon": 3 * (PLAYS + 1),  # such a path, by the number of plays begun in this turn
    "pressed": 2 * _MOST_BESIDE,  # one, two or more opponents beside the carrier
    "stronger": 1,  # the opponents beside the carrier that are stronger than it
    "before": 2,  # the number of opponents between the carrier and its scoring column; none
    "guarded": 1,  # the number of team-mates beside the carrier
    "receiver": 2,  # a team-mate in reach of a pass and nearer to scoring; the number of these
    "ball": 1,  # the number of columns between the loose ball and the scoring column
    "apart": _HOLDERS * _STATES * TEAM_SIZE * (_FARTHEST + 1),  # the distance of each animal from the ball
    "about": _HOLDERS
    * _STATES
    * (_FARTHEST + 1)
    * _SIDES_OF_BALL,  # the same with the side of the ball, for any animal
}
"""The number of features in each group."""

_MIDDLE: Final = (COLUMNS + 1) // 2
_OFF_PITCH: Final = {KNOCKED_OUT: 1, OUT: 2}
"""The index of each state among the features of animals; 0 is for stunned ones."""


@lru_cache(POSITIONS_KEPT)
def evaluate(board: FurbowlBoard) -> tuple[float, float]:
    """The value of a position for Purple and for Green, from -1 to 1; cached, because a search comes to a third twice."""
    winner = board.winner()
    if winner is not None:
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
    purple, green = _totals(board, _parts(learning=False), 0)
    worth = promise(purple - green, lateness(board))
    return worth, -worth


def features(board: FurbowlBoard) -> tuple[tuple[int, ...], ...]:
    """The numbers of each team's features, repeated as often as the team has them."""
    purple, green = _totals(board, _parts(learning=True), ())
    return purple, green


def lateness(board: FurbowlBoard) -> float:
    """How near the ball is to a scoring column, from 0 to 1: the only sign of how soon a match may end."""
    square = board.ball if board.carrier == NOBODY else board.places[board.carrier]
    return abs(column_of(square) - _MIDDLE) / (_MIDDLE - 1) if square >= 0 else 0.0


def weights_key(_board: FurbowlBoard) -> str:
    """The key of the weights, shared by both games because the even game differs only in its first turn."""
    return "furbowl"


@cache
def _parts(*, learning: bool) -> Parts:
    """What each feature adds; "stands" sums "apart" and "about", by holder, state, animal, distance and side."""
    known = parts(SIZES, None if learning else learned("furbowl")["furbowl"])
    steps, spots = _FARTHEST + 1, (_FARTHEST + 1) * _SIDES_OF_BALL
    known["stands"] = tuple(
        known["apart"][steps * row + spot // _SIDES_OF_BALL] + known["about"][spots * (row // TEAM_SIZE) + spot]
        for row in range(_HOLDERS * _STATES * TEAM_SIZE)
        for spot in range(spots)
    )
    return known


def _totals(board: FurbowlBoard, known: Parts, zero: Any) -> list[Any]:
    """The sum of each team's terms."""
    totals, places, standing = [zero, zero], board.places, [0, 0]
    square = board.ball if board.carrier == NOBODY else places[board.carrier]
    alone, stands, spots = pitch().alone, known["stands"], (_FARTHEST + 1) * _SIDES_OF_BALL
    for piece, place in enumerate(places):
        seat, animal = divmod(piece, TEAM_SIZE)
        if place < 0:
            state = _OFF_PITCH.get(place)
            if state is not None:
                totals[seat] += known["animal"][state * TEAM_SIZE + animal]
        elif board.stuns[piece]:
            totals[seat] += known["animal"][animal]
        else:
            standing[seat] |= alone[place]
            if square >= 0:
                holder = 0 if board.carrier == NOBODY else 1 if seat_of(board.carrier) == seat else 2
                state = 1 if board.mover != seat else 0 if board.steps_left(animal)[0] else 2
                row = (holder * _STATES + state) * TEAM_SIZE + animal
                totals[seat] += stands[row * spots + _spots(seat, square)[place]]
    totals[board.mover] += known["turn"][board.plays]
    for seat in (Seat(0), Seat(1)):
        if board.sprints >> seat & 1:
            totals[seat] += known["sprint"][0]
        if square >= 0:
            behind = (standing[seat] & _behind(seat, column_of(square))).bit_count()
            totals[seat] += known["behind"][0] * behind if behind else known["behind"][1]
            if board.carrier == NOBODY:
                totals[seat] += known["ball"][0] * _columns_left(seat, square)
    if board.carrier != NOBODY:
        seat = seat_of(board.carrier)
        totals[seat] += _of_carrier(board, known, zero, seat, standing)
    return totals


@cache
def _spots(seat: Seat, ball: int) -> Sequence[int]:
    """By square: its distance from the ball, combined with the side of the ball: the team's own, level, or beyond."""
    ahead = 1 if seat == 0 else -1
    columns = [ahead * (column_of(square) - column_of(ball)) for square in range(len(pitch().names))]
    return tuple(
        _SIDES_OF_BALL * min(distance(square, ball), _FARTHEST) + 1 + (column > 0) - (column < 0)
        for square, column in enumerate(columns)
    )


def _of_carrier(board: FurbowlBoard, known: Parts, zero: Any, seat: Seat, standing: Sequence[int]) -> Any:
    """The sum of the terms that the team with the ball has for it."""
    carrier, places, areas = board.carrier, board.places, pitch().areas
    here, animal = places[carrier], carrier % TEAM_SIZE
    left = _columns_left(seat, here)
    own, enemies = standing[seat], standing[1 - seat]
    waits = board.mover != seat
    state = 2 if waits else 0 if board.steps_left(animal)[0] else 1
    total = zero + known["carrier"][animal] + known["left"][state * COLUMNS + left]
    beside = areas[1][here] & enemies
    count = beside.bit_count()
    if left <= _range_of(board, carrier):
        goal = pitch().columns[SCORING_COLUMNS[seat]]
        if reach(here, board.empty(), 0, _range_of(board, carrier)) & goal:
            total += known["free"][2 * state + (count > 1)] + known["soon"][state * (PLAYS + 1) + board.plays]
    if count:
        total += known["pressed"][_MOST_BESIDE * waits + min(count, _MOST_BESIDE) - 1]
        strength = animal_of(carrier).strength
        for enemy in team(rival_of(seat)):
            if places[enemy] >= 0 and beside >> places[enemy] & 1 and animal_of(enemy).strength > strength:
                total += known["stronger"][0]
    column = column_of(here)
    before = (enemies & _behind(1 - seat, column)).bit_count()
    total += known["before"][0] * before if before else known["before"][1]
    total += known["guarded"][0] * (areas[1][here] & own).bit_count()
    receivers = (own & areas[LONGEST_PASS][here] & _behind(1 - seat, column)).bit_count()
    return total + known["receiver"][0] + known["receiver"][1] * receivers if receivers else total


@cache
def _behind(seat: int, column: int) -> int:
    """The squares on a team's own side of a column; for the other team, these are the squares ahead of it."""
    columns = range(1, column) if seat == 0 else range(column + 1, COLUMNS + 1)
    return sum(pitch().columns[at] for at in columns)


def _range_of(board: FurbowlBoard, piece: int) -> int:
    """The number of squares that an animal can move in a turn."""
    can_sprint = piece % TEAM_SIZE == RABBIT and board.sprints >> seat_of(piece) & 1
    return animal_of(piece).move + (SPRINT if can_sprint else 0)


def _columns_left(seat: Seat, square: int) -> int:
    return abs(SCORING_COLUMNS[seat] - column_of(square))
