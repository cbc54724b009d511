"""The people who play: two for each match, who wait for answers, retry, and check what they see."""

import asyncio
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from rules import GAMES
from rules.core import Move, Position
from tests.processes.asking import Questions
from tests.processes.double import IN_PLACE, Discord, InteractionAnswer
from tests.processes.pages import Pages
from tests.processes.payloads import Message, texts, walk
from tests.processes.waiting import patience

_COMMAND, _PRESS = 2, 3
_ANSWERED_WITHIN = 60.0
_STANDSTILL = 120.0
"""The seconds within which at least one player must make progress, whatever is down at the moment."""

_SOON = 0.1
_TOUCHES = 0.4
"""The share of moves that are touched on a page instead of typed."""

_FARTHEST = 5.0
_RECORD = (
    "(SELECT token FROM moves WHERE match_id = $1 ORDER BY ply) UNION ALL "
    "SELECT unnest(string_to_array(tokens, ' ')) FROM records WHERE match_id = $1"  # once the match is over
)
_CODE_OR_NUMBER = re.compile(r"\b(?=[0-9A-F]*[0-9])[0-9A-F]+\b")
_PRESS_ID = re.compile(r"furlong:(?P<action>[a-z_]+):(?P<match>[0-9]+):(?P<revision>[0-9]+):.*")


@dataclass
class PlayedMatch:
    """A match as its players know it: `moves` are the acknowledged ones, `waits_for` says what they are waiting for."""

    server_id: int
    people: tuple[tuple[int, str], tuple[int, str]]
    days: str
    game: str = "furl"
    number: int = 0
    moves: list[str] = field(default_factory=list[str])
    position: Position = field(init=False)
    waits_for: str = "nothing"

    def __post_init__(self) -> None:
        """Begin at the start of the game."""
        self.position = GAMES[self.game].start(2)


