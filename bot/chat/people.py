"""Commands and handlers for profiles, and for people's own settings, blocks and vacations."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions import guests as guest_actions
from bot.actions import jobs, matches, people, settings
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import options_of, settled
from bot.chat.core.dispatcher import SlashCommand, on_press, slash, suggestions
from bot.chat.core.languages import channel_language
from bot.chat.core.members import person_of
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Option, choice, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, UPKEEP, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell, usual_routes
from bot.chat.delivery.threads import resend_after
from bot.chat.screens import asked_of, beside
from bot.model.jobs import Claim, Kind
from bot.model.match import State, Summary
from bot.model.people import Person
from bot.model.refusals.competitions import BotHasNoProfile
from bot.model.refusals.people import BlocksBot
from bot.screens import people as profiles
from bot.screens.core import Act, snowflake
from bot.screens.vacations import BEGINS
from bot.texts import challenges as challenge_texts
from bot.texts import limits, notices
from bot.texts import people as people_texts
from bot.texts.language import say, speaking, supported
from bot.texts.settings import TELL, Setting, settings_offered
from rules import GAMES

# discord.py's decorators leave the type of a command's group unknown; these commands belong to none.
# pyright: reportUnknownMemberType=false, reportUntypedFunctionDecorator=false


_LONGEST_LIST: Final = 200  # characters


@suggestions
async def complete_games(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """All games, none, or another game after those typed before the last comma, for a command's `tell`."""
    before, comma, last = typed.rpartition(",")
    several = {} if comma else {label: say(label) for label in (challenge_texts.ALL, challenge_texts.NONE)}
    labels = several | {game.name: game.name for game in GAMES.values()}
    fitting = [value for value, label in labels.items() if label.casefold().startswith(last.strip().casefold())]
    start = f"{before}{comma} " if comma else ""
    app_choices = [app_commands.Choice(name=f"{start}{labels[value]}", value=f"{start}{value}") for value in fitting]
    return [suggestion for suggestion in app_choices if len(suggestion.name) <= limits.SUGGESTION]


def settings_command(offered: Sequence[Setting]) -> SlashCommand:
    """The command that changes these settings and shows the card."""

    @app_commands.command(
        name="settings",
        description="How Furlong tells you of your turn, when it keeps quiet, and who may challenge you.",
    )
    @app_commands.autocomplete(tell=complete_games)
    @options_of((*offered, TELL), tell=app_commands.Range[str, 1, _LONGEST_LIST])
    @slash
    async def settings(request: Request, **options: Any) -> Answer | None:
        return await settled(request, Act("own_set"), options)

    return settings


own_settings: Final = settings_command(settings_offered(has_push=True))


_LONGEST: Final = 40  # characters; every possible value is shorter


@app_commands.command(
    name="block",
    description="Stop a person from challenging you; they aren't told. Or list the people you've blocked.",
)
@app_commands.describe(person="Who to block; leave it out to see who you've blocked, and to unblock them")
@slash
async def block(request: Request, person: discord.User | None = None) -> Answer:
    """Block a person, or list the people who are blocked."""
    if person is None:
        return Show(_blocked_card(await people.blocked_by(request.context, request.person)))
    other = person_of(person)
    if person.bot:
        raise BlocksBot(other)
    blocked = await people.block(request.context, request.person, other)
    request.services.look()  # shows which offers between the two have lapsed
    return Show(_blocked_card(blocked, other))


@on_press("block_undo", in_place=True)
async def unblock(request: Request) -> Answer:
    """Handle the choice of a person in the menu of blocked people."""
    return Change(_blocked_card(await people.unblock(request.context, request.person, snowflake(request.act.detail))))


def _blocked_card(blocked: Sequence[Person], newest: Person | None = None) -> Post:
    text = people_texts.blocked(blocked, newest)
    if not blocked:
        return Post(plain(text))
    # People blocked long ago appear in the menu once others are unblocked, or when `/block` names them again.
    listed = blocked if newest is None else [newest, *(person for person in blocked if person.id != newest.id)]
    options = [Option(people_texts.option(person), "", Act("block_undo", detail=f"{person.id}")) for person in listed]
    return Post(plain(text, row_of(choice(say(people_texts.CHOOSE), options[: limits.MENU], name="blocked"))))


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The numbers of days that the person has left and that begin with the typed text, for the command's `days`."""
    standing = await people.vacation_standing(request.context, request.person.id)
    labels = {
        count: say("{count, plural, one {# day} other {# days}}", count=count)
        for count in range(1, standing.most_days + 1)
    }
    fitting = [count for count, label in labels.items() if label.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=labels[count], value=str(count)) for count in fitting[: limits.SUGGESTIONS]]


