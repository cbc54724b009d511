"""The moves of Furbowl that are worth searching, with learned priors.

A prior says how often a search of the whole turn would spend its visits on a move. It is a softmax over sums of learned
weights: for a Move where it ends, beside how many opponents, and how many could tackle there in their next turn; for a
Pass who passes to whom, how far and what for; for a Tackle who tackles whom; and for each first step of a play which
animal takes it, by the plays begun. Hence an order of plays: what risks nothing first, and what may lose the ball last.
`docs/training.md` says how the weights were learned.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from rules.core import Move, Seat
from rules.furbowl import tokens
from rules.furbowl.animals import SCORING_COLUMNS, TEAM_SIZE, animal_of, rival_of, seat_of, team
from rules.furbowl.board import NOBODY, PLAYS, POSITIONS_KEPT, FurbowlBoard, Options
from rules.furbowl.chances import PASSES, pass_over
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, distance, members, pitch, row_of
from rules.furbowl.tokens import AnimalMove, Kind

_ROLES: Final = 4
"""Of an animal: the ball is loose, with a team-mate, with itself, or with the other team."""
_LOOSE, _WITH_MATE, _WITH_ITSELF, _WITH_RIVALS = range(_ROLES)
_HOLDERS: Final = 3
_SIDEWAYS: Final = 8
_LENGTHWAYS: Final = 15
_FARTHEST: Final = 7
_CROWDS: Final = 4
"""No opponent, one, two, or more."""

SIZES: Final[Mapping[str, int]] = {
    "place": _ROLES * TEAM_SIZE * _LENGTHWAYS * _SIDEWAYS,  # where an animal moves, as seen from the ball
    "column": _ROLES * TEAM_SIZE * COLUMNS,
    "beside": _ROLES * TEAM_SIZE * _CROWDS,  # opponents beside that square
    "dodge": _ROLES * TEAM_SIZE,  # the animal is surrounded
    "sprint": _ROLES,
    "begin": TEAM_SIZE * (PLAYS + 1) * _HOLDERS,  # the first step of a play, by the plays begun and who has the ball
    "pass": TEAM_SIZE * TEAM_SIZE,
    "kind": len(PASSES) * 2,  # of pass, by whether its receiver is in the scoring column or can still run there
    "gain": 2 * COLUMNS - 1,  # columns that a pass gains
    "receiver": COLUMNS,
    "crowd": _CROWDS,  # opponents beside the receiver
    "pressed": _CROWDS,  # opponents beside the passer
    "tackle": 2 * TEAM_SIZE * TEAM_SIZE,  # by whether the victim has the ball
    "carrying": 1,  # the attacker has the ball
    "down": 1,  # the victim is stunned
    "near": _HOLDERS * _SIDEWAYS,  # the distance of the victim from the ball
    "finish": 4 * _ROLES,  # by whether the animal has moved and acted
    "end": (PLAYS + 1) * _HOLDERS,
    "resume": _ROLES,  # a Move after the Action
    "exposed": _CROWDS,  # opponents that could tackle the carrier on that square in their next turn
}
"""The number of weights in each group, in the order in which they are learned."""

_UNIT: Final = 1_000  # weights per unit of the logarithm of a prior
_BEST_SQUARES: Final = 5
"""The number of squares of an animal that are worth searching."""
_TABLES_KEPT: Final = 2048
"""Tables of an animal's squares: those of the squares to which the ball may soon come in a search."""


_GROUP: Final = 8
_Order = Sequence[tuple[int, Sequence[int]]]
"""The squares, the best first, in groups of eight: each as a set, and one by one."""


@cache
def _learned() -> Mapping[str, Sequence[int]]:
    return json.loads(files("rules.furbowl").joinpath("priors.json").read_text(encoding="utf-8"))


