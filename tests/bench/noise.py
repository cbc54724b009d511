"""The noise of a server: what people see, hear and press while others play, in the simulated Discord.

For twenty moves of each game in a channel, in a thread and alone with a character; for the placing of four at
Farlander; for an event of fifteen, Swiss rounds and a knock-out of eight; for an evening of six. Pictures and texts are those that stand in the channel
afterwards; messages, pings and requests are all that were sent. Presses are those from "it's your turn" to the move.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend import models
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.results import ResponseMessage

import render
from bot.actions import challenges, matches
from bot.actions.heartbeats import Heartbeat
from bot.chat.client import Furlong, Options
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.refusals.matches import UnknownMatch
from rules import GAMES
from rules.core import Move, Position
from tests.bench.measure import Measurement
from tests.bot import screen
from tests.bot.matches import Deadlines, tend_competitions
from tests.bot.quick_simulation import quicken
from tests.bot.thinking import AtOnce
from tests.bot.world import answer, ask_to_play

MOVES: Final = 20
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
_EVENT: Final = 15
_ROUNDS: Final = 8  # people in Swiss rounds and in a knock-out
_MOST_PRESSES: Final = 40
_HOUR: Final = 3600.0
_WRITING: Final = ("POST", "PATCH", "DELETE", "PUT")


@dataclass
class Club:
    """A server with six people, and what was sent there."""

    env: Env
    bot: Furlong
    guild: GuildHandle
    channel: ChannelHandle
    people: Sequence[MemberActor]
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    posted: list[models.Message] = field(default_factory=list[models.Message])
    pings: int = 0

    def follow(self) -> None:
        """Note all public messages from now on."""
        backend: Any = self.env.backend
        commit = backend.commit_message

        def noted(*parts: Any, **options: Any) -> models.Message:
            message = commit(*parts, **options)
            if message.author_id == backend.bot_user.id and not message.is_ephemeral and self._is_public(message):
                self.posted.append(message)
                self.pings += len(message.ping_user_ids)
            return message

        backend.commit_message = noted
        backend.http_requests = []

    def _is_public(self, message: models.Message) -> bool:
        return message.channel_id not in self.env.backend.dm_channels.values()

    async def match(self, number: int) -> Match:
        """A match as it is stored."""
        return await matches.load(self.bot.services.context, number)

    def who(self, match: Match) -> MemberActor:
        """The person to move."""
        return next(one for one in self.people if match.to_move is not None and one.id == match.to_move.id)

    async def begins(self, game: str, count: int, **options: Any) -> int:
        """Begin a match of `count` people, or of one with a character; returns its number."""
        host, *guests = self.people[:count]
        if count > 2:
            await ask_to_play(host, self.channel, game=game, people=guests)
        else:
            options |= {"opponent": guests[0]} if guests else {}
            await host.slash(self.channel, "play", game=game, **options)
        number = max([one.id for one in await self._running(host)], default=1)
        for guest in guests:
            person = Person(guest.id, guest.name)
            async with matches.joining(
                self.bot.services.context, number, Actor(person, host.guild.id), seen=None
            ) as change:
                challenges.join(change, person)
            await self.bot.delivery.deliver(number)
        await self.settles()
        return number

    async def _running(self, who: MemberActor) -> Sequence[Any]:
        person = Person(who.id, who.name)
        return await matches.of_person(self.bot.services.context, person, None, State.OPEN, State.RUNNING)

    async def plays(self, number: int, moves: int) -> int:
        """Let people type random moves; returns the number that were played."""
        for count in range(moves):
            match = await self.match(number)
            if match.state is not State.RUNNING or match.to_move is None or match.to_move.is_computer:
                return count
            who = self.who(match)
            move = self.chance.choice(match.position.legal_moves())
            self.env.backend.advance_clock(60)
            with self.env.time_context():
                await who.slash(self.channel, "move", move=move, match=f"{number}")
            await self.settles()
        return moves

    async def settles(self) -> None:
        """Let the bot do what is due."""
        with self.env.time_context():
            await self.bot.delivery.deliver_due()
            await self.bot.delivery.background.idle()

    async def passes(self, hours: int) -> None:
        """Let time pass, in which the bot does once an hour what is due."""
        context = self.bot.services.context
        for _ in range(hours):
            self.env.backend.advance_clock(_HOUR)
            with self.env.time_context():
                await Deadlines(context, Heartbeat(context, timedelta(days=1))).tend()
                await tend_competitions(context)
            await self.settles()

    def board(self, number: int, who: MemberActor) -> ResponseMessage:
        """The newest message that has a button of a match, in the channel, its threads or direct messages."""
        channels = [self.channel.id, *(one.id for one in self.env.backend.channels.values() if one.parent_id)]
        direct = self.env.backend.dm_channels.get(who.id)
        found = [
            message
            for channel in [*channels, *([] if direct is None else [direct])]
            for message in self.env.backend.messages.get(channel, {}).values()
            if not message.is_ephemeral and f":{number}:" in str(message.components)
        ]
        return ResponseMessage(self.env, max(found, key=lambda one: one.id))

    def standing(self) -> Sequence[models.Message]:
        """The messages that stand in public afterwards."""
        there = self.env.backend.messages
        return [now for one in self.posted if (now := there.get(one.channel_id, {}).get(one.id)) is not None]

    def noise(self) -> dict[str, float]:
        """What there was to see and to hear."""
        standing = self.standing()
        in_channel = [one for one in standing if one.channel_id == self.channel.id]
        return {
            "messages": len(self.posted),
            "left in the channel": len(in_channel),
            "pings": self.pings,
            "pictures left": sum("'type': 12" in str(one.components) for one in standing),
            "characters left": sum(len("".join(_texts(one.components))) for one in standing),
            "height left": sum(map(_height, in_channel)),
        }

    def requests(self) -> int:
        """The number of requests that wrote something."""
        return sum(request.method in _WRITING for request in self.env.http_requests)


def _parts(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components", ()))


def _texts(components: Sequence[Any]) -> Iterator[str]:
    return (part["content"] for part in _parts(components) if part["type"] == 10)


def _height(message: models.Message) -> int:
    """About how many lines of a channel a message takes on a phone of 390 pixels."""
    lines = 0
    for part in _parts(message.components):
        if part["type"] == 10:
            lines += sum(1 + len(line) // 48 for line in part["content"].split("\n"))
        lines += {12: 16, 1: 2}.get(part["type"], 0)
    return lines


@asynccontextmanager
async def club(*, uses_threads: bool = False, people: int = len(_NAMES)) -> AsyncGenerator[Club]:
    """A server on which nothing has happened."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        quicken(patch)
        bot = Furlong(Options(f"sqlite:///{Path(folder) / 'furlong.db'}", thinkers=AtOnce()))
        env = Env(bot, check_errors=False, settle_timeout=120.0)
        await env.start()
        guild = env.create_guild("The Club")
        channel = guild.create_text_channel("games")
        names = [*_NAMES, *(f"Guest {number}" for number in range(people - len(_NAMES)))]
        members = [guild.add_member(env.create_user(name)) for name in names]
        opened = Club(env, bot, guild, channel, members)
        if uses_threads:
            boss = manager(opened)
            await boss.slash(channel, "server", threads="on")
        await opened.settles()
        opened.follow()
        try:
            yield opened
        finally:
            await env.shutdown()
            await bot.close()


