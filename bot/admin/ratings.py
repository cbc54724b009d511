"""Computing all ratings anew from the stored matches, also while the bot works with the database."""

from collections.abc import Callable

from bot.actions.ratings import Audit, audits, put_right
from bot.store.engine.database import Database
from bot.store.engine.errors import DatabaseError, DatabaseUnusable, cause
from bot.store.engine.inspection import looked_at, one_view


async def rebuild(url: str, tell: Callable[[str], None], *, only_look: bool) -> bool:
    """Compare the ratings in the database at `url` with what its matches lead to, and put them right unless `only_look`.

    `tell` gets a line for each server where something differs, and one that sums up. Returns whether all agreed. Raises
    DatabaseUnusable; then each server is as it was, or right.
    """
    rated = counted = wrong = 0
    async with looked_at(url) as database:
        async for audit in audits(lambda: one_view(database)):
            rated, counted, wrong = rated + audit.matches, counted + audit.counted, wrong + (not audit.agrees)
            if not audit.agrees:
                tell(_report(audit))
                if not only_look:
                    await _put_right(url, audit)
    verdict = "All ratings agree with them."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All ratings are put right."
    tell(f"Rated matches: {rated:,}. Of these count: {counted:,}. {verdict}")
    return not wrong


async def _put_right(url: str, audit: Audit) -> None:
    database = await Database.open(url)
    try:
        await put_right(database, audit)
    except DatabaseError as error:
        raise DatabaseUnusable(f"it did not take the ratings, so try again: {cause(error)}") from error
    finally:
        await database.close()


def _report(audit: Audit) -> str:
    return (
        f"Server {audit.server_id}: matches whose changes differ: {audit.corrections.matches:,}; ratings that differ: "
        f"{audit.wrong_people:,}, by {audit.gap:,} points at most."
    )