@lru_cache(POSITIONS_KEPT)
def candidates(board: FurbowlBoard) -> Sequence[tuple[Move, float]]:
    """The moves worth searching, each with its prior.

    Cached, because the same plays in another order lead to the same position, also in the search for the next move.
    """
    if board.chance is not None or board.winner() is not None:
        return ()
    found = list(_weighed(board))
    most = max(weight for _, weight in found)
    return tuple((move, math.exp((weight - most) / _UNIT)) for move, weight in found)


def _weighed(board: FurbowlBoard) -> Iterator[tuple[Move, int]]:
    known, seat, role = _learned(), board.mover, _LOOSE
    holder = 0 if board.carrier == NOBODY else 1 if seat_of(board.carrier) == seat else 2
    areas, places, current = pitch().areas, board.places, board.current
    rivals = [piece for piece in team(rival_of(seat)) if places[piece] >= 0]
    beside = _layers(areas[1][places[piece]] for piece in rivals)
    for animal in range(TEAM_SIZE) if current is None else (current.animal,):
        options = board.options(animal)
        piece = TEAM_SIZE * seat + animal
        role = _WITH_ITSELF if piece == board.carrier else (_LOOSE, _WITH_MATE, _WITH_RIVALS)[holder]
        begins = known["begin"][((PLAYS + 1) * animal + board.plays) * _HOLDERS + holder] if current is None else 0
        if options.plain or options.sprinting:
            yield from _moves(board, animal, role, options, beside, begins)
        yield from _passes(board, piece, options.receivers, beside, begins)
        for victim in options.victims:
            yield _tackle(board, piece, victim, begins, holder)
    if current is None:
        yield tokens.END, known["end"][board.plays * _HOLDERS + holder]
    else:
        yield tokens.FINISH, known["finish"][(2 * current.moved + current.acted) * _ROLES + role]


def _layers(areas: Iterator[int]) -> tuple[int, int, int]:
    """The squares in at least one, two and three of some areas."""
    one = two = three = 0
    for area in areas:
        three |= two & area
        two |= one & area
        one |= area
    return one, two, three


def _count(layers: tuple[int, int, int], square: int) -> int:
    one, two, three = layers
    return (one >> square & 1) + (two >> square & 1) + (three >> square & 1)


def _moves(
    board: FurbowlBoard, animal: int, role: int, options: Options, beside: tuple[int, int, int], begins: int
) -> Iterator[tuple[Move, int]]:
    """The best squares of an animal, with and without Sprint; of those that score a single one."""
    known, seat, own = _learned(), board.mover, TEAM_SIZE * role + animal
    here = board.places[TEAM_SIZE * seat + animal]
    carries = role == _WITH_ITSELF
    weight = begins + (known["dodge"][own] if beside[1] >> here & 1 else 0)
    weight += known["resume"][role] if board.current is not None else 0
    worth, order = _table(seat, role, animal, here if carries else _ball(board))
    goal = pitch().columns[SCORING_COLUMNS[seat]] if carries else 0
    exposed = _layers(_exposing(board)) if carries else None
    one, two, three = beside
    crowds = list(zip((~one, one & ~two, two & ~three, three), known["beside"][_CROWDS * own :], strict=False))
    found = list[tuple[int, int, Kind]]()
    for kind, squares in ((Kind.MOVE, options.plain), (Kind.SPRINT, options.sprinting)):
        plus = weight + (known["sprint"][role] if kind is Kind.SPRINT else 0)
        for crowd, more in crowds:
            if not squares & crowd:
                continue
            for square in _first(
                (squares & goal or squares) & crowd, order, COLUMNS * ROWS if carries else _BEST_SQUARES
            ):
                risk = known["exposed"][_count(exposed, square)] if exposed else 0
                found.append((worth[square] + plus + more + risk, square, kind))
    found.sort(key=_by_weight, reverse=True)
    for total, square, kind in found[: 1 if goal & (options.plain | options.sprinting) else _BEST_SQUARES]:
        yield tokens.token(AnimalMove(animal, kind, square)), total


