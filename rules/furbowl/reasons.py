"""Reasons for moves of Furbowl, in words: where the ball goes, and which opponents are stopped."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator

from rules.core import Move, Phrase, Seat
from rules.furbowl import tokens
from rules.furbowl.animals import SCORING_COLUMNS, SIDES, TEAM_SIZE, rival_of, seat_of, team
from rules.furbowl.board import NOBODY, PLAYS, FurbowlBoard
from rules.furbowl.names import names_of
from rules.furbowl.pitch import FARTHEST, column_of, distance, row_of, square_at
from rules.furbowl.tokens import AnimalMove, Kind
from rules.furbowl.words import share_of_rolls
from rules.wording import Reason, Reasons

_SAFE = "safe"
"""The scale of how surely moves succeed, up to 1 for those that cannot fail."""
_ASIDE, _AHEAD = 1, 3
"""How many rows aside and columns ahead of the ball an animal may be to stand in its way: others can be passed by."""
_COVERED = 3
"""How many rows aside of the ball the ground may be that an animal covers ahead of it."""


def reasons(board: FurbowlBoard, move: Move) -> Reasons:
    """What speaks for a player's legal move; nothing for rolls."""
    animal_move = tokens.animal_moves().get(move)
    if board.chance is not None:
        return Reasons(())
    if animal_move is None:
        return Reasons([Reason(Phrase("risks nothing more"), named=_SAFE)])
    share = share_of_rolls(board, move)
    words = Phrase("works in {share:.0%} of all rolls", share=share) if share < 1 else None
    main, *lesser = [*_reasons(board, animal_move), Reason(words, share, _SAFE)]
    return Reasons([main], lesser)


def _reasons(board: FurbowlBoard, animal_move: AnimalMove) -> Iterator[Reason]:
    piece = TEAM_SIZE * board.mover + animal_move.animal
    here, to = board.places[piece], animal_move.target
    if animal_move.kind is Kind.TACKLE:
        yield from _of_tackle(board, here, TEAM_SIZE * (1 - board.mover) + to)
    elif animal_move.kind is Kind.PASS:
        yield from _of_pass(board, here, TEAM_SIZE * board.mover + to)
    elif piece == board.carrier:
        yield from _nearer(board, here, to)
        yield from _freer(board, here, to)
    elif board.carrier == NOBODY:
        yield from _to_the_ball(board, here, to)
    elif seat_of(board.carrier) != board.mover:
        yield from _against_carrier(board, here, to)
    else:
        yield from _with_carrier(board, here, to)


def _of_tackle(board: FurbowlBoard, here: int, victim: int) -> Iterator[Reason]:
    if victim == board.carrier:
        yield Reason(Phrase("may win the ball"))
    elif board.carrier != NOBODY and seat_of(board.carrier) == board.mover:
        there, ball = board.places[victim], board.places[board.carrier]
        to = square_at(2 * column_of(there) - column_of(here), 2 * row_of(there) - row_of(here))
        if to is not None and board.piece_on(to) is None and distance(there, ball) == 1 < distance(to, ball):
            animal = names_of(board.carrier).object
            yield Reason(Phrase("may push an opponent away from {animal}, who has the ball", animal=animal))
    yield Reason(Phrase("may put an opponent out of action"))


def _of_pass(board: FurbowlBoard, here: int, mate: int) -> Iterator[Reason]:
    yield from _nearer(board, here, board.places[mate])
    if not board.done >> mate % TEAM_SIZE & 1 and board.plays < PLAYS and not board.surrounded(mate):
        animal = names_of(mate).object
        yield Reason(Phrase("gives the ball to {animal}, which can still move in this turn", animal=animal))
    yield from _freer(board, here, board.places[mate])


def _to_the_ball(board: FurbowlBoard, here: int, to: int) -> Iterator[Reason]:
    """The reasons for a move of an animal while the ball is loose."""
    if to == board.ball:
        words = Phrase(
            "gets the ball for {side}, with {count, plural, one {# column} other {# columns}} to go",
            side=SIDES[board.mover],
            count=_left(board.mover, to),
        )
        yield Reason(words)
    words, far = Phrase("gets nearer to the loose ball"), distance(to, board.ball)
    yield Reason(words if 0 < far < distance(here, board.ball) else None, -far, "distance")


def _against_carrier(board: FurbowlBoard, before: int, after: int) -> Iterator[Reason]:
    """The reasons for a move of an animal while an opponent has the ball."""
    there, seat, animal = board.places[board.carrier], seat_of(board.carrier), names_of(board.carrier).object
    ahead, aside = _left(seat, there) - _left(seat, after), abs(row_of(after) - row_of(there))
    if distance(after, there) == 1:
        words = Phrase("gets next to {animal}, who has the ball", animal=animal)
        yield Reason(words if distance(before, there) > 1 else None, named="next to it")
    if 0 < ahead <= _AHEAD and aside <= _ASIDE:
        yield Reason(Phrase("gets in the way of the ball"))
    if ahead > 0:
        words = Phrase("covers ground that the ball may have to cross")
        yield Reason(words if aside <= _COVERED else None, named="covers")
    closer = distance(after, there) < distance(before, there)
    words = Phrase("gets nearer to {animal}, who has the ball", animal=animal)
    yield Reason(words if closer else None, -distance(after, there), "distance")


def _with_carrier(board: FurbowlBoard, before: int, after: int) -> Iterator[Reason]:
    """The reasons for a move of an animal while another one of its team has the ball."""
    there = board.places[board.carrier]
    left, was_left, to_go = (_left(board.mover, square) for square in (after, before, there))
    in_reach = distance(after, there) <= FARTHEST
    if left < to_go <= was_left and in_reach:
        yield Reason(Phrase("gets ahead of the ball, ready for a pass"), named="ahead")
    if distance(after, there) == 1:
        words = Phrase("guards {animal}, who has the ball", animal=names_of(board.carrier).object)
        yield Reason(words)
    if left < to_go and was_left < to_go and in_reach:
        yield Reason(Phrase("stays ahead of the ball, ready for a pass there"), named="ahead")
    if left >= to_go:
        words = Phrase("stays behind the ball in case you lose it")
        yield Reason(words if left > to_go < was_left else None, named="behind")


def _freer(board: FurbowlBoard, before: int, after: int) -> Iterator[Reason]:
    """The reasons for moving the ball from one square to another: fewer opponents beside it."""
    others = [board.places[other] for other in team(rival_of(board.mover))]
    had, has = (sum(place >= 0 and distance(place, here) == 1 for place in others) for here in (before, after))
    words = None
    if has < had:
        words = Phrase("gets the ball away from {count, plural, one {# opponent} other {# opponents}}", count=had - has)
    yield Reason(words, -has, "opponents beside it")
    if not has:
        yield Reason(Phrase("keeps the ball away from opponents"))


def _nearer(board: FurbowlBoard, before: int, after: int) -> Iterator[Reason]:
    left = _left(board.mover, after)
    gained = _left(board.mover, before) - left
    words = None
    if gained > 0 and left:
        words = Phrase(
            "brings the ball {count, plural, one {# column} other {# columns}} nearer, with {left} to go",
            count=gained,
            left=left,
        )
    elif gained > 0:
        words = Phrase("brings the ball {count, plural, one {# column} other {# columns}} nearer", count=gained)
    yield Reason(words, -left, "columns left")


def _left(seat: Seat, square: int) -> int:
    """The number of columns between a square and a team's scoring column."""
    return abs(SCORING_COLUMNS[seat] - column_of(square))
