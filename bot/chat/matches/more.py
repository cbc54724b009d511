"""The command `/match`, which opens More of a match, or goes straight to one of its options."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from discord import app_commands

from bot.chat.core.answers import Answer
from bot.chat.core.arguments import (
    called,
    choices,
    choices_of,
    latest,
    meant_or_asked,
    number_in,
    running_here,
    those_that_fit,
)
from bot.chat.core.dispatcher import Choices, slash, suggestions
from bot.chat.core.request import Request
from bot.model.match import State, Summary
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NothingFinished, NothingToPlay
from bot.model.refusals.settings import UnknownSetting
from bot.screens.core import Act
from bot.screens.more import OPTIONS, MatchOption
from bot.texts import limits
from bot.texts import matches as match_texts
from bot.texts.language import message, say

_LONGEST: Final = 40  # characters; every possible value is shorter
_MORE: Final = MatchOption(message("More"), Act("more"), 0)


def _named(do: str | None) -> MatchOption:
    """The option with a label or an action; More without a name. Raises `UnknownSetting`."""
    if do is None:
        return _MORE
    wanted = do.strip().casefold()
    option = next((entry for entry in OPTIONS if wanted in entry.names), None)
    if option is None:
        raise UnknownSetting(do, [say(entry.label) for entry in OPTIONS])
    return option


async def _fitting(request: Request, entry: MatchOption) -> Sequence[Summary]:
    """The person's matches with an option, with those that wait for them first."""
    states = [state for state in (State.RUNNING, State.FINISHED) if entry.state in (None, state)]
    return [match for match in await latest(request, *states) if match.game.has_chance or not entry.has_chance]


@suggestions
async def complete_match(request: Request, typed: str) -> Choices:
    """The matches in which the option filled in so far is available now, for the command's `match`."""
    try:
        entry = _named(request.options.get("do"))
    except UnknownSetting:
        entry = _MORE
    fitting = {match.id: match for match in await _fitting(request, entry)}
    labels = dict(
        called([(number, match_texts.against(summary, request.person)) for number, summary in fitting.items()], typed)
    )
    meant = [fitting[number] for number in labels]
    if entry is _MORE:  # which every match has
        return choices(list(labels.items()), typed)
    offered = await those_that_fit(request, meant, partial(entry.is_offered, actor=request.actor))
    return choices([(match.id, labels[match.id]) for match in offered], typed)


@suggestions
async def complete_do(request: Request, typed: str) -> Choices:
    """The options for the match filled in or for any of those that may be meant, for the command's `do`."""
    afterwards = [entry for entry in OPTIONS if entry.state is State.FINISHED]
    try:
        number = number_in(request.options.get("match"))
        if number is None:
            meant = await running_here(request)
            loaded = [await request.find(match.id) for match in meant[: limits.SUGGESTIONS]]
        else:
            loaded = [await request.find(number)]
    except NothingToPlay:
        possible = afterwards
    except Refusal:
        possible = []
    else:
        possible = [entry for entry in OPTIONS if any(entry.is_offered(match, request.actor) for match in loaded)]
        possible += [entry for entry in afterwards if number is None and entry not in possible]
    return choices_of({entry.act.name: say(entry.label) for entry in possible}, typed)


@app_commands.command(name="match", description="The More menu of a match, or one thing from it at once.")
@app_commands.describe(
    match="Which match, if you have several here; for a rematch, your latest if you leave this out",
    do="What to do at once: offer a draw, take a move back, resign and more",
)
@app_commands.autocomplete(match=complete_match, do=complete_do)
@slash
async def match_command(
    request: Request, match: str | None = None, do: app_commands.Range[str, 1, _LONGEST] | None = None
) -> Answer | None:
    """Do the same as the button of that name."""
    entry, number = _named(do), number_in(match)
    if number is None and entry.state is State.FINISHED:
        summaries = await _fitting(request, entry) or await latest(request, State.FINISHED)
        if not summaries:
            raise NothingFinished
        number = summaries[0].id
    if number is None:
        fits = partial(entry.is_offered, actor=request.actor)
        number = await meant_or_asked(request, entry.act, fits=fits)
    match_now = await request.find(number)  # a command is about the present board, as no button of an older one is
    return await request.answer_to(replace(entry.act, match_id=number, revision=match_now.revision))
