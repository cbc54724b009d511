"""Recomputing what follows from matches: ratings, and the places in seasons, events and competitions.

All of it works while the bot uses the database: the long part only reads, and each correction is one transaction.
"""

from collections.abc import Callable, Collection, Sequence

from bot.actions.competitions.calendar import placed
from bot.actions.rating_audits import Audit, audits, put_right
from bot.admin.databases import changing
from bot.model.competitions.competition import Entrant
from bot.model.competitions.pairing import divisions_of
from bot.store import competitions
from bot.store.engine.database import Connection
from bot.store.engine.inspection import looked_at, one_view

_Tell = Callable[[str], None]


async def rebuild_ratings(url: str, tell: _Tell, *, only_look: bool) -> bool:
    """Compare the ratings in the database at `url` with those its matches lead to, and correct them unless `only_look`.

    `tell` gets a line for each server where something differs, and a summary. Returns whether all agreed. Raises
    DatabaseUnusable; then each server is unchanged or corrected.
    """
    rated = counted = wrong = 0
    async with looked_at(url) as database:
        async for audit in audits(lambda: one_view(database)):
            rated, counted, wrong = rated + audit.matches, counted + audit.counted, wrong + (not audit.agrees)
            if not audit.agrees:
                tell(_report(audit))
                if not only_look:
                    async with changing(url, "the ratings") as target:
                        await put_right(target, audit)
    verdict = "All ratings agree with them."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All ratings are put right."
    tell(f"Rated matches: {rated:,}. Of these count: {counted:,}. {verdict}")
    return not wrong


def _report(audit: Audit) -> str:
    return (
        f"Server {audit.server_id}: matches whose changes differ: {audit.corrections.matches:,}; ratings that differ: "
        f"{audit.wrong_people:,}, by {audit.gap:,} points at most."
    )


async def rebuild_places(url: str, tell: _Tell, *, only_look: bool) -> bool:
    """Compare the stored places in competitions with those that matches lead to, and correct them unless `only_look`.

    `tell` gets a line for each competition where something differs, and a summary. Returns whether all agreed. Raises
    DatabaseUnusable.
    """
    checked = wrong = 0
    async with looked_at(url) as database:
        async with one_view(database) as connection:
            numbers = await competitions.over(connection)
        for number in numbers:
            async with one_view(database) as connection:
                differing = await _differing(connection, number)
            checked, wrong = checked + 1, wrong + bool(differing)
            if differing:
                tell(f"Competition {number}: {differing} places differ.")
                if not only_look:
                    async with changing(url, "the places") as target, target.write() as connection:
                        await competitions.save_entrants(connection, number, *await _due(connection, number))
    wrong += await _rebuild_ladders(url, tell, only_look=only_look)
    verdict = "All places agree with their matches."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All places are put right."
    tell(f"Competitions that are over: {checked:,}. {verdict}")
    return not wrong


async def _differing(connection: Connection, competition_id: int) -> int:
    """How many people have another place than their matches lead to."""
    return sum(stored != due for stored, due in zip(*await _due(connection, competition_id), strict=True))


async def _due(connection: Connection, competition_id: int) -> tuple[Sequence[Entrant], Sequence[Entrant]]:
    """Everyone in a competition, as stored and with the place that their matches lead to."""
    format_ = await competitions.format_of(connection, competition_id)
    entrants = await competitions.entrants_of(connection, competition_id)
    fixtures = await competitions.fixtures_of(connection, competition_id)
    return entrants, placed(entrants, divisions_of(format_, entrants, fixtures))


async def _rebuild_ladders(url: str, tell: _Tell, *, only_look: bool) -> int:
    """The number of ladders with people who have left, or without people who have joined; places are not stored."""
    wrong = 0
    async with looked_at(url) as database, one_view(database) as connection:
        found = {number: await _misplaced(connection, number) for number in await competitions.all_ladders(connection)}
    for number, people in found.items():
        if people:
            wrong += 1
            tell(f"Ladder {number}: {len(people)} people are on it and have left, or the other way round.")
            if not only_look:
                async with changing(url, "the places") as target, target.write() as connection:
                    await competitions.put_ladder_right(connection, number)
    return wrong


async def _misplaced(connection: Connection, competition_id: int) -> Collection[int]:
    """The people whose entry does not say what follows from their joining and leaving."""
    there = {step.person_id: step.is_there for step in await competitions.steps_of(connection, competition_id)}
    entries = await competitions.entrants_of(connection, competition_id)
    return [one.person.id for one in entries if one.is_out is there.get(one.person.id, False)]
