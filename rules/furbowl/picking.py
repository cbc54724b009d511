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

_NAMES: Final = {
    Kind.MOVE: Phrase("a Move"),
    Kind.SPRINT: Phrase("a sprint"),
    Kind.PASS: Phrase("a pass"),
    Kind.TACKLE: Phrase("a tackle"),
}
_LABELS: Final = {
    Kind.MOVE: Phrase("Move…"),
    Kind.SPRINT: Phrase("Sprint…"),
    Kind.PASS: Phrase("Pass…"),
    Kind.TACKLE: Phrase("Tackle…"),
}
_LABELS_WITH_GOAL: Final = {
    Kind.SPRINT: message("Sprint: {goal}"),
    Kind.PASS: message("Pass: {goal}"),
    Kind.TACKLE: message("Tackle: {goal}"),
}
_QUESTIONS: Final = {
    Kind.MOVE: message("Where does {animal} move?"),
    Kind.SPRINT: message("Where does {animal} sprint?"),
    Kind.PASS: message("Who does {animal} pass to?"),
    Kind.TACKLE: message("Who does {animal} tackle?"),
}
_CHOICE: Final = "{parts:or}"
"""A list and nothing else, so that there is nothing to translate."""


def question(board: FurbowlBoard, stage: str) -> Phrase:
    """The question at a stage: for the animal, then what it does, then the area if needed, then the target."""
    chosen = stages.read_stage(stage)
    if chosen is None and board.current is not None:
        chosen = stages.Stage(board.current.animal)
    if chosen is None:
        return Phrase("Which animal acts?")
    animal = NAMES[chosen.animal].object
    if chosen.kind is None:
        return Phrase("What does {animal} do?", animal=animal)
    return Phrase(_QUESTIONS[chosen.kind], animal=animal)


def option(board: FurbowlBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for an animal, something that it can do, an area, or a target, each with its effect or chances."""
    meanings = [meaning for move in moves if (meaning := tokens.animal_moves().get(move)) is not None]
    if not meanings:
        return Option(Phrase("End the turn") if moves[0] == tokens.END else Phrase("Finish the play"), "")
    chosen, meaning = stages.read_stage(stage), meanings[0]
    if chosen is None:
        goal = pitch().names[meaning.target] if meaning.kind in MOVING else NAMES[meaning.target].label
        label = _LABELS_WITH_GOAL.get(meaning.kind)
        return Option(
            goal if label is None else Phrase(label, goal=goal),
            words.chance(board, moves[0]) or _arrival(board, meaning),
        )
    if chosen.kind is None:
        kinds = dict.fromkeys(meaning.kind for meaning in meanings)
        return Option(NAMES[chosen.animal].label, Phrase(_CHOICE, parts=tuple(_NAMES[kind] for kind in kinds)))
    if chosen.area:
        return Option(Phrase("Area {letter}", letter=chosen.area), _within(board, meanings))
    if chosen.kind in MOVING:
        return Option(
            _LABELS[chosen.kind], Phrase("to {count, plural, one {# square} other {# squares}}", count=len(meanings))
        )
    goals = tuple(NAMES[meaning.target].noun for meaning in meanings)
    return Option(_LABELS[chosen.kind], Phrase(_CHOICE, parts=goals))


def _within(board: FurbowlBoard, meanings: Sequence[AnimalMove]) -> str:
    """The best target in an area, in words; empty if there is nothing special."""
    if any(_scores(board, meaning) for meaning in meanings):
        return Phrase("can score")
    return Phrase("can get the ball") if any(meaning.target == board.ball for meaning in meanings) else ""


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
