"""Opening leagues, events and ladders, calling them off, and taking people out of them, for those who manage a server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bot.actions import settings
from bot.actions.competitions import entries, servers
from bot.actions.competitions import standings as competition_standings
from bot.actions.competitions.change import check_may
from bot.actions.moderation import reason_in
from bot.model.challenges import wants_both_sides
from bot.model.clock import DEFAULT_DAYS, FEWEST_DAYS, MOST_DAYS, Terms
from bot.model.competitions.competition import (
    FEWEST_SERVERS,
    MOST_ENTRANTS,
    MOST_MATCHES,
    MOST_SERVERS,
    MOST_VACATION,
    NEVER,
    USUAL_SIZE,
    Competition,
    CompetitionStage,
    Format,
    Regulations,
    Side,
    Venue,
)
from bot.model.durations import beginning_and_end, checked, terms_in
from bot.model.moderation import LONGEST_REASON
from bot.model.people import Actor, Person
from bot.model.permissions import CompetitionAct
from bot.model.place import DIRECT
from bot.model.refusals.competitions import NotEntered, NoTimeLimit, OneGame, SeveralTicked, TooManyGames
from bot.model.refusals.settings import UnknownSetting
from bot.model.servers import Server
from bot.screens.competitions import act_of, back_to, begin_action, number_in
from bot.screens.core import (
    Act,
    Action,
    Ask,
    Asked,
    Choosable,
    Handler,
    Part,
    Screen,
    Weight,
    game_named,
    on,
    snowflake,
)
from bot.screens.servers import managed
from bot.texts import challenges as challenge_texts
from bot.texts import competitions as competition_texts
from bot.texts import limits, names, vocabulary
from bot.texts import pages as page_texts
from bot.texts import server_matches as server_texts
from bot.texts import standings as standings_texts
from bot.texts.language import say, speaking, supported
from rules import GAMES
from rules.core import Game
from rules.plugins import LONGEST_NAME

_BETWEEN: Final = Venue(DIRECT, 0, 0, wants_threads=False)
"""The venue of a match between servers, which has its channels in its sides."""

_MOST_GAMES: Final = 3
_LONGEST_TEXT: Final = 40  # characters; every possible value is shorter

BOTH_SIDES, WEEKENDS, ONCE = "both", "weekends", "once"
"""The values of boxes: two matches for each pair, clocks that pause on weekends, and a league with a single season."""

SIZES: Final = {f"size{size}": size for size in (4, 8, 12)}
ROUNDS: Final = {f"rounds{count}": count for count in (3, 5, 7)}
SERVERS: Final = {f"servers{count}": count for count in range(FEWEST_SERVERS, MOST_SERVERS + 1)}
"""The sizes of divisions, numbers of rounds and numbers of servers that can be ticked, by value."""


@on("season_new", beside=True, at="/seasons/new")
async def choose_format(asked: Asked) -> Screen:
    """Show the formats of competitions, each of which leads to the other options."""
    return formats(asked, [*Format])


def formats(asked: Asked, offered: Sequence[Format]) -> Screen:
    """Some formats, each of which leads to the other options. Raises `NoServerHere` or `NotManager`."""
    managed(asked)
    return Screen(
        title=say(page_texts.OPEN_SEASON),
        text=competition_texts.choose_format(offered),
        here=Act("season_new"),
        actions=[
            Action(competition_texts.format_label(format_), Act("season_start", detail=format_.replace(" ", "-")))
            for format_ in offered
        ],
        up=Action(say("All seasons"), Act("seasons")),
    )


async def _ask(asked: Asked) -> Ask:
    """Handle the buttons of the formats: ask for the other options."""
    kind = format_of(asked.act.detail)
    server = await settings.of_server(asked.context, managed(asked))
    parts = [*_parts(kind, server.days or DEFAULT_DAYS), *await _channel_parts(asked, server)]
    return Ask(
        Act("season_open", detail=kind),
        competition_texts.format_label(kind),
        parts,
        say(page_texts.OPEN_IT),
        text=competition_texts.about_format(kind),
        up=Action(say("Back"), Act("season_new")),
    )


async def _channel_parts(asked: Asked, server: Server) -> Sequence[Part]:
    """The choice of a channel; none in chat, which shows a competition where it was asked for."""
    rooms = await asked.rooms()
    is_settled = server.channel_id is not None and not rooms.is_forum(server.channel_id)
    channels = [
        Choosable(f"#{room.name}", "", f"{room.id}", is_chosen=room.id == asked.actor.channel_id)
        for room in rooms.listed
        if room.id == server.channel_id or not (room.is_forum or is_settled)
    ]
    label, hint = say(competition_texts.CHANNEL), say(competition_texts.CHANNEL_HINT)
    return [Part(name="channel", label=label, hint=hint, options=channels)] if channels else []


ASK: Final = Handler("season_start", _ask, asks=True, at="/seasons/new/{format}")


def _parts(kind: Format, days: int) -> list[Part]:
    """The options of a new competition; `days` is the usual time for a move."""
    is_league, is_swiss, is_between = kind is Format.LEAGUE, kind is Format.SWISS, kind is Format.SERVERS
    games = [
        Choosable(game.name, names.shortened(say(game.summary)), game.key) for game in GAMES.values() if 2 in game.seats
    ]
    lengths = [vocabulary.days(count) for count in range(FEWEST_DAYS, MOST_DAYS + 1)]
    times = [Choosable(say(length), "", str(length), is_chosen=length.facts["count"] == days) for length in lengths]
    also = {
        BOTH_SIDES: challenge_texts.hint_of("both"),
        WEEKENDS: challenge_texts.hint_of("weekends"),
        ONCE: say(competition_texts.ALSO_ONCE),
        **{value: competition_texts.also_size(size) for value, size in SIZES.items() if is_league},
        **{value: competition_texts.also_rounds(count) for value, count in ROUNDS.items() if is_swiss},
        **{value: server_texts.also_servers(count) for value, count in SERVERS.items() if is_between},
    }
    left_out = {Format.LEAGUE: (), Format.KNOCKOUT: (BOTH_SIDES, ONCE), Format.LADDER: (BOTH_SIDES, ONCE)}
    groups = {
        **dict.fromkeys(SIZES, "size"),
        **dict.fromkeys(ROUNDS, "rounds"),
        **dict.fromkeys(SERVERS, "servers"),
    }
    boxes = [
        Choosable(label, "", value, group=groups.get(value, ""))
        for value, label in also.items()
        if value not in left_out.get(kind, (ONCE,))
    ]
    lasting = (
        (
            "begins",
            competition_texts.BEGINS,
            competition_texts.begins_hint(kind),
            vocabulary.days(3 if kind in (Format.LEAGUE, Format.SERVERS) else 1),
        ),
        (
            "lasts",
            competition_texts.LASTS,
            competition_texts.lasts_hint(kind, Terms(days)),
            vocabulary.weeks({Format.LEAGUE: 6, Format.SERVERS: 8}.get(kind, 1)),
        ),
    )
    return [
        Part(
            name="game",
            label=say(challenge_texts.GAME),
            hint=say(competition_texts.SEVERAL_GAMES) if is_league else "",
            longest=_MOST_GAMES * (LONGEST_NAME + 2) if len(games) > limits.MENU else 0,
            options=games,
            most=_MOST_GAMES if is_league else 1,
            placeholder=say(challenge_texts.CHOOSE_GAME),
        ),
        *(
            Part(name=name, label=say(label), hint=hint, text=say(usual), longest=_LONGEST_TEXT)
            for name, label, hint, usual in lasting
            if kind is not Format.LADDER
        ),
        Part(name="days", label=say(challenge_texts.TIME), options=times),
        Part(name="also", label=say(challenge_texts.ALSO), options=boxes, is_for_several=True),
    ]


def format_of(text: str) -> Format:
    """The format with a name, in which hyphens may stand for spaces. Raises `UnknownSetting`."""
    format_ = next((known_format for known_format in Format if known_format == text.replace("-", " ")), None)
    if format_ is None:
        raise UnknownSetting(text, [*map(competition_texts.format_label, Format)])
    return format_


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """A manager's wishes for a new competition."""

    format: Format
    games: Sequence[Game]
    begins: str
    lasts: str
    size: int = USUAL_SIZE
    in_pairs: bool | None = None
    """Whether each pair plays twice, with sides swapped; None for whatever is fair."""

    rounds: int | None = None
    servers: int = 2
    days: str | None = None
    pauses_weekends: bool = False
    goes_on: bool = True

    channel_id: int | None = None
    """The channel that shows it; None for where the manager asks."""


