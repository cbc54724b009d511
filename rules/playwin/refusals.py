"""Explanations of forbidden moves of Play Win, in sentences for players: first the rule, then what is legal."""

# Translators: These sentences, and the parts in lower case that they're made of, say why a typed move can't be
# played.

import re
from typing import Final, NamedTuple

from rules.core import Phrase, message
from rules.playwin import series, tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import APPROACH, LEAP, Leap
from rules.wording import either, example, game_over, not_a_move, sentences

_TOKEN: Final = re.compile(r"([a-i][1-9])(?:-|x([a-i][1-9])-)([a-i][1-9])")
_HOLDING: Final = (message("{cell} holds a white piece"), message("{cell} holds a black piece"))
"""Clauses about a cell with an enemy piece, by seat."""
_NOT_CAPTURED: Final = {
    LEAP: message("{situation}, and no leap captures it."),
    APPROACH: message("{situation}, and no approach captures it."),
}
_NOT_CAPTURED_AT_ALL: Final = message("{situation}, and no legal move captures it.")
_NOT_REACHED: Final = {
    LEAP: message("{situation}, and no leap ends there."),
    APPROACH: message("{situation}, and no approach ends there."),
}
_NOT_REACHED_AT_ALL: Final = message("{situation}, and no legal move ends there.")


class Named(NamedTuple):
    """The cells of a move as a player named them: its start, the captured piece, its end; "" if not named.

    `kinds` has the possible kinds of move: `APPROACH`, `LEAP` or both.
    """

    start: str
    over: str
    end: str
    kinds: str


