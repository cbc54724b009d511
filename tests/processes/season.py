"""A league of four people on one server, whose process is killed again and again while its season begins and ends."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from tests.processes import checks
from tests.processes.cluster import Cluster
from tests.processes.payloads import Message
from tests.processes.players import as_text
from tests.processes.stage import RunStage
from tests.processes.waiting import patience, until_none

_PEOPLE: Final = tuple((10**18 + number, name) for number, name in enumerate(("Fay", "Gil", "Hal", "Ivy")))
_FIXTURES: Final = 6
_COMMAND, _PRESS = 2, 3
_KILLS: Final = 3
_HOURS: Final = timedelta(hours=2)
_STEPS: Final = 60
_ANSWERED_WITHIN, _A_STEP = 60.0, 120.0
_OPTIONS: Final = {
    "format": "league",
    "game": "furl",
    "begins": "tomorrow",
    "lasts": "2 weeks",
    "again": "no",
    "sides": "one",
}


class Season:
    """The season of that league."""

    def __init__(self, stage: RunStage, cluster: Cluster) -> None:
        self._stage, self._cluster = stage, cluster
        self._server_id = next(iter(stage.discord.servers))
        self._channel_id = stage.discord.servers[self._server_id]
        self._holder = cluster.holder(self._server_id)

    async def played(self) -> Mapping[str, int]:
        """Let a season pass and check it; returns the number of messages of each kind in the channel."""
        await self._asks(_PEOPLE[0], self._start())
        await until_none(self._not_open, "nobody can join the league", _A_STEP)
        for person in _PEOPLE:
            await self._asks(person, {"custom_id": self._card().buttons["Join"], "component_type": 2}, self._card())
        before = set(self._stage.discord.messages)
        await self._passes(timedelta(days=1, hours=1))
        await until_none(self._not_paired, "the season hasn't started", _A_STEP)
        await checks.quiet(self._stage)
        boards = await self._fixtures_wait_for_moves()
        await self._passes(timedelta(weeks=3))
        for _ in range(_STEPS):  # the clocks of its matches run only while a process gives signs of life
            if not await self._not_over():
                break
            self._stage.clock.go_on(_HOURS)
            await until_none(self._unseen, "the process gives no sign of life", _A_STEP)
        await until_none(self._not_over, "the season is not over", _A_STEP)
        await checks.quiet(self._stage)
        [league] = await self._stage.rows("SELECT id FROM competitions")
        places = await self._stage.rows("SELECT place FROM entrants WHERE competition_id = $1", league["id"])
        assert [row["place"] for row in places] == [None] * len(_PEOPLE), (
            f"nobody moved, so nobody has a place: {places}"
        )
        running = await self._stage.rows(
            "SELECT matches.id FROM matches JOIN fixtures ON match_id = matches.id WHERE state = 'running'"
        )
        assert not running, running
        new = [message for message in self._messages() if message.id not in before]
        twice = [text for text, count in Counter(map(as_text, new)).items() if count > 1]
        assert not twice, f"{len(twice)} messages of the league came twice: {twice[:2]}"
        return {"boards": boards, "messages": len(new)}

    async def _passes(self, time: timedelta) -> None:
        """Let time pass, and kill the process at different moments while it does what is due."""
        self._stage.clock.go_on(time)
        for number in range(_KILLS):
            await asyncio.sleep(0.2 + 0.9 * number)
            await self._holder.kill()
            await self._holder.start()
            await self._holder.ready()

    async def _fixtures_wait_for_moves(self) -> int:
        """Check that each fixture has a different match, none of which has a message before its first move; their number."""
        rows = await self._stage.rows("SELECT first_id, second_id, match_id FROM fixtures")
        pairs = {frozenset((row["first_id"], row["second_id"])) for row in rows}
        assert len(rows) == len(pairs) == len({row["match_id"] for row in rows}) == _FIXTURES, rows
        shown = {row["match_id"]: len(self._stage.players.shown[row["match_id"]]) for row in rows}
        assert set(shown.values()) == {0}, f"matches of the league and their messages: {shown}"
        return len(shown)

    def _messages(self) -> list[Message]:
        found = [*self._stage.discord.messages.values()]
        return [message for message in found if message.channel_id == self._channel_id]

    def _card(self) -> Message:
        """The message of the league."""
        return next(message for message in self._messages() if "Join" in message.buttons)

    async def _not_open(self) -> bool:
        return not any("Join" in message.buttons for message in self._messages())

    async def _not_paired(self) -> str:
        rows = await self._stage.rows("SELECT match_id FROM fixtures")
        paired = [row for row in rows if row["match_id"] is not None]
        return "" if len(paired) == _FIXTURES else f"{len(rows)} fixtures, {len(paired)} with a match"

    async def _not_over(self) -> str:
        rows = await self._stage.rows("SELECT stage, closed_at FROM competitions")
        return "" if all(row["closed_at"] is not None for row in rows) else str(rows)

    async def _unseen(self) -> bool:
        since = int(self._stage.clock.now().timestamp() * 1000) - int(_HOURS.total_seconds() * 500)
        query = "SELECT number FROM heartbeats WHERE number = ANY($1) AND beat_at >= $2 AND reckoned IS NULL"
        return not await self._stage.rows(query, [*self._holder.shards.numbers], since)

    def _start(self) -> Mapping[str, Any]:
        options = [{"name": name, "type": 3, "value": value} for name, value in _OPTIONS.items()]
        start = {"name": "start", "type": 1, "options": options}
        number = next(one["id"] for one in self._stage.discord.commands if one["name"] == "manage")
        return {"id": number, "name": "manage", "type": 1, "options": [start]}

    async def _asks(self, person: tuple[int, str], data: Mapping[str, Any], message: Message | None = None) -> str:
        """Have a person use a command, or press a button of a message; returns the answer."""
        kind = _COMMAND if message is None else _PRESS
        while True:
            answer = await self._stage.discord.interact(self._server_id, person, kind, data, message)
            if answer is not None:
                async with asyncio.timeout(patience(_ANSWERED_WITHIN)):
                    await answer.has_come.wait()
                if answer.texts:
                    return answer.texts[-1]
            await asyncio.sleep(0.1)