def manager(of: Club) -> MemberActor:
    """A person who manages the server."""
    role = of.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return of.guild.add_member(of.env.create_user("Boss"), roles=[role])


async def twenty_moves(game: str, where: str) -> dict[str, float]:
    """The noise of twenty moves, typed by two people, or alone."""
    async with club(uses_threads=where == "thread") as here:
        seats = 1 if where == "alone" else max(2, GAMES[game].seats.start)
        options = {"level": "mole"} if where == "alone" else {}
        number, before, costs = await here.begins(game, seats, **options), 0, list[int]()
        played = 0
        for _ in range(MOVES):
            before = here.requests()
            played += await here.plays(number, 1)
            costs.append(here.requests() - before)
        return {"moves": played, **here.noise(), "requests a move": median(costs)}


async def placing(*, ahead: bool) -> dict[str, float]:
    """The noise until four have placed their units: one by one, or each as many ahead as have a territory of its own."""
    async with club() as here:
        here.people = here.people[:4]
        number = await here.begins("farlander", 4)
        while (match := await here.match(number)).lets_choose_ahead():
            if ahead and not match.plans:
                await _plan(here, match)
            await here.plays(number, 1)
        return here.noise()


async def _plan(here: Club, match: Match) -> None:
    """Let all choose ahead, each in a quarter of the territories."""
    for at, who in enumerate(here.people):
        seat = match.seat_of(who.id)
        position = None if seat is None else match.position.ahead(seat)
        if position is not None:
            mine = [move for move in position.legal_moves() if match.position.legal_moves().index(move) % 4 == at]
            moves = ", ".join(move for move in mine for _ in range(3))
            shown = answer(await who.slash(here.channel, "plan", moves=moves))
            if match.to_move is not None and match.to_move.id == who.id:
                await who.click(shown, label=f"Play {mine[0]}")


