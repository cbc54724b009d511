"""Beginning a match: challenges and the answers to them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.actions import challenges
from bot.actions.change import MatchChange
from bot.chat.answers import Answer, Say
from bot.chat.commands.arguments import game_of
from bot.chat.dispatcher import slash, suggestions
from bot.chat.handlers import on_press
from bot.chat.permissions import check_channel, check_forum, forum_called, may_see
from bot.chat.request import Request
from bot.chat.sentences import challenges as challenge_sentences
from bot.chat.sentences import settings
from bot.model.clock import FEWEST_DAYS, MOST_DAYS, Terms
from bot.model.durations import limit_in
from bot.model.person import Person
from bot.model.proposal import Proposal
from bot.model.refusals.challenges import OpponentIsBot, OpponentNotHere, UnknownSide
from bot.model.refusals.commands import HiddenForum, OnlyInServers, WrongChannel
from bot.model.server import Server
from rules import GAMES
from rules.core import Game, Seat

_MOST_SEATS: Final = 4
_MOST_TEXT: Final = 40
_Side = app_commands.Range[str, 1, _MOST_TEXT]
_Days = app_commands.Range[str, 1, _MOST_TEXT]


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The limits for a move that begin with what was typed, for a command's `days`."""
    server = await _server(request)
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
    name="play", description="Challenge somebody to a match, or post an open challenge that anyone can join."
)
@app_commands.describe(
    game="What to play",
    opponent="Whom to challenge; leave it out for an open challenge that anyone can join",
    opponent2="A third player, in games for more than two",
    opponent3="A fourth player, in games for more than two",
    players="How many play, in games for more than two; as many as the game allows if you do not say",
    side="What you play; chance decides if you do not say",
    days="How long a player has for a move, such as 3 days, or no limit; what is usual here if you do not say",
    weekends="Whether time counts on weekends; it does if you do not say",
    rated="Whether the result counts for ratings; it does if you do not say",
)
@app_commands.autocomplete(days=complete_days, side=complete_side)
@app_commands.choices(
    game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()],
    weekends=[
        app_commands.Choice(name="Clocks run", value="run"),
        app_commands.Choice(name="Clocks pause on Saturday and Sunday (UTC)", value="pause"),
    ],
    rated=[
        app_commands.Choice(name="Rated", value="rated"),
        app_commands.Choice(name="Casual", value="casual"),
    ],
)
@slash
async def play(
    request: Request,
    game: str,
    opponent: discord.User | None = None,
    opponent2: discord.User | None = None,
    opponent3: discord.User | None = None,
    players: app_commands.Range[int, 2, _MOST_SEATS] | None = None,
    side: _Side = challenge_sentences.BY_CHANCE,
    days: _Days | None = None,
    weekends: str = "run",
    rated: str = "rated",
) -> Answer:
    """Challenge the opponents to `game`, or post an open challenge."""
    place = await place_of(request)
    named = filter(None, (opponent, opponent2, opponent3))
    opponents = tuple(check_opponent(person, place) for person in named)
    limit = place.server.days if days is None else limit_in(days)
    terms = Terms(limit, weekends == "pause" and limit is not None, rated == "rated")
    chosen = game_of(game)
    seat = _seat_called(side, chosen)
    proposal = Proposal(chosen, place.channel_id, opponents, seat, players, terms, place.wants_thread)
    return Say(await propose(request, place, proposal))


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A channel or `forum` in which a match may begin, and what is usual on its server."""

    server_id: int
    channel_id: int
    server: Server
    wants_thread: bool
    forum: discord.ForumChannel | None = None


async def place_of(request: Request) -> MatchPlace:
    """Where somebody asks, or the server's forum. Raises `OnlyInServers`, `WrongChannel`, `HiddenForum` or `MissingPermissions`."""
    channel_id = request.surroundings.channel_id
    if request.server_id is None or channel_id is None:
        raise OnlyInServers
    server = await _server(request)
    forum = forum_called(request, server.channel_id)
    if forum is not None:
        check_forum(forum)
        if not may_see(request, forum):
            raise HiddenForum(forum.id)
        return MatchPlace(request.server_id, forum.id, server, wants_thread=False, forum=forum)
    wants_thread = server.uses_threads and isinstance(request.surroundings.channel, discord.TextChannel)
    _check_place(request, server)
    check_channel(request, opens_thread=wants_thread)
    return MatchPlace(request.server_id, channel_id, server, wants_thread)


async def propose(request: Request, place: MatchPlace, proposal: Proposal) -> str:
    """Challenge somebody or post an open challenge, and show it; what the host reads then. Raises what `Actions.propose` raises."""
    proposed = await request.actions.propose(request.actor, place.server_id, proposal)
    await request.deliver(proposed.id)
    return challenge_sentences.challenge_sent(
        await request.actions.load(proposed.id), is_here=place.channel_id == request.surroundings.channel_id
    )


async def _server(request: Request) -> Server:
    """What is settled for the server of this request; the usual in a direct message."""
    return Server() if request.server_id is None else await request.services.settings.of_server(request.server_id)


def _check_place(request: Request, server: Server) -> None:
    """Raise `WrongChannel` if matches may begin in another channel only; a thread belongs to its channel."""
    channel = request.surroundings.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else request.surroundings.channel_id
    if server.channel_id not in (None, here):
        raise WrongChannel(server.channel_id)


def check_opponent(opponent: discord.User | discord.Member, place: MatchPlace) -> Person:
    """Somebody who can be challenged in a place. Raises `OpponentIsBot` or `OpponentNotHere`."""
    person = Person(opponent.id, opponent.display_name)
    if opponent.bot:
        raise OpponentIsBot(person)
    # Discord describes members of the server with their permissions in this channel, and everybody else as users.
    is_here = isinstance(opponent, discord.Member)
    permissions = opponent.resolved_permissions if is_here else None
    if is_here and place.forum is not None:
        permissions = place.forum.permissions_for(opponent)
    if not is_here or (permissions is not None and not permissions.view_channel):
        raise OpponentNotHere(person, place.channel_id)
    return person


async def _answer_challenge(request: Request, answer: Callable[[MatchChange, Person], None]) -> None:
    """Give somebody's answer to the challenge of a press, and show what has become of it."""
    async with request.change(request.press.match_id) as change:
        answer(change, request.person)
    await request.show(change)


@on_press("join", in_place=True)
async def join(request: Request) -> None:
    """Accept and Join."""
    await _answer_challenge(request, challenges.join)


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
