"""Beginning a match: challenges by `/play` and from the menu of a person, the answers, and filling empty seats."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands, ui

from bot.actions import challenges, matches
from bot.actions.change import MatchChange
from bot.actions.people import is_beginner
from bot.chat.challenges import views
from bot.chat.challenges.arguments import (
    LEVELS,
    WEEKEND_CHOICES,
    MatchPlace,
    Wishes,
    character_called,
    check_opponent,
    company,
    is_own,
    place_of,
    server_settled,
)
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import GAME_CHOICES, choices_of, game_of, snowflake
from bot.chat.core.dispatcher import Handler, on_press, slash_or_modal, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.model.challenges import Proposal
from bot.model.characters import CHARACTERS, MOLE
from bot.model.clock import Terms
from bot.model.durations import terms_in
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import RELIABILITY_CHOICES
from bot.model.refusals.challenges import (
    GameMissing,
    NoLongerOpen,
    NotHost,
    OpponentIsYou,
    OpponentNotHere,
    RatedWithCharacters,
    RatedWithHints,
    UnknownSide,
)
from bot.model.refusals.commands import OnlyInServers
from bot.records.lessons import lessons_of
from bot.texts import challenges as sentences
from bot.texts import lessons, ratings, settings
from rules import GAMES
from rules.core import Game, Seat

_MOST_SEATS: Final = 4
_MOST_TEXT: Final = 40
_Side = app_commands.Range[str, 1, _MOST_TEXT]
_Days = app_commands.Range[str, 1, _MOST_TEXT]


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The limits for a move that begin with what was typed, for a command's `days`."""
    server = await server_settled(request)
    usual = settings.limit(server.days)
    labels = {time: settings.time_choice(time, is_usual=time == usual) for time in views.TIMES}
    wanted = typed.strip().casefold()
    return choices_of({value: label for value, label in labels.items() if label.startswith(wanted)})


