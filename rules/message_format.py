"""The form of messages: text with places for facts in braces, and plural forms as in ICU's MessageFormat.

`{cell}` and `{at:R}` are places; after the colon stands how the fact is written. A plural has a form for each category
of numbers that a language parts: `{count, plural, one {# disc} other {# discs}}`. In its forms `#` is the number, and
there may be more places and plurals. The fact may be a tuple, whose length is the number. Two apostrophes are one, and
one stands before no brace, nor `#` in a plural, where ICU begins a quotation with it.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple, cast

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""The categories of numbers that Unicode's CLDR knows; each language has some of them, and `other` in any case."""


class Place(NamedTuple):
    """A place for a fact, and how the fact is written: `{at:R}` is `Place("at", "R")`."""

    name: str
    form: str


class Plural(NamedTuple):
    """A place for what is said of so many: its forms by category. A category without a form has that of `other`."""

    name: str
    forms: Mapping[str, "Parts"]


class Number(NamedTuple):
    """The `#` in the form of a plural."""


Parts = tuple[str | Place | Plural | Number, ...]
"""A message or a form of a plural: texts, and what stands between them."""

_NAME: Final = r"\{\s*(?P<name>[^\W\d]\w*(?:\.\w+)*)\s*"
_PLACE: Final = re.compile(_NAME + r"(?::(?P<form>[^{}#|]+))?\}")
_PLURAL: Final = re.compile(_NAME + r",\s*plural\s*,\s*")
_FORM: Final = re.compile(rf"(?P<category>{'|'.join(CATEGORIES)})\s*\{{")
_TEXT: Final = re.compile(r"(?:[^{}']|''|'(?![{}]))+")
_TEXT_IN_PLURAL: Final = re.compile(r"(?:[^{}#']|''|'(?![{}#]))+")
_END: Final = re.compile(r"\}\s*")


@lru_cache(8192)
def parsed(message: str) -> Parts:
    """The parts of a message. Raises ValueError, which says where it is wrong."""
    parts, end = _parts(message, 0, in_plural=False)
    if end < len(message):
        raise _wrong(message, end)
    return parts


def places(message: str) -> frozenset[str]:
    """The names of all places of a message, those in plural forms included. Raises ValueError, as `parsed` does."""
    waiting, names = [*parsed(message)], set[str]()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Place | Plural):
            names.add(part.name)
        if isinstance(part, Plural):
            waiting += [inner for form in part.forms.values() for inner in form]
    return frozenset(names)


def _parts(message: str, at: int, *, in_plural: bool) -> tuple[Parts, int]:
    """The parts from an index to the end or to a brace that closes a form, and its index."""
    parts: list[str | Place | Plural | Number] = []
    of_text = _TEXT_IN_PLURAL if in_plural else _TEXT
    while at < len(message) and message[at] != "}":
        if text := of_text.match(message, at):
            parts.append(text[0].replace("''", "'"))
            at = text.end()
        elif place := _PLACE.match(message, at):
            parts.append(Place(place["name"], place["form"] or ""))
            at = place.end()
        elif plural := _PLURAL.match(message, at):
            forms, at = _forms(message, plural.end())
            parts.append(Plural(plural["name"], forms))
        elif message[at] == "#":
            parts.append(Number())
            at += 1
        else:
            raise _wrong(message, at)
    return tuple(parts), at


def _forms(message: str, at: int) -> tuple[Mapping[str, Parts], int]:
    """The forms of a plural from an index on, and the index behind the plural."""
    forms: dict[str, Parts] = {}
    while form := _FORM.match(message, at):
        forms[form["category"]], closed = _parts(message, form.end(), in_plural=True)
        end = _END.match(message, closed)
        if end is None:
            raise _wrong(message, closed)
        at = end.end()
    if "other" not in forms or message[at : at + 1] != "}":
        raise _wrong(message, at)
    return forms, at + 1


def _wrong(message: str, at: int) -> ValueError:
    return ValueError(f"a place, a plural or a brace is wrong at {message[at : at + 20]!r} in {message!r}")


def filled(
    message: str, facts: Mapping[str, Any], shown: Callable[[Any, str], str], category: Callable[[int], str]
) -> str:
    """A message with its facts in their places.

    `shown` turns a fact into text, in the form that its place asks for; `category` is that of a number in the language.
    Raises ValueError for a message of another form.
    """
    return _filled(parsed(message), facts, shown, category, 0)


def _filled(
    parts: Parts,
    facts: Mapping[str, Any],
    shown: Callable[[Any, str], str],
    category: Callable[[int], str],
    number: int,
) -> str:
    """Parts with their facts; `number` is that of the plural around them."""
    told: list[str] = []
    for part in parts:
        if isinstance(part, str):
            told.append(part)
        elif isinstance(part, Place):
            name, form = part
            told.append(shown(facts[name] if "." not in name else _attribute(name, facts), form))
        elif isinstance(part, Plural):
            name, forms = part
            fact = facts[name] if "." not in name else _attribute(name, facts)
            count = len(cast(tuple[Any, ...], fact)) if isinstance(fact, tuple) else fact
            told.append(_filled(forms.get(category(count), forms["other"]), facts, shown, category, count))
        else:
            told.append(shown(number, ""))
    return "".join(told)


def _attribute(name: str, facts: Mapping[str, Any]) -> Any:
    """The attribute of a fact that a name with dots means."""
    fact, *attributes = name.split(".")
    return reduce(getattr, attributes, facts[fact])
