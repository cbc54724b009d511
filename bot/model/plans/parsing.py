"""Making a plan from what somebody has typed."""

from collections.abc import Sequence
from typing import Final

from bot.model.plans.checking import Checker
from bot.model.plans.following import decided_by_others
from bot.model.plans.grammar import PlanLine, outline, read_lines
from bot.model.plans.tree import NOTHING, Part, PlanError, PlanTree, with_line
from rules.core import Position, Seat
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
    tree, typed = known, read_lines(text)
    if text.strip() and not any(part.moves for line in typed for part in line.parts):
        raise PlanError("There is no move in this text.")
    for line in typed:
        try:
            tree = _add_line(tree, line, checker)
        except PlanError as error:
            raise PlanError(f"Line {line.number}: {error}" if len(typed) > 1 else str(error)) from error
    if tree and not tree.moves and position.turn == seat and decided_by_others(steps, seat):
        raise PlanError(
            "It is your turn, and this plan waits for what is played after it. Begin it with the move that you play "
            "now, or move first and plan then."
        )
    _check_size(tree)
    return tree


def _add_line(tree: PlanTree, line: PlanLine, checker: Checker) -> PlanTree:
    queue, *others = line.parts
    if _count(line.parts) > LONGEST_LINE:
        raise PlanError(_too_long(_count(line.parts)))
    if tree.branches and queue.moves and not others:
        raise PlanError(
            "It has no condition. Moves that are played whatever happens come first; for all that no other line names, "
            "write “after anything else: …”."
        )
    if tree.branches and queue.moves:
        moves, at = checker.moves(queue.moves, checker.position, spaced=0 in line.spaced)
    else:
        added, at = checker.moves(queue.moves, checker.after_moves(tree.moves), spaced=0 in line.spaced)
        moves = (*tree.moves, *added)
        tree = PlanTree(moves, tree.branches)
    return with_line(tree, (Part(None, moves), *checker.parts(others, line.spaced, at)))


def _count(line: Sequence[Part]) -> int:
    return sum(len(part.after or ()) + len(part.moves) for part in line)


def _check_size(tree: PlanTree) -> None:
    lines = list(tree.lines())
    longest = max(map(_count, lines))
    if longest > LONGEST_LINE:
        raise PlanError(_too_long(longest))
    count = bool(tree.moves) + len(lines) if tree.branches else 1
    if count > MOST_LINES:
        raise PlanError(f"A plan holds at most {MOST_LINES} lines, and these are {count}.")
    if len("\n".join(outline(tree))) > LONGEST_TEXT:
        raise PlanError(f"A plan has at most {LONGEST_TEXT} characters, and this one is longer.")


def _too_long(count: int) -> str:
    return f"A line of a plan holds at most {LONGEST_LINE} moves, and these are {count}."
