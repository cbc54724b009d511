"""The function with which the sentences of all refusals are registered."""

from collections.abc import Mapping
from functools import partial, singledispatch

from bot.model.refusals import Refusal


@singledispatch
def sentence(_error: BaseException) -> str | None:
    """What a person should understand of an error; None if it is none for people."""
    return None


def register(templates: Mapping[type[Refusal], str]) -> None:
    """Register sentences that need nothing but the facts of the refusal, such as `{match.id}`."""
    for kind, template in templates.items():
        sentence.register(kind, partial(_filled, template))


def _filled(template: str, error: Refusal) -> str:
    return template.format_map(vars(error))
