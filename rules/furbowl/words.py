"""Descriptions of moves of Furbowl: what players do, and what chance decides, with every roll explained."""

from itertools import chain
from math import prod
from typing import Final

from rules.core import Move
from rules.furbowl import tokens
from rules.furbowl.animals import ANIMALS, BALL_COLUMN, SIDES, TEAM_SIZE, animal_of, seat_of
from rules.furbowl.board import FurbowlBoard
from rules.furbowl.chances import (
    BallRow,
    Catch,
    Chance,
    Check,
    Dodge,
    Formation,
    Ouch,
    Pickup,
    Recovery,
    Return,
    Scatter,
    Surprise,
    Tackle,
    Term,
    Throw,
    injury,
    ouch_terms,
    pass_over,
    rolls,
    skill_check,
    stuns_attacker,
    total_of,
)
from rules.furbowl.effects import after_animal_move, after_chance, check_of, grabber, pass_to
from rules.furbowl.pitch import distance, pitch
from rules.furbowl.tokens import AnimalMove, Kind
from rules.wording import listed

ROLLS: Final = 36
"""The number of rolls of two dice."""


def describe(board: FurbowlBoard, move: Move) -> str:
    """A player's legal move, in words that follow the player's name, or the result of a roll, as a whole clause."""
    if board.chance is not None:
        after = after_chance(board, board.chance, move)
        words = _decided(board, board.chance, move, after)
        return words if after.winner() is None else f"{words}, and scores"
    if move == tokens.END:
        return "ends the turn"
    if move == tokens.FINISH:
        return "finishes the play"
    animal_move = tokens.animal_moves()[move]
    words = _done(board, animal_move)
    return words if after_animal_move(board, animal_move).winner() is None else f"{words} and scores"


def odds(board: FurbowlBoard, move: Move) -> str:
    """The roll that a legal move needs, with its chance of success; empty if it cannot fail."""
    animal_move = tokens.animal_moves().get(move)
    checks = [] if board.chance is not None or animal_move is None else _checks(board, animal_move)
    if not checks:
        return ""
    dice = chain((" on two dice",), ("" for _ in checks))
    parts = [
        f"{what}: needs {check.needed}+{on}, {per_cent(check.good_rolls / ROLLS)}"
        for (what, check), on in zip(checks, dice, strict=False)
    ]
    if len(checks) > 1:
        parts.append(f"together {per_cent(checks[0][1].good_rolls * checks[1][1].good_rolls / ROLLS**2)}")
    return "; ".join(parts)


def chance(board: FurbowlBoard, move: Move) -> str:
    """The chance of success of a legal move in a few words, such as "catch: 68 %"; empty if it cannot fail."""
    checks = [] if move in (tokens.END, tokens.FINISH) else _checks(board, tokens.animal_moves()[move])
    share = prod(check.good_rolls / ROLLS for _what, check in checks)
    return f"{listed([what for what, _check in checks])}: {per_cent(share)}" if checks else ""


def piece_name(piece: int) -> str:
    """The name of a piece of either side: "Purple fox"."""
    return f"{SIDES[seat_of(piece)]} {animal_of(piece).name}"


def per_cent(share: float) -> str:
    """A chance between 0 and 1 as a percentage for people."""
    return f"{100 * share:.0f} %"


def _checks(board: FurbowlBoard, animal_move: AnimalMove) -> list[tuple[str, Check]]:
    """The rolls that a move of an animal needs, in order, each with its purpose."""
    begun = after_animal_move(board, animal_move)
    due = begun.chance
    check = None if due is None else check_of(begun, due)
    match due:
        case Dodge(target) if check is not None:
            checks = [("dodge", check)]
            return [*checks, ("pickup", skill_check(begun.active()))] if target == begun.ball else checks
        case Throw(receiver) if check is not None:
            return [("throw", check), ("catch", skill_check(receiver, pass_to(begun, receiver).catch))]
        case Pickup() | Catch() | Tackle() if check is not None:
            return [(type(due).__name__.lower(), check)]
        case _:
            return []


def _done(board: FurbowlBoard, animal_move: AnimalMove) -> str:
    animal = ANIMALS[animal_move.animal].name
    match animal_move.kind:
        case Kind.MOVE | Kind.SPRINT:
            verb = "moves the" if animal_move.kind is Kind.MOVE else "sprints with the"
            ball = " to pick up the ball" if animal_move.target == board.ball else ""
            return f"{verb} {animal} to {pitch().names[animal_move.target]}{ball}"
        case Kind.PASS:
            first, second = (
                board.places[TEAM_SIZE * board.mover + at] for at in (animal_move.animal, animal_move.target)
            )
            kind = pass_over(distance(first, second))
            verb = f"throw a {kind.name}" if kind.throw else "hand the ball off"
            return f"has the {animal} {verb} to the {ANIMALS[animal_move.target].name}"
        case Kind.TACKLE:
            return f"tackles the {ANIMALS[animal_move.target].name} with the {animal}"


