"""The check whether a board of Furbowl can occur, which `from_fen` makes after parsing a text."""

from dataclasses import replace

from rules.core import Seat
from rules.furbowl.animals import CAT, RABBIT, SPRINT, TEAM_SIZE, animal_of, formations, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT, PLAYS, WAITING, FurbowlBoard
from rules.furbowl.chances import (
    LONGEST_PASS,
    BallRow,
    Catch,
    Chance,
    Dodge,
    Formation,
    Ouch,
    Pickup,
    Recovery,
    Return,
    Scatter,
    Surprise,
    Tackle,
    Throw,
)
from rules.furbowl.effects import going_on
from rules.furbowl.pitch import beyond, distance, reach


def opening(first_plays: int) -> FurbowlBoard:
    """The board before the formation is rolled; plays missing from the first turn count as begun."""
    pieces = 2 * TEAM_SIZE
    begun = PLAYS - first_plays
    return FurbowlBoard((WAITING,) * pieces, (0,) * pieces, 0b11, NOWHERE, NOBODY, Seat(0), begun, 0, None, Formation())


def check(board: FurbowlBoard, first_plays: int) -> None:
    """Raise ValueError for a board that cannot occur. The board must not be of a subclass.

    The first turn of the match has `first_plays` plays.
    """
    if isinstance(board.chance, Formation | BallRow):
        _check_opening(board, board.chance, first_plays)
        return
    _check_places(board)
    _check_ball(board)
    _check_turn(board, first_plays)
    if board.chance is None:
        if going_on(board) != board:
            raise ValueError("nothing can be done in this play or turn: it would have ended by itself")
    elif board.winner() is not None:
        raise ValueError("a team has scored: nothing is left to chance")
    elif not _due(board, board.chance):
        raise ValueError("what chance is to decide does not fit the board")


def _check_opening(board: FurbowlBoard, chance: Formation | BallRow, first_plays: int) -> None:
    start = opening(first_plays)
    places = {start.places} if isinstance(chance, Formation) else set(formations().values())
    if board.places not in places or replace(start, places=board.places, chance=chance) != board:
        raise ValueError("before the match nothing stands elsewhere than in a formation, and nothing has happened")


def _check_places(board: FurbowlBoard) -> None:
    squares = [place for place in board.places if place >= 0]
    if len(set(squares)) != len(squares):
        raise ValueError("two animals stand on one square")
    if WAITING in board.places:
        raise ValueError("an animal is neither on the pitch nor knocked out nor out")
    if any(board.places[team(seat)[CAT]] == OUT for seat in (Seat(0), Seat(1))):
        raise ValueError("a cat is never out: it has nine lives")


def _check_ball(board: FurbowlBoard) -> None:
    if board.carrier != NOBODY:
        if not board.normal(board.carrier):
            raise ValueError("only an animal on the pitch that is not stunned carries the ball")
        return
    if board.ball == NOWHERE:
        raise ValueError("the ball is missing")
    if board.ball in board.places and not isinstance(board.chance, Pickup | Surprise | Catch | Ouch | Scatter):
        raise ValueError("a loose ball and an animal are on one square")


def _check_turn(board: FurbowlBoard, first_plays: int) -> None:
    first = TEAM_SIZE * board.mover
    missing = PLAYS - first_plays if board.mover == 0 else 0  # in the first turn, which this may be
    if any(board.done >> at & 1 and board.places[first + at] < 0 for at in range(TEAM_SIZE)):
        raise ValueError("an animal that has acted is not on the pitch")
    if board.done.bit_count() + missing < board.plays:
        raise ValueError("there were more plays than animals have acted")
    if board.current is None:
        if board.chance is not None and not isinstance(board.chance, Recovery | Return):
            raise ValueError("only an animal in play makes something happen")
    elif not board.plays or not board.done >> board.current.animal & 1:
        raise ValueError("the animal in play has not acted yet")
    elif isinstance(board.chance, Recovery | Return):
        raise ValueError("Knocked Out animals come back before the first play")


def _due(board: FurbowlBoard, chance: Chance) -> bool:
    """Whether `chance` can be due; `_check_turn` has already checked that a play is in progress if it needs one."""
    match chance:
        case Recovery(piece) | Return(piece):
            earlier = (1 << piece % TEAM_SIZE) - 1
            return board.places[piece] == KNOCKED_OUT and not board.plays and not board.done & ~earlier
        case Scatter():
            return board.ball != NOWHERE
        case Surprise():
            piece = None if board.ball == NOWHERE else board.piece_on(board.ball)
            return piece is not None and board.normal(piece)
        case _:
            return board.normal(board.active()) and _due_in_play(board, chance)


def _due_in_play(board: FurbowlBoard, chance: Chance) -> bool:
    active, current = board.active(), board.current
    here = board.places[active]
    if current is None:
        return False
    match chance:
        case Dodge(target):
            return current.moved and board.surrounded(active) and _can_dodge_to(board, target)
        case Pickup():
            return current.moved and not current.acted and board.ball == here
        case Throw(receiver):
            return current.acted and board.carrier == active and _can_receive(board, receiver, shortest=2)
        case Catch(receiver):
            return current.acted and board.ball == board.places[receiver] and _can_receive(board, receiver, shortest=1)
        case Tackle(defender):
            return current.acted and defender in board.victims(active)
        case Ouch():
            return current.acted and board.places[chance.defender] >= 0 and _is_hit(board, chance)
        case _:
            return False


def _can_dodge_to(board: FurbowlBoard, target: int) -> bool:
    active, current = board.active(), board.current
    sprinted = active % TEAM_SIZE == RABBIT and not board.sprints >> board.mover & 1
    steps = animal_of(active).move + (SPRINT if sprinted else 0)
    ball = 0 if current is None or current.acted else board.loose_ball()
    return bool(reach(board.places[active], board.empty(), ball, steps) >> target & 1)


def _can_receive(board: FurbowlBoard, receiver: int, *, shortest: int) -> bool:
    if receiver == board.active() or not board.normal(receiver):
        return False
    return shortest <= distance(board.places[board.active()], board.places[receiver]) <= LONGEST_PASS


def _is_hit(board: FurbowlBoard, ouch: Ouch) -> bool:
    """Whether the defender is where it was hit or pushed to, and the ball is where it was lost."""
    here, there = board.places[board.active()], board.places[ouch.defender]
    slammed = distance(here, there) == 1
    hit = there if slammed else _middle(here, there)
    if hit is None:
        return False
    if ouch.spilled:
        return board.ball == hit
    return board.ball == NOWHERE or board.ball not in board.places or (board.ball == there and not slammed)


def _middle(one: int, other: int) -> int | None:
    """The square between two squares that are two steps apart in a straight line; None for other squares."""
    half = (one + other) // 2
    return half if distance(one, other) == 2 and beyond(one, half) == other else None
