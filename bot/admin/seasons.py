"""Computing the places of all seasons and events anew from their matches."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial

from bot.actions.competitions.closing import placed
from bot.model.competitions.competition import Entrant
from bot.model.competitions.rounds import tables
from bot.store import competition_entrants, competition_fixtures, ladders
from bot.store import competitions as store
from bot.store.engine.connection import Connection
from bot.store.engine.database import Database
from bot.store.engine.errors import DatabaseError, DatabaseUnusable, cause
from bot.store.engine.inspection import looked_at, one_view


async def rebuild(url: str, tell: Callable[[str], None], *, only_look: bool) -> bool:
    """Compare the places that are stored with those that follow from matches, and put them right unless `only_look`.

    `tell` gets a line for each competition where something differs, and one that sums up. Returns whether all agreed.
    Raises DatabaseUnusable.
    """
    checked = wrong = 0
    async with looked_at(url) as database:
        async with one_view(database) as connection:
            numbers = await store.over(connection)
        for number in numbers:
            async with one_view(database) as connection:
                differing = await _differing(connection, number)
            checked, wrong = checked + 1, wrong + bool(differing)
            if differing:
                tell(f"Competition {number}: {differing} places differ.")
                if not only_look:
                    await _put_right(url, number)
    wrong += await _ladders(url, tell, only_look=only_look)
    verdict = "All places agree with their matches."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All places are put right."
    tell(f"Competitions that are over: {checked:,}. {verdict}")
    return not wrong


async def _differing(connection: Connection, competition_id: int) -> int:
    """How many people have another place than their matches lead to."""
    return sum(stored != due for stored, due in zip(*await _due(connection, competition_id), strict=True))


async def _due(connection: Connection, competition_id: int) -> tuple[Sequence[Entrant], Sequence[Entrant]]:
    """Everybody in a competition, as stored and with the place that their matches lead to."""
    format_ = await store.format_of(connection, competition_id)
    entrants = await competition_entrants.entrants_of(connection, competition_id)
    fixtures = await competition_fixtures.fixtures_of(connection, competition_id)
    return entrants, placed(entrants, tables(format_, entrants, fixtures))


async def _put_right(url: str, competition_id: int) -> None:
    async def put_right(connection: Connection) -> None:
        await competition_entrants.save(connection, competition_id, *await _due(connection, competition_id))

    await _write(url, put_right)


async def _write(url: str, change: Callable[[Connection], Awaitable[None]]) -> None:
    database = await Database.open(url)
    try:
        async with database.write() as connection:
            await change(connection)
    except DatabaseError as error:
        raise DatabaseUnusable(f"it did not take the places, so try again: {cause(error)}") from error
    finally:
        await database.close()


async def _ladders(url: str, tell: Callable[[str], None], *, only_look: bool) -> int:
    """On how many ladders somebody is who has left, or the other way round; places on them are not kept at all."""
    wrong = 0
    async with looked_at(url) as database, one_view(database) as connection:
        found = {number: await _misplaced(connection, number) for number in await ladders.ladders(connection)}
    for number, people in found.items():
        if people:
            wrong += 1
            tell(f"Ladder {number}: {len(people)} people are on it and have left, or the other way round.")
            if not only_look:
                await _write(url, partial(ladders.put_right, competition_id=number))
    return wrong


async def _misplaced(connection: Connection, competition_id: int) -> Collection[int]:
    """Whose entry does not say what follows from their joining and leaving."""
    there = {step.person_id: step.is_there for step in await ladders.steps_of(connection, competition_id)}
    entries = await competition_entrants.entrants_of(connection, competition_id)
    return [one.person.id for one in entries if one.is_out is there.get(one.person.id, False)]