def _decided(board: FurbowlBoard, chance: Chance, move: Move, after: FurbowlBoard) -> str:
    """The result of a roll, as a clause."""
    match chance:
        case Formation():
            return f"the teams line up in the {move} formation"
        case BallRow():
            return f"the ball is placed on {BALL_COLUMN},{move.removeprefix('ball')}"
        case Scatter():
            return f"the ball scatters to {move}{_met(board, move)}"
        case Return(piece):
            return f"{piece_name(piece)} returns on {move}"
        case Ouch(defender):
            terms = ouch_terms(board.active(), defender)
            total = sum(rolls()[move]) + total_of(terms)
            harm = injury(defender, total).value
            return f"{piece_name(defender)} took a big hit: {_sum(move, terms)} on the Ouch table: {harm}"
        case _:
            return _rolled(board, chance, move, after)


def _met(board: FurbowlBoard, square: str) -> str:
    piece = board.piece_on(pitch().square_of[square])
    if piece is None:
        return ""
    return (
        f", to the {piece_name(piece)}" if board.normal(piece) else f", and bounces off the stunned {piece_name(piece)}"
    )


def _rolled(board: FurbowlBoard, chance: Chance, move: Move, after: FurbowlBoard) -> str:
    check = check_of(board, chance)
    if check is None:
        return ""
    good = sum(rolls()[move]) >= check.needed
    attempt = f"{_attempt(board, chance)}: {_sum(move, check.terms)} against {check.target}"
    return f"{attempt}: {_success(board, chance, after) if good else _failure(board, chance, check, rolls()[move])}"


def _attempt(board: FurbowlBoard, chance: Chance) -> str:
    match chance:
        case Dodge():
            return f"{piece_name(board.active())} dodges"
        case Pickup():
            return f"{piece_name(board.active())} picks up the ball"
        case Surprise():
            return f"{piece_name(grabber(board))} grabs at the ball"
        case Throw(receiver):
            kind = pass_to(board, receiver).name
            return f"{piece_name(board.active())} throws a {kind} to the {animal_of(receiver).name}"
        case Catch(receiver):
            return f"{piece_name(receiver)} catches"
        case Tackle(defender):
            return f"{piece_name(board.active())} tackles the {piece_name(defender)}"
        case Recovery(piece):
            return f"{piece_name(piece)} tries to leave the bench"
        case _:
            return ""


def _success(board: FurbowlBoard, chance: Chance, after: FurbowlBoard) -> str:
    match chance:
        case Dodge(target):
            return f"gets away to {pitch().names[target]}"
        case Pickup() | Surprise():
            return "has it"
        case Throw():
            return "good"
        case Catch():
            return "caught"
        case Tackle(defender):
            return _hit(board, defender, after)
        case _:
            return "comes back"


def _hit(board: FurbowlBoard, defender: int, after: FurbowlBoard) -> str:
    place = after.places[defender]
    words = f"pushes it to {pitch().names[place]}" if place != board.places[defender] else "slams it where it stands"
    return f"{words} and knocks the ball loose" if board.carrier == defender else words


def _failure(board: FurbowlBoard, chance: Chance, check: Check, eyes: tuple[int, int]) -> str:
    match chance:
        case Dodge():
            return f"is stunned on {pitch().names[board.places[board.active()]]}{_lost(board)}"
        case Pickup() | Surprise():
            return "fumbles it far" if eyes == (1, 1) else "fumbles it"
        case Throw():
            return "goes wide"
        case Catch():
            return "dropped, and the catcher is stunned" if eyes == (1, 1) else "dropped"
        case Tackle():
            return f"bounces off and is stunned{_lost(board)}" if stuns_attacker(check, eyes) else "fails"
        case _:
            return "stays there"


def _lost(board: FurbowlBoard) -> str:
    return " and drops the ball" if board.carrier == board.active() else ""


def _sum(move: Move, terms: tuple[Term, ...]) -> str:
    """A roll with its bonuses: "4+3, Skill +3 = 10"."""
    shown = ", ".join(filter(None, (move, *map(str, terms))))
    return f"{shown} = {sum(rolls()[move]) + total_of(terms)}"
