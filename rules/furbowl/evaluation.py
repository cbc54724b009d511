"""How promising a position of Furbowl is for each seat, and which steps are worth a look."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from rules.core import Move, Seat
from rules.furbowl import tokens
from rules.furbowl.animals import RABBIT, SCORING_COLUMNS, SPRINT, TEAM_SIZE, animal_of, rival_of, seat_of, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT, PLAYS, FurbowlBoard
from rules.furbowl.chances import tackle_check
from rules.furbowl.pitch import COLUMNS, column_of, distance, members, pitch
from rules.furbowl.tokens import AnimalMove, Kind

_BALL: Final = 0.7
_WAY: Final = 2.0
"""What it is worth to have carried the ball the whole way; having it at all is worth `_BALL`."""
_IN_REACH: Final = 2.5
"""What it is worth that the carrier can still score in this turn; in its next turn it is half as much."""
_PRESSED: Final = 0.3
"""What each opponent beside a carrier takes from it, and as much for every opponent that is stronger."""
_NEARER: Final = 0.5
"""What it is worth to be nearer to the loose ball, for each turn that it takes less."""
_PLAY: Final = 0.15
"""What a play is worth that the team still has in its turn."""
_STUN: Final = 0.15
_BENCH: Final = 0.35
_LOSS: Final = 0.6
"""What stunned, Knocked Out and Out animals take from their team."""
_NEVER: Final = 4.0
"""The turns to the ball of a team that has no animal to send there: more than any animal needs."""

_SCORE: Final = 40.0
_PICKUP: Final = 10.0
_ON_CARRIER: Final = 8.0
"""How much likelier a step is good that scores, goes to the loose ball, or tackles the carrier, than ending the turn."""
_BEST_SQUARES: Final = 3
"""How many squares of an animal's reach are worth a look."""


def evaluate(board: FurbowlBoard) -> tuple[float, float]:
    """How promising a position is for Purple and for Green, from -1 to 1."""
    winner = board.winner()
    if winner is not None:
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
    lead = _health(board, Seat(0)) - _health(board, Seat(1))
    plays = _PLAY * (PLAYS - board.plays)
    lead += plays if board.mover == 0 else -plays
    if board.carrier != NOBODY:
        lead += _carrying(board) * (1 if seat_of(board.carrier) == 0 else -1)
    elif board.ball != NOWHERE:
        lead += _NEARER * (_turns_to_ball(board, Seat(1)) - _turns_to_ball(board, Seat(0)))
    worth = lead / (1.0 + abs(lead))
    return worth, -worth


def candidates(board: FurbowlBoard) -> list[tuple[Move, float]]:
    """Steps that score, go for the ball, its carrier or a good square, each with its weight; the last is to stop."""
    if board.chance is not None or board.winner() is not None:
        return []
    found = [choice for animal in range(TEAM_SIZE) for choice in _steps(board, animal)]
    return [*found, (board.stop(), 1.0)]


def _health(board: FurbowlBoard, seat: Seat) -> float:
    lost = 0.0
    for piece in team(seat):
        place = board.places[piece]
        if place == OUT:
            lost += _LOSS
        elif place == KNOCKED_OUT:
            lost += _BENCH
        elif board.stuns[piece]:
            lost += _STUN
    return -lost


def _turns_to_ball(board: FurbowlBoard, seat: Seat) -> float:
    """How many turns the quickest animal of a team needs to the loose ball, fewer the better it picks up."""
    turns = _NEVER
    for piece in team(seat):
        if board.normal(piece):
            animal = animal_of(piece)
            turns = min(turns, distance(board.places[piece], board.ball) / animal.move - animal.skill / 10)
    return turns


def _carrying(board: FurbowlBoard) -> float:
    """What it is worth for the team of the carrier to have the ball there."""
    carrier = board.carrier
    seat, place = seat_of(carrier), board.places[carrier]
    left = _columns_left(seat, place)
    worth = _BALL + _WAY * (1 - left / COLUMNS)
    others = pitch().areas[1][place]
    strength = animal_of(carrier).strength
    for other in team(rival_of(seat)):
        if board.normal(other) and others >> board.places[other] & 1:
            worth -= _PRESSED * (1 + (animal_of(other).strength > strength))
    if left <= _range_of(board, carrier):
        now = board.mover == seat and not board.done >> carrier % TEAM_SIZE & 1
        worth += _IN_REACH if now else _IN_REACH / 2
    return worth


