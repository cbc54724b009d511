"""Which league or event somebody means."""

import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions.competitions import standings as read
from bot.chat.core.dispatcher import Choices, suggestions
from bot.chat.core.request import Request
from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.refusals.commands import OnlyInServers
from bot.model.refusals.competitions import NoCompetition, SeveralCompetitions, UnknownCompetition
from bot.texts import competitions as sentences

_NUMBER: Final = re.compile(r"\s*#?(?P<number>[0-9]{1,9})\s*")
_MOST_CHOICES: Final = 25
_MOST_NAMED: Final = 5


async def competition_named(
    request: Request, text: str | None, formats: Sequence[Format], *stages: CompetitionStage
) -> int:
    """The number of the competition that a text names, or of the only one in these stages; the first stage goes first.

    Raises `OnlyInServers`, `UnknownCompetition`, `NoCompetition` or `SeveralCompetitions`.
    """
    found = await _competitions(request, formats)
    if text is not None and text.strip():
        return _named(text, found)
    for stage in stages:
        fitting = [one for one in found if one.stage is stage]
        if len(fitting) == 1 or (fitting and stage is CompetitionStage.OVER):
            return fitting[0].id
        if fitting:
            raise SeveralCompetitions(tuple(fitting[:_MOST_NAMED]))
    raise NoCompetition


def _named(text: str, found: Sequence[Competition]) -> int:
    """A number, which may be of one that is no longer listed, or the beginning of a name."""
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return int(number["number"])
    wanted = text.strip().casefold()
    fitting = [one for one in found if one.name.casefold().startswith(wanted)]
    if not fitting:
        raise UnknownCompetition(text)
    return fitting[0].id


async def _competitions(request: Request, formats: Sequence[Format]) -> Sequence[Competition]:
    if request.server_id is None:
        raise OnlyInServers
    known = await read.of_server(request.context, request.server_id)
    return [one for one in known if one.regulations.format in formats]


def suggestions_of(
    formats: Sequence[Format],
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]:
    """What suggests competitions of these formats on this server that fit what was typed."""

    @suggestions
    async def complete(request: Request, typed: str) -> Choices:
        if request.server_id is None:
            return []
        labels = {str(one.id): sentences.choice(one) for one in await _competitions(request, formats)}
        fitting = [(number, label) for number, label in labels.items() if typed.strip().casefold() in label.casefold()]
        return [app_commands.Choice(name=label, value=number) for number, label in fitting[:_MOST_CHOICES]]

    return complete
