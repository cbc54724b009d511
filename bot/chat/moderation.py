"""The commands `/manage` for others' matches, challenges and competitions, notices to players, and the log."""

# discord.py's decorators leave the type of a command's group unknown; these commands belong to the group below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import logging
from collections.abc import Callable
from functools import partial
from typing import Final, NoReturn

import discord
from discord import app_commands

from bot.actions import jobs, matches, moderation
from bot.actions.change import MatchChange, check_age
from bot.actions.moderation import reason_in
from bot.chat.competitions.commands import Season, complete_season, season_called, start
from bot.chat.core.answers import Answer, Change, Instead, Say, Show
from bot.chat.core.arguments import ChannelOrThread, choices, keeping, number_in, typed_in
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.members import person_of
from bot.chat.core.messages import Post, plain
from bot.chat.core.permissions import check_manager
from bot.chat.core.press import button, button_of, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell
from bot.chat.delivery.threads import resend_after
from bot.chat.screens import asked_of, post_of
from bot.model.jobs import Claim, Kind
from bot.model.moderation import LONGEST_REASON, Intervention
from bot.model.people import Person
from bot.model.refusals.matches import MatchOrSeason, UnknownMatch
from bot.model.refusals.settings import NotTextChannel
from bot.screens import managing
from bot.screens.core import Act, page_number, snowflake, turning
from bot.texts import competitions as competition_texts
from bot.texts import moderation as moderation_texts
from bot.texts import notices
from bot.texts.language import labelled, say, speaking, spoken, supported
from bot.texts.names import literal_name, matched

_log: Final = logging.getLogger(__name__)
_MOST_LISTED: Final = 200
_LONGEST: Final = 40  # characters; every possible value is shorter
_Match = app_commands.Range[str, 1, _LONGEST]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]
_MATCH: Final = "Which match, by its number"
_SEASON: Final = "Or which league, event or ladder"
_PRIVATELY_FIRST: Final = ((Route.DIRECT, Route.MENTION),)  # nobody is shown up in public
_WHY: Final = "Why; the people it's about see it, and it's in the log"


