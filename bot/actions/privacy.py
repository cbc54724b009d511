"""Privacy: deleting a person's data, and exporting everything that is stored about them.

The data is deleted in steps. First every match of the person ends or goes on without them, each in a transaction of its
own, as if they had left one by one. Then an anonymous player replaces them in some matches at a time, so that others
never wait long, and finally everywhere else. If a match or a season has begun for them meanwhile, the first step is repeated. An
interruption leaves every match whole, and another request continues where it stopped.

The export reads some matches at a time, each as it is at one moment, so that others never wait and any number of
matches is possible. Of a match, it includes what all players can see and what concerns only the person, but never the
plans or settings of others, or how dice will fall.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from bot.actions import challenges, matches, playing
from bot.actions.askers import asker_of
from bot.actions.competitions import entries
from bot.actions.context import Context
from bot.model.match import State, Summary
from bot.model.people import Actor, Person
from bot.model.permissions import check_apart
from bot.model.refusals import Refusal
from bot.model.refusals.people import ExportedTooOften, KeepsPlaying
from bot.store import engines, tokens
from bot.store import people as people_store
from bot.store import privacy as privacy_store
from bot.store import sessions as session_store
from bot.store.jobs import boards

_AT_ONCE: Final = 20  # matches
_ROUNDS: Final = 3
"""How often what has begun meanwhile is ended, too, before the person is asked to try again."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The effects of a deletion on a person's matches; `is_known` says whether anything is stored about them.

    `playing` are the matches that would end for them, `waiting` the challenges that would be closed, and `finished` is
    the number of matches that would keep their result.
    """

    is_known: bool
    playing: Sequence[Summary] = ()
    waiting: Sequence[Summary] = ()
    finished: int = 0


async def outlook(context: Context, person: Person) -> Outlook:
    """The effects that deleting a person's data would have."""
    async with context.database.read() as connection:
        is_known = await people_store.name_of(connection, person.id) is not None
        return Outlook(is_known, *await privacy_store.outlook(connection, person.id, context.now(), context.games))


async def forget(context: Context, person: Person) -> tuple[int, ...]:
    """Delete a person's data; nothing happens if nothing is stored about them.

    First their browsers are signed out and their tokens revoked, which waits for what these are writing; then their
    engines are deleted. Return the numbers of the matches that now look different. Raises `KeepsPlaying` if new matches
    or seasons of theirs have begun again and again meanwhile.
    """
    async with context.database.write() as connection:
        await session_store.end_all(connection, person.id)
        await tokens.end_all(connection, person.id)
        own = await engines.of_owner(connection, person.id)
    touched = [match_id for engine in own for match_id in await forget(context, engine.person)]
    for _ in range(_ROUNDS):
        touched += await leave_all(context, person)
        try:
            return await _replace(context, person, touched)
        except KeepsPlaying:
            continue
    raise KeepsPlaying


async def leave_all(context: Context, person: Person, by: Actor | None = None) -> Sequence[int]:
    """End a person's matches; return the numbers of the changed ones.

    If it is somebody else's decision, `by` is who has decided; they have no part in the matches that it ends.
    """
    await entries.leave_all(context, person)
    left: list[int] = []
    for _ in range(_ROUNDS):  # a challenge that began after it was found may have begun a second match
        found = await outlook(context, person)
        gone = [match.id for match in (*found.playing, *found.waiting) if await _left(context, person, match, by)]
        if not gone:
            break
        left += gone
    return left


async def _left(context: Context, person: Person, match: Summary, by: Actor | None) -> bool:
    """Take a person out of a match, even if it has begun since it was found; False if that is refused, as after its end."""
    try:
        async with matches.change(context, match.id, Actor(person, None)) as change:
            if by is not None:
                check_apart(change.match, by)
            leave = challenges.get_out if change.match.state is State.OPEN else playing.withdraw
            leave(change, person)
    except Refusal:
        return False
    return True


async def _replace(context: Context, person: Person, touched: Sequence[int]) -> tuple[int, ...]:
    """Put an anonymous player in a person's place; return the numbers of the matches to show.

    Raises `KeepsPlaying` if the person is in a match or a competition again.
    """
    async with context.database.write() as connection:
        if not await privacy_store.is_at_rest(connection, person.id):
            raise KeepsPlaying
        anonymous_id = await privacy_store.begin(connection, person.id)
    if anonymous_id is None:
        return tuple(touched)
    to_show = set(touched)
    while (different := await _replace_some(context, person.id, anonymous_id, touched)) is not None:
        to_show |= different
    return tuple(sorted(to_show))


