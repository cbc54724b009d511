"""The picker for moves of Furbowl: its questions, and its options with their effects."""

# Translators: A question over a menu, or a choice in it with what it does; a choice has room for 100 characters.

from collections.abc import Sequence
from typing import Final

from rules.core import Move, Option, Phrase, message
from rules.furbowl import stages, tokens, words
from rules.furbowl.animals import rival_of, team
from rules.furbowl.board import FurbowlBoard
from rules.furbowl.effects import after_animal_move
from rules.furbowl.names import NAMES, names_of
from rules.furbowl.pitch import pitch
from rules.furbowl.tokens import MOVING, AnimalMove, Kind

_LABELS: Final = {
    Kind.SPRINT: message("Sprint: {goal}"),
    Kind.PASS: message("Pass: {goal}"),
    Kind.TACKLE: message("Tackle: {goal}"),
}


def question(board: FurbowlBoard, stage: str) -> Phrase:
    """The question at a stage: for the animal, unless its play is in progress, then what it does, or where it moves far."""
    chosen = stages.read_stage(stage)
    if chosen is not None and chosen.is_far:
        return Phrase("Where does {animal} move?", animal=NAMES[chosen.animal].object)
    acting = chosen or board.current
    if acting is not None:
        return Phrase("What does {animal} do?", animal=NAMES[acting.animal].object)
    return Phrase("Which animal acts?")


def option(board: FurbowlBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for an animal, for its far squares, or for a move, each with its effect or chances."""
    meanings = [meaning for move in moves if (meaning := tokens.animal_moves().get(move)) is not None]
    if not meanings:
        return Option(Phrase("End the turn") if moves[0] == tokens.END else Phrase("Finish the play"), "")
    chosen, meaning = stages.read_stage(stage), meanings[0]
    if chosen is None:
        return Option(_label(meaning), words.chance(board, moves[0]) or _arrival(board, meaning))
    animal = NAMES[chosen.animal].label
    effect = Phrase("can score") if any(_scores(board, meaning) for meaning in meanings) else ""
    return Option(Phrase("{animal}, far away", animal=animal) if chosen.is_far else animal, effect)


def _label(meaning: AnimalMove) -> str:
    goal = pitch().names[meaning.target] if meaning.kind in MOVING else NAMES[meaning.target].label
    label = _LABELS.get(meaning.kind)
    return goal if label is None else Phrase(label, goal=goal)


def _arrival(board: FurbowlBoard, meaning: AnimalMove) -> str:
    """The effect of reaching a square without a roll, in words; empty if there is none."""
    if meaning.kind not in MOVING:
        return ""
    if _scores(board, meaning):
        return Phrase("scores")
    around = pitch().areas[1][meaning.target]
    near = [piece for piece in team(rival_of(board.mover)) if around & pitch().alone[board.places[piece]]]
    return Phrase("next to the {animals}", animals=tuple(names_of(piece).noun for piece in near)) if near else ""


def _scores(board: FurbowlBoard, meaning: AnimalMove) -> bool:
    return after_animal_move(board, meaning).winner() is not None
