"""What PostgreSQL is asked to lock: every row that is read to be changed, and how strongly.

SQLite has one writer, and ignores all of it. The weaker locks let others refer to a row, or share it.
"""

import ast
import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast

import pytest
from sqlalchemy import ClauseElement
from sqlalchemy.dialects import postgresql

from bot.actions import analysis as notes
from bot.model.jobs import Claim, Job, Kind
from bot.model.refusals.matches import UnknownMatch
from bot.model.shards import ALL
from bot.records.puzzles import shipped
from bot.store import (
    clocks,
    competitions_due,
    departures,
    engines,
    guests,
    heartbeats,
    matches,
    outages,
    puzzles,
    tokens,
)
from bot.store import competitions as competition_store
from bot.store import people as people_store
from bot.store import privacy as privacy_store
from bot.store import sessions as session_store
from bot.store import settings as setting_store
from bot.store.engine import facts
from bot.store.engine.database import Connection
from bot.store.histories import Histories
from bot.store.jobs import bulletins, queue
from tests.bot.tables import ADA, SERVER, Hall, here

NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)
_LOCKING: Final = "with_for_update"
_STORE: Final = Path(session_store.__file__).parent
_JOB: Final = Job(1, Kind.BULLETIN, SERVER, None, None, None, None, None, None, {"competition": 1}, NOW, NOW, 0)


_LOCK: Final = re.compile(r"\sFOR (.*)", re.DOTALL)


class Locked(Exception):
    """A statement locks rows."""


class _Nothing(list[Any]):
    """The result of a statement on an empty database."""

    def all(self) -> "_Nothing":
        return self

    def mappings(self) -> "_Nothing":
        return self

    def one_or_none(self) -> None:
        return None


class Empty:
    """A connection to an empty PostgreSQL database that stops at the first statement with a lock, and says which."""

    dialect = postgresql.dialect()

    async def execute(self, statement: ClauseElement, *_: object) -> _Nothing:
        lock = _LOCK.search(str(statement.compile(dialect=self.dialect)))
        if lock is not None:
            raise Locked(" ".join(lock[1].split()))
        return _Nothing()

    scalars = execute

    async def scalar(self, statement: ClauseElement, *_: object) -> None:
        await self.execute(statement)


_UPDATE, _NO_KEY, _SHARE, _KEY_SHARE = "UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE"
_CASES: Final[dict[str, tuple[Callable[[Connection], Awaitable[object]], str]]] = {
    "sessions.hold": (lambda one: session_store.hold(one, "", NOW), _KEY_SHARE),
    "tokens.hold": (lambda one: tokens.hold(one, "", NOW), _KEY_SHARE),
    "engines._load": (lambda one: engines.hold(one, 1), f"{_SHARE} OF engines"),
    "people.hold": (lambda one: people_store.hold(one, 1), _KEY_SHARE),
    "jobs.bulletins.refuse": (lambda one: bulletins.refuse(one, Claim((_JOB,), NOW)), _UPDATE),
    "jobs.queue._claim_together": (lambda one: queue.claim(one, Kind.BOARD, 1, NOW), _UPDATE),
    "departures.remove_some": (lambda one: departures.remove_some(one, SERVER, 9), _UPDATE),
    "departures.remove_some_of_engines": (lambda one: departures.remove_some_of_engines(one, SERVER, 9), _UPDATE),
    "puzzles.lock_skill": (lambda one: puzzles.lock_skill(one, next(iter(shipped("furl").values()))), _UPDATE),
    "puzzles.lock_players": (lambda one: puzzles.lock_players(one, 1), _SHARE),
    "privacy.begin": (lambda one: privacy_store.begin(one, ADA.id), _UPDATE),
    "privacy.some_matches": (lambda one: privacy_store.some_matches(one, ADA.id, 9), _UPDATE),
    "privacy.finish": (lambda one: privacy_store.finish(one, ADA.id, -1, NOW), _UPDATE),
    "engine.facts.locked": (lambda one: facts.locked(one, ""), _UPDATE),
    "competitions_due.to_make": (lambda one: competitions_due.to_make(one, 1, 9), f"{_UPDATE} OF fixtures SKIP LOCKED"),
    "competitions.load": (
        lambda one: competition_store.load(one, 1, {}, for_update=True),
        f"{_NO_KEY} OF competitions",
    ),
    "competitions.lock": (lambda one: competition_store.lock(one, 1), _NO_KEY),
    "settings.lock_preferences": (lambda one: setting_store.lock_preferences(one, ADA.id), _UPDATE),
    "settings.lock_server": (lambda one: setting_store.lock_server(one, SERVER), _UPDATE),
    "matches._LOCK": (lambda one: matches.load(one, 1, Histories(), {}, NOW, for_update=True), _NO_KEY),
    "guests.lock_matches": (lambda one: guests.lock_matches(one, 1), _UPDATE),
    "heartbeats.to_reckon": (lambda one: heartbeats.to_reckon(one, ALL), _UPDATE),
    "outages.to_reckon": (lambda one: outages.to_reckon(one, [SERVER]), _UPDATE),
    "clocks._running_after": (lambda one: clocks.running_on(one, 0, 9, [SERVER]), _NO_KEY),
    "clocks.hold": (lambda one: clocks.hold(one, NOW), _NO_KEY),
    "clocks.lock_running_of": (lambda one: clocks.lock_running_of(one, ADA.id), _NO_KEY),
}


@pytest.mark.parametrize("name", _CASES)
async def test_rows_are_locked_as_strongly_as_agreed(name: str) -> None:
    call, lock = _CASES[name]
    with pytest.raises(Locked) as caught:
        await call(cast("Connection", Empty()))
    assert str(caught.value) == lock


async def test_what_is_only_looked_at_is_not_locked() -> None:
    """A lock in a reading transaction fails while others write."""
    connection = cast("Connection", Empty())
    assert await competition_store.load(connection, 1, {}) is None
    with pytest.raises(UnknownMatch):
        await matches.load(connection, 1, Histories(), {}, NOW)


def _locking() -> Iterator[str]:
    """The functions and constants of the store with a lock, after their modules."""
    for file in sorted(_STORE.rglob("*.py")):
        module = ".".join(file.relative_to(_STORE).with_suffix("").parts)
        for node in ast.parse(file.read_text()).body:
            if any(isinstance(one, ast.Attribute) and one.attr == _LOCKING for one in ast.walk(node)):
                match node:
                    case ast.AnnAssign(target=ast.Name(id=name)) | ast.AsyncFunctionDef(name=name):
                        yield f"{module}.{name}"
                    case _:
                        raise AssertionError(module)


def test_every_lock_is_agreed_here() -> None:
    assert sorted(_CASES) == sorted(_locking())


async def test_a_note_keeps_its_match_from_being_deleted_while_it_is_stored(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match of a note that is read isn't locked."""
    match, locked, load = await hall.running(), list[bool](), matches.load

    async def noting(*arguments: Any, for_update: bool = False, **options: Any) -> matches.LoadedMatch:
        locked.append(for_update)
        return await load(*arguments, for_update=for_update, **options)

    monkeypatch.setattr(matches, "load", noting)
    await notes.write(hall.matches, here(ADA), match.id, "hm")
    await notes.read(hall.matches, here(ADA), match.id)
    assert locked == [True, False]