@suggestions
async def complete_any(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The running matches of the server, those with the least time left first."""
    if request.server_id is None:
        return []
    running = await matches.running(request.context, request.server_id, _MOST_LISTED)
    labels = [
        (match.id, labelled(f"#{match.id} {match.game.name}", matched([literal_name(who) for who in match.people])))
        for match in running
    ]
    return choices(labels, typed)


async def _try(request: Request, text: str, ask: Callable[[MatchChange], NoReturn]) -> NoReturn:
    """Find out what a deed would do to the match that a text names, and `ask`. Raises `UnknownMatch`, or what `ask` raises."""
    number = number_in(text)
    if number is None:
        raise UnknownMatch(text)
    async with request.change(number) as change:
        ask(change)


async def _done(request: Request, do: Callable[[MatchChange], Person | None]) -> Answer:
    """Do to the match of a question, which must be as it was, what the question was about."""
    async with request.change(request.act.match_id, seen=request.seen) as change:
        removed = do(change)
    match = await request.show(change)
    request.services.look()
    return Change.to_text(moderation_texts.done_to(match, removed))


async def _season_named(request: Request, match: str | None, season: str | None) -> int | None:
    """The number of the competition named, or None for a match. Raises `MatchOrSeason` unless exactly one is named."""
    check_manager(request)
    if (match is None) == (season is None):
        raise MatchOrSeason
    return None if season is None else await season_called(request, season)


@app_commands.command(
    name="cancel", description="Call off a match, or a competition before it starts; close a challenge or a ladder."
)
@app_commands.describe(match=_MATCH, season=_SEASON, reason=_WHY)
@app_commands.autocomplete(match=complete_any, season=complete_season)
@slash
async def cancel(
    request: Request, match: _Match | None = None, season: Season | None = None, reason: _Reason | None = None
) -> None:
    """Ask whether to call off a match, which then counts for nobody, or a competition."""
    number = await _season_named(request, match, season)
    if number is not None:
        competition = await managing.check_callable_off(asked_of(request), number)
        label, question = competition_texts.cancel_label(competition), competition_texts.cancel_question(competition)
        raise _asked(question, label, Act("manage_call_off", detail=f"{number}"), reason)

    def ask(change: MatchChange) -> NoReturn:
        before = change.match
        moderation.cancel(change, request.person, "")
        act = Act("manage_call_off", before.id, before.revision)
        raise _asked(moderation_texts.calling_off(before), say("Call it off"), act, reason)

    await _try(request, match or "", ask)


@on_press("manage_call_off", in_place=True)
async def call_off(request: Request) -> Answer:
    """Handle Call it off and Close it, after the question."""
    season, reason = request.act.detail, typed_in(request.message)
    if season:
        return Change(await post_of(await managing.called_off(asked_of(request), page_number(season), reason)))
    return await _done(request, lambda change: moderation.cancel(change, request.person, reason_in(reason)))


@app_commands.command(
    name="remove", description="Take a player out of a match or a competition. In a match of two they lose it."
)
@app_commands.describe(player="Who", match=_MATCH, season=_SEASON, reason=_WHY)
@app_commands.autocomplete(match=complete_any, season=complete_season)
@slash
async def remove(
    request: Request,
    player: discord.User,
    match: _Match | None = None,
    season: Season | None = None,
    reason: _Reason | None = None,
) -> None:
    """Ask whether to remove a player from a match, an open challenge or a competition."""
    person, number = person_of(player), await _season_named(request, match, season)
    if number is not None:
        subject = competition_texts.title(await managing.check_removable(asked_of(request), number, person))
        question, at = moderation_texts.removal_from_season(subject, person), f"{person.id}/{number}"
        raise _asked(question, say("Take out"), Act("take_out", detail=at), reason)

    def ask(change: MatchChange) -> NoReturn:
        act = Act("take_out", change.match.id, change.match.revision, f"{person.id}")
        removed = moderation.remove(change, request.person, person.id, "")
        raise _asked(moderation_texts.removal(change.match, removed), say("Take out"), act, reason)

    await _try(request, match or "", ask)


def _asked(question: str, label: str, act: Act, reason: str | None) -> Instead:
    """An exception that asks a manager whether to do `act` to others; the question keeps the reason."""
    yes, no = button(label, act, discord.ButtonStyle.danger), button(say("No"), Act("manage_no"))
    return Instead(Show(Post(keeping(question, reason or "", row_of(yes, no)))))


@on_press("manage_no", in_place=True)
async def leave_alone(_request: Request) -> Answer:
    """Handle No, after any of these questions."""
    return Change.to_text(say(moderation_texts.NOTHING_DONE))


@on_press("take_out", in_place=True)
async def take_out(request: Request) -> Answer:
    """Handle Take out, after the question."""
    whom, _slash, season = request.act.detail.partition("/")
    reason, person_id = typed_in(request.message), snowflake(whom)
    if season:
        return Change(
            await post_of(await managing.taken_out(asked_of(request), page_number(season), person_id, reason))
        )
    return await _done(request, lambda change: moderation.remove(change, request.person, person_id, reason_in(reason)))


@app_commands.command(name="close", description="Close every challenge waiting in a channel.")
@app_commands.describe(channel="Which channel or forum; leave it out for this one", reason=_WHY)
@slash
async def close(request: Request, channel: ChannelOrThread | None = None, reason: _Reason | None = None) -> Answer:
    """Ask whether to close the challenges in a channel."""
    server_id = check_manager(request)
    channel_id = request.surroundings.channel_id if channel is None else channel.id
    if channel_id is None:
        raise NotTextChannel(0)
    waiting = await moderation.waiting(request.context, server_id, channel_id)
    if not waiting:
        return Say(moderation_texts.closed(0, channel_id))
    latest = await request.find(waiting[-1])
    act = Act("manage_close", latest.id, latest.revision, f"{channel_id}")
    raise _asked(moderation_texts.closing(len(waiting), channel_id), say("Close"), act, reason)


@on_press("manage_close", in_place=True)
async def close_all(request: Request) -> Answer:
    """Handle Close, after the question: what has been posted since stays."""
    check_manager(request)
    check_age(await request.match(), request.act.revision)
    channel_id, reason = snowflake(request.act.detail), reason_in(typed_in(request.message))
    closed = await moderation.close_all(request.context, request.actor, channel_id, request.act.match_id, reason)
    request.services.look()
    return Change.to_text(moderation_texts.closed(closed, channel_id) if closed else say(moderation_texts.NOTHING_DONE))


@app_commands.command(name="log", description="What server managers have done, and why.")
@slash
async def log(request: Request) -> Answer:
    """Show the latest page of the log."""
    return Show(await _log_page(request, 0))


@on_press("managed", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Handle Older and Newer, under the log."""
    return Change(await _log_page(request, page_number(request.act.detail)))


async def _log_page(request: Request, page: int) -> Post:
    done = await moderation.log(request.context, check_manager(request), page)
    if done.pages == 1:
        return Post(plain(moderation_texts.log(done)))
    others = turning(Act("managed"), page, done.pages, say("Newer"), say("Older"))
    return Post(plain(moderation_texts.log(done), row_of(*map(button_of, others))))


manage: Final = app_commands.Group(
    name="manage",
    description="Leagues, events, ladders and other people's matches, for server managers.",
    default_permissions=discord.Permissions(manage_guild=True),
)
for _command in (start, cancel, remove, close, log):
    manage.add_command(_command)


async def tell_of(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person about an intervention, or wait until their quiet hours end; skip closed routes."""
    context, person_id = delivery.context, claim.about_person
    preferences = await jobs.unless_quiet(context, claim)
    if preferences is None:
        return JobResult()
    done = await moderation.load(context, claim.first.data["intervention"])
    if not await tell(_PRIVATELY_FIRST, partial(_send, delivery, claim, done, supported(preferences.reads))):
        _log.info("person %s cannot be told what was done", person_id)
    await jobs.finish(context, claim)
    return JobResult()


async def _send(delivery: Delivery, claim: Claim, done: Intervention, language: str, route: Route) -> discord.Message:
    """Tell a person by one route: in their language directly, in that of the channel by a mention."""
    person = Person(claim.about_person, "")
    with speaking(language if route is Route.DIRECT else spoken()):
        sentence = moderation_texts.concerned(done, is_other="is_other" in claim.first.data)
        text = notices.addressed(person, sentence, in_channel=route is Route.MENTION)
    post = Post(plain(text), pings=(person.id,))
    if route is Route.DIRECT:
        return await delivery.write_to(person.id, post, claim.nonce)
    return await delivery.send(done.server_id, done.channel_id, post, claim.nonce)


MODERATION: Final = JobKind(Kind.MODERATION, NOTICES, tell_of, resend_after)
