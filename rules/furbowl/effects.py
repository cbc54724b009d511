"""The effects of moves in Furbowl: animals' moves, rolls, scatters, and the ends of plays and turns.

Functions that take a board and return another one do not check whether the move is legal.
"""

from typing import Any, TypeVar

from rules.core import Move, Seat
from rules.furbowl.animals import BALL_COLUMN, BALL_ROWS, TEAM_SIZE, formations, rival_of, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT, PLAYS, STUNNED, Current, FurbowlBoard
from rules.furbowl.chances import (
    BallRow,
    Catch,
    Chance,
    Check,
    Dodge,
    Formation,
    Injury,
    Ouch,
    PassType,
    Pickup,
    Recovery,
    Return,
    Scatter,
    Surprise,
    Tackle,
    Throw,
    dodge_check,
    injury,
    is_big_hit,
    ouch_terms,
    pass_over,
    recovery_check,
    rolls,
    skill_check,
    stuns_attacker,
    tackle_check,
    total_of,
)
from rules.furbowl.pitch import beyond, distance, pitch
from rules.furbowl.tokens import MOVING, AnimalMove, Kind, ball_tokens

AnyBoard = TypeVar("AnyBoard", bound=FurbowlBoard)


def after_animal_move(board: AnyBoard, animal_move: AnimalMove) -> AnyBoard:
    """The board after an animal's move or, if the move needs a roll, before that roll."""
    piece = TEAM_SIZE * board.mover + animal_move.animal
    match animal_move.kind:
        case Kind.MOVE | Kind.SPRINT:
            if board.surrounded(piece):
                return _begun(board, animal_move, chance=Dodge(animal_move.target))
            return _come_to_rest(_begun(board, animal_move, **_arrival(board, piece, animal_move.target)))
        case Kind.PASS:
            return _passed(_begun(board, animal_move), TEAM_SIZE * board.mover + animal_move.target)
        case Kind.TACKLE:
            return _begun(board, animal_move, chance=Tackle(TEAM_SIZE * (1 - board.mover) + animal_move.target))


def after_finish(board: AnyBoard) -> AnyBoard:
    """The board after the mover has finished a play."""
    return going_on(board.changed(current=None))


def after_end(board: AnyBoard) -> AnyBoard:
    """The board after the mover has ended the turn."""
    return _turn_of(board, rival_of(board.mover))


def after_chance(board: AnyBoard, chance: Chance, move: Move) -> AnyBoard:
    """The board after the roll `chance` has had the result `move`."""
    match chance:
        case Formation():
            return board.changed(places=formations()[move], chance=BallRow())
        case BallRow():
            row = BALL_ROWS[ball_tokens().index(move)]
            return going_on(board.changed(ball=pitch().square_of[f"{BALL_COLUMN},{row}"], chance=None))
        case Scatter():
            return _landed(board, pitch().square_of[move])
        case Return(piece):
            back = _placed(board, piece, pitch().square_of[move])
            return _next_recovery(back.changed(done=back.done | 1 << piece % TEAM_SIZE), piece)
        case _:
            return _rolled(board, chance, rolls()[move])


def going_on(board: AnyBoard) -> AnyBoard:
    """The board after everything that happens automatically: the end of the play, the turn or the match."""
    if board.winner() is not None:
        return board
    if board.current is not None:
        if board.normal(board.active()) and board.can_step(board.current.animal):
            return board
        if board.plays < PLAYS:
            board = board.changed(current=None)
    if board.plays < PLAYS and any(map(board.can_step, range(TEAM_SIZE))):
        return board
    return _turn_of(board, rival_of(board.mover))


def _turn_of(board: AnyBoard, seat: Seat) -> AnyBoard:
    """The board as a turn begins: first the stuns count down, then Knocked Out animals roll."""
    stuns, pieces = board.stuns, team(seat)
    if any(stuns):
        stuns = tuple(left - (left > 0 and piece in pieces) for piece, left in enumerate(stuns))
    begun = board.changed(stuns=stuns, mover=seat, plays=0, done=0, current=None, chance=None)
    return _next_recovery(begun, pieces.start - 1)


