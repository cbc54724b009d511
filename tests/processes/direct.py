"""Direct matches that begin by two presses at once, sent to two processes, while processes are killed.

People post open challenges in group chats, from which Discord may send interactions to any process. Some presses come
while Discord refuses direct messages to a person, or is away. In the end each match has begun once, and everybody who
pressed knows whether they play.
"""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.processes import checks
from tests.processes.cluster import Cluster
from tests.processes.payloads import Message, texts
from tests.processes.players import match_of
from tests.processes.stage import RunStage
from tests.processes.waiting import patience

_COMMAND, _PRESS = 2, 3
_SHARDS = 16
_SOON, _WITHIN, _ANSWERED_WITHIN, _POSTED_WITHIN = 0.1, 240.0, 30.0, 10.0
_CLOSED, _AWAY = (403, 50007), (500, 0)
_IN, _JOINED, _COMPLETE, _REFUSED, _LATER = (
    "You're in",
    "You've joined already",
    "All seats are taken",
    "won't let Furlong send you direct messages",
    "as soon as",
)
_ABOUT_TO_BEGIN = "is about to start"
_ROUNDS = 5
_KILLS = 4


@dataclass
class _Chat:
    """A group chat with a host, two people who want to play, and one who forges presses."""

    number: int
    match: int = 0
    posted: Message | None = None
    join: str = ""
    """What its button says that joins the match, whose revision begins at a number of its own."""

    answers: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict[int, list[str]](list))

    @property
    def people(self) -> list[tuple[int, str]]:
        first = 2 * 10**17 + 4 * self.number
        return [(first + place, f"{name} {self.number}") for place, name in enumerate(("Ada", "Ben", "Cleo", "Dov"))]

    @property
    def channel(self) -> int:
        return 3 * 10**17 + self.number


