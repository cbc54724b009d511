"""The registry of sentences for all refusals."""

from collections.abc import Callable, Mapping
from functools import partial, singledispatch
from typing import Any

from bot.model.refusals import Refusal
from bot.texts.language import say


@singledispatch
def sentence(_error: BaseException) -> str | None:
    """The sentence for people about an error; None if the error is not meant for people."""
    return None


def register(messages: Mapping[type[Refusal], str], facts: Callable[[Any], Mapping[str, Any]] = vars) -> None:
    """Register sentences that are messages over the `facts` of a refusal, such as `{match.id}`.

    `{person}` is a person's name, `{people:# is|# are}` are several names with their verb, `{at:R}` is a timestamp in one
    of Discord's styles, and `{text:q}` quotes typed text; `rules.core.Phrase` describes the rest.
    """
    for kind, message in messages.items():
        sentence.register(kind, partial(_told, message, facts))


def _told(message: str, facts: Callable[[Any], Mapping[str, Any]], error: Refusal) -> str:
    return say(message, **facts(error))
