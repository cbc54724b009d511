"""Reasons for moves of Furbowl, in words: where the ball goes, and which opponents are stopped."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator

from rules.core import Move, Phrase, Seat
from rules.furbowl import tokens
from rules.furbowl.animals import SCORING_COLUMNS, SIDES, TEAM_SIZE, rival_of, seat_of, team
from rules.furbowl.board import NOBODY, FurbowlBoard
from rules.furbowl.names import names_of
from rules.furbowl.pitch import column_of, distance, row_of
from rules.furbowl.tokens import MOVING, AnimalMove, Kind
from rules.wording import Reasons

_ASIDE, _AHEAD = 1, 3
"""How many rows aside and columns ahead of the ball an animal may be to stand in its way: others can be passed by."""


def reasons(board: FurbowlBoard, move: Move) -> Reasons:
    """What speaks for a player's legal move; nothing for rolls."""
    animal_move = tokens.animal_moves().get(move)
    if board.chance is not None:
        return Reasons(())
    if animal_move is None:
        return Reasons([Phrase("risks nothing more")])
    return Reasons([*_reasons(board, animal_move)])


def _reasons(board: FurbowlBoard, animal_move: AnimalMove) -> Iterator[Phrase]:
    piece = TEAM_SIZE * board.mover + animal_move.animal
    if animal_move.kind is Kind.TACKLE:
        victim = TEAM_SIZE * (1 - board.mover) + animal_move.target
        if victim == board.carrier:
            yield Phrase("may win the ball")
        elif board.carrier != NOBODY and distance(board.places[victim], board.places[board.carrier]) == 1:
            yield Phrase(
                "may push an opponent away from {animal}, who has the ball", animal=names_of(board.carrier).object
            )
        else:
            yield Phrase("may put an opponent out of action")
    elif animal_move.kind is Kind.PASS:
        mate = TEAM_SIZE * board.mover + animal_move.target
        yield from _nearer(board, board.mover, board.places[piece], board.places[mate])
        if board.done >> mate % TEAM_SIZE & 1:
            yield Phrase("gets the ball away")
        else:
            yield Phrase("gives the ball to {animal}, which is free to run", animal=names_of(mate).object)
    elif piece == board.carrier:
        nearer = list(_nearer(board, board.mover, board.places[piece], animal_move.target))
        yield from nearer or _freer(board, board.places[piece], animal_move.target)
    elif animal_move.kind in MOVING and animal_move.target == board.ball:
        yield Phrase(
            "gets the ball for {side}, with {count, plural, one {# column} other {# columns}} to go",
            side=SIDES[board.mover],
            count=_left(board.mover, board.ball),
        )
    elif board.carrier != NOBODY and seat_of(board.carrier) != board.mover:
        yield _against_carrier(board, board.places[piece], animal_move.target)
    elif board.carrier != NOBODY:
        yield _with_carrier(board, board.places[piece], animal_move.target)
    elif distance(animal_move.target, board.ball) < distance(board.places[piece], board.ball):
        yield Phrase("gets nearer to the loose ball")
    else:
        yield Phrase("keeps an animal in reserve")


def _against_carrier(board: FurbowlBoard, before: int, after: int) -> Phrase:
    """The reason for a move of an animal while an opponent has the ball."""
    there, seat, animal = board.places[board.carrier], seat_of(board.carrier), names_of(board.carrier).object
    if distance(after, there) == 1 and distance(before, there) > 1:
        return Phrase("gets next to {animal}, who has the ball", animal=animal)
    if _left(seat, after) < _left(seat, there):
        if abs(row_of(after) - row_of(there)) <= _ASIDE and _left(seat, there) - _left(seat, after) <= _AHEAD:
            return Phrase("gets in the way of the ball")
        return Phrase("covers ground that the ball may have to cross")
    if distance(after, there) < distance(before, there):
        return Phrase("gets nearer to {animal}, who has the ball", animal=animal)
    return Phrase("keeps an animal in reserve")


def _with_carrier(board: FurbowlBoard, before: int, after: int) -> Phrase:
    """The reason for a move of an animal while another one of its team has the ball."""
    there = board.places[board.carrier]
    left, was_left, to_go = (_left(board.mover, square) for square in (after, before, there))
    if left < to_go <= was_left:
        return Phrase("gets ahead of the ball, ready for a pass")
    if distance(after, there) == 1:
        return Phrase("guards {animal}, who has the ball", animal=names_of(board.carrier).object)
    if left < to_go:
        return Phrase("stays ahead of the ball, ready for a pass there")
    return Phrase("stays behind the ball in case you lose it")


def _freer(board: FurbowlBoard, before: int, after: int) -> Iterator[Phrase]:
    """The reasons for a move that brings the ball no nearer: fewer opponents beside it."""
    had, has = (
        sum(board.normal(other) and distance(board.places[other], here) == 1 for other in team(rival_of(board.mover)))
        for here in (before, after)
    )
    if has < had:
        yield Phrase("gets the ball away from {count, plural, one {# opponent} other {# opponents}}", count=had - has)
    elif not has:
        yield Phrase("keeps the ball away from opponents")
    else:
        yield Phrase("keeps the ball among the team")


def _nearer(board: FurbowlBoard, seat: Seat, before: int, after: int) -> Iterator[Phrase]:
    left = _left(seat, after)
    gained = _left(seat, before) - left
    if gained > 0 and left:
        yield Phrase(
            "brings the ball {count, plural, one {# column} other {# columns}} nearer, with {left} to go",
            count=gained,
            left=left,
        )
    elif gained > 0:
        yield Phrase("brings the ball {count, plural, one {# column} other {# columns}} nearer", count=gained)


def _left(seat: Seat, square: int) -> int:
    """The number of columns between a square and a team's scoring column."""
    return abs(SCORING_COLUMNS[seat] - column_of(square))
