"""A transcript in the making: paragraphs, in which ids, instants and secrets read well and are the same each time."""

import difflib
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

_WIDTH: Final = 118
_MENTION: Final = re.compile(r"<(@[!&]?|#)(\d{15,20})>")
_PORT: Final = re.compile(r"(127\.0\.0\.1):\d+")
_LINK: Final = re.compile(r"https://discord\.com/channels/(?:\d+|@me)/(?:\d+/)?(\d+)")
_COMMAND: Final = re.compile(r"<(/[^:>]+):\d+>")
_ID: Final = re.compile(r"(?<![\w.])\d{15,20}(?!\w|\.\d)")
_TIME: Final = re.compile(r"<t:(\d+):(\w)>")
_SECRET: Final = re.compile(r"(?<!\w)(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])(furlong_)?[A-Za-z0-9_-]{22,}(?![\w])")
_CODE: Final = re.compile(r"(?<=code )[0-9A-F]{6}\b")


@dataclass
class Script:
    """The lines of a transcript. `name` knows the ids of people, channels and messages; None for another number."""

    title: str
    name: Callable[[int], str | None] = lambda _: None
    lines: list[str] = field(default_factory=list[str])
    _others: dict[str, str] = field(default_factory=dict[str, str])

    def note(self, heading: str, body: Iterable[str] = ()) -> None:
        """Add a paragraph: a line that says what happened, and indented ones with what there was to see."""
        self.lines += ["", self.plain(heading)]
        self.lines += [f"    {line}".rstrip() for part in body for line in self.plain(part).split("\n")]

    def act(self, heading: str) -> None:
        """Begin an act."""
        self.lines += ["", "", heading.upper(), "~" * len(heading)]

    def plain(self, text: str) -> str:
        """A text with names for ids, instants for people, and without secrets."""
        text = _MENTION.sub(lambda found: found[1][0] + self._named(found[2]).lstrip("#"), text)
        text = _PORT.sub(r"\1", text)
        text = _LINK.sub(lambda found: f"→ {self._named(found[1])}", text)
        text = _COMMAND.sub(r"\1", text)
        text = _TIME.sub(lambda found: f"{{{instant(datetime.fromtimestamp(int(found[1]), UTC))}, {found[2]}}}", text)
        text = _ID.sub(lambda found: self._named(found[0]), text)
        return _CODE.sub("······", _SECRET.sub(lambda found: f"‹{len(found[0])} secret characters›", text))

    def _named(self, number: str) -> str:
        known = self.name(int(number))
        return known if known is not None else self._others.setdefault(number, f"id-{len(self._others) + 1}")

    def __str__(self) -> str:
        """The whole transcript."""
        return "\n".join((self.title, "=" * len(self.title), *self.lines, ""))


def instant(at: datetime) -> str:
    """An instant as transcripts show it, to the second, in UTC."""
    return at.astimezone(UTC).strftime("%a %d %b %Y %H:%M:%S")


def changed(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """What has changed between two lists of lines: lines that are gone, with a minus, and new ones, with a plus."""
    compared = difflib.ndiff("\n".join(before).split("\n"), "\n".join(after).split("\n"))
    return [line.rstrip() for line in compared if line[:2] in ("- ", "+ ")]


def wrapped(text: str) -> list[str]:
    """A long line as several, the later ones indented."""
    return textwrap.wrap(text, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