class DirectMatches:
    """Some hundred direct matches on a cluster of four processes."""

    def __init__(self, stage: RunStage, cluster: Cluster, count: int) -> None:
        self._stage = stage
        self._cluster = cluster
        self._chats = [_Chat(number) for number in range(count)]
        self._chance = random.Random(11)
        self._at_once = asyncio.Semaphore(32)
        self._shown: defaultdict[int, dict[int, Message]] = defaultdict(dict)
        self._begun = 0
        self.seen: Counter[str] = Counter()
        stage.discord.on_message = self._see

    def _see(self, message: Message) -> None:
        self._shown[message.channel_id][message.id] = message

    async def played(self) -> Counter[str]:
        """Let all matches begin and have a move while processes are killed; returns the observations."""
        playing = asyncio.gather(*map(self._begins, self._chats))
        for kill in range(1, _KILLS + 1):
            while self._begun < kill * len(self._chats) // (_KILLS + 1) and not playing.done():
                await asyncio.sleep(_SOON)
            process = self._cluster.processes[kill % len(self._cluster.processes)]
            await process.kill()
            await process.start()
            await process.ready()
            self.seen["kills"] += 1
        async with asyncio.timeout(patience(_WITHIN + len(self._chats))):
            await playing
        await checks.quiet(self._stage)
        # A host whose command died with a process may hear of that challenge only after having posted another one.
        await asyncio.gather(*map(self._withdraws_others, self._chats))
        await checks.quiet(self._stage)
        await self._press_again()
        await self._check()
        async with asyncio.timeout(patience(_WITHIN + len(self._chats))):
            await asyncio.gather(*map(self._moves, self._chats))
        await checks.quiet(self._stage)
        self._check_boards(moved=1)
        assert not self._stage.discord.faults, self._stage.discord.faults[:5]
        return self.seen

    async def _begins(self, chat: _Chat) -> None:
        async with self._at_once:
            await self._posts(chat)
            assert chat.posted is not None
            if chat.number % 10 == 0:
                self._stage.discord.refusals[chat.people[1][0]] = [_CLOSED, _AWAY]
            if chat.number % 10 == 5:
                self._stage.discord.refusals[chat.people[0][0]] = [_AWAY]
            await asyncio.gather(*(self._presses(chat, place) for place in (1, 2)), self._forges(chat))
            self._begun += 1

    async def _posts(self, chat: _Chat) -> None:
        """Have the host post an open challenge, which is withdrawn and posted again if a killed process lost it."""
        while chat.posted is None:
            command = {"name": "play", "type": 1, "id": self._command("play"), "options": [_option("game", "furl")]}
            await self._does(chat, 0, _COMMAND, command)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience(_POSTED_WITHIN)):
                    while not self._shown[chat.channel]:
                        await asyncio.sleep(_SOON)
            if self._shown[chat.channel]:
                [chat.posted] = self._shown[chat.channel].values()
                chat.match, chat.join = match_of(chat.posted) or 0, chat.posted.buttons["Join"]
                return
            self.seen["not posted"] += 1
            await self._withdraws_others(chat)

    async def _withdraws_others(self, chat: _Chat) -> None:
        """Have the host withdraw every match except the posted one that Furlong has written to them about."""
        own = self._shown[chat.people[0][0]].values()
        for message in [one for one in own if "Withdraw" in one.buttons and match_of(one) != chat.match]:
            await self._does(chat, 0, _PRESS, _pressing(message, "Withdraw"), message, channel=chat.people[0][0])

    async def _presses(self, chat: _Chat, place: int) -> None:
        """Have a person press Join until they are told that they play, or that others do or are about to."""
        assert chat.posted is not None
        text: str | None = None
        while not (text or "").startswith((_IN, _COMPLETE, _JOINED)):
            data = {"custom_id": chat.join, "component_type": 2}
            text = await self._does(chat, place, _PRESS, data, chat.posted)
            if text:
                chat.answers[place].append(text)
                self.seen[_REFUSED if _REFUSED in text else _LATER if _LATER in text else text.split(":")[0][:30]] += 1
            else:
                self.seen["no answer"] += 1
                await asyncio.sleep(_SOON)

    async def _press_again(self) -> None:
        """Have people press again who were told that a match is about to begin, as they do if no board appears."""
        for _ in range(_ROUNDS):
            doubtful = [
                (chat, place) for chat in self._chats for place in (1, 2) if _is_doubtful(chat.answers[place][-1])
            ]
            if not doubtful:
                return
            self.seen["asked again"] += len(doubtful)
            await asyncio.gather(*(self._presses(chat, place) for chat, place in doubtful))
            await checks.quiet(self._stage)

    async def _forges(self, chat: _Chat) -> None:
        """Have a person of another chat press what they cannot see: the answer reveals nothing."""
        assert chat.posted is not None
        action = self._chance.choice(("join", "decline", "cancel", "text", "more", "move", "replay", "pick_at"))
        data = {"custom_id": chat.join.replace(":join:", f":{action}:"), "component_type": 2}
        text = await self._does(chat, 3, _PRESS, data, chat.posted, channel=chat.channel + 10**15)
        names = [name for _number, name in chat.people[:3]]
        assert text is None or not any(name in text for name in names), f"a stranger was told of others: {text}"
        self.seen["forged"] += 1

    async def _moves(self, chat: _Chat) -> None:
        """Have the player to move make a move, by a command in their direct messages."""
        query = "SELECT to_move_id, ply FROM matches WHERE id = $1"
        [before] = await self._stage.rows(query, chat.match)
        place = next(place for place, (number, _name) in enumerate(chat.people) if number == before["to_move_id"])
        own, move = chat.people[place][0], _option("move", "a4<c4")
        async with self._at_once:
            while (await self._stage.rows(query, chat.match))[0]["ply"] == 0:
                command = {"name": "move", "type": 1, "id": self._command("move"), "options": [move]}
                await self._does(chat, place, _COMMAND, command, channel=own)

    async def _does(
        self,
        chat: _Chat,
        place: int,
        kind: int,
        data: Mapping[str, Any],
        message: Message | None = None,
        *,
        channel: int | None = None,
    ) -> str | None:
        """Send a person's interaction to any process; returns the private answer, None if there is none."""
        shard = self._chance.randrange(_SHARDS)
        person, where = chat.people[place], channel or chat.channel
        while self._stage.discord.gateway.session_of(shard << 22) is None:
            await asyncio.sleep(_SOON)
        answer = await self._stage.discord.interact_without_server(shard << 22, where, person, kind, data, message)
        if answer is None:
            return None
        with suppress(TimeoutError):  # a press that is answered by a changed message has no text
            async with asyncio.timeout(patience(_ANSWERED_WITHIN)):
                while not answer.texts and not answer.is_given_up:
                    await asyncio.sleep(_SOON)
        return " ".join(answer.texts) if answer.texts else None

    def _command(self, name: str) -> str:
        return next(one["id"] for one in self._stage.discord.commands if one["name"] == name)

    async def _check(self) -> None:
        """Each match has begun once, with its host and one of the two, and both know who."""
        rows = await self._stage.rows("SELECT id, host_id, state FROM matches WHERE by_player")
        people = defaultdict[int, set[int]](set)
        for row in await self._stage.rows("SELECT match_id, person_id FROM participants WHERE joined"):
            people[row["match_id"]].add(row["person_id"])
        by_host = defaultdict[int, list[Mapping[str, Any]]](list)
        for row in rows:
            by_host[row["host_id"]].append(row)
        for chat in self._chats:
            host, *guests = (number for number, _name in chat.people[:3])
            running = [row["id"] for row in by_host[host] if row["state"] == "running"]
            others = {row["state"] for row in by_host[host] if row["id"] not in running}
            assert running == [chat.match] and others <= {"called off"}, f"{chat.number}: {by_host[host]}"
            [playing] = people[chat.match] - {host}
            for place, guest in enumerate(guests, 1):
                last = chat.answers[place][-1]
                was_in = any(one.startswith(_IN) and not _is_doubtful(one) for one in chat.answers[place])
                # A player whose answer was lost hears at the next press that all players have joined.
                assert guest == playing or not was_in, f"{chat.number}: {chat.answers}"
                assert last.startswith((_IN, _COMPLETE)), last
            [out] = set(guests) - {playing}
            assert not [one for one in self._shown[out].values() if one.buttons], "who does not play has no board"
        self._check_boards(moved=0)

    def _check_boards(self, *, moved: int) -> None:
        """Each player was told once that the match begins, and one message of it has a button to move."""
        for chat in self._chats:
            shown = [one for number, _name in chat.people for one in self._shown[number].values()]
            with_move = [one for one in shown if "Move" in one.buttons]
            assert len(with_move) == 1, f"match {chat.match} has {len(with_move)} boards to move on"
            for number, _name in chat.people[:3]:
                starts = [
                    one for one in self._shown[number].values() if "the board follows" in " ".join(texts(one.as_posted))
                ]
                # If a guest could not be written to at first, the host is told again.
                assert len(starts) <= 1 + bool(chat.number % 5 == 0), f"{number} was told {len(starts)} times"
        self.seen["boards"] += len(self._chats) * (1 + moved)


def _is_doubtful(text: str) -> bool:
    """Whether a person who got this answer does not know yet who plays."""
    return _LATER in text or _ABOUT_TO_BEGIN in text


def _option(name: str, value: str) -> dict[str, Any]:
    return {"name": name, "type": 3, "value": value}


def _pressing(message: Message, label: str) -> Mapping[str, Any]:
    return {"custom_id": message.buttons[label], "component_type": 2}