def _next_recovery(board: AnyBoard, after: int) -> AnyBoard:
    """The board before the roll of the next Knocked Out animal after the piece `after`, or after all such rolls."""
    for piece in range(after + 1, team(board.mover).stop):
        if board.places[piece] == KNOCKED_OUT:
            return board.changed(chance=Recovery(piece))
    return going_on(board if board.chance is None else board.changed(chance=None))


def _begun(board: AnyBoard, animal_move: AnimalMove, **further: Any) -> AnyBoard:
    """The board with an animal's Move or Action used, in a new play if none is in progress, and `further` changes."""
    moves = animal_move.kind in MOVING
    _, moved, acted = board.current or (animal_move.animal, False, False)
    if animal_move.kind is Kind.SPRINT:
        further["sprints"] = board.sprints & ~(1 << board.mover)
    current = Current(animal_move.animal, moved or moves, acted or not moves)
    plays = board.plays + (board.current is None)
    return board.changed(current=current, plays=plays, done=board.done | 1 << animal_move.animal, **further)


def _arrival(board: FurbowlBoard, piece: int, square: int) -> dict[str, Any]:
    """The changes when a piece arrives on a square: its place, and a pickup if the ball is there."""
    return {"places": _with(board.places, piece, square), "chance": Pickup() if square == board.ball else None}


def _come_to_rest(board: AnyBoard) -> AnyBoard:
    return board if board.chance is not None else going_on(board)


def _passed(board: AnyBoard, receiver: int) -> AnyBoard:
    if pass_to(board, receiver).throw:
        return board.changed(chance=Throw(receiver))
    return _loose(board, board.places[receiver]).changed(chance=Catch(receiver))


def _rolled(board: AnyBoard, chance: Chance, eyes: tuple[int, int]) -> AnyBoard:
    if isinstance(chance, Ouch):
        return _hurt(board, chance, sum(eyes) + total_of(ouch_terms(board.active(), chance.defender)))
    check = check_of(board, chance)
    if check is None:
        raise TypeError(f"{chance} is not decided by dice")
    if sum(eyes) >= check.needed:
        return _succeeded(board, chance, is_big_hit(check, eyes))
    return _failed(board, chance, check, eyes)


def _succeeded(board: AnyBoard, chance: Chance, big: bool) -> AnyBoard:
    match chance:
        case Dodge(target):
            return _come_to_rest(board.changed(**_arrival(board, board.active(), target)))
        case Throw(receiver):
            return _loose(board, board.places[receiver]).changed(chance=Catch(receiver))
        case Tackle(defender):
            return _hit(board, defender, big)
        case Recovery(piece):
            return board.changed(chance=Return(piece))
        case _:
            return going_on(board.changed(carrier=grabber(board), ball=NOWHERE, chance=None))


def _failed(board: AnyBoard, chance: Chance, check: Check, eyes: tuple[int, int]) -> AnyBoard:
    match chance:
        case Dodge():
            return _bowled_over(board, board.active())
        case Throw(receiver):
            thrown = _loose(board, board.places[receiver])
            return thrown.changed(chance=Scatter(pass_to(board, receiver).scatter))
        case Catch(receiver):
            missed = _stunned(board, receiver) if eyes == (1, 1) else board
            return missed.changed(chance=Scatter(pass_to(board, receiver).scatter))
        case Tackle() if stuns_attacker(check, eyes):
            return _bowled_over(board, board.active())
        case Tackle():
            return going_on(board.changed(chance=None))
        case Recovery(piece):
            return _next_recovery(board, piece)
        case _:
            return _fumbled(board, chance, eyes)


def _fumbled(board: AnyBoard, chance: Chance, eyes: tuple[int, int]) -> AnyBoard:
    """The board after a failed pickup, which uses the Action and so ends the play, unless it was a surprise pickup."""
    current = board.current
    if current is not None and isinstance(chance, Pickup):
        current = current._replace(acted=True)
    return board.changed(current=current, chance=Scatter(2 if eyes == (1, 1) else 1))


