"""The function with which the sentences of all refusals are registered."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial, singledispatch
from string import Formatter
from typing import Any, Final, cast

from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.texts.clocks import instant
from bot.texts.names import name, names, names_with
from rules.wording import plural, quotation


@singledispatch
def sentence(_error: BaseException) -> str | None:
    """What a person should understand of an error; None if it is none for people."""
    return None


def register(templates: Mapping[type[Refusal], str], facts: Callable[[Any], Mapping[str, Any]] = vars) -> None:
    """Register sentences that need only the `facts` of the refusal, such as `{match.id}`.

    `{person}` is a person's name and `{people:is/are}` several names with their verb; `{most:match/matches}` counts things,
    `{at:R}` is an instant in a style of Discord's, and `{text!q}` quotes what was typed.
    """
    for kind, template in templates.items():
        sentence.register(kind, partial(_told, template, facts))


def _told(template: str, facts: Callable[[Any], Mapping[str, Any]], error: Refusal) -> str:
    return written(template, **facts(error))


def written(template: str, **facts: Any) -> str:
    """A template with its facts, written as `register` says."""
    return _FORMATTER.vformat(template, (), facts)


class _Formatter(Formatter):
    """Writes facts as sentences do."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a fact by its type."""
        one, _, many = format_spec.partition("/")
        if isinstance(value, Person):
            return name(value)
        if isinstance(value, datetime):
            return instant(value, one)
        if isinstance(value, tuple):
            people = cast(tuple[Person, ...], value)
            return names_with(people, one, many) if one else names(people)
        return plural(value, one, many or None) if one else str(value)

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        """Quote a typed text."""
        return quotation(value) if conversion == "q" else super().convert_field(value, conversion)


_FORMATTER: Final = _Formatter()
