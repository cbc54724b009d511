"""Plans as text.

A plan is one or several lines with line breaks or semicolons between them. A line of moves alone is a queue: they are
played one after the other as one's turns come, whatever the others play. A line that begins with `after` waits for
what the others play, and may go on with further answers; a queue stands before such lines and is played before them:

    b2 b2 c1 d3
    after e5<e4: c4xe3
    after e5<e4: c4xe3, after d2<d3: a1<b2
    after anything else: a1<b2

- `if` and `when` mean the same as `after`, and a line that begins with `e5<e4:` alone is understood too.
- `anything else`, `anything`, `else`, `otherwise` and `*` stand for whatever no other line of the same place names.
- Between what they play and the answer stands a colon. Where there is none, `then`, an arrow with spaces around it
  (`->`, `=>`, `→`) or the first comma does: no token of a game has a colon in it, but people type arrows in moves.
- Several moves have commas between them (not before a digit, where a comma belongs to a square: `fox-8,5`), or spaces
  where there is no comma: several answers are played one after the other, several moves of the others have all to be
  played in that order, as in a series or by several people. Moves of the others always need commas.
- Lines that begin alike are one as far as they do. Instead of repeating the beginning a line can stand deeper than the
  line that it goes on from, which is also how plans are shown.

Everything here is about text; whether the moves are moves is looked at in `bot.model.plans.checking`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.plans.tree import Part, PlanError, PlanTree

ANYTHING: Final = "anything else"
_AFTER: Final = "after"

_SPELT: Final = str.maketrans({"：": ":", "；": ";", "，": ",", "`": "", "\t": "    ", "\r": ""})
_CONDITION: Final = re.compile(r"\b(?:after|if|when)\b", re.IGNORECASE)
_ELSE: Final = re.compile(
    r"(?:or\s+)?(?:anything\s+else|otherwise|else)\b[\s,:]*(?:(?:then\b|[-=]+>|→|⇒)\s*)?", re.IGNORECASE
)
_MISPLACED: Final = re.compile(r"\b(?:else|otherwise)\b", re.IGNORECASE)
_BARE: Final = re.compile(r"(?:[^,:]|,(?=[0-9]))+:\s")
_ENDS: Final = (
    re.compile(r"(?P<after>[^:]*):(?P<moves>.*)"),
    re.compile(r"(?P<after>.*?)\bthen\b(?P<moves>.*)", re.IGNORECASE),
    re.compile(r"(?P<after>.*)\s(?:[-=]+>|→|⇒)\s(?P<moves>.*)"),
    re.compile(r"(?P<after>.*?),(?![0-9])(?P<moves>.*)"),
)
_ANYTHING: Final = re.compile(r"(?:anything|any|else|otherwise|\*)(?:\s+(?:else|other))?(?:\s+moves?)?", re.IGNORECASE)
_THEY: Final = re.compile(r"^(?:(?:they|he|she)\s+plays?\s+)+", re.IGNORECASE)
_I: Final = re.compile(r"^(?:i\s+play\s+)+", re.IGNORECASE)
_JOINT: Final = re.compile(r"[\s,](?:and|then)", re.IGNORECASE)
_COMMA: Final = re.compile(r",(?![0-9])")


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line as it was typed: its number and parts, the first of which holds a queue or nothing.

    `spaced` tells that each part without commas may hold several moves with spaces between them.
    """

    number: int
    parts: tuple[Part, ...]
    spaced: frozenset[int] = frozenset()


def read_lines(text: str) -> list[PlanLine]:
    """The lines of a text. Raises `PlanError` for one that says when but not what to play, or the other way round."""
    lines = list(_read_lines(text.translate(_SPELT)))
    is_list = re.search(r"[;\n]|,(?![0-9])", text.strip()) is not None
    if is_list and all(len(line.parts) == 1 for line in lines):  # then spaces belong to the moves
        return [replace(line, spaced=frozenset()) for line in lines]
    return lines


