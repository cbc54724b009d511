"""Following a plan: what it does when its owner's turn comes.

A condition is compared with what the others have decided since its owner last decided, in order: all their moves, of
several turns where several people play, but neither what chance drew nor that somebody left. It happened if each of
its moves is among them, in that order; the first line that fits is followed, `anything else` if no other does. While
the others have decided nothing, as in the middle of the owner's own turn, a plan waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.plans.course import Branch, Course
from bot.model.plans.grammar import from_stored, stored
from bot.model.progress import only_move
from rules.core import Move, MoveError, Position, Seat
from rules.record import Step


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody has planned for a match, as it is stored: `lines` as `bot.model.plans.grammar.stored` writes them.

    `stopped_at` is the move that could not be played, with the reason; `lines` are then what was to follow it.
    """

    person_id: int
    lines: tuple[str, ...] = ()
    stopped_at: str = ""
    stopped_because: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether there is something to be done when the person's turn comes."""
        return bool(self.lines) and not self.stopped_at

    @property
    def course(self) -> Course:
        """All that is planned; where the plan has stopped, it begins with the move that could not be played."""
        rest = from_stored(self.lines)
        return Course((self.stopped_at, *rest.moves), rest.branches) if self.stopped_at else rest


@dataclass(frozen=True, slots=True)
class Deed:
    """What a plan does: the move that is to be played, if it comes to one, and the plan after that."""

    move: Move | None
    rest: Plan


def deed(plan: Plan, position: Position, steps: Sequence[Step], seat: Seat) -> Deed | None:
    """What somebody's plan does now that their turn has come; None if it does nothing, or waits.

    Where no condition happened, it does not play but is forgotten; where its move is not legal, it stops.
    """
    if not plan.is_ready or position.turn != seat:
        return None
    course = plan.course
    if not course.moves:
        heard = decided_by_others(steps, seat)
        if not heard:
            return None
        branch = happened(course.branches, heard)
        if branch is None:
            return Deed(None, Plan(plan.person_id))
        course = branch.course
    planned, rest = course.moves[0], course.rest
    try:
        move = position.parse(planned)
    except MoveError as error:
        return Deed(None, Plan(plan.person_id, tuple(stored(rest)), planned, str(error)))
    return Deed(move, Plan(plan.person_id, tuple(stored(without_forced(rest, position.play(move), seat)))))


def decided_by_others(steps: Sequence[Step], seat: Seat) -> Sequence[Step]:
    """What the others have decided since a seat last decided, the first first."""
    heard: list[Step] = []
    for step in reversed(steps):
        if step.mover is None:
            continue
        if step.mover == seat:
            break
        heard.append(step)
    return heard[::-1]


def happened(branches: Sequence[Branch], heard: Sequence[Step]) -> Branch | None:
    """The first branch whose condition happened, else the one for anything else, if there is one."""
    for branch in branches:
        if branch.after and _is_among(branch.after, heard):
            return branch
    return next((branch for branch in branches if not branch.after), None)


def _is_among(moves: Sequence[str], heard: Sequence[Step]) -> bool:
    later = iter(heard)
    return all(any(_means(move, step) for step in later) for move in moves)


def _means(text: str, step: Step) -> bool:
    if text == step.move:
        return True
    try:
        return step.before.parse(text) == step.move
    except MoveError:
        return False


def without_forced(course: Course, position: Position, seat: Seat) -> Course:
    """A course without moves at its beginning that the bot plays by itself because they leave no choice."""
    while course.moves and (only := only_move(position, seat)) is not None:
        if not _is(course.moves[0], only, position):
            break
        course, position = course.rest, position.play(only)
    return course


def _is(text: str, move: Move, position: Position) -> bool:
    try:
        return position.parse(text) == move
    except MoveError:
        return False