def of_token(board: PlayWinBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    written = _TOKEN.fullmatch(move)
    if written is None or not {cell for cell in written.groups() if cell} <= tables.geometry().bit.keys():
        return game_over(board.outcome()) or sentences(not_a_move(move, "Play Win"), example(board.legal_moves()))
    start, captured, end = written.groups(default="")
    return forbidden(board, Named(start, captured, end, LEAP if captured else APPROACH))


def forbidden(board: PlayWinBoard, named: Named) -> str:
    """Why no legal move fits the named cells."""
    return game_over(board.outcome()) or sentences(_obstacle(board, named), _instead(board, named))


def _instead(board: PlayWinBoard, named: Named) -> Phrase:
    """A sentence with legal moves from the same cell, those to the same end first, or else with any legal move."""
    moves = [move for move in board.legal_moves() if move[:2] == named.start]
    if not moves:
        return example(board.legal_moves())
    moves.sort(key=lambda move: move[-2:] != named.end)
    return Phrase("From {cell} you can play {moves}.", cell=named.start, moves=either(moves))


def _obstacle(board: PlayWinBoard, named: Named) -> Phrase:
    start, captured, end, kinds = named
    due = board.captures().most
    if not start:
        return sentences(_nothing_there(board, named), _compulsory(board, due) if due else "")
    if board.piece(start) != board.mover:
        return Phrase("{situation}: start with a piece of your own.", situation=_holding(board, start))
    if start == end:
        return Phrase("You named {cell} twice: a move has to end on another cell.", cell=start)
    if due:
        return sentences(_instead_of_capturing(board, named), _compulsory(board, due))
    if captured and not end:
        return _capture_obstacle(board, start, captured)
    if not end:
        return _stuck(board, named)
    if captured or kinds == LEAP:
        return _leap_obstacle(board, start, end, captured)
    return _approach_obstacle(board, start, end)


def _nothing_there(board: PlayWinBoard, named: Named) -> Phrase:
    """Why no legal move fits if none of the player's own pieces was named."""
    messages, other = (_NOT_CAPTURED, _NOT_CAPTURED_AT_ALL) if named.over else (_NOT_REACHED, _NOT_REACHED_AT_ALL)
    return Phrase(messages.get(named.kinds, other), situation=_holding(board, named.over or named.end))


def _instead_of_capturing(board: PlayWinBoard, named: Named) -> str:
    """Why a leap cannot be played while captures are due; empty unless a leap was named."""
    start, captured, end, kinds = named
    leads_the_series = tables.geometry().bit[start] == board.leaper or not board.leaper
    if LEAP not in kinds or not (captured or end) or not leads_the_series:
        return ""
    most = max((series.through(leap, board.own, board.enemies) for leap in _leaps(named)), default=0)
    if most and board.leaper:
        return Phrase(
            "A series that goes on like that captures at most {count, plural, one {# piece} other {# pieces}}: play the longest.",
            count=most,
        )
    if most:
        return Phrase(
            "A series that begins like that captures at most {count, plural, one {# piece} other {# pieces}}: play the longest.",
            count=most,
        )
    if not end:
        return _capture_obstacle(board, start, captured)
    return _leap_obstacle(board, start, end, captured) if captured or kinds == LEAP else ""


def _leaps(named: Named) -> list[Leap]:
    """The leaps that fit the named cells, whatever pieces are on them."""
    return [
        leap
        for leap in _leaps_from(named.start)
        if leap.token.endswith(named.end) and named.over in ("", leap.token[3:5])
    ]


def _compulsory(board: PlayWinBoard, due: int) -> Phrase:
    """A sentence about compulsory captures: how many, and with which pieces."""
    if board.leaper:
        return Phrase(
            "The series goes on: the piece on {cell} must capture {count, plural, one {# more piece} other {# more pieces}}.",
            cell=tables.geometry().name_of[board.leaper],
            count=due,
        )
    return Phrase(
        "Capturing is compulsory: {count, plural, one {# piece} other {# pieces}} must be captured, with the piece on {cells:or}.",
        count=due,
        cells=tuple(dict.fromkeys(move[:2] for move in board.captures().leaps)),
    )


def _stuck(board: PlayWinBoard, named: Named) -> Phrase:
    """Why a piece has no approach, or no leap if the player asked for one."""
    if named.kinds == LEAP:
        return Phrase(
            "A leap needs an enemy beside the piece and an empty cell behind the bend, and {cell} has none.",
            cell=named.start,
        )
    if board.loose:
        return Phrase(
            "Every empty cell that the piece on {cell} can reach is farther from its nearest enemy.", cell=named.start
        )
    return Phrase("No empty cell that the piece on {cell} can reach is closer to its nearest enemy.", cell=named.start)


def _approach_obstacle(board: PlayWinBoard, start: str, end: str) -> Phrase:
    """Why the piece on `start` cannot approach to `end`, given that no capture is possible."""
    line = tables.geometry().way(start, end)
    if not line:
        return _not_straight(board, start, end)
    if board.piece(end) == board.mover:
        return Phrase("{situation}: a piece moves to an empty cell.", situation=_holding(board, end))
    if board.piece(end) is not None:
        return Phrase(
            "{situation}: a piece moves to an empty cell, and captures by leaping.", situation=_holding(board, end)
        )
    for cell in line[:-1]:
        if board.piece(cell) is not None:
            return Phrase("{cell} is in the way: a piece moves in a straight line over empty cells.", cell=cell)
    if len(line) > board.longest_approach():
        return _too_far(board, start, end, len(line))
    return _no_nearer(board, start, end)


def _leap_obstacle(board: PlayWinBoard, start: str, end: str, over: str = "") -> Phrase:
    """Why the piece on `start` cannot leap to `end`, over `over` if it is given."""
    if over:
        return _over_obstacle(board, start, over) or _landing_obstacle(board, start, over, end)
    ways = _overs(start, end)
    if not ways:
        return Phrase(
            "A leap from {start} can't land on {end}: it goes over an enemy on a neighbouring cell and bends there, 60° to the left or right, to the next cell.",
            start=start,
            end=end,
        )
    if board.piece(end) is not None:
        return Phrase("{situation}: a leap lands on an empty cell.", situation=_holding(board, end))
    return Phrase(
        "There's nothing to leap over from {start} to {end}: {reason}.", start=start, end=end, reason=_no_enemy(ways)
    )


def _capture_obstacle(board: PlayWinBoard, start: str, over: str) -> Phrase:
    """Why the piece on `start` cannot capture on `over`."""
    obstacle = _over_obstacle(board, start, over)
    if obstacle:
        return obstacle
    match _landings(start, over):
        case []:
            return Phrase("A leap over {captured} from {start} would leave the board.", captured=over, start=start)
        case [landing]:
            return Phrase(
                "A leap over {captured} from {start} lands on {cell}, which isn't empty.",
                captured=over,
                start=start,
                cell=landing,
            )
        case landings:
            return Phrase(
                "A leap over {captured} from {start} lands on {cells:or}, and neither is empty.",
                captured=over,
                start=start,
                cells=tuple(landings),
            )


def _leaps_from(start: str) -> tuple[Leap, ...]:
    """The leaps from a cell on an empty board."""
    return tables.leaps()[tables.geometry().bit[start]]


def _holding(board: PlayWinBoard, cell: str) -> Phrase:
    """A clause about a cell from the point of view of the player to move, such as "c4 holds your own piece"."""
    seat = board.piece(cell)
    if seat is None:
        return Phrase("{cell} is empty", cell=cell)
    return (
        Phrase("{cell} holds your own piece", cell=cell) if seat == board.mover else Phrase(_HOLDING[seat], cell=cell)
    )


def _not_straight(board: PlayWinBoard, start: str, end: str) -> Phrase:
    ways = _overs(start, end) if board.piece(end) is None else []
    if ways:
        return Phrase(
            "{end} isn't on a straight line with {start}, and for a bent leap {reason}.",
            start=start,
            end=end,
            reason=_no_enemy(ways),
        )
    return Phrase(
        "{end} isn't on a straight line with {start}: a piece moves in a straight line.", start=start, end=end
    )


def _too_far(board: PlayWinBoard, start: str, end: str, length: int) -> Phrase:
    return Phrase(
        "{end} is {length, plural, one {# cell} other {# cells}} away from {start}: with {pieces, plural, one {# piece} other {# pieces}} you may go at most "
        "{longest, plural, one {# cell} other {# cells}}, one fewer than you have pieces.",
        start=start,
        end=end,
        length=length,
        pieces=board.own.bit_count(),
        longest=board.longest_approach(),
    )


def _no_nearer(board: PlayWinBoard, start: str, end: str) -> Phrase:
    before, after = (board.distance(tables.geometry().bit[cell]) for cell in (start, end))
    facts = {"start": start, "end": end, "before": before, "after": after}
    if board.loose:
        return Phrase(
            "A piece may not end farther from its nearest enemy than it was: from {start} the nearest enemy is {before, plural, one {# cell} other {# cells}} away, from {end} {after}.",
            **facts,
        )
    if before == after:
        return Phrase(
            "A piece must end closer to its nearest enemy than it was: from {start} the nearest enemy is {before, plural, one {# cell} other {# cells}} away, and still {after} from {end}.",
            **facts,
        )
    return Phrase(
        "A piece must end closer to its nearest enemy than it was: from {start} the nearest enemy is {before, plural, one {# cell} other {# cells}} away, from {end} {after}.",
        **facts,
    )


def _over_obstacle(board: PlayWinBoard, start: str, over: str) -> Phrase | None:
    if not any(over in ray[:1] for ray in tables.geometry().rays[start]):
        return Phrase(
            "{captured} isn't next to {start}: a leap goes over an enemy on a neighbouring cell.",
            captured=over,
            start=start,
        )
    if board.piece(over) != 1 - board.mover:
        return Phrase("{situation}: a leap goes over an enemy.", situation=_holding(board, over))
    return None


def _landing_obstacle(board: PlayWinBoard, start: str, over: str, end: str) -> Phrase:
    landings = _landings(start, over)
    if end in landings:
        return Phrase("{situation}: a leap lands on an empty cell.", situation=_holding(board, end))
    facts = {"captured": over, "start": start}
    if landings:
        landing = Phrase(
            "over {captured} from {start} it lands on {cells:or}, not on {end}", **facts, cells=tuple(landings), end=end
        )
    else:
        landing = Phrase("over {captured} from {start} it would leave the board", **facts)
    way = tables.geometry().way(start, end)
    if end in way[1:2] and over in way:
        return Phrase("A leap must bend, 60° to the left or right: {landing}.", landing=landing)
    return Phrase("A leap bends, 60° to the left or right: {landing}.", landing=landing)


def _overs(start: str, end: str) -> list[str]:
    """The cells over which a bent leap from `start` lands on `end`."""
    name = tables.geometry().name_of
    return [name[leap.over] for leap in _leaps_from(start) if name[leap.to] == end]


def _landings(start: str, over: str) -> list[str]:
    """The cells where a bent leap from `start` over `over` lands."""
    name = tables.geometry().name_of
    return [name[leap.to] for leap in _leaps_from(start) if name[leap.over] == over]


def _no_enemy(overs: list[str]) -> Phrase:
    """A clause that says that there is no enemy on the one or two cells over which a leap would go."""
    if len(overs) == 1:
        return Phrase("{cell} holds no enemy", cell=overs[0])
    first, second = overs
    return Phrase("neither {first} nor {second} holds an enemy", first=first, second=second)