def _read_lines(text: str) -> Iterator[PlanLine]:
    above: list[tuple[int, PlanLine]] = []  # the lines that the next one may go on from, with their indents
    number = 0
    for row in text.split("\n"):
        indent = len(row) - len(row.lstrip())
        while above and above[-1][0] >= indent:
            above.pop()
        beginning = above[-1][1] if above else None
        for piece in filter(None, map(str.strip, row.split(";"))):
            number += 1
            typed = _read_line(number, piece)
            if len(typed.parts) > 1:
                if beginning is not None and not typed.parts[0].moves:
                    typed = _below(beginning, typed)
                above.append((indent, typed))
            yield typed


def _below(beginning: PlanLine, typed: PlanLine) -> PlanLine:
    """A line that goes on where another one ends."""
    shift = len(beginning.parts) - 1
    spaced = beginning.spaced | {index + shift for index in typed.spaced if index}
    return PlanLine(typed.number, (*beginning.parts, *typed.parts[1:]), spaced)


def _read_line(number: int, text: str) -> PlanLine:
    if not _CONDITION.match(text):
        rest = _ELSE.match(text)
        if rest is not None:
            text = f"{_AFTER} {ANYTHING}: {text[rest.end() :]}"
        elif _BARE.match(text):
            text = f"{_AFTER} {text}"
    queue, *pieces = _CONDITION.split(text)
    parts = [Part(None, _moves(queue)), *(_conditional(number, piece.strip()) for piece in pieces)]
    for move in (move for part in parts for move in part.moves):
        if _MISPLACED.search(move):
            raise PlanError(f"Line {number} has an “else” in the middle: begin a new line with “after {ANYTHING}: …”.")
        if re.search(r":\s", move):
            raise PlanError(
                f"Line {number} has one colon too many at “{move[:40]}”: write “after” before what they play."
            )
    answers = [queue, *(found["moves"] for piece in pieces if (found := _ending(piece)))]
    answers[:-1] = [_without_joints(answer) for answer in answers[:-1]]
    return PlanLine(
        number, tuple(parts), frozenset(index for index, text in enumerate(answers) if not _COMMA.search(text))
    )


def _ending(piece: str) -> re.Match[str] | None:
    return next((found for end in _ENDS if (found := end.fullmatch(piece.strip()))), None)


def _conditional(number: int, piece: str) -> Part:
    found = _ending(piece)
    if found is None:
        raise PlanError(
            f"Line {number} does not say what you answer to “{piece[:40]}”: write a colon between what they play and "
            "what you play, as in “after c3: d4”."
        )
    moves = _moves(found["moves"])
    after = _THEY.sub("", found["after"].strip(), count=1)
    if not moves:
        raise PlanError(f"Line {number} does not say what you answer to “{after[:40]}”: write your move after it.")
    if _ANYTHING.fullmatch(after.strip(" ,")):
        return Part((), moves)
    names = _items(after)
    if not names:
        raise PlanError(f"Line {number} does not say after which move: write it, or “after {ANYTHING}: …”.")
    return Part(names, moves)


def _moves(text: str) -> tuple[str, ...]:
    return tuple(_I.sub("", move, count=1) for move in _items(_without_joints(text)))


def _without_joints(text: str) -> str:
    """A text without the commas and words at its end that lead to the next part."""
    shorter = f" {text}".rstrip(" ,")
    while (length := next((size for size in (4, 5) if _JOINT.fullmatch(shorter[-size:])), 0)) > 0:
        shorter = shorter[:-length].rstrip(" ,")
    return shorter


def _items(text: str) -> tuple[str, ...]:
    return tuple(" ".join(item.split()) for item in _COMMA.split(text) if item.strip())


def outline(tree: PlanTree) -> list[str]:
    """A tree as lines in which what goes on from a line stands deeper; `read_lines` understands them as the same tree."""
    queue = [_closed(tree.moves)] if tree.moves else []
    return [*queue, *_outline(tree, "")]


def _outline(tree: PlanTree, indent: str) -> Iterator[str]:
    for branch in tree.branches:
        after = ", ".join(branch.after) or ANYTHING
        yield f"{indent}{_AFTER} {after}: {_closed(branch.tree.moves)}"
        yield from _outline(branch.tree, f"{indent}  ")


def _closed(moves: Sequence[str]) -> str:
    """Moves with commas; a comma after a single one that has spaces inside keeps it from being read as several."""
    return f"{moves[0]}," if len(moves) == 1 and " " in moves[0] else ", ".join(moves)
