"""Descriptions of moves of Furbowl: what players do, and what chance decides, with every roll explained."""

# Translators: Moves follow a player's name, as in “Ada ends the turn”; what the dice decide is a clause of its own.
# {animal}, {opponent} and {receiver} are names with their article, in the case that `rules/furbowl/names.py`
# explains.

from collections.abc import Mapping
from math import prod
from typing import Final

from rules.core import Move, Phrase, message
from rules.furbowl import tokens
from rules.furbowl.animals import BALL_COLUMN, TEAM_SIZE
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
from rules.furbowl.names import NAMES, names_of, piece_as_object, piece_name
from rules.furbowl.pitch import distance, pitch
from rules.furbowl.tokens import MOVING, AnimalMove, Kind

ROLLS: Final = 36
"""The number of rolls of two dice."""

_FORMATIONS: Final = {
    "balanced": Phrase("the teams line up in the balanced formation"),
    "wide": Phrase("the teams line up in the wide formation"),
    "central": Phrase("the teams line up in the central formation"),
    "defensive": Phrase("the teams line up in the defensive formation"),
    "aggressive": Phrase("the teams line up in the aggressive formation"),
}
_PASSES: Final = {
    "hand-off": message("has {animal} hand the ball off to {receiver}"),
    "short pass": message("has {animal} throw a short pass to {receiver}"),
    "medium pass": message("has {animal} throw a medium pass to {receiver}"),
    "long pass": message("has {animal} throw a long pass to {receiver}"),
}
_THROWS: Final = {
    "short pass": message("{animal} throws a short pass to {receiver}"),
    "medium pass": message("{animal} throws a medium pass to {receiver}"),
    "long pass": message("{animal} throws a long pass to {receiver}"),
}
_CHECKS: Final[Mapping[type, Phrase]] = {
    Dodge: Phrase("dodge"),
    Pickup: Phrase("pick-up"),
    Throw: Phrase("throw"),
    Catch: Phrase("catch"),
    Tackle: Phrase("tackle"),
}
"""The names of the rolls that a move of an animal may need."""

# Only places and signs, so that there is nothing to translate.
_SUMS: Final = ("{roll} = {total}", "{roll}, {bonus} = {total}", "{roll}, {bonus}, {further} = {total}")
_TWO_CHECKS: Final = "{first}; {second}; {both}"
_CHANCE: Final = "{checks}: {chance:.0%}"


def describe(board: FurbowlBoard, move: Move) -> Phrase:
    """A player's legal move, in words that follow the player's name, or the result of a roll, as a whole clause."""
    if board.chance is not None:
        after = after_chance(board, board.chance, move)
        result = _decided(board, board.chance, move, after)
        return result if after.winner() is None else Phrase("{result}, and scores", result=result)
    if move == tokens.END:
        return Phrase("ends the turn")
    if move == tokens.FINISH:
        return Phrase("finishes the play")
    animal_move = tokens.animal_moves()[move]
    action = _done(board, animal_move)
    scores = after_animal_move(board, animal_move).winner() is not None
    return Phrase("{action} and scores", action=action) if scores else action


def odds(board: FurbowlBoard, move: Move) -> str:
    """The roll that a legal move needs, with its chance of success; empty if it cannot fail."""
    animal_move = tokens.animal_moves().get(move)
    checks = [] if board.chance is not None or animal_move is None else _checks(board, animal_move)
    if not checks:
        return ""
    first, *more = (
        {"roll": what, "needed": check.needed, "chance": check.good_rolls / ROLLS} for what, check in checks
    )
    needs = Phrase("{roll}: needs {needed}+ on two dice, {chance:.0%}", **first)
    if not more:
        return needs
    both = share_of_rolls(board, move)
    return Phrase(
        _TWO_CHECKS,
        first=needs,
        second=Phrase("{roll}: needs {needed}+, {chance:.0%}", **more[0]),
        both=Phrase("together {chance:.0%}", chance=both),
    )