def _by_weight(found: tuple[int, int, Kind]) -> int:
    return found[0]


def _first(squares: int, order: _Order, least: int) -> list[int]:
    """So many squares of a set that come first in an order, or a few more."""
    found = list[int]()
    for area, group in order:
        if squares & area:
            found += [square for square in group if squares >> square & 1]
            if len(found) >= least:
                break
    return found


@lru_cache(_TABLES_KEPT)
def _table(seat: Seat, role: int, animal: int, ball: int) -> tuple[Sequence[int], _Order]:
    """What each square is worth for an animal, and the squares, the best first."""
    known, own = _learned(), TEAM_SIZE * role + animal
    place, column = known["place"][own * _LENGTHWAYS * _SIDEWAYS :], known["column"][own * COLUMNS :]
    worth = [0] * len(pitch().names)
    for square in members(pitch().full):
        ahead = _ahead(seat, square) - _ahead(seat, ball)
        aside = min(abs(row_of(square) - row_of(ball)), _FARTHEST)
        at = _SIDEWAYS * (max(-_FARTHEST, min(_FARTHEST, ahead)) + _FARTHEST) + aside
        worth[square] = place[at] + column[_ahead(seat, square)]
    order = sorted(members(pitch().full), key=worth.__getitem__, reverse=True)
    groups = [order[first : first + _GROUP] for first in range(0, len(order), _GROUP)]
    return worth, [(sum(pitch().alone[square] for square in group), group) for group in groups]


def _ahead(seat: Seat, square: int) -> int:
    """How many columns a square is from the home column of a team."""
    return column_of(square) - 1 if seat == 0 else COLUMNS - column_of(square)


def _ball(board: FurbowlBoard) -> int:
    return board.ball if board.carrier == NOBODY else board.places[board.carrier]


def _exposing(board: FurbowlBoard) -> Iterator[int]:
    """The squares beside which each opponent that stands can be in a turn."""
    for piece in team(rival_of(board.mover)):
        if board.normal(piece):
            yield pitch().areas[animal_of(piece).move + 1][board.places[piece]]


def _passes(
    board: FurbowlBoard, piece: int, receivers: Sequence[int], beside: tuple[int, int, int], begins: int
) -> Iterator[tuple[Move, int]]:
    known, seat, places = _learned(), board.mover, board.places
    here, passer = places[piece], piece % TEAM_SIZE
    for receiver in receivers:
        there, mate = places[receiver], receiver % TEAM_SIZE
        ahead = _ahead(seat, there)
        fresh = board.plays < PLAYS and not board.done >> mate & 1
        home = ahead >= COLUMNS - 1 - (animal_of(receiver).move if fresh else 0)
        weight = begins + known["pass"][TEAM_SIZE * passer + mate] + known["receiver"][ahead]
        weight += known["kind"][2 * _kind(distance(here, there)) + home]
        weight += known["gain"][ahead - _ahead(seat, here) + COLUMNS - 1]
        weight += known["crowd"][_count(beside, there)] + known["pressed"][_count(beside, here)]
        yield tokens.token(AnimalMove(passer, Kind.PASS, mate)), weight


@cache
def _kind(far: int) -> int:
    return PASSES.index(pass_over(far))


def _tackle(board: FurbowlBoard, piece: int, victim: int, begins: int, holder: int) -> tuple[Move, int]:
    known, carried = _learned(), victim == board.carrier
    attacker, defender = piece % TEAM_SIZE, victim % TEAM_SIZE
    weight = begins + known["tackle"][(TEAM_SIZE * carried + attacker) * TEAM_SIZE + defender]
    weight += known["carrying"][0] if piece == board.carrier else 0
    weight += known["down"][0] if board.stuns[victim] else 0
    far = min(distance(board.places[victim], _ball(board)), _FARTHEST)
    return tokens.token(AnimalMove(attacker, Kind.TACKLE, defender)), weight + known["near"][_SIDEWAYS * holder + far]
