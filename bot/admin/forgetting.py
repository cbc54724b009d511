"""Having somebody forgotten by whoever hosts the bot, in the same way as by themselves with `/privacy delete`."""

from collections.abc import Callable
from datetime import UTC, datetime

from bot.actions.actions import Actions
from bot.actions.forgetting import Forgetting
from bot.model.people import Person
from bot.model.refusals.people import KeepsPlaying
from bot.store import people
from bot.store.engine.database import Database
from bot.store.engine.errors import DatabaseError, DatabaseUnusable, cause
from bot.store.engine.inspection import check_there


async def forget(url: str, person_id: int, tell: Callable[[str], None]) -> bool:
    """Forget somebody in the database at `url`, also while the bot works with it; `tell` gets a line for what was done.

    False if they begin new matches again and again meanwhile; whatever is left then is done by asking once more. Raises
    DatabaseUnusable; then every match is whole.
    """
    check_there(url)
    database = await Database.open(url)
    try:
        return await _forget(database, person_id, tell)
    except DatabaseError as error:
        raise DatabaseUnusable(f"it did not take a change, so try again: {cause(error)}") from error
    finally:
        await database.close()


async def _forget(database: Database, person_id: int, tell: Callable[[str], None]) -> bool:
    async with database.read() as connection:
        name = await people.name_of(connection, person_id)
    if name is None:
        tell(f"Nothing is stored about person {person_id}.")
        return True
    person = Person(person_id, name)
    forgetting = Forgetting(Actions(database, now=lambda: datetime.now(UTC)))
    before = await forgetting.outlook(person)
    tell(
        f"Forgetting {name} ({person_id}): running matches that end for them: {len(before.playing):,}; challenges that "
        f"come to nothing: {len(before.waiting):,}; matches that keep their result: {before.finished:,}."
    )
    try:
        await forgetting.forget(person)
    except KeepsPlaying:
        tell("They are in a match that has begun meanwhile. Nothing is lost: try again.")
        return False
    tell("They are forgotten. Boards are shown again without their name: now if the bot runs, or when it starts.")
    return True