def _range_of(board: FurbowlBoard, piece: int) -> int:
    """How many squares an animal can move in a turn."""
    can_sprint = piece % TEAM_SIZE == RABBIT and board.sprints >> seat_of(piece) & 1
    return animal_of(piece).move + (SPRINT if can_sprint else 0)


def _columns_left(seat: Seat, square: int) -> int:
    return abs(SCORING_COLUMNS[seat] - column_of(square))


def _steps(board: FurbowlBoard, animal: int) -> Iterator[tuple[Move, float]]:
    options, seat = board.options(animal), board.mover
    piece = TEAM_SIZE * seat + animal
    here = board.places[piece]
    for kind, squares in ((Kind.MOVE, options.plain), (Kind.SPRINT, options.sprinting)):
        if squares:
            yield from _moves(board, AnimalMove(animal, kind, here), squares)
    for receiver in options.receivers:
        gain = _columns_left(seat, here) - _columns_left(seat, board.places[receiver])
        skill = animal_of(receiver).skill
        yield tokens.token(AnimalMove(animal, Kind.PASS, receiver % TEAM_SIZE)), max(0.3, 1.0 + gain / 3 + skill / 3)
    for victim in options.victims:
        weight = (_ON_CARRIER if victim == board.carrier else 1.5) * _odds_of_tackle(piece, victim)
        yield tokens.token(AnimalMove(animal, Kind.TACKLE, victim % TEAM_SIZE)), max(0.1, weight)


@cache
def _odds_of_tackle(attacker: int, defender: int) -> float:
    return tackle_check(attacker, defender).good_rolls / 36


def _moves(board: FurbowlBoard, animal_move: AnimalMove, squares: int) -> Iterator[tuple[Move, float]]:
    """The best squares to move to; `animal_move` says which animal moves how."""
    piece, seat = TEAM_SIZE * board.mover + animal_move.animal, board.mover
    goal = pitch().columns[SCORING_COLUMNS[seat]]
    if piece == board.carrier and squares & goal:
        for square in members(squares & goal)[:1]:
            yield tokens.token(animal_move._replace(target=square)), _SCORE
        return
    if squares & board.loose_ball():
        yield tokens.token(animal_move._replace(target=board.ball)), _PICKUP + animal_of(piece).skill
        squares &= ~board.loose_ball()
    costs = _costs_of_squares(board, piece)
    weight = 0.5 if animal_move.kind is Kind.SPRINT else 1.5
    for square in sorted(members(squares), key=costs.__getitem__)[:_BEST_SQUARES]:
        yield tokens.token(animal_move._replace(target=square)), weight * (2.0 if piece == board.carrier else 1.0)


def _costs_of_squares(board: FurbowlBoard, piece: int) -> Sequence[float]:
    """How little an animal gains on each square: it wants to get ahead with the ball, else towards or before whoever has it."""
    seat = seat_of(piece)
    if piece == board.carrier:
        return _beside_enemies(board, seat, 1.5, _columns_from(SCORING_COLUMNS[seat]))
    if board.carrier == NOBODY:
        return _distances_from(board.ball)
    there = board.places[board.carrier]
    if seat_of(board.carrier) == seat:
        return _beside_enemies(board, seat, 1, _columns_from(column_of(there) + (-4 if seat else 4)))
    return _before_carrier(rival_of(seat), there)


def _beside_enemies(board: FurbowlBoard, seat: Seat, price: float, costs: Sequence[float]) -> Sequence[float]:
    """The costs of the squares, and `price` more for each enemy beside one."""
    dearer, areas = list(costs), pitch().areas[1]
    for enemy in team(rival_of(seat)):
        place = board.places[enemy]
        if place >= 0:
            for square in members(areas[place]):
                dearer[square] += price
    return dearer


@cache
def _columns_from(column: int) -> Sequence[float]:
    """How many columns each square is away from one, which may lie behind an edge."""
    return tuple(abs(column_of(square) - column) for square in range(len(pitch().names)))


@cache
def _distances_from(place: int) -> Sequence[float]:
    """How many steps each square is away from one."""
    return tuple(distance(square, place) for square in range(len(pitch().names)))


@cache
def _before_carrier(seat: Seat, place: int) -> Sequence[float]:
    """How far each square is away from a carrier of `seat`, and 2 more where it has passed that square already."""
    left = _columns_left(seat, place)
    return tuple(
        steps + (2 if _columns_left(seat, square) > left else 0) for square, steps in enumerate(_distances_from(place))
    )
