"""Deleting a person's data for the host, as `/privacy` does for the person."""

from collections.abc import Callable
from datetime import UTC, datetime

from bot.actions import privacy
from bot.actions.context import Context
from bot.admin.databases import changing
from bot.model.people import Person
from bot.model.refusals.people import KeepsPlaying
from bot.store import people


async def forget(url: str, person_id: int, tell: Callable[[str], None]) -> bool:
    """Delete a person's data in the database at `url`, even while the bot uses it; `tell` gets lines on what was done.

    Returns False if the person keeps beginning new matches meanwhile; a second call deletes the rest. Raises
    DatabaseUnusable; then every match is whole.
    """
    async with changing(url, "a change") as database:
        async with database.read() as connection:
            name = await people.name_of(connection, person_id)
        if name is None:
            tell(f"Nothing is stored about person {person_id}.")
            return True
        person, context = Person(person_id, name), Context(database, now=lambda: datetime.now(UTC))
        before = await privacy.outlook(context, person)
        tell(
            f"Forgetting {name} ({person_id}): running matches that end for them: {len(before.playing):,}; challenges "
            f"that come to nothing: {len(before.waiting):,}; matches that keep their result: {before.finished:,}."
        )
        try:
            await privacy.forget(context, person)
        except KeepsPlaying:
            tell("They are in a match that has begun meanwhile. Nothing is lost: try again.")
            return False
    tell("They are forgotten. Boards are shown again without their name: now if the bot runs, or when it starts.")
    return True
