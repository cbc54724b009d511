"""Reasons for moves of Play Win, in words: what a move captures, threatens, prevents and leaves to do."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rules.core import Move, Phrase, Seat
from rules.playwin import series, tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach, Leap
from rules.wording import Reason, Reasons

_BALANCE: Final = "balance"
"""The scale of what the captures that follow come to."""
_SAFE_LEFT: Final = "safe moves left"
"""The scale of the other player's moves after which nothing can be captured."""
_SAFE_KEPT: Final = "safe moves kept"
"""The scale of one's own such moves, as if it were one's turn."""
_MOST_BOARDS: Final = 200
"""How many boards are looked at to find out, at most."""
_FEW_MOVES: Final = 6
"""A player with at most this many moves is about to run out of safe ones."""


class _Exchange(NamedTuple):
    """The captures that follow if both sides play well."""

    balance: int
    """How many more pieces the player to move takes than it loses until one side has no capture."""

    ends: frozenset[PlayWinBoard]
    """The boards that it can come to then."""


def reasons(board: PlayWinBoard, move: Move) -> Reasons:
    """What speaks for a legal move; of a leap, as far as it holds however the series goes on."""
    meaning = tables.moves()[move]
    after = board.after(meaning)
    ends = list(_ends(after, board.mover))
    lost = max(end.captures().most for end in ends)
    if not lost:
        lesser = [] if after.leaper or not after.own else [*_of_room(board, after, meaning)]
        return Reasons([*_of_threats(board, ends)], lesser)
    exchanges = [_exchange(end, {}) for end in ends]
    known = [exchange for exchange in exchanges if exchange is not None]
    is_known = len(known) == len(exchanges)
    main = [*([_of_balance(min(-exchange.balance for exchange in known))] if is_known else []), _of_loss(board, lost)]
    last = [end for exchange in known for end in exchange.ends]
    return Reasons(main, [*_of_room_later(last, board.mover)] if is_known else [])


def _ends(board: PlayWinBoard, mover: Seat) -> Iterator[PlayWinBoard]:
    """The boards after the turn of `mover`, of whose series there may be several ways to go on."""
    if board.mover != mover:
        yield board
        return
    for leap in board.captures().leaps:
        yield from _ends(board.after(tables.moves()[leap]), mover)


def _of_threats(board: PlayWinBoard, ends: Sequence[PlayWinBoard]) -> Iterator[Reason]:
    """What a move threatens and prevents after which nothing can be captured at once."""
    side = tables.SIDES[Seat(1 - board.mover)]
    yield Reason(Phrase("leaves no piece that can be captured"), 0, "lost")
    yield Reason(None, 0, _BALANCE)
    gained = min(_turned(end, board.mover).captures().most for end in ends)
    if gained:
        words = Phrase("threatens to capture {count, plural, one {# piece} other {# pieces}}", count=gained)
        yield Reason(words, gained)
    is_forced = any(map(_forces_capture, ends))
    yield Reason(
        None if is_forced else Phrase("leaves {side} no move that forces a capture", side=side), not is_forced, "forced"
    )


def _forces_capture(board: PlayWinBoard) -> bool:
    """Whether the player to move, who cannot capture, has a move after which every answer lets it capture."""
    for after in _following(board):
        if series.able(after.enemies, after.own) and not series.able(after.own, after.enemies):
            answers = [*_following(after)]
            if answers and all(series.able(answer.own, answer.enemies) for answer in answers):
                return True
    return False


def _of_loss(board: PlayWinBoard, lost: int) -> Reason:
    """How many pieces can be captured in the next turn."""
    words = Phrase(
        "lets {side} capture no more than {count, plural, one {# piece} other {# pieces}} in the next turn",
        side=tables.SIDES[Seat(1 - board.mover)],
        count=lost,
    )
    return Reason(words, -lost, "lost")


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