@on("season_open", beside=True)
async def open_as_asked(asked: Asked) -> Screen:
    """Open a competition with the options that were asked for. Raises `NoServerHere` or `NotManager` first."""
    managed(asked)
    fields = asked.fields
    also = fields.get("also", ())
    wishes = Wishes(
        format=format_of(asked.act.detail),
        games=[game_named(text) for text in ",".join(fields.get("game", ())).split(",")],
        begins="".join(fields.get("begins", ())),
        lasts="".join(fields.get("lasts", ())),
        size=_ticked(also, SIZES) or USUAL_SIZE,
        rounds=_ticked(also, ROUNDS),
        servers=_ticked(also, SERVERS) or 2,
        in_pairs=True if BOTH_SIDES in also else None,
        days="".join(fields.get("days", ())) or None,
        pauses_weekends=WEEKENDS in also,
        goes_on=ONCE not in also,
        channel_id=snowflake("".join(fields["channel"])) if "channel" in fields else None,
    )
    return await opened(asked, wishes)


def _ticked(also: Sequence[str], offered: Mapping[str, int]) -> int | None:
    """The number among those `offered` that was ticked; None if there is none. Raises `SeveralTicked`."""
    numbers = [number for value, number in offered.items() if value in also]
    if len(numbers) > 1:
        raise SeveralTicked(tuple(numbers))
    return numbers[0] if numbers else None