class Players:
    """All players, and what they have seen."""

    def __init__(self, discord: Discord, questions: Questions, pages: Pages, *, at_once: int) -> None:
        self.discord = discord
        self.pages = pages
        self.touched = 0
        """The number of moves made on pages."""

        self.asked = 0
        """The number of moves made by programs."""

        self.programs = 0.0
        """The share of moves that programs of the players make."""

        self.matches: list[PlayedMatch] = []
        self.answered: Counter[int] = Counter()
        """The number of answered commands and presses by server."""

        self.achieved: Counter[int] = Counter()
        """The number of matches begun and moves made by server."""

        self.failed: Counter[str] = Counter()
        self.shown: defaultdict[int, dict[int, Message]] = defaultdict(dict)
        """The messages that have shown each match, as they are now, by match and by the number of the message."""

        self.reply: dict[int, tuple[int, str]] = {}
        """The channel and text of each message that is about a match but shows no board, by the message's id."""

        self._changes: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self._questions = questions
        self._at_once = asyncio.Semaphore(at_once)
        self._chance = random.Random(7)
        discord.on_message = self._see

    def _see(self, message: Message) -> None:
        number = match_of(message)
        if number is None:
            self.reply[message.id] = message.channel_id, " ".join(texts(message.as_posted))
        else:
            self.shown[number][message.id] = message
            self._changes[number].set()

    async def _sees_a_change(self, played: PlayedMatch) -> None:
        """Wait until a message shows a match, but not for ever."""
        played.waits_for = "its board"
        change = self._changes[played.number]
        change.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(_FARTHEST):
                await change.wait()

    def new_match(self, server_id: int, days: str, game: str = "furl") -> PlayedMatch:
        """A new match between two people who play in no other."""
        first = 10**17 + 2 * len(self.matches)
        people = (first, f"Ada {first % 10**6}"), (first + 1, f"Ben {first % 10**6}")
        played = PlayedMatch(server_id, people, days, game)
        self.matches.append(played)
        return played

    async def all(self, doings: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Let all players act at once. Raises AssertionError if none of them makes progress, or one finds a fault."""
        together, achieved, since = asyncio.gather(*doings), -1, time.monotonic()
        while not together.done():
            if achieved != self.achieved.total():
                achieved, since = self.achieved.total(), time.monotonic()
            if time.monotonic() - since > patience(_STANDSTILL):
                together.cancel()
                raise AssertionError(f"nobody gets on any more; {self._standing_still()}")
            await asyncio.wait((together,), timeout=1)
        together.result()

    def _standing_still(self) -> str:
        waiting = [one for one in self.matches if one.waits_for != "nothing"]
        some = ", ".join(f"match {one.number} on server {one.server_id} for {one.waits_for}" for one in waiting[:5])
        return f"{len(waiting)} of {len(self.matches)} wait: {some}; answers were {self.failed.most_common(5)}"

    async def begin(self, played: PlayedMatch) -> None:
        """Have one player challenge the other, who accepts; returns when the board is shown."""
        while not played.number:
            answer = await self._types(played, 0, self._play(played))
            found = re.search(r"match #([0-9]+)", answer or "")
            played.number = int(found[1]) if found else await self._number(played)
        while self._with_button(played, "Move") is None:
            if self._with_button(played, "Accept") is not None and await self._state(played) == "open":
                await self._presses(played, 1, "Accept")
            if self._with_button(played, "Move") is None:
                await self._sees_a_change(played)
        played.waits_for = "nothing"
        self.achieved[played.server_id] += 1

    async def play(self, played: PlayedMatch, moves: int) -> None:
        """Play that many more moves, or until the game is over; a move without an answer is retried."""
        aim = len(played.moves) + moves
        while len(played.moves) < aim and (seat := played.position.turn) is not None:
            if not isinstance(seat, int):  # the bot rolls the dice
                await self.look(played)
                continue
            legal = played.position.legal_moves()
            move = legal[self._chance.randrange(len(legal))]
            if await self._way()(played, seat, move):
                self._note(played, move)
            else:
                await self.look(played)
        played.waits_for = "nothing"

    def _way(self) -> Callable[[PlayedMatch, int, Move], Coroutine[Any, Any, bool]]:
        """How the next move is made."""
        chance = self._chance.random()
        if chance < _TOUCHES:
            return self._touches
        return self._asks if chance < _TOUCHES + self.programs else self._types_move

    async def _types_move(self, played: PlayedMatch, seat: int, move: Move) -> bool:
        """Type a move; returns whether it was played."""
        options = [_option("move", str(move)), _option("match", str(played.number))]
        answer = await self._types(played, seat, self._command("move", options))
        if answer is not None and answer.startswith((f"`{move}`", "[Match #", "Match #")):
            return True
        if answer is not None:
            self.failed[_CODE_OR_NUMBER.sub("…", answer)[:80]] += 1
        return False

    async def _touches(self, played: PlayedMatch, seat: int, move: Move) -> bool:
        """Touch a move on the page of any process; returns whether it was played."""
        process = self.pages.any_process()
        if process is None:
            return await self._types_move(played, seat, move)
        is_played = await self._served(played, self.pages.play(process, played.people[seat][0], played.number, move))
        self.touched += is_played
        return is_played

    async def _asks(self, played: PlayedMatch, seat: int, move: Move) -> bool:
        """Have a program ask any process for a move; returns whether it was played."""
        process = self.pages.any_process()
        assert process is not None, "programs have nobody to ask"
        is_played = await self._served(played, self.pages.program(process, played.people[seat][0], played.number, move))
        self.asked += is_played
        return is_played

    async def _served(self, played: PlayedMatch, playing: Awaitable[bool]) -> bool:
        """Wait for a move that a page or a program makes."""
        played.waits_for = "the page"
        async with self._at_once:
            try:
                is_played = await playing
            except (aiohttp.ClientError, ConnectionError, TimeoutError):
                is_played = False
        if not is_played:
            self.failed["none on the page"] += 1
            await asyncio.sleep(_SOON)
        return is_played

    async def look(self, played: PlayedMatch) -> int:
        """Look at the board, which must have every acknowledged move; returns how many moves are stored.

        It may also have stored moves that were never acknowledged.
        """
        played.waits_for = "the database"
        rows = await self._questions.rows(_RECORD, played.number)
        tokens = [row["token"] for row in rows]
        assert tokens[: len(played.moves)] == played.moves, f"match {played.number} has lost a move: {tokens}"
        for token in tokens[len(played.moves) :]:
            self._note(played, Move(token))
        return len(tokens)

    def _note(self, played: PlayedMatch, move: Move) -> None:
        played.moves.append(str(move))
        played.position = played.position.play(move)
        self.achieved[played.server_id] += 1

    async def _number(self, played: PlayedMatch) -> int:
        query = "SELECT max(id) AS id FROM matches WHERE host_id = $1"
        rows = await self._questions.rows(query, played.people[0][0])
        return rows[0]["id"] or 0

    async def _state(self, played: PlayedMatch) -> str:
        return (await self._questions.rows("SELECT state FROM matches WHERE id = $1", played.number))[0]["state"]

    def _with_button(self, played: PlayedMatch, label: str) -> Message | None:
        """The newest message of a match with this button."""
        fitting = [one for one in self.shown[played.number].values() if label in one.buttons]
        return max(fitting, key=lambda message: message.id, default=None)

    async def _types(self, played: PlayedMatch, seat: int, command: Mapping[str, Any]) -> str | None:
        return await self._does(played, seat, _COMMAND, lambda: (command, None))

    async def _presses(self, played: PlayedMatch, seat: int, label: str) -> None:
        """Press a button if it still exists; Discord allows no other press."""

        def press() -> tuple[Mapping[str, Any], Message] | None:
            message = self._with_button(played, label)
            return message and ({"custom_id": message.buttons[label], "component_type": 2}, message)

        await self._does(played, seat, _PRESS, press)

    async def _does(
        self,
        played: PlayedMatch,
        seat: int,
        kind: int,
        ask: Callable[[], tuple[Mapping[str, Any], Message | None] | None],
    ) -> str | None:
        """Have a person do what `ask` says, and wait for the answer.

        None if no answer comes because the process is gone, or if there is nothing to ask for.
        """
        played.waits_for = "the connection of its shard"
        while self.discord.gateway.session_of(played.server_id) is None:
            await asyncio.sleep(_SOON)
        async with self._at_once:
            asked = ask()
            if asked is None:
                return None
            answer = await self.discord.interact(played.server_id, played.people[seat], kind, *asked)
            played.waits_for = "an answer"
            text = None if answer is None else await self._answered(answer, played)
        if text is None:
            self.failed["none"] += 1
        else:
            self.answered[played.server_id] += 1
        return text

    async def _answered(self, answer: InteractionAnswer, played: PlayedMatch) -> str | None:
        try:
            async with asyncio.timeout(patience(_ANSWERED_WITHIN)):
                await answer.has_come.wait()
        except TimeoutError:
            raise AssertionError(f"nobody is answered in match {played.number} on server {played.server_id}") from None
        if answer.is_given_up and not answer.texts and answer.callback != IN_PLACE:
            return None
        return answer.texts[-1] if answer.texts else ""

    def _play(self, played: PlayedMatch) -> Mapping[str, Any]:
        guest, name = played.people[1]
        options = [
            _option("game", played.game),
            {"name": "opponent", "type": 6, "value": str(guest)},
            _option("side", "first"),
            _option("days", played.days),
        ]
        user = {"id": str(guest), "username": name, "discriminator": "0", "global_name": name, "avatar": None}
        everything = str((1 << 50) - 1)
        member: dict[str, Any] = {
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "permissions": everything,
            "flags": 0,
        }
        resolved: dict[str, Any] = {"users": {str(guest): user}, "members": {str(guest): member}}
        return {**self._command("play", options), "resolved": resolved}

    def _command(self, name: str, options: list[dict[str, Any]]) -> dict[str, Any]:
        known = {one["name"]: one["id"] for one in self.discord.commands if one.get("type", 1) == 1}
        return {"id": known.get(name, "1"), "name": name, "type": 1, "options": options}


REMINDER = "ime is running out:"


def match_of(message: Message) -> int | None:
    """The match that a message shows, by its buttons when it was posted; notices have the way to boards, and Move."""
    if any(REMINDER in text for text in texts(message.as_posted)):
        return None
    for part in walk(message.as_posted):
        found = _PRESS_ID.fullmatch(part.get("custom_id") or "")
        if found is not None and found["match"] != "0" and found["action"] != "open_board":
            return int(found["match"])
    return None


def _option(name: str, value: str) -> dict[str, Any]:
    return {"name": name, "type": 3, "value": value}


def as_text(message: Message) -> str:
    """All texts of a message, to tell two messages apart."""
    return json.dumps(message.as_posted, sort_keys=True)


def revision_of(components: Sequence[Any]) -> int | None:
    """The revision of the match on a board with these components; None for any other message."""
    for part in walk(components):
        found = _PRESS_ID.fullmatch(part.get("custom_id") or "")
        if found is not None and found["action"] in ("move", "ballot"):
            return int(found["revision"])
    return None
