"""Which match somebody means."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.actions import matches as stored
from bot.chat.core.answers import Instead, Show
from bot.chat.core.dispatcher import suggestions
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.matches.match_choice import MatchChoice, match_question
from bot.model.match import Match, State
from bot.model.refusals.matches import NothingFinished, NothingToPlay, UnknownMatch
from bot.model.summary import Summary
from bot.store.queries import RunningMatch
from bot.texts import matches as lists
from bot.texts import names

_NUMBER: Final = re.compile(r"\s*#?\s*(?P<number>[0-9]{1,9})(?:\s.*)?")
_MOST_CHOICES: Final = 25
_MOST_FINISHED: Final = 200  # a person's list of finished matches only grows


async def named_or_asked(request: Request, text: str | None, going_on: Press, *, typed: str = "") -> Match:
    """The match that `text` names or, without one, the only running match of the person that fits.

    Matches in this channel go before those elsewhere. Where several fit, the handler ends with the question which one is
    meant; what is pressed there is `going_on`, for that match, with what was `typed`. Raises `UnknownMatch`,
    `NothingToPlay`, or what `Request.find` raises.
    """
    number = number_in(text)
    if number is None:
        fitting = here_first(request, await running(request))
        if len(fitting) > 1:
            numbers = {match.id for match in fitting}
            listed = await stored.of_person(request.context, request.person, request.server_id, State.RUNNING)
            raise ask_for_match(request, [match for match in listed if match.id in numbers], going_on, typed=typed)
        number = fitting[0].id
    return await request.find(number)


def number_in(text: str | None) -> int | None:
    """The number of the match that `text` names; None if it is empty. Raises `UnknownMatch`."""
    if text is None or not text.strip():
        return None
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise UnknownMatch(f"“{names.shortened(text.strip(), 30)}”")
    return int(found["number"])


async def running(request: Request) -> Sequence[RunningMatch]:
    """The running matches that the person may mean. Raises `NothingToPlay` if there are none."""
    found = await stored.running_with(request.context, request.actor)
    if not found:
        raise NothingToPlay(request.person)
    return found


def here_first(request: Request, found: Sequence[RunningMatch]) -> Sequence[RunningMatch]:
    """Those of some matches that are played in this channel or thread, or all of them if none is."""
    return [match for match in found if request.surroundings.channel_id in match.channels] or found


def ask_for_match(
    request: Request, matches: Sequence[Summary], going_on: Press, *, question: str = "", typed: str = ""
) -> Instead:
    """What ends a handler with the question which match is meant; `typed` is gone on with in the one that is chosen."""
    choices = [MatchChoice(match, replace(going_on, match_id=match.id)) for match in matches]
    text = question or lists.match_prompt()
    return Instead(Show(match_question(text, choices, request.person, request.services.symbols, typed=typed)))


async def named_or_latest(request: Request, text: str | None) -> Match:
    """The match that `text` names or, without one, the person's match with dice that ended last.

    Raises `UnknownMatch` or `NothingFinished`, or what `Request.find` raises.
    """
    number = number_in(text)
    if number is None:
        finished = await latest(request, State.FINISHED)
        with_chance = [match for match in finished if match.game.has_chance] or finished
        if not with_chance:
            raise NothingFinished
        number = with_chance[0].id
    return await request.find(number)


@suggestions
async def complete_match(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's running matches, those that wait for them first, for a command's `match`."""
    running = await stored.of_person(request.context, request.person, request.server_id, State.RUNNING)
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
    return await stored.of_person(request.context, request.person, request.server_id, *states, most=_MOST_FINISHED)


def choices(labelled: Sequence[tuple[int, str]], typed: str) -> list[app_commands.Choice[str]]:
    """The matches, by number and label, whose label holds what was typed."""
    labels = [(number, names.shortened(label)) for number, label in labelled]
    fitting = [(number, label) for number, label in labels if typed.strip().casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=str(number)) for number, label in fitting[:_MOST_CHOICES]]