async def _replace_some(
    context: Context, person_id: int, anonymous_id: int, touched: Collection[int]
) -> set[int] | None:
    """Replace the person in some matches and return those to show; if none is left, do the rest and return None."""
    now = context.now()
    async with context.database.write() as connection:
        numbers = await privacy_store.some_matches(connection, person_id, _AT_ONCE)
        if not numbers:
            if not await privacy_store.finish(connection, person_id, anonymous_id, now):
                raise KeepsPlaying
            await people_store.note_deletion(connection, context.now())
            return None
        if not await privacy_store.is_at_rest(connection, person_id, numbers):
            raise KeepsPlaying
        different = await privacy_store.replace_some(connection, person_id, anonymous_id, numbers, now)
        # This also removes the name from a board that was sent a moment ago.
        to_show = {*different, *(number for number in numbers if number in touched)}
        for match_id in sorted(to_show):
            await boards.announce(connection, match_id, now, is_new_message=False)
        return to_show


MOST_EXPORTS: Final = 3
"""How many times within an hour one person may have their data exported."""

LARGEST: Final = 8_000_000
"""The most bytes of a file that is sent as it is, a little less than Discord's limit; a larger one is zipped."""

LARGEST_ZIPPED: Final = 32_000_000
"""The most characters of a file before zipping, which makes it much smaller; a longer one becomes several files."""

_BATCH: Final = 100  # matches in memory at a time
_NAME: Final = "furlong-about-you"


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file for the person it is about, who has to unpack it if it `is_zipped`."""

    name: str
    data: bytes
    is_zipped: bool


async def export(context: Context, person_id: int) -> AsyncGenerator[ExportFile]:
    """Everything stored about a person, nearly always in one file; no file if there is nothing.

    Raises `ExportedTooOften`.
    """
    count = context.exports.get(person_id, 0)
    if count >= MOST_EXPORTS:
        raise ExportedTooOften(MOST_EXPORTS)
    context.exports[person_id] = count + 1
    async with context.exporting.turn(await asker_of(context, person_id)):
        async for file in _exported(context, person_id):
            yield file


async def _exported(context: Context, person_id: int) -> AsyncGenerator[ExportFile]:
    async with context.database.read() as connection:
        person = await privacy_store.of_person(connection, person_id)
    if person is None:
        return
    head = {
        "about": "Everything that Furlong stores about you, on all servers. Instants are in UTC; ids are those of Discord.",
        "made_at": context.now(),
        **person,
    }
    number, entries, size, after = 1, list[str](), 0, 0
    while True:
        async with context.database.read() as connection:
            batch = await privacy_store.matches_after(connection, person_id, after, _BATCH)
        if not batch:
            break
        after = batch[-1]["match"]
        for text in await asyncio.to_thread(_written, batch):
            if entries and size + len(text) > LARGEST_ZIPPED:
                yield await asyncio.to_thread(_file, head, entries, number)
                head, number, entries, size = _next_head(head, number), number + 1, [], 0
            entries.append(text)
            size += len(text)
    yield await asyncio.to_thread(_file, head, entries, number)


def _next_head(head: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    kept = {key: head[key] for key in ("about", "made_at", "you")}
    return {**kept, "part": number + 1}


def _written(batch: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """Matches as they are written in a file, indented by two steps."""
    return [_json(match).replace("\n", "\n    ") for match in batch]


def _file(head: Mapping[str, Any], entries: Sequence[str], number: int) -> ExportFile:
    beginning = _json(head).removesuffix("\n}")
    listed = ",".join(f"\n    {text}" for text in entries) + "\n  " if entries else ""
    data = f'{beginning},\n  "matches": [{listed}]\n}}\n'.encode()
    part = _NAME if number == 1 else f"{_NAME}-{number}"
    if len(data) <= LARGEST:
        return ExportFile(f"{part}.json", data, is_zipped=False)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{part}.json", data)
    return ExportFile(f"{part}.zip", packed.getvalue(), is_zipped=True)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=_instant)


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