async def opened(asked: Asked, wishes: Wishes) -> Screen:
    """Open a competition. Raises `OneGame`, `TooManyGames`, or the errors of reading the wishes."""
    server_id, actor = managed(asked), await asked.actor_here()
    venue, server = await asked.venue(wishes.channel_id), await settings.of_server(asked.context, server_id)
    kind, games = wishes.format, tuple(dict.fromkeys(wishes.games))
    if len(games) > 1 and kind is not Format.LEAGUE:
        raise OneGame
    if len(games) > _MOST_GAMES:
        raise TooManyGames(_MOST_GAMES)
    is_fair_twice = wants_both_sides(games) if wishes.in_pairs is None else wishes.in_pairs
    in_pairs = kind is Format.KNOCKOUT or (kind is not Format.LADDER and is_fair_twice)
    sizes = {
        Format.LEAGUE: wishes.size,
        Format.ALL_PLAY_ALL: MOST_MATCHES // (1 + in_pairs) + 1,
        Format.SERVERS: wishes.servers,
    }
    terms = _terms(wishes, server.days)
    goes_on = wishes.goes_on and kind is Format.LEAGUE
    regulations = Regulations(
        kind, games, sizes.get(kind, MOST_ENTRANTS), in_pairs, terms, goes_on=goes_on, rounds=wishes.rounds
    )
    now = asked.context.now()
    with speaking(supported(server.language, (await asked.rooms()).language)):
        name = competition_texts.new_name(regulations)
    proposed = Competition(name, venue, regulations, *_period(wishes, now), actor.person, created_at=now)
    if kind is Format.SERVERS:
        return await _called(asked, actor, proposed)
    competition = await entries.propose(asked.context, actor, proposed)
    await asked.tell()
    is_waiting = competition.stage is CompetitionStage.OPEN
    return Screen(
        text=competition_texts.started(competition),
        here=act_of("league_tables", competition),
        actions=[begin_action(competition)] if is_waiting else [],
    )


async def _called(asked: Asked, actor: Actor, proposed: Competition) -> Screen:
    """Call other servers to a match. Raises the errors of `servers.call`."""
    side = Side(proposed.venue.server_id, proposed.venue.channel_id, (await asked.rooms()).name)
    call = replace(proposed, venue=_BETWEEN, stage=CompetitionStage.CALLED, sides=(side,))
    competition = await servers.call(asked.context, actor, call)
    return Screen(text=server_texts.opened(competition), here=act_of("league_tables", competition))


async def _check_acceptable(asked: Asked) -> Competition:
    """The call that the person may accept. Raises the refusal of the rule."""
    return (await check_may(asked.context, number_in(asked.act), CompetitionAct.ACCEPT, asked.actor)).competition


@on("server_accept", beside=True, at="/seasons/{competition}/accept")
async def ask_to_accept(asked: Asked) -> Screen:
    """Show the rules of a match between servers before a manager accepts the call; a page asks for the channel too."""
    competition = await _check_acceptable(asked)
    server = await settings.of_server(asked.context, managed(asked))
    act, label, parts = (
        act_of("server_accept_yes", competition),
        say(server_texts.ACCEPT),
        await _channel_parts(asked, server),
    )
    return Screen(
        title=standings_texts.full_name(competition),
        text=server_texts.how_it_works(competition),
        here=asked.act,
        form=Ask(act, label, parts, label) if parts else None,
        actions=() if parts else [Action(label, act, Weight.MAIN)],
        up=back_to(competition),
    )


@on("server_accept_yes", beside=True)
async def accept(asked: Asked) -> Screen:
    """Accept a call for the server. Raises the errors of `servers.accept`."""
    await _check_acceptable(asked)
    server_id, actor, fields = managed(asked), await asked.actor_here(), asked.fields
    venue = await asked.venue(snowflake("".join(fields["channel"])) if "channel" in fields else None)
    rooms = await asked.rooms()
    side = Side(server_id, venue.channel_id, rooms.name)
    named = partial(server_texts.named, second=side.name)
    competition = await servers.accept(asked.context, actor, number_in(asked.act), side, named)
    await asked.tell()
    return Screen(text=server_texts.accepted(competition), here=act_of("league_tables", competition))


