"""The recomputation of values derived from matches: ratings, and places in seasons, events and competitions.

All of it works while the bot uses the database: the long part only reads, and each correction is one transaction.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.actions.competitions.calendar import placed
from bot.actions.rating_audits import Audit, audits, put_right
from bot.hosting.databases import changing
from bot.model.competitions.competition import Entrant, Format, Withdrawal, WithdrawalCause
from bot.model.competitions.ladder import LadderStep
from bot.model.competitions.pairing import divisions_of
from bot.store import competitions as competition_store
from bot.store.engine.database import Connection, looked_at, one_view

_Tell = Callable[[str], None]


async def rebuild_ratings(url: str, tell: _Tell, *, only_look: bool) -> bool:
    """Compare the ratings in the database at `url` with recomputed ones, and correct them unless `only_look`.

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
    """Compare the stored places in competitions with recomputed ones, and correct them unless `only_look`.

    `tell` gets a line for each competition where something differs, and a summary. Returns whether all agreed. Raises
    DatabaseUnusable.
    """
    wrong = 0
    async with looked_at(url) as database:
        async with one_view(database) as connection:
            competitions = await competition_store.to_check(connection)
        for number, format_ in competitions:
            async with one_view(database) as connection:
                stored, due = await _places(connection, number, format_)
            differing = sum(stored_place != other for stored_place, other in zip(stored, due, strict=True))
            if not differing:
                continue
            wrong += 1
            tell(_WRONG[format_ is Format.LADDER].format(number=number, differing=differing))
            if not only_look:
                async with changing(url, "the places") as target, target.write() as connection:
                    await competition_store.lock(connection, number)
                    await competition_store.save_entrants(
                        connection, number, *await _places(connection, number, format_)
                    )
    verdict = "All places agree with their matches."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All places are put right."
    over = sum(format_ is not Format.LADDER for _number, format_ in competitions)
    tell(f"Competitions that are over: {over:,}. {verdict}")
    return not wrong


_WRONG: Final = (
    "Competition {number}: {differing} places differ.",
    "Ladder {number}: {differing} people are on it and have left, or the other way round.",
)


async def _places(
    connection: Connection, competition_id: int, format_: Format
) -> tuple[Sequence[Entrant], Sequence[Entrant]]:
    """The entrants of a competition, as stored and as they should be, with the places computed from their matches.

    On a ladder, where no places are stored, those who have joined should be there and those who have left should not.
    """
    entrants = await competition_store.entrants_of(connection, competition_id)
    if format_ is Format.LADDER:
        steps = {step.person_id: step for step in await competition_store.steps_of(connection, competition_id)}
        return entrants, [_by_step(entrant, steps.get(entrant.person.id)) for entrant in entrants]
    fixtures = await competition_store.fixtures_of(connection, competition_id)
    return entrants, placed(entrants, divisions_of(format_, entrants, fixtures))


def _by_step(entrant: Entrant, last: LadderStep | None) -> Entrant:
    """An entrant of a ladder as the last step says; without any step they never joined."""
    is_there = last is not None and last.is_there
    if entrant.is_out is not is_there:
        return entrant
    at = entrant.joined_at if last is None else last.at
    return replace(entrant, withdrawal=None if is_there else Withdrawal(WithdrawalCause.LEFT, at, is_struck=False))
