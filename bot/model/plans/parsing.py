"""Reading a plan that was typed, and examples of plans for a match as it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.model.plans.checking import Checker
from bot.model.plans.following import decided_by_others
from bot.model.plans.grammar import PlanLine, outline, read_lines
from bot.model.plans.tree import NOTHING, PlanError, PlanPart, PlanTree, with_line
from rules.core import CHANCE, Move, Position, Seat
from rules.record import Step

MOST_LINES: Final = 30
"""How many lines a plan may have; the queue before them is one of them."""

LONGEST_LINE: Final = 40
"""How many moves a line may name, those of the others too: more than a player ever has to place in one phase of a game."""

LONGEST_TEXT: Final = 3000
"""How many characters a plan may have as it is shown: it fits into a message with what is said of it."""


def parse_plan(text: str, position: Position, steps: Sequence[Step], seat: Seat, known: PlanTree = NOTHING) -> PlanTree:
    """What `text` plans for a seat of a match that stands at `position` after `steps`, added to what is `known`.

    Raises `PlanError` for a text that is no plan, that says two things at once or too much, or that holds a move which
    cannot be played, as far as `bot.model.plans.checking` can tell.
    """
    checker = Checker(position, seat)
    tree, lines = known, read_lines(text)
    if text.strip() and not any(part.moves for line in lines for part in line.parts):
        raise PlanError("There is no move in this text.")
    _check_text(lines)
    for line in lines:
        try:
            tree = _add_line(tree, line, checker)
        except PlanError as error:
            raise PlanError(f"Line {line.number}: {error}" if len(lines) > 1 else str(error)) from error
    if tree and not tree.moves and position.turn == seat and decided_by_others(steps, seat):
        raise PlanError(
            "It is your turn, and this plan waits for what is played after it. Begin it with the move that you play "
            "now, or move first and plan then."
        )
    _check_size(tree)
    return tree


def _add_line(tree: PlanTree, line: PlanLine, checker: Checker) -> PlanTree:
    queue, *others = line.parts
    _check_length(_count(line.parts))
    if tree.branches and queue.moves and not others:
        raise PlanError(
            "It has no condition. Moves that are played whatever happens come first; for all that no other line names, "
            "write “after anything else: …”."
        )
    if tree.branches and queue.moves:
        moves, at = checker.moves(queue, checker.position)
    else:
        added, at = checker.moves(queue, checker.after_moves(tree.moves))
        moves = (*tree.moves, *added)
        tree = PlanTree(moves, tree.branches)
    return with_line(tree, (PlanPart(None, moves), *checker.parts(others, at)))


def _count(line: Sequence[PlanPart]) -> int:
    return sum(len(part.after or ()) + len(part.moves) for part in line)


def _check_text(lines: Sequence[PlanLine]) -> None:
    """Refuse a text that says too much before any of its moves is tried, which takes far longer than to count them.

    Moves with spaces between them are not yet told apart here, nor lines that say the same in other words.
    """
    queue = sum(_count(line.parts) for line in lines if len(line.parts) == 1)
    words = (len(move.split()) for line in lines for part in line.parts for move in part.moves)
    _check_length(max((queue, *words)))
    answers = {line.parts for line in lines if len(line.parts) > 1}
    beginnings = {parts[:length] for parts in answers for length in range(2, len(parts))}
    _check_number(bool(queue) + len(answers - beginnings))


def _check_size(tree: PlanTree) -> None:
    lines = list(tree.lines())
    _check_length(max(map(_count, lines)))
    _check_number(bool(tree.moves) + len(lines) if tree.branches else 1)
    if len("\n".join(outline(tree))) > LONGEST_TEXT:
        raise PlanError(f"A plan has at most {LONGEST_TEXT} characters, and this one is longer.")


def _check_length(count: int) -> None:
    if count > LONGEST_LINE:
        raise PlanError(f"A line of a plan holds at most {LONGEST_LINE} moves, and these are {count}.")


def _check_number(count: int) -> None:
    if count > MOST_LINES:
        raise PlanError(f"A plan holds at most {MOST_LINES} lines, and these are {count}.")


_FARTHEST: Final = 30  # decisions ahead; in every game each seat has decided something by then


@dataclass(frozen=True, slots=True)
class PlanExamples:
    """Texts that could be planned as they stand; each is empty where there is no such plan."""

    queue: str
    """Two moves, played one after the other as the turns come."""

    answer: str
    """A move that waits for what the others play."""


def plan_examples(position: Position, steps: Sequence[Step], seat: Seat) -> PlanExamples:
    """Examples for a seat of a match that stands at `position` after `steps`."""
    line = list(_line(position))
    own = [move for turn, move in line if turn == seat][:2]
    theirs = next(
        ((before[1], after[1]) for before, after in pairwise(line) if before[0] != seat and after[0] == seat), None
    )
    first = f"{own[0]}; " if own and position.turn == seat else ""
    queue = " ".join(own) if len(own) == 2 else ""
    answer = f"{first}after {theirs[0]}: {theirs[1]}" if theirs is not None else ""
    return PlanExamples(*(text if _is_plan(text, position, steps, seat) else "" for text in (queue, answer)))


def _line(position: Position) -> Iterator[tuple[Seat, Move]]:
    """How the game might go on: decisions with the seats that make them, neither the first nor the last that come to mind."""
    for _ in range(_FARTHEST):
        moves, turn = position.legal_moves(), position.turn
        if turn is None:
            return
        move = moves[len(moves) // 2]
        if turn is not CHANCE and len(moves) > 1:  # where there is no choice, nobody plans
            yield turn, move
        position = position.play(move)


def _is_plan(text: str, position: Position, steps: Sequence[Step], seat: Seat) -> bool:
    try:
        return bool(parse_plan(text, position, steps, seat))
    except PlanError:
        return False
