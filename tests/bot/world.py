"""A simulated Discord with the bot in it, as the people in it see it."""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import ComponentType, InteractionType
from simcord.env import Env
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

import render
from bot.actions import settings
from bot.chat import client
from bot.model import challenges
from bot.model.challenges import Proposal
from bot.model.clock import FRIENDLY, Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.settings import Confirming
from bot.model.shards import ALL
from bot.opponents.thinkers import Thinkers
from bot.store.engine.schema import METADATA
from rules import GAMES
from rules.core import Position, Seat
from tests.bot import screen
from tests.bot.matches import Matches
from tests.bot.screen import Shown
from tests.bot.tables import Dump, all_games
from tests.bot.thinking import AtOnce


async def ask_to_play(
    who: MemberActor,
    channel: ChannelHandle,
    *,
    game: str,
    people: Sequence[MemberActor] = (),
    level: str = "anyone",
    days: str = "usual",
    also: Sequence[str] = (),
) -> InteractionResult:
    """Let a person fill in the window of `/play`, and what is asked after it; returns the answer."""
    window = await who.slash(channel, "play")
    if window.modal is None:
        return window
    further = [key for key in also if key not in ("casual", "rated")]
    rated = [key for key in also if key not in further]
    keys = [game, "people" if people else level, *rated, *(["more"] if further else [])]
    result = await who.submit_modal(window, _filled(window.modal, people, keys) | {"days": [days]})
    counts = _custom_id(result, "furlong:begin_on:")
    if counts is not None:  # it would be their first that counts
        result = await who.click(answer(result), custom_id=counts)
    asked = _custom_id(result, ":begin_more:" if further else ":begin_on:")
    if asked is None or not (further or people):  # nothing more is asked, or the answer was lost on the way
        return result
    if not further:
        return await who.select(answer(result), [*people], custom_id=asked)
    window = await who.click(answer(result), custom_id=asked)
    return window if window.modal is None else await who.submit_modal(window, _filled(window.modal, people, further))


def _custom_id(result: InteractionResult, part: str) -> str | None:
    """The custom id, with this part in it, of a button or menu of an answer."""
    rows = result.response.components if result.response is not None else ()
    found = [one["custom_id"] for row in rows for one in row.get("components", ())]
    return next((one for one in found if part in one), None)


def _filled(window: Any, people: Sequence[MemberActor], keys: Sequence[str]) -> dict[str, Any]:
    """What the parts of a window have with these people and terms, and otherwise as usual."""
    filled: dict[str, Any] = {}
    for one in (part["component"] for part in window["components"]):
        offered = [option["value"] for option in one.get("options", ())]
        chosen = [key for key in keys if key in offered]
        filled[one["custom_id"]] = [*people] if one["type"] == ComponentType.USER_SELECT else chosen
        if "usual" in offered and not chosen:
            filled[one["custom_id"]] = ["usual"]
        elif not chosen and one["custom_id"] == "is_rated":
            del filled["is_rated"]  # whether the first one counts is asked later
    missed = {*keys}.difference(*map(set, filled.values()))
    assert not missed, f"the window has no {missed}"
    return filled


@dataclass(frozen=True)
class PaintedScene:
    """What a picture shows."""

    position: Position
    scene: render.Scene


class PaintedPictures:
    """Stands in for `render.picture`: quick, and the bytes of a picture tell what was painted."""

    def __init__(self) -> None:
        self._scenes: dict[bytes, PaintedScene] = {}

    def picture(
        self,
        position: Position,
        scene: render.Scene = render.Scene(),  # noqa: B008 - a frozen value
        reached: Callable[[str], None] | None = None,
    ) -> bytes:
        if reached is not None:
            reached(render.PAINTING)
            reached(render.ENCODING)
        picture = hashlib.sha256(f"{position.fen()}{scene}".encode()).digest()
        self._scenes[picture] = PaintedScene(position, scene)
        return picture

    def painting(self, picture: bytes) -> PaintedScene:
        return self._scenes[picture]


@dataclass(frozen=True)
class UserAction:
    """Something that a person does on Discord: the interaction that the bot is told of."""

    who: MemberActor
    channel_id: int
    kind: InteractionType
    data: dict[str, Any]
    message: dict[str, Any] | None = None


SIGNS_OF_LIFE: Final = frozenset({"heartbeats", "processes"})
"""Tables in which processes of the bot say that they are there; nothing about people."""


