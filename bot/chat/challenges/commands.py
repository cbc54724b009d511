"""Beginning a match: challenges by `/play` and from the menu of a person, the answers, and filling empty seats."""

from collections.abc import Callable, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.actions import challenges, matches
from bot.actions.change import MatchChange
from bot.actions.people import is_beginner
from bot.chat.challenges.arguments import (
    LEVELS,
    MatchPlace,
    character_called,
    character_menu,
    check_opponent,
    company,
    is_own,
    place_of,
    server_settled,
)
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import GAME_CHOICES, choices_of, game_of, snowflake
from bot.chat.core.dispatcher import Handler, on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.press import Option, Press, PressMenu, button, choice, row_of
from bot.chat.core.request import Request
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import FEWEST_DAYS, MOST_DAYS, Terms
from bot.model.durations import limit_in
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.ratings import RELIABILITY_CHOICES
from bot.model.refusals.challenges import (
    NoLongerOpen,
    NotHost,
    OpponentIsYou,
    OpponentNotHere,
    RatedWithCharacters,
    RatedWithHints,
    UnknownSide,
)
from bot.records.lessons import lessons_of
from bot.texts import challenges as sentences
from bot.texts import lessons, ratings, settings
from rules import GAMES
from rules.core import Game, Seat

_MOST_SEATS: Final = 4
_MOST_TEXT: Final = 40
_LONGEST_HINT: Final = 100
_Side = app_commands.Range[str, 1, _MOST_TEXT]
_Days = app_commands.Range[str, 1, _MOST_TEXT]


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The limits for a move that begin with what was typed, for a command's `days`."""
    server = await server_settled(request)
    limits = (*range(FEWEST_DAYS, MOST_DAYS + 1), None)
    labels = {settings.limit(days): settings.limit_choice(days, is_usual=days == server.days) for days in limits}
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
    days="How long a player has for a move, such as 3 days, or no limit; what is usual here if you do not say",
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
    weekends=choices_of({"run": "Clocks run", "pause": "Clocks pause on Saturday and Sunday (UTC)"}),
    rated=choices_of({"rated": "Rated", "casual": "Casual"}),
    hints=choices_of({"with": "With hints", "without": "Without"}),
)
@app_commands.choices(reliability=choices_of({least: ratings.choice(least) for least in RELIABILITY_CHOICES}))
@slash
async def play(
    request: Request,
    game: str,
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
    """Challenge the opponents to `game`, post an open challenge, or play characters."""
    place = await place_of(request)
    chosen = game_of(game)
    named = [person for person in (opponent, opponent2, opponent3) if person is not None]
    opponents = company(request, place, chosen, named, level, players)
    terms = _terms(place, opponents, days, rated, pauses_weekends=weekends == "pause", has_hints=hints == "with")
    proposal = Proposal(
        chosen,
        place.channel_id,
        opponents,
        _seat_called(side, chosen),
        players,
        terms,
        place.wants_thread,
        waits_days=place.server.challenge_days,
        least_reliability=reliability,
        both_sides=sides == "both",
    )
    return Say(await propose(request, place, proposal))


def _terms(
    place: MatchPlace,
    opponents: Sequence[Person],
    days: str | None,
    rated: str | None,
    *,
    pauses_weekends: bool,
    has_hints: bool,
) -> Terms:
    """The terms that the host asks for, with the server's defaults for the rest. Raises `NotDays`, `RatedWithCharacters` or `RatedWithHints`.

    Matches with characters or hints are casual, and one person alone with characters has as long as they like.
    """
    has_characters = any(opponent.is_character for opponent in opponents)
    is_alone = all(opponent.is_character for opponent in opponents) and has_characters
    if has_characters and rated == "rated":
        raise RatedWithCharacters
    if has_hints and rated == "rated":
        raise RatedWithHints
    limit = limit_in(days) if days is not None else None if is_alone else place.server.days
    is_rated = not has_characters and not has_hints and rated != "casual"
    return Terms(limit, pauses_weekends and limit is not None, is_rated, has_hints=has_hints)


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
    """Accept and Join. A player who joins a first match is told where to learn the game, if there are lessons of it."""
    match = await _answer_challenge(request, challenges.join)
    taught = GAMES.get(match.game.family)
    if taught is None or not lessons_of(taught) or not await is_beginner(request.context, request.person):
        return None
    learn = button(f"Learn {taught.name}", Press("learn", detail=taught.key))
    return Show(Post(plain(lessons.pointer(taught, request.services.command_ids), row_of(learn))))


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
    """Fill with Furlong, under an open challenge: ask the host which character."""
    match = await request.match()
    if match.state is not State.OPEN:
        raise NoLongerOpen(match)
    if match.host.id != request.person.id:
        raise NotHost(match)
    menu = character_menu(lambda character: Press("fill_with", match.id, detail=character.key))
    return Show(Post(plain(sentences.who_fills(match), row_of(menu))))


@on_press("fill_with", in_place=True)
async def fill(request: Request) -> Answer:
    """A character, chosen from that menu."""
    async with request.change(request.press.match_id) as change:
        challenges.fill(change, request.person, character_called(request.press.detail))
    match = await request.show(change)
    return Change.to_text(sentences.filled(await matches.load(request.context, match.id)))


@app_commands.context_menu(name="Challenge")
@slash
async def challenge(request: Request, person: discord.Member) -> Answer:
    """Challenge, in the menu that Discord opens on a person: ask which game, or for the bot which of its characters too."""
    place = await place_of(request)
    if is_own(request, person):
        return Show(
            Post(plain(sentences.CHARACTER_GAME_PROMPT, row_of(_games(lambda game: Press("meet", detail=game.key)))))
        )
    opponent = check_opponent(request, person, place)
    if opponent.id == request.person.id:
        raise OpponentIsYou
    menu = _games(lambda game: Press("challenge", detail=f"{opponent.id}/{game.key}"))
    return Show(Post(plain(sentences.game_prompt(opponent, place.server.days), row_of(menu))))


def _games(press_for: Callable[[Game], Press]) -> PressMenu:
    """A menu of all games, each with the press that choosing it stands for."""
    games = [Option(game.name, game.summary[:_LONGEST_HINT], press_for(game)) for game in GAMES.values()]
    return choice(sentences.CHOOSE_GAME, games, name="games")


@on_press("meet", in_place=True)
async def ask_character(request: Request) -> Answer:
    """A game to play with a character, chosen from that menu."""
    game = game_of(request.press.detail)
    menu = character_menu(lambda character: Press("meet_one", detail=f"{game.key}/{character.key}"))
    return Change(Post(plain(sentences.character_prompt(game), row_of(menu))))


@on_press("meet_one", in_place=True)
async def meet(request: Request) -> Answer:
    """A character, chosen from the next menu."""
    key, _, level = request.press.detail.partition("/")
    game, character, place = game_of(key), character_called(level), await place_of(request)
    opponents = seated(character, game.seats.start - 1)
    proposal = Proposal(game, place.channel_id, opponents, wants_thread=place.wants_thread)
    return Change.to_text(await propose(request, place, proposal))


@on_press("challenge", in_place=True)
async def challenge_to(request: Request) -> Answer:
    """A game, chosen from that menu."""
    person_id, _, key = request.press.detail.partition("/")
    game, place = game_of(key), await place_of(request)
    opponent = await _opponent(request, snowflake(person_id), place)
    terms = Terms(place.server.days, is_rated=True)
    proposal = Proposal(game, place.channel_id, (opponent,), terms=terms, wants_thread=place.wants_thread)
    return Change.to_text(await propose(request, place, proposal))


async def _opponent(request: Request, person_id: int, place: MatchPlace) -> Person:
    """A person on this server who sees the channel of a place. Raises `OpponentIsBot` or `OpponentNotHere`."""
    nobody = OpponentNotHere(Person(person_id, ""), place.channel_id)
    if request.surroundings.guild is None:
        raise nobody
    try:
        member = await request.surroundings.guild.fetch_member(person_id)
    except PASSING as error:
        raise nobody from error
    return check_opponent(request, member, place)
