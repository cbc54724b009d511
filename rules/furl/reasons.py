"""Reasons for moves of Furl, in words: what a move threatens, and what it prevents."""

# Translators: Each message follows “it” and says why a move is good, as in “it reaches the far row”.

from collections.abc import Iterator
from dataclasses import replace

from rules.core import Move, Phrase, Seat
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.furl.evaluation import noisy_moves
from rules.furl.tables import Furl, Unfurl
from rules.wording import Reasons


def reasons(board: FurlBoard, move: Move) -> Reasons:
    """What speaks for a legal move."""
    meaning = tables.moves()[move]
    after = board.after(meaning)
    lesser = (*_smaller_reasons(board, after), _plain_reason(board, after, meaning))
    return Reasons([*_reasons(board, after, meaning)], lesser)


def _reasons(board: FurlBoard, after: FurlBoard, meaning: Furl | Unfurl) -> Iterator[Phrase]:
    mover, enemy = board.mover, after.mover
    threatened, mine = _turned(board, enemy), _turned(after, mover)
    if mine.has_arrived():
        if _captures(after) & tables.far_rows()[mover]:
            yield Phrase("reaches the far row, so {side} has to capture at once", side=tables.SIDES[enemy])
        else:
            yield Phrase("reaches the far row, where nobody can capture it")
            return
    elif _arrives(mine) and not _arrives(board):
        yield Phrase("threatens to reach the far row")
    if _arrives(threatened) and not _arrives(after):
        yield Phrase("keeps {side} from the far row", side=tables.SIDES[enemy])
    captured = board.height(meaning.to) if meaning.to & (board.singles[enemy] | board.stacks[enemy]) else 0
    if captured and _captures(after) & meaning.to:
        yield Phrase("gets rid of {count, plural, one {# disc} other {# discs}}", count=captured)
    elif captured:
        yield Phrase(
            "gets rid of {count, plural, one {# disc} other {# discs}} and can't be taken back at once", count=captured
        )
    if _captures(threatened) and not _captures(after):
        yield Phrase("leaves no piece that can be captured")


def _smaller_reasons(board: FurlBoard, after: FurlBoard) -> Iterator[Phrase]:
    """Lesser reasons, for a move without any of the above: attacks, rescues, and having more moves."""
    mover, enemy = board.mover, after.mover
    mine, theirs = _turned(after, mover), _turned(board, enemy)
    attacked = _captures(mine) & ~_captures(board)
    if attacked.bit_count() > 1:
        yield Phrase("attacks {count, plural, one {# piece} other {# pieces}} at once", count=attacked.bit_count())
    elif attacked:
        height = mine.height(attacked)
        yield Phrase("attacks a stack of {height}", height=height) if height > 1 else Phrase("attacks a disc")
    saved = _captures(theirs).bit_count() - _captures(after).bit_count()
    if saved > 0:
        yield Phrase("saves {count, plural, one {# piece} other {# pieces}} from capture", count=saved)
    had, has = len(theirs.legal_moves()), len(after.legal_moves())
    if has < had:
        side = tables.SIDES[enemy]
        yield Phrase(
            "leaves {side} only {has, plural, one {# move} other {# moves}} instead of {had}",
            side=side,
            has=has,
            had=had,
        )
    had, has = len(board.legal_moves()), len(mine.legal_moves())
    if has > had:
        yield Phrase("gains room: {has, plural, one {# move} other {# moves}} instead of {had}", has=has, had=had)


def _plain_reason(board: FurlBoard, after: FurlBoard, meaning: Furl | Unfurl) -> Phrase:
    """The reason for a move without any of the above: every move has one."""
    if isinstance(meaning, Unfurl):
        return Phrase(
            "turns a stack into {count, plural, one {# disc} other {# discs}} that can be furled again",
            count=meaning.height,
        )
    occupied = after.singles[0] | after.singles[1] | after.stacks[0] | after.stacks[1]
    ways = sum(not (way.path | way.to) & occupied for way in tables.sowing_tables()[meaning.to][meaning.height])
    if ways > 1:
        return Phrase(
            "builds a stack of {height} that can unfurl in {ways, plural, one {# direction} other {# directions}}",
            height=meaning.height,
            ways=ways,
        )
    return Phrase("builds a stack of {height}", height=meaning.height)


def _turned(board: FurlBoard, mover: Seat) -> FurlBoard:
    """The board with `mover` to move."""
    return replace(board, mover=mover)


def _arrives(board: FurlBoard) -> bool:
    """Whether the player to move can reach the far row with this move."""
    return any(move[3] == tables.FAR_ROWS[board.mover] for move in board.legal_moves())


def _captures(board: FurlBoard) -> int:
    """The mask of the cells where the player to move can capture."""
    return sum({tables.geometry().bit[move[3:]] for move in noisy_moves(board).moves})