def _terms(wishes: Wishes, usual_days: int | None) -> Terms:
    """The terms of all matches. Raises `NoTimeLimit`, because a match without a limit might never end."""
    days = wishes.days
    time = Terms(usual_days or DEFAULT_DAYS) if days is None else terms_in(vocabulary.duration_in_english(days))
    if not time.has_limit:
        raise NoTimeLimit
    return replace(time, pauses_weekends=wishes.pauses_weekends, is_rated=True, most_vacation=MOST_VACATION)


def _period(wishes: Wishes, now: datetime) -> tuple[datetime, datetime]:
    """The beginning and end of a competition: whole days for a league, no end for a ladder."""
    if wishes.format is Format.LADDER:
        return now, NEVER
    today = now.astimezone(UTC).date()
    if wishes.format is not Format.LEAGUE:
        begins = vocabulary.time_in_english(wishes.begins, today)
        return beginning_and_end(begins, vocabulary.duration_in_english(wishes.lasts), now)
    first = vocabulary.day_typed(wishes.begins, today)
    return checked(first, vocabulary.day_typed(wishes.lasts, first), today)


@on("season_cancel", beside=True, at="/seasons/{competition}/cancel")
async def ask_to_call_off(asked: Asked) -> Screen:
    """Ask whether to call off a competition, and why."""
    competition = await check_callable_off(asked, number_in(asked.act))
    act, label = act_of("season_cancel_yes", competition), competition_texts.cancel_label(competition)
    return Screen(
        title=standings_texts.full_name(competition),
        text=competition_texts.cancel_question(competition),
        here=asked.act,
        form=Ask(act, label, [_why()], label),
        up=back_to(competition),
    )


async def check_callable_off(asked: Asked, number: int) -> Competition:
    """The competition that can be called off, or the ladder that can be closed. Raises the refusal of the rule."""
    return (await check_may(asked.context, number, CompetitionAct.CALL_OFF, asked.actor)).competition


def _why() -> Part:
    return Part(name="reason", label=say(competition_texts.WHY), longest=LONGEST_REASON)


@on("season_cancel_yes", beside=True)
async def call_off(asked: Asked) -> Screen:
    """Call off a competition, or close a ladder."""
    return await called_off(asked, number_in(asked.act), "".join(asked.fields.get("reason", ())))


async def called_off(asked: Asked, number: int, reason: str | None) -> Screen:
    """Call off a competition, or close a ladder. Raises the errors of `entries.call_off`."""
    competition = await entries.call_off(asked.context, await asked.actor_here(), number, reason_in(reason))
    await asked.tell()
    return Screen(text=competition_texts.called_off(competition), here=act_of("league_tables", competition))


@on("season_remove", beside=True, at="/seasons/{competition}/remove")
async def ask_whom_to_remove(asked: Asked) -> Screen:
    """Ask whom to take out of a competition, and why."""
    change = await check_may(asked.context, number_in(asked.act), CompetitionAct.REMOVE, asked.actor)
    competition, people = change.competition, [entrant.person for entrant in change.entrants if not entrant.is_out]
    options = [Choosable(names.literal_name(person), "", f"{person.id}") for person in people]
    whom = Part(name="player", label=say(competition_texts.WHOM), options=options)
    label = say(competition_texts.REMOVE)
    return Screen(
        title=standings_texts.full_name(competition),
        text=say(competition_texts.REMOVE_QUESTION),
        here=asked.act,
        form=Ask(act_of("season_remove_yes", competition), label, [whom, _why()], label) if people else None,
        up=back_to(competition),
    )


@on("season_remove_yes", beside=True)
async def remove(asked: Asked) -> Screen:
    """Take a person out of a competition."""
    person_id = snowflake("".join(asked.fields.get("player", ())))
    return await taken_out(asked, number_in(asked.act), person_id, "".join(asked.fields.get("reason", ())))


async def check_removable(asked: Asked, number: int, person: Person) -> Competition:
    """The competition from which a person can be taken out. Raises `NotEntered`, `NotManager` or `PlaysThere`."""
    change = await check_may(asked.context, number, CompetitionAct.REMOVE, asked.actor)
    if change.playing(person.id) is None:
        raise NotEntered(change.competition)
    return change.competition


async def taken_out(asked: Asked, number: int, person_id: int, reason: str) -> Screen:
    """Take a person out of a competition. Raises the errors of `entries.remove`."""
    entrant = (await competition_standings.standings(asked.context, asked.actor, number)).entrant(person_id)
    person = Person(person_id, "") if entrant is None else entrant.person
    competition = await entries.remove(asked.context, await asked.actor_here(), number, person, reason_in(reason))
    await asked.tell()
    asked.look()
    return Screen(text=competition_texts.removed(competition, person), here=act_of("league_tables", competition))
