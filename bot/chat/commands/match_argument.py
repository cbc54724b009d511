"""Which match somebody means."""

import re
from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.chat.dispatcher import suggestions
from bot.chat.request import Request
from bot.chat.sentences import lists, names
from bot.model.match import Match, State, Summary
from bot.model.refusals.matches import NothingFinished, NothingToPlay, UnknownMatch, WhichMatch
from bot.store.queries import RunningMatch

_NUMBER: Final = re.compile(r"\s*#?\s*([0-9]{1,9})(?:\s.*)?")
_MOST_CHOICES: Final = 25
_MOST_FINISHED: Final = 200  # a person's list of finished matches only grows


async def named_or_only(request: Request, text: str | None, *, to_move: bool) -> Match:
    """The match of that number; see `number_of`. Raises what that and `Actions.find` raise."""
    return await request.actions.find(request.actor, await number_of(request, text, to_move=to_move))


async def number_of(request: Request, text: str | None, *, to_move: bool) -> int:
    """The number of the match that `text` names or, without one, of the only running match of the person that fits.

    With `to_move` matches that wait for the person go before the others, and matches in this channel go before those
    elsewhere. Raises `UnknownMatch`, `NothingToPlay` or `WhichMatch`.
    """
    actor = request.actor
    if text is not None and text.strip():
        number = _NUMBER.fullmatch(text)
        if number is None:
            raise UnknownMatch(f"“{names.shortened(text.strip(), 30)}”")
        return int(number[1])
    running = await request.actions.running_with(actor)
    fitting = _narrowed(running, request.surroundings.channel_id, to_move=to_move)
    if not fitting:
        raise NothingToPlay(actor.person)
    if len(fitting) > 1:
        numbers = {match.id for match in fitting}
        listed = await request.actions.of_person(actor.person, actor.server_id, State.RUNNING)
        raise WhichMatch([match for match in listed if match.id in numbers])
    return fitting[0].id


async def named_or_latest(request: Request, text: str | None) -> Match:
    """The match that `text` names or, without one, the person's match that ended last.

    Raises `UnknownMatch` or `NothingFinished`, or what `Actions.find` raises.
    """
    if text is not None and text.strip():
        return await named_or_only(request, text, to_move=False)
    finished = await latest(request, State.FINISHED)
    with_chance = [match for match in finished if match.game.has_chance] or finished
    if not with_chance:
        raise NothingFinished
    return await request.actions.find(request.actor, with_chance[0].id)


def _narrowed(running: Sequence[RunningMatch], channel_id: int | None, *, to_move: bool) -> Sequence[RunningMatch]:
    waiting = [match for match in running if match.is_to_move]
    fitting = waiting if to_move and waiting else running
    here = [match for match in fitting if channel_id in match.channels]
    return here or fitting


@suggestions
async def complete_match(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's running matches, those that wait for them first, for a command's `match`."""
    running = await request.actions.of_person(request.person, request.server_id, State.RUNNING)
    return choices([(match.id, lists.against(match, request.person)) for match in running], typed)


@suggestions
async def complete_finished(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's finished matches of games with chance, the latest first, for a command's `match`."""
    finished = await latest(request, State.FINISHED)
    with_chance = [match for match in finished if match.game.has_chance]
    return choices([(match.id, lists.against(match, request.person)) for match in with_chance], typed)


@suggestions
async def complete_over(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's finished matches, the latest first, for a command's `match`."""
    over = await latest(request, State.FINISHED)
    return choices([(match.id, lists.against(match, request.person)) for match in over], typed)


async def latest(request: Request, *states: State) -> Sequence[Summary]:
    """The person's matches in these states here, those that changed last first, as many as are worth looking through."""
    return await request.actions.of_person(request.person, request.server_id, *states, most=_MOST_FINISHED)


def choices(labelled: Sequence[tuple[int, str]], typed: str) -> list[app_commands.Choice[str]]:
    """The matches, by number and label, whose label holds what was typed."""
    labels = [(number, names.shortened(label)) for number, label in labelled]
    fitting = [(number, label) for number, label in labels if typed.strip().casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=str(number)) for number, label in fitting[:_MOST_CHOICES]]
