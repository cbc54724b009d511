"""The text form of plans.

A plan is one or more lines, separated by line breaks or semicolons. A line of moves alone is a queue: they are played
one after the other as the player's turns come, whatever the others play. A line that begins with `after` waits for what
the others play, and may go on with further answers. A queue stands before such lines and is played first:

    b2 b2 c1 d3
    after e5<e4: c4xe3
    after e5<e4: c4xe3, after d2<d3: a1<b2
    after anything else: a1<b2

- A colon separates what the others play from the answer. A line that begins with just `e5<e4:` is understood too.
- `anything else` stands for all that no other line at the same point names.
- Moves are separated by commas (a comma before a digit belongs to a square: `fox-8,5`) or, without commas, by spaces.
  Several answers are played one after the other; several moves of the others must all be played in that order, as in a
  series or by several people. Moves of the others always need commas.
- Lines that begin alike share their beginning. Instead of repeating it, a line can be indented under the line that it
  continues, which is also how plans are shown.

This module only handles text; `bot.model.plans.parsing` checks the moves.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.plans.tree import PlanPart, PlanTree, UnreadPlan
from rules.core import Typed

ANYTHING: Final = "anything else"
OTHERWISE: Final = Typed(f"after {ANYTHING}: …")
"""How a line for all else that the others may play begins."""

_CLEANED: Final = str.maketrans({"：": ":", "；": ";", "，": ",", "、": ", ", "`": "", "\t": "    ", "\r": ""})
"""Replaces lookalike characters of other keyboards, and removes what surrounds a copied text."""

_AFTER: Final = re.compile(r"\bafter\b", re.IGNORECASE)
_COMMA: Final = re.compile(r",(?![0-9])")
_WITHOUT_AFTER: Final = re.compile(r"(?:[^,:]|,(?=[0-9]))+:")
_ANYTHING_ELSE: Final = re.compile(rf"(?:^|\bafter ){ANYTHING}(?= ?:)", re.IGNORECASE)
_FOREIGN: Final = re.compile(
    r"\b(?:if|when|then|otherwise|(?:they|he|she|i) plays?|and(?=,? after\b)|any(?:thing)?(?: else)?|else)\b|\*(?= ?:)",
    re.IGNORECASE,
)
"""Words that people might try, though no game uses them in its moves; the refusal says what to write instead."""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line as it was typed: its number and parts, the first of which holds a queue or nothing."""

    number: int
    parts: tuple[PlanPart, ...]


def read_lines(text: str) -> list[PlanLine]:
    """The lines of a text. Raises `UnreadPlan` for a line with a condition but no answer, or the other way round."""
    lines = list(_nested_lines(text.translate(_CLEANED)))
    is_list = "\n" in text.strip() or ";" in text or _COMMA.search(text) is not None
    if is_list and all(len(line.parts) == 1 for line in lines):  # then spaces belong to the moves
        return [PlanLine(line.number, (replace(line.parts[0], is_spaced=False),)) for line in lines]
    return lines


def _nested_lines(text: str) -> Iterator[PlanLine]:
    """Every line; an indented line begins with the parts of the line that it continues."""
    above: list[tuple[int, PlanLine]] = []  # the lines that the next one may continue, with their indents
    number = 0
    for row in text.split("\n"):
        indent = len(row) - len(row.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        beginning = above[-1][1].parts if above else ()
        for piece in filter(None, map(str.strip, row.split(";"))):
            number += 1
            line = _read_line(number, " ".join(piece.split()))
            if len(line.parts) > 1:
                if beginning and not line.parts[0].moves:
                    line = PlanLine(number, (*beginning, *line.parts[1:]))
                above.append((indent, line))
            yield line


def _read_line(number: int, text: str) -> PlanLine:
    foreign = _FOREIGN.search(_ANYTHING_ELSE.sub("", text))
    if foreign is not None:
        raise UnreadPlan(
            "Line {number} can't be read at “{text}”: put a colon between what they play and what you play. For anything else they play, start a new line with “{otherwise}”.",
            number=number,
            text=Typed(foreign[0]),
            otherwise=OTHERWISE,
        )
    queue, *pieces = _AFTER.split(text)
    if _WITHOUT_AFTER.match(queue):
        queue, pieces = "", [queue, *pieces]
    *texts, last = [queue, *pieces]
    queue, *pieces = [*(text.rstrip(" ,") for text in texts), last]  # a comma there leads to the next `after`
    parts = (_part(None, queue), *(_conditional(number, piece.strip()) for piece in pieces))
    for move in (move for part in parts for move in part.moves):
        if ":" in move:
            raise UnreadPlan(
                "Line {number} has one colon too many at “{text}”: put “{after}” before what they play.",
                number=number,
                text=Typed(move[:40]),
                after=Typed("after"),
            )
    return PlanLine(number, parts)


def _conditional(number: int, piece: str) -> PlanPart:
    """The part between one `after` and the next."""
    theirs, colon, answer = piece.partition(":")
    if not colon:
        raise UnreadPlan(
            "Line {number} doesn't say what you answer to “{text}”: put a colon between what they play and what you play.",
            number=number,
            text=Typed(piece[:40]),
        )
    names = _items(theirs)
    if not names:
        raise UnreadPlan(
            "Line {number} doesn't say after which move: type it, or “{otherwise}”.",
            number=number,
            otherwise=OTHERWISE,
        )
    part = _part(() if theirs.strip(" ,").casefold() == ANYTHING else names, answer)
    if not part.moves:
        raise UnreadPlan(
            "Line {number} doesn't say what you answer to “{text}”: type your move after it.",
            number=number,
            text=Typed(theirs[:40]),
        )
    return part


def _part(after: tuple[str, ...] | None, moves: str) -> PlanPart:
    return PlanPart(after, _items(moves), is_spaced=" " in moves.strip() and _COMMA.search(moves) is None)


def _items(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in _COMMA.split(text) if item.strip())


def outline(tree: PlanTree) -> list[str]:
    """A tree as lines, with continuations indented; `read_lines` reads them as the same tree."""
    queue = [_closed(tree.moves)] if tree.moves else []
    return [*queue, *_outline(tree, "")]


def _outline(tree: PlanTree, indent: str) -> Iterator[str]:
    for branch in tree.branches:
        after = ", ".join(branch.after) or ANYTHING
        yield f"{indent}after {after}: {_closed(branch.tree.moves)}"
        yield from _outline(branch.tree, f"{indent}  ")


def _closed(moves: Sequence[str]) -> str:
    """Moves joined by commas; a comma after a single move with spaces keeps it from being read as several."""
    return f"{moves[0]}," if len(moves) == 1 and " " in moves[0] else ", ".join(moves)
