"""Reasons for moves of Play Win, in words: what a move captures, threatens and prevents."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.core import Move, Phrase, Seat
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach, Leap
from rules.wording import Reasons

_FEW_MOVES: Final = 6
"""A player with at most this many moves is about to run out of safe ones."""


def reasons(board: PlayWinBoard, move: Move) -> Reasons:
    """What speaks for a legal move."""
    meaning = tables.moves()[move]
    after = board.after(meaning)
    return Reasons([*_reasons(board, after)], [*_smaller_reasons(board, after, meaning)])


def _reasons(board: PlayWinBoard, after: PlayWinBoard) -> Iterator[Phrase]:
    mover, enemy = board.mover, Seat(1 - board.mover)
    if after.mover == mover:
        yield Phrase(
            "captures {count, plural, one {# piece} other {# pieces}} in this turn", count=board.captures().most
        )
        return
    lost = after.captures().most
    if lost == 1:
        back = min(after.after(tables.moves()[leap]).captures().most for leap in after.captures().leaps)
        if back:
            yield Phrase(
                "lets {side} capture a piece, and captures {count} in return", side=tables.SIDES[enemy], count=back
            )
    elif not lost:
        if board.captures().most or _turned(board, enemy).captures().most:
            yield Phrase("leaves no piece that can be captured")
        gained = _turned(after, mover).captures().most
        if gained:
            yield Phrase("threatens to capture {count, plural, one {# piece} other {# pieces}}", count=gained)


def _smaller_reasons(board: PlayWinBoard, after: PlayWinBoard, meaning: Approach | Leap) -> Iterator[Phrase]:
    """Lesser reasons: losses, few moves left, the edge, and keeping pieces together."""
    if after.mover == board.mover:
        return
    lost = after.captures().most
    if lost:
        side = tables.SIDES[after.mover]
        yield Phrase(
            "lets {side} capture no more than {count, plural, one {# piece} other {# pieces}} in the next turn",
            side=side,
            count=lost,
        )
        return
    left = len(after.legal_moves())
    if left <= _FEW_MOVES:
        yield Phrase(
            "leaves {side} {count, plural, one {# move} other {# moves}}", side=tables.SIDES[after.mover], count=left
        )
    rays = tables.geometry().rays
    origin, to = (tables.geometry().name_of[bit] for bit in (meaning.origin, meaning.to))
    if not all(rays[origin]) and all(rays[to]):
        yield Phrase("gets a piece off the edge")
    if tables.grown(meaning.to) & board.own & ~meaning.origin:
        yield Phrase("keeps its pieces together where nothing can be captured")
    yield Phrase("comes nearer where nothing can be captured")


def _turned(board: PlayWinBoard, mover: Seat) -> PlayWinBoard:
    """The board with `mover` about to begin a turn."""
    return replace(board, mover=mover, leaper=0, to_capture=0)
