"""Beginning a match: challenges, the answers to them, filling empty seats with characters, and rematches."""

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
    company,
    place_of,
    server_settled,
)
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import game_of
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.model.challenges import Proposal
from bot.model.clock import FEWEST_DAYS, MOST_DAYS, Terms
from bot.model.durations import limit_in
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.ratings import RELIABILITY_CHOICES
from bot.model.refusals.challenges import NoLongerOpen, NotHost, RatedWithCharacters, RatedWithHints, UnknownSide
from bot.records.lessons import lessons_of
from bot.texts import challenges as challenge_sentences
from bot.texts import challenges as sentences
from bot.texts import lessons, settings
from bot.texts import ratings as reliability_sentences
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
    limits = (*range(FEWEST_DAYS, MOST_DAYS + 1), None)
    labels = {settings.limit(days): settings.limit_choice(days, is_usual=days == server.days) for days in limits}
    fitting = [(value, label) for value, label in labels.items() if label.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=value) for value, label in fitting]


@suggestions
async def complete_side(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The sides of the game that was chosen, for a command's `side`."""
    game = GAMES.get(request.options.get("game") or "")
    if game is None:
        return []
    labels = challenge_sentences.side_labels(game)
    fitting = [(value, label) for value, label in labels.items() if typed.strip().casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=value) for value, label in fitting]


def _seat_called(text: str, game: Game) -> Seat | None:
    """The seat that a text chooses, None for chance: a value, the beginning of its label, or what the game calls the side.

    Raises `UnknownSide`.
    """
    wanted, start = text.strip().casefold(), game.start(game.seats.start)
    seats = dict(zip(challenge_sentences.SIDES, map(Seat, range(2)), strict=True))
    found = [
        seats.get(value)
        for value, label in challenge_sentences.side_labels(game).items()
        if wanted == value
        or label.casefold().startswith(wanted)
        or (value in seats and wanted == start.side(seats[value]).casefold())
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
    game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()],
    level=LEVELS,
    sides=[
        app_commands.Choice(name="One match", value="one"),
        app_commands.Choice(name="Two matches at once with sides swapped", value="both"),
    ],
    weekends=[
        app_commands.Choice(name="Clocks run", value="run"),
        app_commands.Choice(name="Clocks pause on Saturday and Sunday (UTC)", value="pause"),
    ],
    rated=[
        app_commands.Choice(name="Rated", value="rated"),
        app_commands.Choice(name="Casual", value="casual"),
    ],
    hints=[app_commands.Choice(name="With hints", value="with"), app_commands.Choice(name="Without", value="without")],
)
@app_commands.choices(
    reliability=[
        app_commands.Choice(name=reliability_sentences.choice(least), value=least) for least in RELIABILITY_CHOICES
    ]
)
@slash
async def play(
    request: Request,
    game: str,
    level: str | None = None,
    opponent: discord.User | None = None,
    opponent2: discord.User | None = None,
    opponent3: discord.User | None = None,
    players: app_commands.Range[int, 2, _MOST_SEATS] | None = None,
    side: _Side = challenge_sentences.BY_CHANCE,
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
    """What is agreed: what is said, and else what is usual. Raises `NotDays`, `RatedWithCharacters` or `RatedWithHints`.

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
    """Challenge somebody or post an open challenge, and show it; what the host reads then. Raises what `challenges.propose` raises."""
    change = await challenges.propose(request.context, request.actor, place.server_id, proposal, is_shown_at_once=True)
    challenge = await request.show(change)
    return challenge_sentences.challenge_sent(challenge, is_here=place.channel_id == request.surroundings.channel_id)


async def _answer_challenge(request: Request, answer: Callable[[MatchChange, Person], None]) -> Match:
    """Give somebody's answer to the challenge of a press, and show what has become of it."""
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


@on_press("leave", in_place=True)
async def leave(request: Request) -> None:
    """Leave, under an open challenge."""
    await _answer_challenge(request, challenges.leave)


@on_press("start", in_place=True)
async def start(request: Request) -> None:
    """Start now, under an open challenge with enough players."""
    await _answer_challenge(request, challenges.start)


@on_press("decline", in_place=True)
async def decline(request: Request) -> None:
    """Decline."""
    await _answer_challenge(request, challenges.decline)


@on_press("cancel", in_place=True)
async def cancel(request: Request) -> None:
    """Cancel."""
    await _answer_challenge(request, challenges.cancel)


@on_press("fill")
async def ask(request: Request) -> Answer:
    """Ask the host who is to come."""
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