def _exchange(board: PlayWinBoard, known: dict[PlayWinBoard, _Exchange]) -> _Exchange | None:
    """The captures that follow; None if that takes too many boards."""
    most = board.captures().most
    if not most:
        return _Exchange(0, frozenset((board,)))
    found = known.get(board)
    if found is None:
        if len(known) >= _MOST_BOARDS:
            return None
        answers = list[_Exchange]()
        for end in {*_ends(board, board.mover)}:
            answer = _exchange(end, known)
            if answer is None:
                return None
            answers.append(answer)
        least = min(answer.balance for answer in answers)
        ends = frozenset[PlayWinBoard]().union(*(answer.ends for answer in answers if answer.balance == least))
        found = known[board] = _Exchange(most - least, ends)
    return found


def _of_room(board: PlayWinBoard, after: PlayWinBoard, meaning: Approach | Leap) -> Iterator[Reason]:
    """Lesser reasons where nothing can be captured in the next turn: few moves left, the edge, and staying together."""
    side, left, safe = tables.SIDES[after.mover], after.legal_moves(), _safe_moves(after)
    words = Phrase(
        "leaves {side} {count, plural, one {# move} other {# moves}} after which nothing can be captured",
        side=side,
        count=safe,
    )
    yield Reason(words if safe <= _FEW_MOVES else None, -safe, _SAFE_LEFT)
    words = Phrase("leaves {side} {count, plural, one {# move} other {# moves}}", side=side, count=len(left))
    yield Reason(words if len(left) <= _FEW_MOVES else None, -len(left), "moves left")
    rays = tables.geometry().rays
    origin, to = (tables.geometry().name_of[bit] for bit in (meaning.origin, meaning.to))
    if not all(rays[origin]) and all(rays[to]):
        yield Reason(Phrase("gets a piece off the edge"))
    kept = _safe_moves(_turned(after, board.mover))
    words = Phrase(
        "keeps {count, plural, one {# move} other {# moves}} of its own after which nothing can be captured", count=kept
    )
    room = Reason(words if kept else None, kept, _SAFE_KEPT)
    if _turned(after, board.mover).captures().most:
        yield room
        return
    if tables.grown(meaning.to) & board.own & ~meaning.origin:
        yield Reason(Phrase("keeps its pieces together where nothing can be captured"))
    if _turned(after, board.mover).distance(meaning.to) < board.distance(meaning.origin):
        yield Reason(Phrase("comes nearer where nothing can be captured"))
    yield room


def _of_room_later(ends: Sequence[PlayWinBoard], mover: Seat) -> Iterator[Reason]:
    """Lesser reasons where captures follow: how many safe moves either side has after them, at worst."""
    foe = Seat(1 - mover)
    left = max(_safe_moves(_turned(end, foe)) for end in ends)
    words = Phrase(
        "leaves {side} {count, plural, one {# move} other {# moves}} after which nothing can be captured, once the captures that follow are over",
        side=tables.SIDES[foe],
        count=left,
    )
    yield Reason(words if left <= _FEW_MOVES else None, -left, _SAFE_LEFT)
    kept = min(_safe_moves(_turned(end, mover)) for end in ends)
    words = Phrase(
        "keeps {count, plural, one {# move} other {# moves}} of its own after which nothing can be captured, once the captures that follow are over",
        count=kept,
    )
    yield Reason(words if kept else None, kept, _SAFE_KEPT)


def _safe_moves(board: PlayWinBoard) -> int:
    """The number of moves after which nothing can be captured."""
    return sum(not series.able(after.own, after.enemies) for after in _following(board))


def _following(board: PlayWinBoard) -> Iterator[PlayWinBoard]:
    """The boards after each legal move."""
    return (board.after(tables.moves()[move]) for move in board.legal_moves())


def _turned(board: PlayWinBoard, mover: Seat) -> PlayWinBoard:
    """The board with `mover` about to begin a turn."""
    return replace(board, mover=mover, leaper=0, to_capture=0)
