"""Checking what somebody wants to plan, as far as the positions are known.

Known is the position in which the owner is to move now, or will be after moves of their own without chance between
them; and the one after a move of the opponent whose turn is one decision, so that it can only be that move. Everywhere
else all that can be asked of a move is to be a move of the game: whether it is legal shows when its turn comes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.model.history import only_move
from bot.model.plans.tree import PlanError, PlanPart
from rules.core import AmbiguousMove, InvalidMove, Move, MoveError, Position, Seat

_LONGEST_MOVE: Final = 100
_MOST_LOOKED_AT: Final = 60
"""Positions whose moves are all tried out for one plan, each within some milliseconds; the others count as unknown."""

Known = Position | None
"""A position, None where it is not known yet."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks what is planned for a seat of a match that stands at `position`, and finds the tokens that are meant.

    Its methods raise `PlanError` with the reason for what cannot be played. Where a position is passed, it is the one
    that a move meets; the one after it comes back.
    """

    position: Position
    seat: Seat
    _single: dict[Position, bool] = field(default_factory=dict[Position, bool])

    def after_moves(self, moves: Sequence[str]) -> Known:
        """The position after moves of the owner that were checked before."""
        try:
            return self.moves(PlanPart(None, tuple(moves)), self.position)[1]
        except PlanError:
            return None

    def parts(self, parts: Sequence[PlanPart], at: Known) -> tuple[PlanPart, ...]:
        """The conditional parts of a line."""
        checked: list[PlanPart] = []
        for part in parts:
            after, at = self._condition(part.after or (), at)
            moves, at = self.moves(part, at)
            checked.append(PlanPart(after, moves))
        return tuple(checked)

    def moves(self, part: PlanPart, at: Known) -> tuple[tuple[str, ...], Known]:
        """The moves of a part, which are the owner's."""
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
        """The moves of a part; a text without commas is split at its spaces, unless it is one move with spaces inside."""
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
        """What the others play, as tokens where that is known, and the position after it."""
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
                raise PlanError(f"“{text[:40]}” cannot follow {', '.join(checked)} in the same turn.")
            checked.append(_legal_move(at, text))
            at = at.play(Move(checked[-1]))
        return tuple(checked), self._skip_forced(at, other)

    def _is_single(self, at: Position) -> bool:
        """Whether the player to move has one decision before it is the owner's turn, whatever it is."""
        if at not in self._single and len(self._single) < _MOST_LOOKED_AT:
            other = at.turn
            assert isinstance(other, int), "somebody else is to move"
            ends = (self._skip_forced(at.play(move), other) for move in at.legal_moves())
            self._single[at] = all(end.turn is None or end.turn == self.seat for end in ends)
        return self._single.get(at, False)

    @staticmethod
    def _skip_forced(at: Position, seat: Seat, unless: str = "") -> Position:
        """The position after the steps that the bot plays by itself, but before the one that `unless` means."""
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
        """A text that may become a move of the game."""
        try:
            _parse(self.position, text)
        except InvalidMove as error:
            raise _refusal(text, error) from error
        except MoveError:
            pass  # it may be legal when its turn comes
        return text


def _parse(at: Position, text: str) -> Move:
    if len(text) > _LONGEST_MOVE:
        raise InvalidMove("That is longer than any move.")
    return at.parse(text)


def _legal_move(at: Position, text: str) -> Move:
    try:
        return _parse(at, text)
    except MoveError as error:
        raise _refusal(text, error) from error


def _meaning(at: Position, text: str) -> Move | None:
    """The legal move that a text means, if it means one."""
    try:
        return _parse(at, text) if text else None
    except MoveError:
        return None


def _token_if_legal(at: Position, text: str) -> str:
    try:
        return _parse(at, text)
    except AmbiguousMove as error:
        raise _refusal(text, error) from error
    except MoveError:
        return text  # it may be meant for a later step, or for somebody else's turn


def _refusal(text: str, error: MoveError) -> PlanError:
    return PlanError(f"“{text[:40]}” cannot be planned. {error}")
