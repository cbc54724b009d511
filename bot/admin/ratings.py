"""Computing all ratings anew from the stored matches, also while the bot works with the database."""

from collections.abc import Callable, Sequence

from bot.actions.ratings import Audit, audits, put_right
from bot.store.database import Database
from bot.store.errors import DatabaseError, DatabaseUnusable, cause
from bot.store.inspection import looked_at, one_view


async def rebuild(url: str, tell: Callable[[str], None], *, only_look: bool) -> bool:
    """Compare the ratings in the database at `url` with what its matches lead to, and put them right unless `only_look`.

    `tell` gets a line for each server where something differs, and one that sums up. Returns whether all agreed. Raises
    DatabaseUnusable; then each server is as it was, or right.
    """
    async with looked_at(url) as database:
        found = await audits(lambda: one_view(database))
    wrong = [audit for audit in found if not audit.agrees]
    for audit in wrong:
        tell(_told(audit))
    if wrong and not only_look:
        await _put_right(url, wrong)
    tell(_summed_up(found, wrong, only_look=only_look))
    return not wrong


async def _put_right(url: str, wrong: Sequence[Audit]) -> None:
    database = await Database.open(url)
    try:
        for audit in wrong:
            await put_right(database, audit)
    except DatabaseError as error:
        raise DatabaseUnusable(f"it did not take the ratings, so try again: {cause(error)}") from error
    finally:
        await database.close()


def _told(audit: Audit) -> str:
    return (
        f"Server {audit.server_id}: matches whose changes differ: {len(audit.wrong):,}; ratings that differ: "
        f"{audit.wrong_people:,}, by {audit.gap:,} points at most."
    )


def _summed_up(found: Sequence[Audit], wrong: Sequence[Audit], *, only_look: bool) -> str:
    rated, counted = sum(audit.matches for audit in found), sum(audit.counted for audit in found)
    verdict = "All ratings agree with them."
    if wrong:
        verdict = "Nothing was changed." if only_look else "All ratings are put right."
    return f"Rated matches: {rated:,}. Of these count: {counted:,}. {verdict}"