def chance(board: FurbowlBoard, move: Move) -> str:
    """The chance of success of a legal move in a few words, such as "catch: 68%"; empty if it cannot fail."""
    checks = [] if move in (tokens.END, tokens.FINISH) else _checks(board, tokens.animal_moves()[move])
    share = share_of_rolls(board, move)
    return Phrase(_CHANCE, checks=tuple(what for what, _check in checks), chance=share) if checks else ""


def share_of_rolls(board: FurbowlBoard, move: Move) -> float:
    """The share of all rolls by which a player's legal move succeeds: 1 if it cannot fail."""
    animal_move = tokens.animal_moves().get(move)
    checks = [] if animal_move is None else _checks(board, animal_move)
    return prod(check.good_rolls / ROLLS for _what, check in checks)


def _checks(board: FurbowlBoard, animal_move: AnimalMove) -> list[tuple[Phrase, Check]]:
    """The rolls that a move of an animal needs, in order, each with its purpose."""
    begun = after_animal_move(board, animal_move)
    due = begun.chance
    check = None if due is None else check_of(begun, due)
    name = _CHECKS.get(type(due))
    if name is None or check is None:  # a roll of the other team, whose turn begins, is not of this move
        return []
    checks = [(name, check)]
    match due:
        case Dodge(target) if target == begun.ball:
            return [*checks, (_CHECKS[Pickup], skill_check(begun.active()))]
        case Throw(receiver):
            return [*checks, (_CHECKS[Catch], skill_check(receiver, pass_to(begun, receiver).catch))]
        case _:
            return checks


def _done(board: FurbowlBoard, animal_move: AnimalMove) -> Phrase:
    animal = NAMES[animal_move.animal].object
    if animal_move.kind in MOVING:
        facts = {"animal": animal, "square": pitch().names[animal_move.target]}
        if animal_move.kind is Kind.MOVE:
            if animal_move.target == board.ball:
                return Phrase("moves {animal} to {square} to pick up the ball", **facts)
            return Phrase("moves {animal} to {square}", **facts)
        if animal_move.target == board.ball:
            return Phrase("sprints with {animal} to {square} to pick up the ball", **facts)
        return Phrase("sprints with {animal} to {square}", **facts)
    other = NAMES[animal_move.target].object
    if animal_move.kind is Kind.TACKLE:
        return Phrase("tackles {opponent} with {animal}", opponent=other, animal=animal)
    first, second = (board.places[TEAM_SIZE * board.mover + at] for at in (animal_move.animal, animal_move.target))
    return Phrase(_PASSES[pass_over(distance(first, second)).name], animal=animal, receiver=other)


def _decided(board: FurbowlBoard, chance: Chance, move: Move, after: FurbowlBoard) -> Phrase:
    """The result of a roll, as a clause."""
    match chance:
        case Formation():
            return _FORMATIONS[move]
        case BallRow():
            return Phrase("the ball is placed on {square}", square=f"{BALL_COLUMN},{move.removeprefix('ball')}")
        case Scatter():
            return _scattered(board, move)
        case Return(piece):
            return Phrase("{animal} returns on {square}", animal=piece_name(piece), square=move)
        case Ouch(defender):
            terms = ouch_terms(board.active(), defender)
            return Phrase(
                "{animal} took a big hit: {sum} on the Ouch table: {harm}",
                animal=piece_name(defender),
                sum=_sum(move, terms),
                harm=injury(defender, sum(rolls()[move]) + total_of(terms)).value,
            )
        case _:
            return _rolled(board, chance, move, after)


def _scattered(board: FurbowlBoard, square: str) -> Phrase:
    piece = board.piece_on(pitch().square_of[square])
    if piece is None:
        return Phrase("the ball scatters to {square}", square=square)
    if board.normal(piece):
        return Phrase("the ball scatters to {square}, to {animal}", square=square, animal=piece_as_object(piece))
    return Phrase(
        "the ball scatters to {square}, and bounces off the stunned {animal}", square=square, animal=piece_name(piece)
    )