@dataclass
class World:
    """A server with a channel, some people, and the bot, whose store is the file `database`."""

    env: Env
    bot: client.Furlong
    database: Path
    canvas: PaintedPictures
    guild: GuildHandle
    channel: ChannelHandle
    ada: MemberActor
    ben: MemberActor
    cleo: MemberActor

    # --- what is there ---

    @property
    def matches(self) -> Matches:
        """Matches as they are stored, and short ways to change them."""
        return Matches(self.bot.services.context.database, now=self.bot.services.context.now, games=all_games())

    async def match(self, number: int = 1) -> Match:
        """A match as it is stored."""
        return await self.matches.load(number)

    async def stored(self) -> Dump:
        """Everything that is on disk but the bot's sign of life, to see that nothing has changed."""
        with closing(sqlite3.connect(self.database)) as connection:
            found = {
                table.name: connection.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2").fetchall()
                for table in METADATA.sorted_tables
            }
        return Dump({name: rows for name, rows in found.items() if name not in SIGNS_OF_LIFE})

    def messages(self, channel: ChannelHandle | None = None) -> list[Message]:
        """What everybody sees in a channel, oldest first."""
        return [message for message in (channel or self.channel).history() if not message.flags.ephemeral]

    def board(self) -> Message:
        """The newest message that everybody sees in the channel; the others aren't read, of which there may be many."""
        stored = self.env.backend.messages[self.channel.id]
        newest_first = (stored[number] for number in sorted(stored, reverse=True))
        seen = (to_discord_message(self.env, one) for one in newest_first if one.visible_to(None))
        return next(message for message in seen if not message.flags.ephemeral)

    @asynccontextmanager
    async def nothing_changes(self) -> AsyncGenerator[None]:
        """Whatever is done meanwhile changes nothing in the store, and nothing that everybody sees."""
        stored, seen = await self.stored(), [screen.look_of(message) for message in self.messages()]
        yield
        assert await self.stored() == stored
        assert [screen.look_of(message) for message in self.messages()] == seen

    def actor(self, who: MemberActor) -> Actor:
        """The person as an actor on the server."""
        return Actor(Person(who.id, who.name), who.guild.id)

    def painting(self, message: Shown) -> PaintedScene:
        """What the picture in a message shows."""
        picture = self.env.backend.cdn.get(screen.picture_of(message))
        assert picture is not None, "the picture was not uploaded"
        return self.canvas.painting(picture)

    def sent(self, method: str, path: str) -> list[dict[str, Any]]:
        """The bodies of the requests to Discord of one kind; `path` is how they begin."""
        return [
            request.json or {}
            for request in self.env.http_requests
            if request.method == method and request.path.startswith(path)
        ]

    def pinged(self, message: Message) -> list[int]:
        """Whom a message pings: the ids of those whom it mentions and may notify."""
        return self.env.backend.get_message(message.channel.id, message.id).ping_user_ids

    def direct_messages(self, who: MemberActor) -> list[str]:
        """What the bot has told a person in direct messages."""
        return [screen.text_of(message) for message in self.messages(who.user.dm_channel)]

    # --- what happens ---

    async def deliver(self, number: int) -> None:
        """Let the bot show a match as after an action, with all that follows from it."""
        await asyncio.create_task(self.bot.delivery.deliver(number))
        await self.bot.delivery.background.idle()

    async def restart(self, thinkers: Thinkers | None = None, page: str = "", **others: Any) -> None:
        """Stop the bot and start a new one on the same store, as after an update."""
        usual = {"has_activity": False, "pusher": None}
        options = replace(self.bot.options, thinkers=thinkers or AtOnce(), shards=ALL, page=page, **{**usual, **others})
        new = client.Furlong(options)
        await self.env.restart_bot(new)
        await self.bot.close()
        self.bot = new

    async def start_match(self, host: MemberActor | None = None, guest: MemberActor | None = None) -> Message:
        """A running match of Furl in which `host` (Ada) moves first against `guest` (Ben); returns its board."""
        host, guest = host or self.ada, guest or self.ben
        await host.slash(self.channel, "play", game="furl", opponent=guest, side="first")
        await guest.click(self.board(), label="Accept")
        return self.board()

    async def types(self, who: MemberActor, move: str, **options: str) -> str:
        """Let a person type a move; returns the private answer."""
        return reply_text(await who.slash(self.channel, "move", move=move, **options))

    async def in_season(self, who: MemberActor, label: str, **options: str) -> InteractionResult:
        """Let a person press a button of the answer to `/season`."""
        return await who.click(answer(await who.slash(self.channel, "season", **options)), label=label)

    async def confirms_every_move(self, who: MemberActor) -> None:
        """Let a person's picker ask before it plays any move."""
        person = self.actor(who).person
        await settings.prefer(
            self.bot.services.context, person, lambda before: replace(before, confirming=Confirming.EVERY)
        )

    async def opens_picker(self, who: MemberActor, board: Shown | None = None) -> ResponseMessage:
        """Let a person press Move; returns the private picker."""
        return answer(await who.click(board or self.board(), label="Move"))

    async def chooses(self, who: MemberActor, picker: ResponseMessage, *values: str) -> str:
        """Let a person choose one option of a picker after the other; returns what it says then."""
        for value in values:
            await screen.choose_option(who, picker, value)
        return screen.text_of(picker)

    async def play(self, *moves: str, number: int = 1) -> None:
        """The players of a match type these moves in turn."""
        match = await self.match(number)
        for move in moves:
            player = match.to_move
            assert player is not None
            who = next(actor for actor in (self.ada, self.ben, self.cleo) if actor.id == player.id)
            reply = await self.types(who, move, match=str(number))
            match = await self.match(number)
            assert match.history.tokens[-1] == move, reply

    async def store_matches(
        self, count: int, *, host: MemberActor, guest: MemberActor, moves: Sequence[str] = (), terms: Terms = FRIENDLY
    ) -> None:
        """That many more running matches, announced nowhere yet, in which `host` moves first."""
        players = [self.actor(host), self.actor(guest)]
        proposal = Proposal(GAMES["furl"], self.channel.id, (players[1].person,), Seat(0), terms=terms)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(challenges, "MOST_TOGETHER", max(count, challenges.MOST_TOGETHER))
            for _ in range(count):
                match = await self.matches.propose(players[0], host.guild.id, proposal)
                await self.matches.join(players[1], match.id)
                for ply, move in enumerate(moves):
                    await self.matches.play(players[ply % 2], match.id, move)

    async def at_once(self, *deeds: UserAction, locale: str = "en-US") -> list[InteractionResult]:
        """Several deeds that reach the bot before it has begun with the first, of people whose Discord has a locale."""
        records: list[Any] = []
        for action in deeds:
            record, payload = base_payload(
                self.env.backend,
                type=action.kind,
                channel_id=action.channel_id,
                guild_id=action.who.guild.id,
                user_id=action.who.id,
                data=action.data,
            )
            payload["locale"] = locale
            if action.message is not None:
                payload["message"] = action.message
                record.source_message_id = int(action.message["id"])
            self.env.backend.emit("INTERACTION_CREATE", payload)
            records.append(record)
        await self.env.settle()
        return [InteractionResult(self.env, record) for record in records]

    def press(self, who: MemberActor, message: Shown, label: str) -> UserAction:
        """A press on a button, to be done later."""
        return self._press(who, message, {"custom_id": screen.button_id(message, label), "component_type": 2})

    def typing(self, who: MemberActor, **options: str) -> UserAction:
        """A typed `/move`, to be done later."""
        command = self.env.backend.find_command("move", who.guild.id, type=1)
        assert command is not None
        filled = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        data = {"id": command["id"], "name": "move", "type": 1, "options": filled}
        return UserAction(who, self.channel.id, InteractionType.APPLICATION_COMMAND, data)

    async def plans(self, who: MemberActor, moves: str) -> ResponseMessage:
        """Let somebody plan, and play the first move if they are asked; returns the answer."""
        shown = answer(await who.slash(self.channel, "plan", moves=moves))
        first = [label for label in screen.buttons_of(shown) if label.startswith("Play ")]
        return answer(await who.click(shown, label=first[0])) if first else shown

    async def take_out(self, manager: MemberActor, **options: Any) -> str:
        """Let a manager take somebody out, after the question; returns the answer."""
        question = answer(await manager.slash(self.channel, "manage remove", **options))
        return reply_text(await manager.click(question, label="Take out"))

    async def manages(self, manager: MemberActor, command: str, label: str = "Call it off", **options: Any) -> str:
        """Let a manager call something off or close it, after the question; returns the answer."""
        question = answer(await manager.slash(self.channel, f"manage {command}", **options))
        return reply_text(await manager.click(question, label=label))

    def forged(
        self, who: MemberActor, message: Shown, custom_id: str, *values: str, is_in_message: bool = True
    ) -> UserAction:
        """A press on a button (a choice from a menu, if there are `values`) that the message does not really have.

        Discord says that it `is_in_message`, as if an earlier Furlong had sent it, or says what really is.
        """
        menu = {"type": ComponentType.STRING_SELECT, "options": [{"label": value, "value": value} for value in values]}
        shape = menu if values else {"type": ComponentType.BUTTON, "style": 2, "label": "forged"}
        data = {"custom_id": custom_id, "component_type": shape["type"], "values": list(values)}
        press = self._press(who, message, data)
        assert press.message is not None
        if is_in_message:
            press.message["components"] = [{"type": 1, "components": [{**shape, "custom_id": custom_id}]}]
        return press

    def _press(self, who: MemberActor, message: Shown, data: dict[str, Any]) -> UserAction:
        channel_id = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        stored = self.env.backend.get_message(channel_id, message.id)
        shown = dict[str, Any](serializers.message_payload(self.env.backend, stored))
        return UserAction(who, channel_id, InteractionType.MESSAGE_COMPONENT, data, shown)


def url_of(database: Path) -> str:
    """The address of a database file."""
    return f"sqlite+aiosqlite:///{database}"


def answer(result: InteractionResult) -> ResponseMessage:
    """The one private message with which the bot answered, or that it changed in place."""
    messages = [*result.followups]
    if result.response is not None and result.response.ephemeral:
        messages.insert(0, result.response)
    assert len(messages) == 1, f"{len(messages)} answers"
    assert messages[0].ephemeral, "the answer was public"
    return messages[0]


def reply_text(result: InteractionResult) -> str:
    """The private sentences with which the bot answered."""
    messages = [*result.followups]
    if result.response is not None and result.response.ephemeral:
        messages.insert(0, result.response)
    assert messages, "nobody answered"
    assert all(message.ephemeral for message in messages), "an answer was public"
    return "\n".join(screen.text_of(message) for message in messages)