def _landed(board: AnyBoard, square: int) -> AnyBoard:
    """The board after the ball scatters to a square: an animal there grabs at it or, if stunned, lets it bounce."""
    there = board.changed(ball=square, chance=None)
    piece = board.piece_on(square)
    if piece is None:
        return going_on(there)
    return there.changed(chance=Surprise() if board.normal(piece) else Scatter(1))


def _hit(board: AnyBoard, defender: int, big: bool) -> AnyBoard:
    """The board after a successful tackle: the ball comes loose, the defender is pushed, a big hit may injure it."""
    square = board.places[defender]
    hit = Ouch(defender, spilled=board.carrier == defender)
    loose = _loose(board, square) if hit.spilled else board
    behind = beyond(board.places[board.active()], square)
    pushed = loose if behind is None or board.piece_on(behind) is not None else _placed(loose, defender, behind)
    return pushed.changed(chance=hit) if big else _after_hit(pushed, hit)


def _hurt(board: AnyBoard, ouch: Ouch, total: int) -> AnyBoard:
    match injury(ouch.defender, total):
        case Injury.NONE:
            return _after_hit(board, ouch)
        case Injury.STUNNED:
            return _after_hit(_stunned(board, ouch.defender), ouch)
        case Injury.KNOCKED_OUT:
            return _after_hit(_placed(board, ouch.defender, KNOCKED_OUT), ouch)
        case Injury.OUT:
            return _after_hit(_placed(board, ouch.defender, OUT), ouch)


def _after_hit(board: AnyBoard, hit: Ouch) -> AnyBoard:
    """The board after a tackle's effect on the ball: the defender may have lost it, or been pushed onto it."""
    if hit.spilled:
        return board.changed(chance=Scatter(1))
    place = board.places[hit.defender]
    if place >= 0 and place == board.ball:
        return board.changed(chance=Surprise() if board.normal(hit.defender) else Scatter(1))
    return going_on(board.changed(chance=None))


def _bowled_over(board: AnyBoard, piece: int) -> AnyBoard:
    """The board after a piece is stunned and drops the ball if it carries it."""
    stuns = _with(board.stuns, piece, STUNNED)
    if board.carrier != piece:
        return going_on(board.changed(stuns=stuns, chance=None))
    return board.changed(stuns=stuns, carrier=NOBODY, ball=board.places[piece], chance=Scatter(1))


def _stunned(board: AnyBoard, piece: int) -> AnyBoard:
    return board.changed(stuns=_with(board.stuns, piece, STUNNED))


def _placed(board: AnyBoard, piece: int, place: int) -> AnyBoard:
    """The board with a piece at another place; a piece off the pitch is no longer stunned."""
    places = _with(board.places, piece, place)
    return board.changed(places=places, stuns=board.stuns if place >= 0 else _with(board.stuns, piece, 0))


def _loose(board: AnyBoard, square: int) -> AnyBoard:
    """The board with the ball loose on a square."""
    return board.changed(carrier=NOBODY, ball=square)


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def check_of(board: FurbowlBoard, chance: Chance) -> Check | None:
    """The check of the roll that is due; None if `chance` is not a check, as on the Ouch table."""
    match chance:
        case Dodge():
            return dodge_check(board.active())
        case Pickup() | Surprise():
            return skill_check(grabber(board))
        case Throw(receiver):
            return skill_check(board.active(), pass_to(board, receiver).throw)
        case Catch(receiver):
            return skill_check(receiver, pass_to(board, receiver).catch)
        case Tackle(defender):
            return tackle_check(board.active(), defender)
        case Recovery():
            return recovery_check()
        case _:
            return None


def grabber(board: FurbowlBoard) -> int:
    """The piece on the square of the loose ball, while it tries to pick it up."""
    return board.places.index(board.ball)


def pass_to(board: FurbowlBoard, receiver: int) -> PassType:
    """The type of a pass from the animal in play to a team-mate."""
    return pass_over(distance(board.places[board.active()], board.places[receiver]))
