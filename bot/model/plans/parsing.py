"""The parsing of a typed plan, and examples of plans for a match as it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from bot.model.history import only_move
from bot.model.plans.grammar import OTHERWISE, PlanLine, outline, read_lines
from bot.model.plans.tree import (
    NOTHING,
    PlanError,
    PlanExamples,
    PlanPart,
    PlanTree,
    UnreadPlan,
    decided_by_others,
    meaning,
    with_line,
)
from rules.core import CHANCE, AmbiguousMove, InvalidMove, Move, MoveError, Phrase, Position, Seat, Typed, message
from rules.record import Step

MOST_LINES: Final = 30
"""How many lines a plan may have; the queue counts as one."""

LONGEST_LINE: Final = 40
"""How many moves a line may name, the others' included: more than a player ever has to place in a phase of a game."""

LONGEST_TEXT: Final = 3000
"""How many characters a plan may have as it is shown, so that it fits into a message with the text around it."""


LONGEST_TYPED_PLAN: Final = 10_000
"""How many characters a plan may have as it is typed, which may be more than as it is shown."""

_LONGEST_MOVE: Final = 100  # characters; longer than any move
_MOST_LOOKED_AT: Final = 60
"""In how many positions a plan may have all moves tried, at some milliseconds each; the others count as unknown."""

Known = Position | None
"""A position; None if it is not known yet."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks the moves planned for a seat of a match that stands at `position`, and finds their tokens.

    A position is known if the owner of the plan is to move there now, or after moves of their own without chance
    between them; and after a move of the opponent, if the opponent's turn is a single decision. Elsewhere a text need
    only be a possible move of the game; whether it is legal shows when its turn comes.

    The methods raise `PlanError` with the reason why a move cannot be played. They take the position before the moves
    and return the position after them.
    """

    position: Position
    seat: Seat
    _single: dict[Position, bool] = field(default_factory=dict[Position, bool])

    def after_moves(self, moves: Sequence[str]) -> Known:
        """The position after moves of the owner that are already checked."""
        try:
            return self.moves(PlanPart(None, tuple(moves)), self.position)[1]
        except PlanError:
            return None

    def parts(self, parts: Sequence[PlanPart], at: Known) -> tuple[PlanPart, ...]:
        """The checked conditional parts of a line."""
        checked: list[PlanPart] = []
        for part in parts:
            after, at = self._condition(part.after or (), at)
            moves, at = self.moves(part, at)
            checked.append(PlanPart(after, moves))
        return tuple(checked)

    def moves(self, part: PlanPart, at: Known) -> tuple[tuple[str, ...], Known]:
        """The checked moves of the owner in a part, and the position after them."""
        checked: list[str] = []
        for text in self._split(part, at):
            if checked and at is not None:
                at = self._skip_forced(at, self.seat, text)
            if at is None or at.turn != self.seat:
                checked.append(self._plausible(text))
                at = None
            else:
                move = _legal_move(at, text)
                checked.append(move)
                at = at.play(move)
        return tuple(checked), at if at is None or not checked else self._skip_forced(at, self.seat)

    def _split(self, part: PlanPart, at: Known) -> Sequence[str]:
        """The moves of a part; a text without commas is split at its spaces, unless it is one move with spaces."""
        texts = part.moves
        if len(texts) != 1 or " " not in texts[0]:
            return texts
        words = texts[0].split()
        if part.is_spaced and at is not None and at.turn == self.seat:
            whole = _meaning(at, texts[0])
            if whole is not None and _meaning(at, words[0]) in (None, whole):
                return texts
        readings = (words, texts) if part.is_spaced else (texts, words)
        return next((reading for reading in readings if all(map(self._is_plausible, reading))), readings[0])

    def _condition(self, texts: tuple[str, ...], at: Known) -> tuple[tuple[str, ...], Known]:
        """The moves of the others, as tokens if the position is known, and the position after them."""
        if at is None or at.turn == self.seat or not isinstance(at.turn, int):
            return tuple(map(self._plausible, texts)), None
        if not texts:
            return (), None
        if not self._is_single(at):
            first, *others = map(self._plausible, texts)
            return (_token_if_legal(at, first), *others), None
        other, checked = at.turn, list[str]()
        for text in texts:
            if at.turn != other:
                moves = Typed(", ".join(checked))
                raise PlanError("“{text}” can't follow {moves} in the same turn.", text=Typed(text[:40]), moves=moves)
            checked.append(_legal_move(at, text))
            at = at.play(Move(checked[-1]))
        return tuple(checked), self._skip_forced(at, other)

    def _is_single(self, at: Position) -> bool:
        """Whether the player to move has a single decision, whichever it is, before it is the owner's turn."""
        if at not in self._single and len(self._single) < _MOST_LOOKED_AT:
            other = at.turn
            assert isinstance(other, int), "another player is to move"
            ends = (self._skip_forced(at.play(move), other) for move in at.legal_moves())
            self._single[at] = all(end.turn is None or end.turn == self.seat for end in ends)
        return self._single.get(at, False)

    @staticmethod
    def _skip_forced(at: Position, seat: Seat, unless: str = "") -> Position:
        """The position after the forced moves that the bot plays by itself, but before the one that `unless` means."""
        while (only := only_move(at, seat)) is not None and _meaning(at, unless) != only:
            at = at.play(only)
        return at

    def _is_plausible(self, text: str) -> bool:
        try:
            self._plausible(text)
        except PlanError:
            return False
        return True

    def _plausible(self, text: str) -> str:
        """The text, if it may become a move of the game."""
        try:
            _parse(self.position, text)
        except InvalidMove as error:
            raise _refusal(text, error) from error
        except MoveError:
            pass  # it may be legal when its turn comes
        return text