async def presses(game: str, *, alone: bool) -> tuple[Sequence[int], Sequence[int]]:
    """The presses of each of twenty moves, from the turn to the move, and of each whole turn among them."""
    async with club() as here:
        options = {"level": "mole"} if alone else {}
        number = await here.begins(game, 1 if alone else max(2, GAMES[game].seats.start), **options)
        counts, turns = list[int](), list[int]()
        for _ in range(MOVES):
            match = await here.match(number)
            if match.state is not State.RUNNING or match.to_move is None or match.to_move.is_computer:
                break
            counts.append(await _turn(here, number))
            if match.history.goes_on and turns:
                turns[-1] += counts[-1]
            else:
                turns.append(counts[-1])
        return counts, turns[:-1]  # the last one may go on


async def _turn(here: Club, number: int) -> int:
    """The presses of one move, with a move chosen by chance, from the board on."""
    match = await here.match(number)
    who, ply = here.who(match), len(match.history.tokens)
    target = here.chance.choice(match.position.legal_moves())
    shown, count = here.board(number, who), 0
    actor: Any = who.user if shown.channel_id in here.env.backend.dm_channels.values() else who
    while len((await here.match(number)).history.tokens) == ply and count < _MOST_PRESSES:
        label = next((one for one in _ways(shown, match.position, target)), None)
        assert label is not None, f"no way to {target}: {screen.buttons_of(shown)}"
        result = await label(actor, shown)
        answers = [*result.followups]
        if result.response is not None:
            answers.insert(0, result.response)
        shown = next((one for one in answers if one.ephemeral or one.id == shown.id), shown)
        stored = here.env.backend.messages.get(shown.channel_id, {}).get(shown.id)
        shown = shown if stored is None else ResponseMessage(here.env, stored)
        count += 1
    await here.settles()
    return count


def _ways(shown: Any, position: Position, target: Move) -> Iterator[Callable[[Any, Any], Awaitable[Any]]]:
    """The presses that lead on to a move, the shortest first."""
    buttons = {item["label"]: item["custom_id"] for item in screen.components_of(shown) if item["type"] == 2}
    stages = [*position.stages(target)]
    offered = screen.option_ids(shown)
    for custom_id in buttons.values():
        if custom_id.split(":")[1] == "play" and custom_id.endswith(f":{target}"):
            yield lambda who, at, found=custom_id: who.click(at, custom_id=found)
    for stage in reversed(stages):
        if stage in offered:
            yield lambda who, at, found=stage: screen_choice(who, at, found)
    for label, custom_id in buttons.items():
        if label == "Move":
            yield lambda who, at, found=custom_id: who.click(at, custom_id=found)
    for custom_id in buttons.values():
        if custom_id.endswith(f":{target}"):
            yield lambda who, at, found=custom_id: who.click(at, custom_id=found)


async def screen_choice(who: Any, shown: Any, value: str) -> Any:
    """Choose an option of a picker; returns the result."""
    custom_id = screen.option_ids(shown)[value]
    if any(value in offered for offered in screen.menus_of(shown).values()):
        return await who.select(shown, [value], custom_id=custom_id)
    return await who.click(shown, custom_id=custom_id)