def _rolled(board: FurbowlBoard, chance: Chance, move: Move, after: FurbowlBoard) -> Phrase:
    check = check_of(board, chance)
    assert check is not None, "a roll of two dice against a target"
    good = sum(rolls()[move]) >= check.needed
    return Phrase(
        "{attempt}: {sum} against {target}: {result}",
        attempt=_attempt(board, chance),
        sum=_sum(move, check.terms),
        target=check.target,
        result=_success(board, chance, after) if good else _failure(board, chance, check, rolls()[move]),
    )


def _attempt(board: FurbowlBoard, chance: Chance) -> str:
    match chance:
        case Dodge():
            return Phrase("{animal} dodges", animal=piece_name(board.active()))
        case Pickup():
            return Phrase("{animal} picks up the ball", animal=piece_name(board.active()))
        case Surprise():
            return Phrase("{animal} grabs at the ball", animal=piece_name(grabber(board)))
        case Throw(receiver):
            kind, mate = pass_to(board, receiver).name, names_of(receiver).object
            return Phrase(_THROWS[kind], animal=piece_name(board.active()), receiver=mate)
        case Catch(receiver):
            return Phrase("{animal} catches", animal=piece_name(receiver))
        case Tackle(defender):
            attacker, opponent = piece_name(board.active()), piece_as_object(defender)
            return Phrase("{animal} tackles {opponent}", animal=attacker, opponent=opponent)
        case Recovery(piece):
            return Phrase("{animal} tries to leave the bench", animal=piece_name(piece))
        case _:
            return ""


def _success(board: FurbowlBoard, chance: Chance, after: FurbowlBoard) -> Phrase:
    match chance:
        case Dodge(target):
            return Phrase("gets away to {square}", square=pitch().names[target])
        case Pickup() | Surprise():
            return Phrase("has it")
        case Throw():
            return Phrase("good")
        case Catch():
            return Phrase("caught")
        case Tackle(defender):
            return _hit(board, defender, after)
        case _:
            return Phrase("comes back")


def _hit(board: FurbowlBoard, defender: int, after: FurbowlBoard) -> Phrase:
    place = after.places[defender]
    if place != board.places[defender]:
        push = Phrase("pushes it to {square}", square=pitch().names[place])
    else:
        push = Phrase("slams it on the spot")
    return Phrase("{push} and knocks the ball loose", push=push) if board.carrier == defender else push


def _failure(board: FurbowlBoard, chance: Chance, check: Check, eyes: tuple[int, int]) -> Phrase:
    drops = board.carrier == board.active()
    match chance:
        case Dodge():
            square = pitch().names[board.places[board.active()]]
            if drops:
                return Phrase("is stunned on {square} and drops the ball", square=square)
            return Phrase("is stunned on {square}", square=square)
        case Pickup() | Surprise():
            return Phrase("fumbles it far") if eyes == (1, 1) else Phrase("fumbles it")
        case Throw():
            return Phrase("goes wide")
        case Catch():
            return Phrase("dropped, and the catcher is stunned") if eyes == (1, 1) else Phrase("dropped")
        case Tackle():
            if not stuns_attacker(check, eyes):
                return Phrase("fails")
            if drops:
                return Phrase("bounces off and is stunned and drops the ball")
            return Phrase("bounces off and is stunned")
        case _:
            return Phrase("stays there")


def _sum(move: Move, terms: tuple[Term, ...]) -> Phrase:
    """A roll with its bonuses: "4+3, Skill +3 = 10"."""
    shown = [term.words for term in terms if any(term.values)]
    bonuses = dict(zip(("bonus", "further"), shown, strict=False))
    return Phrase(_SUMS[len(shown)], roll=move, **bonuses, total=sum(rolls()[move]) + total_of(terms))