@suggestions
async def complete_side(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The sides of the game that was chosen, for a command's `side`."""
    game = GAMES.get(request.options.get("game") or "")
    return [] if game is None else choices_of(sentences.side_labels(game), typed)


def _seat_called(text: str, game: Game) -> Seat | None:
    """The seat that a text chooses, None for chance: a value, the beginning of its label, or what the game calls the side.

    Raises `UnknownSide`.
    """
    wanted, start = text.strip().casefold(), game.start(game.seats.start)
    seats = {value: Seat(seat) for seat, value in enumerate(sentences.SIDES)}
    found = [
        seats.get(value)
        for value, label in sentences.side_labels(game).items()
        if wanted in (value, value in seats and start.side(seats[value]).casefold())
        or label.casefold().startswith(wanted)
    ]
    if len(found) != 1:
        raise UnknownSide(text, game)
    return found[0]


@app_commands.command(
    name="play", description="Play a character at once, challenge somebody, or post an open challenge for anyone."
)
@app_commands.describe(
    game="What to play",
    level="Play one of Furlong's own characters, at once; in games for more, it takes the empty seats",
    opponent="Whom to challenge; leave it out for an open challenge that anyone can join",
    opponent2="A third player, in games for more than two",
    opponent3="A fourth player, in games for more than two",
    players="How many play, in games for more than two; as many as the game allows if you do not say",
    side="What you play; chance decides if you do not say",
    sides="Whether it is one match, or two at once with sides swapped",
    days="Time a move, such as 3 days, or for the whole match, such as 7 days + 12 hours; or no limit",
    weekends="Whether time counts on weekends; it does if you do not say",
    rated="Whether the result counts for ratings; it does if you do not say",
    hints="Whether players may ask for hints, which the board counts; such matches are casual",
    reliability="Who may join an open challenge: those who finish most of their matches in time",
)
@app_commands.autocomplete(days=complete_days, side=complete_side)
@app_commands.choices(
    game=GAME_CHOICES,
    level=LEVELS,
    sides=choices_of({"one": "One match", "both": "Two matches at once with sides swapped"}),
    weekends=WEEKEND_CHOICES,
    rated=choices_of({"rated": "Rated", "casual": "Casual"}),
    hints=choices_of({"with": "With hints", "without": "Without"}),
)
@app_commands.choices(reliability=choices_of({least: ratings.choice(least) for least in RELIABILITY_CHOICES}))
@slash_or_modal
async def play(
    request: Request,
    game: str | None = None,
    level: str | None = None,
    opponent: discord.User | None = None,
    opponent2: discord.User | None = None,
    opponent3: discord.User | None = None,
    players: app_commands.Range[int, 2, _MOST_SEATS] | None = None,
    side: _Side = sentences.BY_CHANCE,
    sides: str = "one",
    days: _Days | None = None,
    weekends: str = "run",
    rated: str | None = None,
    hints: str | None = None,
    reliability: int | None = None,
) -> Answer:
    """Challenge the opponents to `game`, post an open challenge, or play characters; a window asks if nothing is said."""
    if not request.options:
        return await _asked_for_all(request)
    if game is None:
        raise GameMissing
    chosen = game_of(game)
    wishes = Wishes(
        game=chosen,
        named=[person for person in (opponent, opponent2, opponent3) if person is not None],
        level=level,
        players=players,
        host_seat=_seat_called(side, chosen),
        both_sides=sides == "both",
        days=days,
        pauses_weekends=weekends == "pause",
        is_rated=None if rated is None else rated == "rated",
        has_hints=hints == "with",
        reliability=reliability,
    )
    return Say(await _begin(request, await place_of(request), wishes))


async def _begin(request: Request, place: MatchPlace, wishes: Wishes) -> str:
    """Propose the match that a host wishes for; returns the answer to the host. Raises what `propose` raises."""
    opponents = company(request, place, wishes)
    if place.server_id == DIRECT and not opponents:
        raise OnlyInServers
    proposal = Proposal(
        wishes.game,
        place.channel_id,
        opponents,
        wishes.host_seat,
        wishes.players,
        _terms(place, opponents, wishes),
        place.wants_thread,
        waits_days=place.server.challenge_days,
        least_reliability=wishes.reliability,
        both_sides=wishes.both_sides,
    )
    return await propose(request, place, proposal)


def _terms(place: MatchPlace, opponents: Sequence[Person], wishes: Wishes) -> Terms:
    """The terms that the host asks for, with the server's defaults for the rest. Raises `NotDays`, `RatedWithCharacters` or `RatedWithHints`.

    Matches with characters or hints are casual, and one person alone with characters has as long as they like.
    """
    has_characters = any(opponent.is_character for opponent in opponents)
    is_alone = all(opponent.is_character for opponent in opponents) and has_characters
    if has_characters and wishes.is_rated:
        raise RatedWithCharacters
    if wishes.has_hints and wishes.is_rated:
        raise RatedWithHints
    usual = None if is_alone else place.server.days
    time = Terms(usual) if wishes.days is None else terms_in(wishes.days)
    return replace(
        time,
        pauses_weekends=wishes.pauses_weekends and time.has_limit and not time.is_quick,
        is_rated=not has_characters and not wishes.has_hints and wishes.is_rated is not False,
        has_hints=wishes.has_hints,
    )


async def propose(request: Request, place: MatchPlace, proposal: Proposal) -> str:
    """Challenge people or post an open challenge, and show it; returns the answer to the host. Raises what `challenges.propose` raises."""
    change = await challenges.propose(request.context, request.actor, place.server_id, proposal, is_shown_at_once=True)
    challenge = await request.show(change)
    return sentences.challenge_sent(challenge, is_here=place.channel_id == request.surroundings.channel_id)


async def _answer_challenge(request: Request, answer: Callable[[MatchChange, Person], None]) -> Match:
    """Answer the challenge of a press for the person, and show the match."""
    async with request.change(request.press.match_id) as change:
        answer(change, request.person)
    return await request.show(change)


@on_press("join", in_place=True)
async def join(request: Request) -> Answer | None:
    """Accept and Join, which a player is told of if it was not the challenge itself that showed the button.

    A player who joins a first match is also told where to learn the game, if there are lessons of it.
    """
    match = await _answer_challenge(request, challenges.join)
    told = [sentences.joined(match)] if request.press.detail else []
    learn: list[ui.ActionRow[ui.LayoutView]] = []
    taught = GAMES.get(match.game.family)
    if taught is not None and lessons_of(taught) and await is_beginner(request.context, request.person):
        told.append(lessons.pointer(taught, request.services.command_ids))
        learn.append(row_of(button(f"Learn {taught.name}", Press("learn", detail=taught.key))))
    return Show(Post(plain("\n".join(told), *learn))) if told else None


def _answering(action: str, answer: Callable[[MatchChange, Person], None]) -> Handler:
    """The handler of a button that answers a challenge."""

    async def run(request: Request) -> None:
        await _answer_challenge(request, answer)

    return on_press(action, in_place=True)(run)


leave = _answering("leave", challenges.leave)
start = _answering("start", challenges.start)
decline = _answering("decline", challenges.decline)
cancel = _answering("cancel", challenges.cancel)


@on_press("fill")
async def ask(request: Request) -> Answer:
    """Fill with characters, under an open challenge: ask the host which character."""
    match = await request.match()
    if match.state is not State.OPEN:
        raise NoLongerOpen(match)
    if match.host.id != request.person.id:
        raise NotHost(match)
    return Show(Post(plain(sentences.who_fills(match), row_of(views.filling_menu(match)))))


@on_press("fill_with", in_place=True)
async def fill(request: Request) -> Answer:
    """A character, chosen from that menu."""
    async with request.change(request.press.match_id) as change:
        challenges.fill(change, request.person, character_called(request.press.detail))
    match = await request.show(change)
    return Change.to_text(sentences.filled(await matches.load(request.context, match.id)))


@app_commands.context_menu(name="Challenge")
@slash_or_modal
async def challenge(request: Request, person: discord.Member) -> Answer:
    """Challenge, in the menu that Discord opens on a person: ask which game, or for the bot which of its characters too."""
    place = await place_of(request)
    if is_own(request, person):
        return Show(views.play_character(MOLE))
    opponent = check_opponent(request, person, place)
    if opponent.id == request.person.id:
        raise OpponentIsYou
    return Ask(views.challenge_window(opponent, place.server.days))


async def _asked_for_all(request: Request) -> Answer:
    """The window of `/play`; direct messages hold matches with characters alone, so they ask for less."""
    place = await place_of(request)
    if place.server_id == DIRECT:
        return Show(views.play_character(MOLE))
    return Ask(views.play_window(place.server.days))


ask_all: Final = on_press("play_window", opens_modal=True)(_asked_for_all)
"""Play, in the lobby of a server."""


@on_press("friend", opens_modal=True)
async def ask_friend(request: Request) -> Answer:
    """Challenge a friend, in the greeting."""
    place = await place_of(request)
    if place.server_id == DIRECT:
        raise OnlyInServers
    return Ask(views.friend_window(place.server.days))


@on_press("begin")
async def begin_as_asked(request: Request) -> Answer:
    """One of these windows, filled in; a press from before these windows carries the game beside the person."""
    fields, (person_id, _, key) = request.fields, request.press.detail.partition("/")
    game, place = game_of(key or "".join(fields.get("game", ()))), await place_of(request)
    people = (person_id,) if person_id else fields.get("people", ())
    against, time = "".join(fields.get("who", ())), "".join(fields.get("days", ()))
    also = fields.get("also", ())
    wishes = Wishes(
        game=game,
        named=[await _member(request, snowflake(number), place) for number in people],
        level=None if people or against in ("", views.ANYONE) else against,
        both_sides=views.BOTH_SIDES in also,
        days=None if time in ("", views.USUAL) else time,
        pauses_weekends=views.WEEKENDS in also,
        is_rated=False if views.CASUAL in also else None,
        has_hints=views.HINTS in also,
    )
    return Say(await _begin(request, place, wishes))


async def _member(request: Request, person_id: int, place: MatchPlace) -> discord.Member:
    """The member of this server with that id. Raises `OpponentNotHere`."""
    nobody = OpponentNotHere(Person(person_id, ""), place.channel_id)
    if request.surroundings.guild is None:
        raise nobody
    try:
        return await request.surroundings.guild.fetch_member(person_id)
    except PASSING as error:
        raise nobody from error


@on_press("play_character")
async def play_character(_request: Request) -> Answer:
    """Play a character, in the greeting: which game, with the gentlest of them unless another is chosen."""
    return Show(views.play_character(MOLE))


@on_press("meet", in_place=True)
async def choose_character(request: Request) -> Answer:
    """A character, chosen there."""
    wanted = request.press.detail
    return Change(views.play_character(next((one for one in CHARACTERS if one.key == wanted), MOLE)))


@on_press("meet_one", in_place=True)
async def meet(request: Request) -> Answer:
    """A game, chosen there: the match begins."""
    key, _, level = request.press.detail.partition("/")
    wishes = Wishes(game=game_of(key), level=character_called(level).key)
    return Change.to_text(await _begin(request, await place_of(request), wishes))
