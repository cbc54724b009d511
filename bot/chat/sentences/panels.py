"""The list of the matches that run on a server."""

from collections.abc import Sequence
from typing import Final

from bot.chat.sentences.clocks import time_left
from bot.chat.sentences.names import linked, matched, name
from bot.model.summary import Summary

_LONGEST: Final = 3700
"""Characters that the lines may have; a message holds 4000."""


def panel(matches: Sequence[Summary], count: int) -> str:
    """All matches that run on a server, `count` of them, of which `matches` come first; as many as a message holds."""
    if not matches:
        return "### Running matches\nNone right now. `/play` begins one, with people or at once with a character."
    head = "### Running matches\n-# The match with the least time left comes first."
    lines: list[str] = []
    for match in matches:
        line = _line(match)
        if sum(map(len, lines)) + len(lines) + len(line) > _LONGEST:
            break
        lines.append(line)
    more = count - len(lines)
    tail = [f"-# … and {more} more. `/games` lists yours."] if more else []
    return "\n".join((head, *lines, *tail))


def _line(match: Summary) -> str:
    """One running match: who plays it, whose turn it is and how much time is left."""
    players = matched([name(person) for person in match.people])
    turn = f" · **{name(match.to_move)}** to move" if match.to_move else ""
    left = f" · {time_left(match)}" if match.deadline else ""
    return f"- {linked(match)}: {players}{turn}{left}"
