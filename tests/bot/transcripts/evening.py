"""An evening: people in a simulated Discord, at browsers and behind programs, of which everything is written down."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import discord
from simcord.backend import serializers

from bot.actions import engines as engine_actions
from bot.actions import matches, sessions
from bot.model.match import State
from bot.model.people import Actor, Person
from bot.model.tokens import Scope
from tests.bot.api.programs import Client, program
from tests.bot.tables import Dump
from tests.bot.transcripts.chat import Chat
from tests.bot.transcripts.players import Player
from tests.bot.transcripts.script import Script, instant, wrapped
from tests.bot.transcripts.tables import differences, rows
from tests.bot.transcripts.visitors import Program, Visitor
from tests.bot.web.visiting import Browser, Visited, visited
from tests.bot.world import World, url_of


@dataclass
class Evening:
    """A world whose every event is written into a script."""

    world: World
    script: Script
    chat: Chat
    before: Mapping[str, Any]
    locales: dict[int, str] = field(default_factory=dict[int, str])
    site: Visited | None = None
    _lost: Any = None
    _is_outage: bool = False

    def act(self, heading: str) -> None:
        """Begin an act of the play."""
        self.script.act(heading)

    def people(self, **locales: str) -> tuple[Player, Player, Player]:
        """Ada, Ben and Cleo; those named have a Discord in another language."""
        found = self.world.ada, self.world.ben, self.world.cleo
        self.locales |= {one.id: locales[one.name] for one in found if one.name in locales}
        ada, ben, cleo = (Player(self, one, self.world.channel) for one in found)
        return ada, ben, cleo

    def member(self, name: str, *, locale: str = "en-US", manages: bool = False) -> Player:
        """Another person on the server, whose Discord speaks a language, and who may manage the server."""
        allowed = discord.Permissions(manage_guild=True)
        roles = [self.world.guild.create_role("managers", permissions=allowed)] if manages else []
        person = self.world.guild.add_member(self.world.env.create_user(name), roles=roles)
        self.locales[person.id] = locale
        return Player(self, person, self.world.channel)

    async def play_on(self, plies: int, *players: Player, match: int = 1) -> None:
        """Let players type moves in turn, spread over those that are legal."""
        for _ in range(plies):
            now = await self.world.match(match)
            mover = next((one for one in players if now.to_move is not None and one.actor.id == now.to_move.id), None)
            if mover is None:
                return
            legal = now.position.legal_moves()
            await mover.moves(legal[7 * now.ply % len(legal)], match=match)

    async def resigns(self, *players: Player) -> None:
        """Let players resign all that they play, without a word in the channel."""
        context = self.world.bot.services.context
        for player in players:
            actor = self.world.actor(player.actor)
            numbers = [one.id for one in await matches.of_person(context, actor.person, None, State.RUNNING)]
            self.script.note(f"{player.name} resigns in {', '.join(f'#{number}' for number in numbers) or 'nothing'}.")
            for number in numbers:
                self.a_minute()
                with self.world.env.time_context():
                    await self.world.matches.resign(actor, number)
                    await self.world.deliver(number)

    async def restarts(self) -> None:
        """The bot stops, and another one starts on what is stored."""
        self.script.note("Furlong is restarted.")
        await self.world.restart()

    def fails(self, method: str, path: str, status: int = 503, **error: Any) -> None:
        """Let Discord refuse the next request of a kind."""
        self.script.note(f"Discord will answer {status} to {method} {path}.")
        self.world.env.inject_error(method, path, status=status, **error)

    async def loses_server(self, *, unavailable: bool = False) -> None:
        """Discord tells that the server cannot be reached, or that the bot is no longer on it."""
        self.script.note("The server cannot be reached." if unavailable else "The bot is no longer on the server.")
        self._lost, self._is_outage = self.world.env.backend.guilds.pop(self.world.guild.id), unavailable
        self.world.env.backend.emit("GUILD_DELETE", {"id": str(self._lost.id), "unavailable": unavailable})
        await self.world.env.settle()

    async def finds_server(self) -> None:
        """Discord tells that the bot is on the server, which can be reached."""
        self.script.note("The server can be reached.")
        backend, guild = self.world.env.backend, self._lost
        assert guild is not None, "it is lost"
        backend.guilds[guild.id] = guild
        created = serializers.guild_create_payload(backend, guild)
        if not self._is_outage:
            del created["unavailable"]  # which is there after an outage only
        backend.emit("GUILD_CREATE", created)
        await self.world.env.settle()

    async def passes(self, **amount: float) -> None:
        """Let time pass, in which the bot does what is due."""
        span = timedelta(**amount)
        self.script.note(f"— {span} pass, until {instant(self.world.env.now() + span)} —".replace(", 0:00:00", ""))
        await self.world.env.advance_time(span.total_seconds())
        self.tell_time()

    def a_minute(self) -> None:
        """Let a minute pass before somebody does something, so that no two instants are alike."""
        self.world.env.backend.advance_clock(60)

    def tell_time(self) -> None:
        """Let the page have the time of Discord."""
        if self.site is not None:
            self.site.clock[0] = self.world.env.now()

    @asynccontextmanager
    async def page(self, **options: Any) -> AsyncGenerator[None]:
        """Serve the page on what the bot has stored; `options` are those of a `bot.web.access.Site`."""
        async with visited(url_of(self.world.database), **options) as site:
            self.site, server = site, self.world.guild.id
            site.members |= {(server, number) for number in self.world.env.backend.guilds[server].members}
            self.tell_time()
            yield
        self.site = None

    async def visitor(self, who: Player) -> Visitor:
        """A member at a browser that speaks the language of their Discord, signed in by a link from the server."""
        assert self.site is not None, "the page is served"
        person, server = Person(who.actor.id, who.name), who.actor.guild.id
        token = await sessions.link(self.site.matches, Actor(person, server), who.channel.id)
        browser = Browser(self.site)
        await browser.post("/enter", token=token)
        return Visitor(self, who.name, self.locales.get(who.actor.id, "en-US"), browser)

    async def guest(self, name: str = "A stranger", language: str = "en-US") -> Visitor:
        """Somebody at a browser who is not signed in."""
        assert self.site is not None, "the page is served"
        return Visitor(self, name, language, Browser(self.site))

    async def program(self, who: Player, scope: Scope = Scope.PLAY) -> Program:
        """A program of a member, with a token."""
        assert self.site is not None, "the page is served"
        return Program(self, f"{who.name}'s program", await program(self.site, Person(who.actor.id, who.name), scope))

    async def engine(self, who: Player, name: str, *games: str) -> Program:
        """An engine of a member, which is connected."""
        assert self.site is not None, "the page is served"
        owner, server = Person(who.actor.id, who.name), who.actor.guild.id
        found, secret = await engine_actions.register(self.site.matches, owner, server, name, games)
        await engine_actions.note_ready(self.site.matches, found.person)
        return Program(self, name, Client(self.site, secret))

    def newest_file(self) -> bytes:
        """The file in the newest message that has one."""
        backend = self.world.env.backend
        messages = [one for there in backend.messages.values() for one in there.values() if one.attachments]
        found = backend.cdn.get(max(messages, key=lambda one: one.id).attachments[-1]["url"])
        assert found is not None, "it was uploaded"
        return found

    async def hosts(self, command: str, work: Callable[[str, Callable[[str], None]], Awaitable[object]]) -> None:
        """Let a host give a command about the database, which the bot goes on using."""
        told = list[str]()
        result = await work(url_of(self.world.database), told.append)
        self.script.note(f"The host runs: furlong {command}", [*told, f"→ {result}"])

    async def end(self) -> None:
        """Write down what is stored."""
        self.script.act("What is stored")
        database = self.world.bot.services.context.database
        for table, lines in differences(self.before, await rows(database)):
            self.script.note(table, (part for line in lines for part in wrapped(self.script.plain(line))))


class LogLines(logging.Handler):
    """Writes what is logged into a script."""

    def __init__(self, script: Script) -> None:
        super().__init__(logging.INFO)
        self._script = script

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        self._script.note(f"Log ({record.levelname.lower()}): {record.getMessage()}")


async def beginning(world: World, title: str) -> Evening:
    """An evening that begins now."""
    script = Script(title)
    chat = Chat(world.env, world.canvas, script)
    script.name = chat.name
    before: Dump = await rows(world.bot.services.context.database)
    chat.follow()
    return Evening(world, script, chat, before)