async def event() -> dict[str, dict[str, float]]:
    """The noise of an all-play-all of fifteen: when it has begun, while each plays a move, and when it is over."""
    async with club(people=_EVENT) as here:
        await _opens(here, "all play all", 8)
        begun = here.noise()
        for number in range(1, 21):
            await here.plays(number, 2)
        moved = here.noise()
        await here.passes(9)
        return {"begun": begun, "after 40 moves": moved, "over": here.noise()}


async def _opens(here: Club, kind: str, hours: int) -> None:
    """Open an event that everybody joins, and let it begin."""
    options = {"format": kind, "game": "furl", "begins": "1 hour", "lasts": f"{hours} hours"}
    await manager(here).slash(here.channel, "manage start", **options)
    while not here.posted:  # the card of the event
        await here.settles()
    card = ResponseMessage(here.env, here.posted[0])
    for person in here.people:
        await person.click(card, label="Join")
    await here.passes(2)


async def in_rounds(kind: str) -> dict[str, float]:
    """The noise of an event of eight in three rounds, each of which ends while all its matches are going on."""
    async with club(people=_ROUNDS) as here:
        await _opens(here, kind, 9)
        seen = 0
        while numbers := [number for number in range(seen + 1, seen + _ROUNDS + 1) if await _runs(here, number)]:
            for number in numbers:
                await here.plays(number, 2)
            seen = numbers[-1]
            await here.passes(3)
        return here.noise()


async def _runs(here: Club, number: int) -> bool:
    try:
        return (await here.match(number)).state is State.RUNNING
    except UnknownMatch:
        return False


async def evening() -> dict[str, float]:
    """The noise of an evening of six: five with Mole, a vacation, two matches of two, one for four, a reminder each."""
    async with club() as here:
        crowd = here.people
        alone: list[tuple[MemberActor, int]] = []
        for person, game in zip(crowd[:5], ("furl", "playwin", "fursaz", "furl", "playwin"), strict=True):
            here.people = [person]
            alone.append((person, await here.begins(game, 1, level="mole")))
        for person, number in alone:
            here.people = [person]
            await here.plays(number, 4)
        pairs: list[tuple[Sequence[MemberActor], int]] = []
        for two, game in (((0, 1), "furl"), ((2, 3), "furbowl")):
            here.people = [crowd[one] for one in two]
            pairs.append((here.people, await here.begins(game, 2)))
        here.people = crowd[:4]
        four = await here.begins("farlander", 4)
        pairs.append((here.people, four))
        for people, number in pairs:
            here.people = people
            await here.plays(number, MOVES)
        here.people = crowd
        await crowd[0].slash(here.channel, "vacation", days="2 days")
        await here.settles()
        await here.passes(60)
        return here.noise()


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    painted = render.picture
    render.picture = _quick
    try:
        with asyncio.Runner() as runner:
            return runner.run(_rows())
    finally:
        render.picture = painted


def _quick(_position: Position, _scene: object = None, _on_painted: object = None) -> bytes:
    return b"picture"


async def _rows() -> list[Measurement]:
    found = list[Measurement]()
    for game in GAMES:
        for where in ("channel", "thread", "alone"):
            noise = await twenty_moves(game, where)
            found += [Measurement(f"{game}, {where}: {name}", value, "") for name, value in noise.items()]
        for alone in (False, True):
            company = "a character" if alone else "people"
            for what, counts in zip(("move", "turn"), await presses(game, alone=alone), strict=True):
                usual, most = median(counts), max(counts)
                found.append(Measurement(f"{game}: presses a {what}, with {company}", usual, "", f"at most {most}"))
    for ahead in (False, True):
        way = "ahead" if ahead else "one by one"
        found += [
            Measurement(f"placing of four, {way}: {name}", value, "")
            for name, value in (await placing(ahead=ahead)).items()
        ]
    for stage, noise in (await event()).items():
        found += [Measurement(f"an event of {_EVENT}, {stage}: {name}", value, "") for name, value in noise.items()]
    for kind in ("swiss", "knockout"):
        noise = await in_rounds(kind)
        found += [Measurement(f"a {kind} of {_ROUNDS}: {name}", value, "") for name, value in noise.items()]
    found += [Measurement(f"an evening of six: {name}", value, "") for name, value in (await evening()).items()]
    return found
