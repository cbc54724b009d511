"""A rule that Discord has for requests, and tables of such rules.

Limits are in characters (code points, as Discord counts them) unless a rule says otherwise. Sources are pages of
Discord's documentation, below `developers/`; "reported" is known from people whose bots ran, "observed" from the API's
own answers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

Json = Mapping[str, Any]
Subject = TypeVar("Subject")
Check = TypeVar("Check", bound=Callable[[Any], Iterable[str]])


@dataclass(frozen=True, slots=True)
class Rule(Generic[Subject]):
    """A rule: `check` yields what is wrong with a subject. It holds for subjects whose type is one of `kinds`, or for all."""

    name: str
    source: str
    kinds: Collection[int]
    check: Callable[[Subject], Iterable[str]]

    def holds_for(self, kind: int) -> bool:
        """Whether the rule is about subjects of this type."""
        return not self.kinds or kind in self.kinds


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach of the rule called `rule`: `text` says where and what."""

    rule: str
    text: str


class Table(Generic[Subject]):
    """The rules about one kind of subject, such as components or commands."""

    def __init__(self) -> None:
        """Begin without rules."""
        self.rules: list[Rule[Subject]] = []

    def rule(self, source: str, *kinds: int) -> Callable[[Check], Check]:
        """A decorator that adds a check as a rule named like the function."""

        def added(check: Check) -> Check:
            self.rules.append(Rule(check.__name__.strip("_").replace("_", " "), source, kinds, check))
            return check

        return added

    def violations(self, subject: Subject, kind: int = 0, place: str = "") -> Iterator[Violation]:
        """What the rules object to; `kind` is the subject's type if it has one."""
        for rule in self.rules:
            if rule.holds_for(kind):
                for problem in rule.check(subject):
                    yield Violation(rule.name, f"{place}: {problem}" if place else problem)


def json_object(value: object) -> Json:
    """A value that is an object; otherwise an empty one."""
    return cast("Json", value) if isinstance(value, dict) else {}


def part_of(data: Json, name: str) -> Json:
    """A field that is an object; empty if it is missing or null."""
    return data.get(name) or {}


def items(data: Json, name: str) -> list[Any]:
    """A field that is a list; empty if it is missing or null."""
    return data.get(name) or []


def length(named: str, text: object, most: int, least: int = 0) -> Iterator[str]:
    """An objection unless `text` is missing or a string of `least` to `most` characters."""
    if isinstance(text, str) and not least <= len(text) <= most:
        yield f"{named} has {len(text)} characters, not {least} to {most}"


def number(named: str, value: object, least: int, most: int) -> Iterator[str]:
    """An objection unless `value` is missing or a number from `least` to `most`."""
    if value is not None and not (isinstance(value, int | float) and least <= value <= most):
        yield f"{named} is {value!r}, not {least} to {most}"


def count(named: str, things: Collection[object] | None, most: int, least: int = 0) -> Iterator[str]:
    """An objection unless there are `least` to `most` things."""
    if not least <= len(things or ()) <= most:
        yield f"{len(things or ())} {named}, not {least} to {most}"


def distinct(named: str, values: Iterable[object]) -> Iterator[str]:
    """An objection for each value that occurs again."""
    seen: set[object] = set()
    for value in values:
        if value in seen:
            yield f"{named} {value!r} occurs more than once"
        seen.add(value)
