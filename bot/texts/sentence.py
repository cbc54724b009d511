"""The registry of sentences for all refusals."""

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
    """The sentence for people about an error; None if the error is not meant for people."""
    return None


def register(templates: Mapping[type[Refusal], str], facts: Callable[[Any], Mapping[str, Any]] = vars) -> None:
    """Register sentences that are templates over the `facts` of a refusal, such as `{match.id}`.

    `{person}` is a person's name, `{people:is/are}` are several names with their verb, `{most:match/matches}` counts
    things, `{at:R}` is a timestamp in one of Discord's styles, and `{text!q}` quotes typed text.
    """
    for kind, template in templates.items():
        sentence.register(kind, partial(_told, template, facts))


def _told(template: str, facts: Callable[[Any], Mapping[str, Any]], error: Refusal) -> str:
    return written(template, **facts(error))


def written(template: str, **facts: Any) -> str:
    """A template filled with its facts, as `register` describes."""
    return _FORMATTER.vformat(template, (), facts)


class _Formatter(Formatter):
    """The formatter of facts in sentences."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a fact by its type."""
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
        """Quote typed text."""
        return quotation(value) if conversion == "q" else super().convert_field(value, conversion)


_FORMATTER: Final = _Formatter()
