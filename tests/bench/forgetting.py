"""The time to delete a person's data among that of many others, and how long others wait meanwhile."""

import asyncio
import os
from contextlib import closing
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Final

from bot.actions import privacy as privacy_actions
from bot.model.people import FIRST_ON_DISCORD, Person
from bot.store.engine.database import Database
from tests.bench.contention import beside_others
from tests.bench.measure import Measurement
from tests.bot.matches import Matches

MATCHES: Final = int(os.environ.get("FURLONG_BENCH_MATCHES", "100000"))
PLIES: Final = 30
LIGHT, HEAVY = Person(FIRST_ON_DISCORD, "Light"), Person(FIRST_ON_DISCORD + 1, "Heavy")
FIRST: Final = FIRST_ON_DISCORD + 10
LIGHT_MATCHES, HEAVY_MATCHES = 20, 2_000
PEOPLE: Final = 1_000


def _repeated(*texts: str) -> str:
    """Texts in turn, one for each entry of a record."""
    return " ".join(islice(cycle(texts), PLIES))


_COUNT: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
# Match i is between two of many people; Light and Heavy have the second seat in theirs.
_SECOND: Final = (
    f"CASE WHEN i % {MATCHES // LIGHT_MATCHES} = 0 THEN {LIGHT.id} WHEN i % {MATCHES // HEAVY_MATCHES} = 1 THEN {HEAVY.id} "
    f"ELSE {FIRST} + i / {PEOPLE} % {PEOPLE} END"
)
_FIRST: Final = f"{FIRST + PEOPLE} + i % {PEOPLE}"
_FILL: Final = (
    f"INSERT INTO people VALUES ({LIGHT.id}, 'Light'), ({HEAVY.id}, 'Heavy')",
    f"{_COUNT.format(count=2 * PEOPLE)} INSERT INTO people SELECT {FIRST} + i - 1, 'Person' FROM n",
    (
        f"{_COUNT.format(count=MATCHES)} INSERT INTO matches (id, server_id, channel_id, game, game_version, seats, state, "
        "host_id, is_open_challenge, is_rated, ply, revision, ending, ended_by_id, places, created_at, started_at, changed_at, "
        f"ended_at) SELECT i, 1, 2, 'furl', 1, 2, 'finished', {_SECOND}, 0, 1, {PLIES}, {PLIES}, 'resigned', {_SECOND}, "
        "'[1, 2]', i, i, i, i FROM n"
    ),
    *(
        f"{_COUNT.format(count=MATCHES)} INSERT INTO participants (match_id, person_id, place, joined) "
        f"SELECT i, {person}, {place}, 1 FROM n"
        for place, person in enumerate((_FIRST, _SECOND))
    ),
    *(
        f"{_COUNT.format(count=MATCHES)} INSERT INTO rating_changes SELECT i, '{pool}', {person}, 1, i, 25.0, 8.0, 1, 0 FROM n"
        for pool in ("furl", "all-round")
        for person in (_FIRST, _SECOND)
    ),
    (
        "INSERT INTO records (match_id, tokens, seats, times) "
        f"SELECT id, '{_repeated('a4<c4')}', '{_repeated('0', '1')}', '{_repeated('0')}' FROM matches"
    ),
)


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(Path(folder) / "forgetting.db"))


async def _rows(file: Path) -> list[Measurement]:
    database = await Database.open(f"sqlite:///{file}")
    with closing(connect(file)) as connection:
        for statement in _FILL:
            connection.execute(statement)
        connection.commit()
    matches = Matches(database, now=lambda: datetime.now(UTC))
    size = f"{MATCHES:,} matches, {MATCHES * PLIES:,} moves"
    found = list[Measurement]()
    for person, played in ((LIGHT, LIGHT_MATCHES), (HEAVY, HEAVY_MATCHES)):
        took, waited = await beside_others(database, privacy_actions.forget(matches, person))
        found += [
            Measurement(f"Data of a person with {played:,} matches deleted", took * 1e3, "ms", size),
            Measurement("  the longest wait of others", waited * 1e3, "ms", "to write a small value", most=50),
        ]
    await database.close()
    return found
