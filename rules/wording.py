"""Phrases that several games use in sentences for players."""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.core import Move, Outcome, Phrase, Typed, message
from rules.reading import odd_signs

_MOST_NAMED: Final = 6
"""The most things that a sentence lists before "or 3 others": people do not read longer lists."""
_MOST_GOALS: Final = 3
"""The most goals that an option of the picker lists."""
_MOST_ODD: Final = 3
"""The most odd characters that a refusal names."""
_LONGEST_QUOTE: Final = 40
"""The most characters of a player's text that an answer quotes: the length of the longest move."""
_EXCEPTIONS: Final = 0.25
"""The share of moves for which something may not hold that holds for nearly all."""
_NO_WORTHS: Final[Mapping[str, float]] = MappingProxyType({})
TURNING: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that change the direction of the text after them, which an answer never repeats; for `str.translate`."""

# Translators: The end of a list of moves, as in “a4, b5 or 3 others”.
OTHER_MOVES: Final = message("{count, plural, one {# other} other {# others}}", "moves")

_CHOICE: Final = "{names:or}"
"""A list and nothing else, so that there is nothing to translate."""


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts joined as in a sentence: `a`, `a and b`, `a, b and c`; empty if there are none."""
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def plural(count: int, one: str, many: str | None = None) -> str:
    """A number of things: `1 move`, `2 moves`; `many` is the plural unless it is `one` with an s."""
    return f"1 {one}" if count == 1 else f"{count} {many or one + 's'}"


class Reason(NamedTuple):
    """One thing that speaks for a move, in words that follow "it"; without words it is only compared.

    The moves of a position are compared on the `scale`, which is the message unless it is named: what comes to the same
    `worth` or more for another move speaks no less for that one.
    """

    text: Phrase | None
    worth: float = 1
    named: str = ""

    @property
    def scale(self) -> str:
        """What moves are compared by."""
        return self.named or (self.text.message if self.text is not None else "")

    def unsaid(self) -> "Reason":
        """The same without words, for where something else says it all."""
        return Reason(None, self.worth, self.scale)


class Reasons(NamedTuple):
    """Everything that speaks for a move, the most important first; lesser reasons only fill a gap.

    What other moves are compared by is all there, even where nobody would say it of this one.
    """

    main: Sequence[Reason]
    lesser: Sequence[Reason] = ()

    def worths(self) -> Mapping[str, float]:
        """What the move is worth on each scale."""
        found: dict[str, float] = {}
        for reason in (*self.main, *self.lesser):
            found[reason.scale] = max(reason.worth, found.get(reason.scale, reason.worth))
        return found

    def told(self, known: Mapping[str, float] = _NO_WORTHS) -> str:
        """The first two main reasons of different scales, or else the first lesser one; empty if none is left.

        Those that come to no more than what is `known` of other moves on their scale are left out.
        """
        for reasons, most in ((self.main, 2), (self.lesser, 1)):
            left: dict[str, str] = {}
            for reason in reasons:
                if reason.text is not None and reason.worth > known.get(reason.scale, -math.inf):
                    left.setdefault(reason.scale, reason.text)
            match list(left.values())[:most]:
                case [first, second]:
                    # Translators: Each reason follows “it”, the move, as in “it reaches the far row, and it attacks a
                    # disc”.
                    return Phrase("{reason}, and it {other_reason}", reason=first, other_reason=second)
                case [only]:
                    return only
                case _:
                    pass
        return ""


def of_nearly_all(moves: Sequence[Reasons]) -> Mapping[str, float]:
    """What three of four of these moves are worth on each scale, at least."""
    few, worths = int(len(moves) * _EXCEPTIONS), [reasons.worths() for reasons in moves]
    known: dict[str, float] = {}
    for scale in {scale for one in worths for scale in one}:
        known[scale] = sorted(one.get(scale, -math.inf) for one in worths)[few]
    return known


SENTENCE: Final = "{sentence"
"""The beginning of what `sentences` returns."""


def sentences(*parts: str) -> Phrase:
    """Whole sentences, one after the other; empty ones are left out."""
    facts = {f"{SENTENCE[1:]}{number}": part for number, part in enumerate(parts) if part}
    return Phrase(" ".join(f"{{{place}}}" for place in facts), **facts)


def check_seats(game: str, seats: int, possible: Sequence[int] = (2,)) -> None:
    """Raise ValueError if a game cannot be played with a number of seats."""
    if seats not in possible:
        raise ValueError(
            f"{game} is a game for {listed([str(count) for count in possible], 'or')} players, not {seats}"
        )


def either(names: Iterable[str], others: str = OTHER_MOVES) -> Phrase:
    """Names as a choice, at most six of them: `a4`, `a4 or b5`, `a1, …, b2 or 3 others`, in words for what is named."""
    every = list(names)
    named, left_out = every[:_MOST_NAMED], len(every) - _MOST_NAMED
    if left_out > 0:
        named.append(Phrase(others, count=left_out))
    return Phrase(_CHOICE, names=tuple(named))


def reaching(goals: Sequence[str]) -> Phrase:
    """The goals of a piece in a few words: `reaches c4`, `reaches a1, a2 and a3`, `12 cells`."""
    if len(goals) <= _MOST_GOALS:
        return Phrase("reaches {cells}", cells=tuple(goals))
    return Phrase("{count, plural, one {# cell} other {# cells}}", count=len(goals))


def quotation(text: str) -> Phrase:
    """A player's text as quoted inside a sentence: on one line, in quotation marks, cut to 40 characters."""
    shown = " ".join(text.translate(TURNING).split())
    return Phrase("“{text}”", text=shown if len(shown) <= _LONGEST_QUOTE else f"{shown[:_LONGEST_QUOTE]}…")


def quoted(text: str) -> Phrase:
    """A player's text as quoted at the beginning of a sentence; "An empty line" if there is none."""
    return quotation(text) if text.split() else Phrase("An empty line")


def not_a_move(text: str, game: str) -> Phrase:
    """The sentence that says that a player's text is not a move of the game of this name, and what is odd about it."""
    return sentences(Phrase("{text} isn't a move in {game}.", text=quoted(text), game=game), no_sign(text))


def no_sign(text: str) -> str:
    """The sentence that names the characters of a text that occur in no move, with their codes; empty without any."""
    odd = [f"“{sign}” (U+{ord(sign):04X})" for sign in odd_signs(text)][:_MOST_ODD]
    return Phrase("No move has {signs:or} in it.", signs=tuple(odd)) if odd else ""


def example(moves: Sequence[Move]) -> Phrase:
    """A sentence that names one of the legal moves."""
    return Phrase("You could play {move}, for example.", move=Typed(moves[0]))


def game_over(outcome: Outcome | None) -> str:
    """The answer to any move after the end; empty if there is no outcome yet."""
    return "" if outcome is None else Phrase("The match is over: {reason}.", reason=outcome.reason)