@app_commands.command(
    name="vacation", description="Stop all your clocks for some days. Without days, see how many you have left."
)
@app_commands.describe(
    days="For how many days, such as 7; all your matches on every server wait that long",
    begins="The day it starts, such as tomorrow, Friday or 2030-12-24; at once if you leave this out",
)
@app_commands.autocomplete(days=complete_days)
@slash
async def vacation(
    request: Request,
    days: app_commands.Range[str, 1, _LONGEST] | None = None,
    begins: app_commands.Range[str, 1, _LONGEST] | None = None,
) -> Answer | None:
    """Begin or plan the person's vacation, or tell them how many days they have left."""
    if days is None:
        return await request.answer_to(Act("vacation_show"))
    fields = {} if begins is None else {BEGINS: (begins,)}
    return await replace(request, values=(days,), fields=fields).answer_to(Act("vacation_begin"))


async def end_vacation(delivery: Delivery, claim: Claim) -> JobResult:
    """Update the boards that say a person is on vacation; then, outside their quiet hours, tell them what is due."""
    context, person_id = delivery.context, claim.about_person
    if "vacation" in claim.first.data:
        is_to_be_told = await people.end_on_time(context, claim)
        delivery.look(Kind.BOARD, *([Kind.VACATION] if is_to_be_told else []))
        return JobResult()
    preferences = await jobs.unless_quiet(context, claim)
    if preferences is None:
        return JobResult()
    person = Person(person_id, "")
    running = await matches.of_person(context, person, None, State.RUNNING)
    due = [match for match in running if match.deadline is not None and match.to_move and match.to_move.id == person_id]
    if due:
        send = partial(_tell_of_end, delivery, claim, due, supported(preferences.reads))
        await tell(usual_routes(preferences, once=True), send)
    await jobs.finish(context, claim)
    return JobResult()


async def _tell_of_end(
    delivery: Delivery, claim: Claim, due: Sequence[Summary], language: str, route: Route
) -> discord.Message:
    """Tell a person what is due: directly all of it, by a mention what is due on that server."""
    person = Person(claim.about_person, "")
    place = next((match.place for match in due if not match.place.by_player), None)
    if route is Route.DIRECT or place is None:
        with speaking(language):
            text = people_texts.vacation_over(person, due, delivery.symbols)
            text = notices.addressed(person, text, in_channel=False)
        return await delivery.write_to(person.id, Post(plain(text)), claim.nonce)
    here = [match for match in due if match.place.server_id == place.server_id]
    chosen = await settings.server_language(delivery.context, place.server_id)
    with speaking(channel_language(chosen, delivery.client.get_guild(place.server_id))):
        text = notices.addressed(person, people_texts.vacation_over(person, here, delivery.symbols), in_channel=True)
    return await delivery.send(place.server_id, place.shown_in, Post(plain(text), pings=(person.id,)), claim.nonce)


VACATION: Final = JobKind(Kind.VACATION, NOTICES, end_vacation, resend_after)


async def end_guest(delivery: Delivery, claim: Claim) -> JobResult:
    """Delete what is stored about a guest of the page whose time is over, and update the boards of the others."""
    await guest_actions.end(delivery.context, claim)
    delivery.look(Kind.BOARD)
    return JobResult()


GUEST: Final = JobKind(Kind.GUEST, UPKEEP, end_guest)


@app_commands.command(name="profile", description="A player's results, rivals and ratings.")
@app_commands.describe(player="Whose profile; leave it out for yours")
@slash
async def profile_command(request: Request, player: discord.User | None = None) -> Answer:
    """Show a player's profile on this server, the person's own by default."""
    return await _profile(request, player)


@app_commands.context_menu(name="Profile")
@slash
async def profile_of(request: Request, person: discord.Member) -> Answer:
    """Profile, in the menu that Discord opens on a person."""
    return await _profile(request, person)


async def _profile(request: Request, chosen: discord.User | discord.Member | None) -> Answer:
    person = request.person if chosen is None else person_of(chosen)
    if chosen is not None and chosen.bot:
        raise BotHasNoProfile(person)
    return await beside(await profiles.profile_of(asked_of(request), person))
