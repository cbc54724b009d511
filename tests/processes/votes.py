"""A match that a channel plays by vote against its host, while the process that serves it is killed again and again."""

import asyncio
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from rules import GAMES
from rules.core import Position
from tests.processes.cluster import Cluster
from tests.processes.payloads import A_DATE, EVERYTHING
from tests.processes.players import revision_of
from tests.processes.stage import RunStage
from tests.processes.waiting import patience, until_none

_GAME: Final = GAMES["fursaz-7"]
_HOST: Final = (10**18 + 500, "Hana")
_FIRST_VOTER: Final = 10**18 + 1_000
_CANDIDATES: Final = 5
"""The moves among which voters choose: few, so that several choose alike and some are tied."""

_COMMAND: Final = 2
_WINDOW: Final = 5
_SELECT, _USER_SELECT, _LABEL = 3, 5, 18
_HOUR: Final = timedelta(hours=1, seconds=1)
_CLAIM: Final = timedelta(seconds=35)
_ANSWERED_WITHIN, _CLOSED_WITHIN = 60.0, 60.0
_AT_ONCE: Final = 16
_NUMBER: Final = re.compile(r"match #([0-9]+)")


class VoteMatch:
    """A match by vote against its host."""

    def __init__(self, stage: RunStage, cluster: Cluster, voters: int) -> None:
        self._stage = stage
        self._server_id = next(iter(stage.discord.servers))
        self._holder = cluster.holder(self._server_id)
        self._voters = [(_FIRST_VOTER + number, f"Voter {number}") for number in range(voters)]
        self._acknowledged: defaultdict[int, dict[int, str]] = defaultdict(dict)
        self._chance = random.Random(11)
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._number = 0
        self._kills = 0

    async def played(self, turns: int, kills: int) -> Mapping[str, int]:
        """Let the channel play some turns with that many kills in between, and check every vote and move."""
        self._number = await self._begun()
        due = Counter(number % turns for number in range(kills))
        for turn in range(turns):
            position, ply = await self._position()
            await asyncio.gather(self._vote(position, ply), self._killed(min(due[turn], 1)))
            closing = asyncio.create_task(self._killed(due[turn] - 1))
            await self._closed(ply)
            await closing
            await self._answers()
        await self._check(turns)
        votes = await self._rows("SELECT count(*) AS number FROM votes WHERE match_id = $1")
        return {"turns": turns, "votes": votes[0]["number"], "kills": self._kills}

    async def _killed(self, times: int) -> None:
        for _ in range(times):
            await asyncio.sleep(self._chance.uniform(0, 1.5))
            session = self._stage.discord.gateway.session_of(self._server_id)
            await self._holder.kill()
            if session is not None:
                self._stage.discord.give_up(session)
            self._kills += 1
            self._stage.clock.go_on(_CLAIM)  # so that the claims of the process have expired
            await self._holder.start()
            await self._holder.ready()

    async def _begun(self) -> int:
        """Let the host begin the match against themselves, in the window of `/play`; returns its number."""
        parts = {"game": [_GAME.key], "days": ["14 days"], "also": ["second", "votes60"]}
        chosen = [{"type": _SELECT, "custom_id": name, "values": values} for name, values in parts.items()]
        chosen.append({"type": _USER_SELECT, "custom_id": "people", "values": [str(_HOST[0])]})
        components = [{"type": _LABEL, "component": component} for component in chosen]
        user = {
            "id": str(_HOST[0]),
            "username": _HOST[1],
            "discriminator": "0",
            "global_name": _HOST[1],
            "avatar": None,
        }
        member: dict[str, Any] = {"roles": [], "joined_at": A_DATE, "permissions": EVERYTHING, "flags": 0}
        resolved: dict[str, Any] = {"users": {str(_HOST[0]): user}, "members": {str(_HOST[0]): member}}
        window = {"custom_id": "furlong-window:begin:0:0:", "components": components, "resolved": resolved}
        text = await self._types(_HOST, window, _WINDOW)
        found = _NUMBER.search(text or "")
        assert found is not None, f"the match does not begin: {text}"
        number = int(found[1])
        self._number = number
        await self._answers()
        return number

    async def _position(self) -> tuple[Position, int]:
        tokens = [row["token"] for row in await self._rows("SELECT token FROM moves WHERE match_id = $1 ORDER BY ply")]
        position = _GAME.start(2)
        for token in tokens:
            position = position.play(token)
        return position, len(tokens)

    async def _vote(self, position: Position, ply: int) -> None:
        """Have everybody vote; every fifth person changes their vote."""
        legal = position.legal_moves()
        candidates = self._chance.sample(legal, min(_CANDIDATES, len(legal)))
        chosen = [
            self._chance.choices(candidates, k=2 if number % 5 == 0 else 1) for number in range(len(self._voters))
        ]
        await asyncio.gather(
            *(self._votes(voter, moves, ply) for voter, moves in zip(self._voters, chosen, strict=True))
        )

    async def _votes(self, voter: tuple[int, str], moves: Sequence[str], ply: int) -> None:
        for move in moves:
            text = None
            while text is None:
                async with self._at_once:
                    text = await self._types(voter, self._move(move))
            assert text.startswith("You've voted"), text
            self._acknowledged[ply][voter[0]] = move

    async def _closed(self, ply: int) -> None:
        """Let the time for voting pass until the move is played."""

        async def waiting() -> str:
            [row] = await self._rows("SELECT ply FROM matches WHERE id = $1")
            return "" if row["ply"] > ply else f"ply {ply}"

        self._stage.clock.go_on(_HOUR)
        await until_none(waiting, "the vote is not closed", _CLOSED_WITHIN)

    async def _answers(self) -> None:
        """Have the host play if it is their turn."""
        while True:
            position, _ply = await self._position()
            [row] = await self._rows("SELECT to_move_id FROM matches WHERE id = $1")
            if row["to_move_id"] != _HOST[0]:
                return
            await self._types(_HOST, self._move(self._chance.choice(position.legal_moves())))

    async def _check(self, turns: int) -> None:
        """Check that each turn of the channel is one move, the one that an independent count of the votes finds."""
        moves = {row["ply"] - 1: row for row in await self._rows("SELECT * FROM moves WHERE match_id = $1")}
        assert sorted(moves) == list(range(len(moves))), "a ply is missing"
        [channel] = {moves[ply]["seat"] for ply in self._acknowledged}
        assert sum(row["seat"] == channel for row in moves.values()) == turns == len(self._acknowledged)
        stored: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
        for row in await self._rows("SELECT * FROM votes WHERE match_id = $1"):
            stored[row["ply"]].append(row)
        for ply, acknowledged in self._acknowledged.items():
            rows = stored[ply]
            assert {row["person_id"]: row["choice"] for row in rows} == acknowledged, f"a vote on ply {ply} was lost"
            counts = Counter(row["choice"] for row in rows)
            first = {
                row["choice"]: (row["chosen_at"], row["person_id"]) for row in sorted(rows, key=_when, reverse=True)
            }
            assert moves[ply]["token"] == min(counts, key=lambda choice: (-counts[choice], first[choice])), f"ply {ply}"
        shown = Counter(revision_of(message.as_posted) for message in self._stage.players.shown[self._number].values())
        assert max(shown.values()) == 1, f"a position was shown twice: {shown.most_common(3)}"

    async def _rows(self, query: str) -> Sequence[Mapping[str, Any]]:
        return await self._stage.rows(query, self._number)

    async def _types(self, person: tuple[int, str], data: Mapping[str, Any], kind: int = _COMMAND) -> str | None:
        """Have a person use a command, or send a window; None if no answer comes because the process is gone."""
        discord = self._stage.discord
        while discord.gateway.session_of(self._server_id) is None:
            await asyncio.sleep(0.1)
        answer = await discord.interact(self._server_id, person, kind, data)
        if answer is None:
            return None
        async with asyncio.timeout(patience(_ANSWERED_WITHIN)):
            await answer.has_come.wait()
        return answer.texts[-1] if answer.texts else None

    def _move(self, move: str) -> Mapping[str, Any]:
        return self._command("move", [self._option("move", move), self._option("match", str(self._number))])

    def _command(self, name: str, options: list[Mapping[str, Any]]) -> dict[str, Any]:
        known = {one["name"]: one["id"] for one in self._stage.discord.commands if one.get("type", 1) == 1}
        return {"id": known[name], "name": name, "type": 1, "options": options}

    @staticmethod
    def _option(name: str, value: str) -> Mapping[str, Any]:
        return {"name": name, "type": 3, "value": value}


def _when(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["chosen_at"], row["person_id"]
