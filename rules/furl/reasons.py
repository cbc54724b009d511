"""Reasons for moves of Furl, in words: what a move threatens, and what it prevents."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.core import Move, Phrase, Seat
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.furl.evaluation import noisy_moves
from rules.furl.tables import Furl, Unfurl
from rules.wording import Reason, Reasons

_NOTABLE: Final = 4 / 3
"""How many times as many moves a player has at least to speak of room that is gained or taken."""


def reasons(board: FurlBoard, move: Move) -> Reasons:
    """What speaks for a legal move; nothing if the other player has won after it."""
    meaning = tables.moves()[move]
    after = board.after(meaning)
    if after.has_arrived():
        return Reasons(())
    main = (*_at_the_far_row(board, after), *_of_captures(board, after, meaning))
    lesser = (*_of_room(board, after), *(_of_stacks(after, meaning) if isinstance(meaning, Furl) else ()))
    if _turned(after, board.mover).has_arrived() and not _captures(after) & tables.far_rows()[board.mover]:
        return Reasons([main[0]], [reason.unsaid() for reason in (*main[1:], *lesser)])
    return Reasons(main, lesser)


def _at_the_far_row(board: FurlBoard, after: FurlBoard) -> Iterator[Reason]:
    mover, enemy = board.mover, after.mover
    threatened, mine = _turned(board, enemy), _turned(after, mover)
    if mine.has_arrived() and not _captures(after) & tables.far_rows()[mover]:
        yield Reason(Phrase("reaches the far row, where nobody can capture it"))
    elif mine.has_arrived():
        yield Reason(Phrase("reaches the far row, so {side} has to capture at once", side=tables.SIDES[enemy]))
    if threatened.has_arrived():
        yield Reason(Phrase("captures a piece on the far row, which would have won"))
    elif _arrives(threatened) and not _arrives(after):
        yield Reason(Phrase("keeps {side} from the far row", side=tables.SIDES[enemy]))
    if _arrives(mine):
        threat = Phrase("threatens to reach the far row")
        yield Reason(None if _arrives(board) else threat, named=threat.message)


def _of_captures(board: FurlBoard, after: FurlBoard, meaning: Furl | Unfurl) -> Iterator[Reason]:
    """What the move captures, what can be captured next, and what no longer can."""
    mover, enemy = board.mover, after.mover
    mine, theirs, exposed = _turned(after, mover), _turned(board, enemy), _captures(after)
    captured = board.height(meaning.to) if meaning.to & (board.singles[enemy] | board.stacks[enemy]) else 0
    if captured and exposed & meaning.to:
        yield Reason(
            Phrase("gets rid of {count, plural, one {# disc} other {# discs}}", count=captured), captured, "captured"
        )
    elif captured:
        words = Phrase(
            "gets rid of {count, plural, one {# disc} other {# discs}} and can't be taken back at once", count=captured
        )
        yield Reason(words, captured + 0.5, "captured")
    lost = max((after.height(cell) for cell in tables.cells_in(exposed)), default=0)
    if not lost:
        yield Reason(Phrase("leaves no piece that can be captured"), 0, "exposed")
    else:
        words = Phrase(
            "lets {side} capture no more than {count, plural, one {# disc} other {# discs}} in the next turn",
            side=tables.SIDES[enemy],
            count=lost,
        )
        yield Reason(words, -lost, "exposed")
    attacked = _captures(mine)
    yield from _attacks(mine, attacked, attacked & ~_captures(board))
    saved = _captures(theirs).bit_count() - exposed.bit_count()
    if saved > 0:
        words = Phrase("saves {count, plural, one {# piece} other {# pieces}} from capture", count=saved)
        yield Reason(words if exposed else None, saved, "saved")


def _attacks(mine: FurlBoard, attacked: int, new: int) -> Iterator[Reason]:
    """What the move attacks anew; it is compared with all that another move attacks, anew or not."""
    highest, highest_new = (
        max((mine.height(cell) for cell in tables.cells_in(cells)), default=0) for cells in (attacked, new)
    )
    if new.bit_count() > 1:
        words = Phrase(
            "attacks {count, plural, one {# piece} other {# pieces}} at the same time", count=new.bit_count()
        )
        yield Reason(words, new.bit_count(), "attacked")
    if highest_new > 1:
        yield Reason(Phrase("attacks a stack of {height}", height=highest_new), highest_new, "highest attacked")
    elif new.bit_count() == 1:
        yield Reason(Phrase("attacks a disc"), highest_new, "highest attacked")
    yield Reason(None, attacked.bit_count(), "attacked")
    yield Reason(None, highest, "highest attacked")


def _of_room(board: FurlBoard, after: FurlBoard) -> Iterator[Reason]:
    """Lesser reasons: many fewer moves for the other player, or many more of one's own."""
    mover, enemy = board.mover, after.mover
    had, has = len(_turned(board, enemy).legal_moves()), len(after.legal_moves())
    words = Phrase(
        "leaves {side} only {has, plural, one {# move} other {# moves}} instead of {had}",
        side=tables.SIDES[enemy],
        has=has,
        had=had,
    )
    yield Reason(words if had >= has * _NOTABLE and had > has else None, -has, "moves left")
    had, has = len(board.legal_moves()), len(_turned(after, mover).legal_moves())
    words = Phrase("gains room: {has, plural, one {# move} other {# moves}} instead of {had}", has=has, had=had)
    yield Reason(words if has >= had * _NOTABLE else None, has, "room")


def _of_stacks(after: FurlBoard, meaning: Furl) -> Iterator[Reason]:
    """The least of reasons: what the stack can do that was built."""
    cell = tables.geometry().name_of[meaning.to]
    mine = _turned(after, Seat(1 - after.mover))
    ways = sum(move[:2] == cell for move in mine.legal_moves())
    if ways > 1:
        words = Phrase(
            "builds a stack of {height} that can unfurl in {ways, plural, one {# direction} other {# directions}}",
            height=meaning.height,
            ways=ways,
        )
        yield Reason(words, ways)
    yield Reason(Phrase("builds a stack of {height}", height=meaning.height), meaning.height)


def _turned(board: FurlBoard, mover: Seat) -> FurlBoard:
    """The board with `mover` to move."""
    return replace(board, mover=mover)


def _arrives(board: FurlBoard) -> bool:
    """Whether the player to move can reach the far row with this move."""
    return any(move[3] == tables.FAR_ROWS[board.mover] for move in board.legal_moves())


def _captures(board: FurlBoard) -> int:
    """The mask of the cells where the player to move can capture."""
    return sum({tables.geometry().bit[move[3:]] for move in noisy_moves(board).moves})
