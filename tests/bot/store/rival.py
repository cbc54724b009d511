"""A second process on the same database, which runs commands line by line and reports their results.

Commands and answers are JSON, a line each; the first answer says that it is ready.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import select

from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.schema.jobs import facts
from tests.bot.matches import Matches
from tests.bot.tables import StandingClock


def answer(text: str) -> None:
    sys.stdout.write(json.dumps(text) + "\n")
    sys.stdout.flush()


class RivalMatches:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.matches = Matches(database, now=StandingClock())

    async def play(self, actor: Actor, match: int) -> None:
        await self.matches.play(actor, match, "a4<c4", revision=0)

    async def count(self, _actor: Actor, times: int) -> None:
        """Raise the fact `count` by one, `times` times, in a transaction each."""
        for _ in range(times):
            async with self.database.write() as connection:
                # On PostgreSQL the write locks the row; on SQLite the transaction is alone from the start.
                await fact_store.put(connection, "turn", "taken")
                count = await connection.scalar(select(facts.c.value).where(facts.c.key == "count"))
                await fact_store.put(connection, "count", str(int(count or 0) + 1))

    async def hang(self, _actor: Actor, _number: int) -> None:
        """Stay in the middle of a transaction."""
        async with self.database.write() as connection:
            await fact_store.put(connection, "half", "written")
            answer("inside")
            await asyncio.Event().wait()

    async def obey(self, command: dict[str, Any]) -> str:
        todo: dict[str, Callable[[Actor, int], Coroutine[Any, Any, object]]] = {
            "join": self.matches.join,
            "decline": self.matches.decline,
            "cancel": self.matches.cancel,
            "resign": self.matches.resign,
            "play": self.play,
            "count": self.count,
            "hang": self.hang,
        }
        actor = Actor(Person(command["person"], command["name"]), command["server"])
        try:
            await todo[command["do"]](actor, command["number"])
        except Refusal as refusal:
            return type(refusal).__name__
        return "done"


async def main(url: str) -> None:
    database = await Database.open(url)
    rival = RivalMatches(database)
    answer("ready")
    while line := await asyncio.to_thread(sys.stdin.readline):
        answer(await rival.obey(json.loads(line)))
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
