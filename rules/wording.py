"""Phrases that the games have in common in what they say to players."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from rules.core import Outcome

_MOST_NAMED: Final = 6
_LONGEST_QUOTE: Final = 40


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts joined as in a sentence: `a`, `a and b`, `a, b and c`; nothing for none."""
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def plural(count: int, one: str, many: str | None = None) -> str:
    """A number of things: `1 move`, `2 moves`; `many` is what several are called if it is not `one` with an s."""
    return f"1 {one}" if count == 1 else f"{count} {many or one + 's'}"


def agreeing(subjects: Sequence[str], one: str, many: str) -> str:
    """Subjects and their verb, `one` for a single subject: `a wins`, `a and b win`."""
    return f"{listed(subjects)} {one if len(subjects) == 1 else many}"


def reasons(found: Iterable[str]) -> str:
    """The first two of what a move is good for, in words that follow "it"; nothing for none."""
    return ", and it ".join(islice(found, 2))


def check_seats(game: str, seats: int, possible: Sequence[int] = (2,)) -> None:
    """Raises ValueError, in words, for a number of seats that a game does not have."""
    if seats not in possible:
        raise ValueError(
            f"{game} is a game for {listed([str(count) for count in possible], 'or')} players, not {seats}"
        )


def either(names: Iterable[str]) -> str:
    """The first of some names as a choice: `a4`, `a4 or b5`, `a1, …, b2 or 3 others`."""
    every = list(names)
    named, left_out = every[:_MOST_NAMED], len(every) - _MOST_NAMED
    if left_out > 0:
        named.append(plural(left_out, "other"))
    return listed(named, "or")


def quotation(text: str) -> str:
    """What somebody typed, inside a sentence: on one line, at most 40 characters of it, in quotation marks."""
    shown = " ".join(text.split())
    return f"“{shown}”" if len(shown) <= _LONGEST_QUOTE else f"“{shown[:_LONGEST_QUOTE]}…”"


def quoted(text: str) -> str:
    """The same at the beginning of a sentence, where nothing at all is called an empty line."""
    return quotation(text) if text.split() else "An empty line"


def game_over(outcome: Outcome | None) -> str:
    """The answer to every move once a game has this outcome; empty while it goes on, without one."""
    return "" if outcome is None else f"The game is over: {outcome.reason}."
