"""The picker for moves of Furbowl: its questions, and its options with their effects."""

from collections.abc import Sequence
from typing import Final

from rules.core import Move, Option
from rules.furbowl import stages, tokens, words
from rules.furbowl.animals import ANIMALS, animal_of, rival_of, team
from rules.furbowl.board import FurbowlBoard
from rules.furbowl.effects import after_animal_move
from rules.furbowl.pitch import pitch
from rules.furbowl.tokens import MOVING, AnimalMove, Kind
from rules.wording import listed, plural

_VERBS: Final = {Kind.MOVE: "move", Kind.SPRINT: "sprint", Kind.PASS: "pass", Kind.TACKLE: "tackle"}
_QUESTIONS: Final = {
    Kind.MOVE: "Where does the {} move?",
    Kind.SPRINT: "Where does the {} sprint?",
    Kind.PASS: "To whom does the {} pass?",
    Kind.TACKLE: "Whom does the {} tackle?",
}


def question(board: FurbowlBoard, stage: str) -> str:
    """The question at a stage: for the animal, then what it does, then the area if needed, then the target."""
    chosen = stages.read_stage(stage)
    if chosen is None:
        return "Which animal acts?"
    animal = ANIMALS[chosen.animal].name
    return f"What does the {animal} do?" if chosen.kind is None else _QUESTIONS[chosen.kind].format(animal)


def option(board: FurbowlBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for an animal, something that it can do, an area, or a target, each with its effect or chances."""
    meanings = [meaning for move in moves if (meaning := tokens.animal_moves().get(move)) is not None]
    if not meanings:
        return Option("End the turn", "") if moves[0] == tokens.END else Option("Finish the play", "")
    chosen, goals = stages.read_stage(stage), [_goal(meaning) for meaning in meanings]
    if chosen is None:
        return Option(goals[0], words.chance(board, moves[0]) or _arrival(board, meanings[0]))
    if chosen.kind is None:
        kinds = dict.fromkeys(meaning.kind for meaning in meanings)
        return Option(ANIMALS[chosen.animal].name.capitalize(), listed([_VERBS[kind] for kind in kinds], "or"))
    if chosen.area:
        return Option(f"Area {chosen.area}", _within(board, meanings))
    if chosen.kind in MOVING:
        return Option(_VERBS[chosen.kind].capitalize(), f"to {plural(len(goals), 'square')}")
    return Option(_VERBS[chosen.kind].capitalize(), listed([goal.lower() for goal in goals], "or"))


def _within(board: FurbowlBoard, meanings: Sequence[AnimalMove]) -> str:
    """The best target in an area, in words; empty if there is nothing special."""
    if any(_scores(board, meaning) for meaning in meanings):
        return "can score"
    return "can get the ball" if any(meaning.target == board.ball for meaning in meanings) else ""


def _arrival(board: FurbowlBoard, meaning: AnimalMove) -> str:
    """The effect of reaching a square without a roll, in words; empty if there is none."""
    if meaning.kind not in MOVING:
        return ""
    if _scores(board, meaning):
        return "scores"
    around = pitch().areas[1][meaning.target]
    near = [piece for piece in team(rival_of(board.mover)) if around & pitch().alone[board.places[piece]]]
    return f"next to the {listed([animal_of(piece).name for piece in near])}" if near else ""


def _scores(board: FurbowlBoard, meaning: AnimalMove) -> bool:
    return after_animal_move(board, meaning).winner() is not None


def _goal(meaning: AnimalMove) -> str:
    return pitch().names[meaning.target] if meaning.kind in MOVING else ANIMALS[meaning.target].name.capitalize()