def _parse(at: Position, text: str) -> Move:
    if len(text) > _LONGEST_MOVE:
        raise InvalidMove(Phrase("That's longer than any move."))
    return at.parse(text)


def _legal_move(at: Position, text: str) -> Move:
    try:
        return _parse(at, text)
    except MoveError as error:
        raise _refusal(text, error) from error


def _meaning(at: Position, text: str) -> Move | None:
    return meaning(at, text) if 0 < len(text) <= _LONGEST_MOVE else None


def _token_if_legal(at: Position, text: str) -> str:
    try:
        return _parse(at, text)
    except AmbiguousMove as error:
        raise _refusal(text, error) from error
    except MoveError:
        return text  # it may be meant for a later step, or for the turn of another player


def _refusal(text: str, error: MoveError) -> PlanError:
    kind = UnreadPlan if isinstance(error, InvalidMove) else PlanError
    # Translators: {problem} is a sentence that says why, such as “That's longer than any move.”
    return kind(message("“{text}” can't be planned. {problem}"), text=Typed(text[:40]), problem=error.reason)


def parse_plan(text: str, position: Position, steps: Sequence[Step], seat: Seat, base: PlanTree = NOTHING) -> PlanTree:
    """The plan in `text` for a seat of a match that stands at `position` after `steps`, added to the plan `base`.

    Raises `UnreadPlan` for a text that is not a plan, and `PlanError` for one that contradicts itself, is too long, or
    holds a move that, as far as `Checker` can tell, cannot be played.
    """
    try:
        return _parsed(text, position, steps, seat, base)
    except UnreadPlan as error:
        error.examples = plan_examples(position, steps, seat)
        raise


def _parsed(text: str, position: Position, steps: Sequence[Step], seat: Seat, base: PlanTree = NOTHING) -> PlanTree:
    if len(text) > LONGEST_TYPED_PLAN:
        raise _too_long(LONGEST_TYPED_PLAN)
    checker = Checker(position, seat)
    tree, lines = base, read_lines(text)
    if text.strip() and not any(part.moves for line in lines for part in line.parts):
        raise UnreadPlan("There's no move in this text.")
    _check_text(lines)
    for line in lines:
        try:
            tree = _add_line(tree, line, checker)
        except PlanError as error:
            if len(lines) == 1:
                raise
            # Translators: {problem} is one of the sentences about a line of a plan.
            raise type(error)(message("Line {number}: {problem}"), number=line.number, problem=error.reason) from error
    if tree and not tree.moves and position.turn == seat and decided_by_others(steps, seat):
        raise PlanError(
            "It's your turn, but this plan starts with their answer. Begin it with your move, or move first and plan then."
        )
    _check_size(tree)
    return tree


def _add_line(tree: PlanTree, line: PlanLine, checker: Checker) -> PlanTree:
    queue, *others = line.parts
    _check_length(_count(line.parts))
    if tree.branches and queue.moves and not others:
        raise PlanError(
            "Put unconditional moves first. For everything that no other line names, type “{otherwise}”.",
            otherwise=OTHERWISE,
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
    """Refuse a text that is too long before any of its moves is tried, which takes far longer than counting them.

    At this point, moves separated by spaces and lines that mean the same are not yet recognized.
    """
    _check_length(max((_count(line.parts) for line in lines), default=0))
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
        raise _too_long(LONGEST_TEXT)


def _too_long(most: int) -> PlanError:
    return PlanError("That's too long: a plan has {most} letters at most.", most=most)


def _check_length(count: int) -> None:
    if count > LONGEST_LINE:
        raise PlanError(
            "A line of a plan holds at most {most} moves, and this one has {count}.", most=LONGEST_LINE, count=count
        )


def _check_number(count: int) -> None:
    if count > MOST_LINES:
        raise PlanError("A plan holds at most {most} lines, and this one has {count}.", most=MOST_LINES, count=count)


_FARTHEST: Final = 30  # decisions ahead; in every game each seat has decided something by then


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
    """A possible continuation: decisions with the seats that make them, each from the middle of the legal moves."""
    for _ in range(_FARTHEST):
        moves, turn = position.legal_moves(), position.turn
        if turn is None:
            return
        move = moves[len(moves) // 2]
        if turn is not CHANCE and len(moves) > 1:  # a forced move needs no plan
            yield turn, move
        position = position.play(move)


def _is_plan(text: str, position: Position, steps: Sequence[Step], seat: Seat) -> bool:
    try:
        return bool(_parsed(text, position, steps, seat))
    except PlanError:
        return False
