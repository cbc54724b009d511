"""Reasons for moves of Play Win, in words: what a move captures, threatens and prevents."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.core import Move, Phrase, Seat
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach, Leap
from rules.wording import Reason, Reasons

_BALANCE: Final = "balance"
"""The scale of what the captures that follow come to."""
_MOST_BOARDS: Final = 200
"""How many boards are looked at to find out, at most."""
_FEW_MOVES: Final = 6
"""A player with at most this many moves is about to run out of safe ones."""


def reasons(board: PlayWinBoard, move: Move) -> Reasons:
    """What speaks for a legal move; of a leap, as far as it holds however the series goes on."""
    meaning = tables.moves()[move]
    after = board.after(meaning)
    ends = list(_ends(after, board.mover))
    lost = max(end.captures().most for end in ends)
    main = [*_of_captures(board, ends, lost)]
    return Reasons(main, [] if lost or after.leaper or not after.own else [*_of_room(board, after, meaning)])


def _ends(board: PlayWinBoard, mover: Seat) -> Iterator[PlayWinBoard]:
    """The boards after the turn of `mover`, of whose series there may be several ways to go on."""
    if board.mover != mover:
        yield board
        return
    for leap in board.captures().leaps:
        yield from _ends(board.after(tables.moves()[leap]), mover)


def _of_captures(board: PlayWinBoard, ends: Sequence[PlayWinBoard], lost: int) -> Iterator[Reason]:
    side = tables.SIDES[Seat(1 - board.mover)]
    if not lost:
        yield Reason(Phrase("leaves no piece that can be captured"), 0, "lost")
        yield Reason(None, 0, _BALANCE)
        gained = min(_turned(end, board.mover).captures().most for end in ends)
        if gained:
            words = Phrase("threatens to capture {count, plural, one {# piece} other {# pieces}}", count=gained)
            yield Reason(words, gained)
        return
    balances = [_balance(end, {}) for end in ends]
    if None not in balances:
        yield _of_balance(min(-balance for balance in balances if balance is not None))
    words = Phrase(
        "lets {side} capture no more than {count, plural, one {# piece} other {# pieces}} in the next turn",
        side=side,
        count=lost,
    )
    yield Reason(words, -lost, "lost")


def _of_balance(balance: int) -> Reason:
    """What the captures come to that follow a move, in pieces."""
    words = Phrase("gives up no more pieces than it takes in the captures that follow")
    if balance > 0:
        words = Phrase(
            "takes {count, plural, one {# piece} other {# pieces}} more than it gives up in the captures that follow",
            count=balance,
        )
    elif balance < 0:
        words = Phrase(
            "gives up only {count, plural, one {# piece} other {# pieces}} more than it takes in the captures that follow",
            count=-balance,
        )
    return Reason(words, balance, _BALANCE)


def _balance(board: PlayWinBoard, known: dict[PlayWinBoard, int]) -> int | None:
    """How many more pieces the player to move takes than it loses until one side has no capture, if both play well.

    None if that takes too many boards.
    """
    most = board.captures().most
    if not most:
        return 0
    found = known.get(board)
    if found is None:
        if len(known) >= _MOST_BOARDS:
            return None
        answers = [_balance(end, known) for end in {*_ends(board, board.mover)}]
        if None in answers:
            return None
        found = known[board] = most - min(answer for answer in answers if answer is not None)
    return found


def _of_room(board: PlayWinBoard, after: PlayWinBoard, meaning: Approach | Leap) -> Iterator[Reason]:
    """Lesser reasons where nothing can be captured in the next turn: few moves left, the edge, and staying together."""
    side, left = tables.SIDES[after.mover], after.legal_moves()
    safe = sum(not after.after(tables.moves()[move]).captures().most for move in left)
    words = Phrase(
        "leaves {side} {count, plural, one {# move} other {# moves}} after which nothing can be captured",
        side=side,
        count=safe,
    )
    yield Reason(words if safe <= _FEW_MOVES else None, -safe, "safe moves left")
    words = Phrase("leaves {side} {count, plural, one {# move} other {# moves}}", side=side, count=len(left))
    yield Reason(words if len(left) <= _FEW_MOVES else None, -len(left), "moves left")
    rays = tables.geometry().rays
    origin, to = (tables.geometry().name_of[bit] for bit in (meaning.origin, meaning.to))
    if not all(rays[origin]) and all(rays[to]):
        yield Reason(Phrase("gets a piece off the edge"))
    if _turned(after, board.mover).captures().most:
        return
    if tables.grown(meaning.to) & board.own & ~meaning.origin:
        yield Reason(Phrase("keeps its pieces together where nothing can be captured"))
    if _turned(after, board.mover).distance(meaning.to) < board.distance(meaning.origin):
        yield Reason(Phrase("comes nearer where nothing can be captured"))


def _turned(board: PlayWinBoard, mover: Seat) -> PlayWinBoard:
    """The board with `mover` about to begin a turn."""
    return replace(board, mover=mover, leaper=0, to_capture=0)
