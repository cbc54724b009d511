"""What askers have lately used, as far as a deletion has taken the rows by which it is counted. In the caller's transaction.

Each use is an instant under a keyed hash of who used what. It is kept for a day: whoever deletes their data and comes
back within a day meets the limits of before. That a manager removed them counts for as long as it would have, and so do
what they decided as a manager, where they played, and that they let others of the lobby wait in vain. Who could not be
written to when a match of theirs was to begin has no other rows.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.result import Ending
from bot.store import askers as asker_store
from bot.store import offers
from bot.store.engine import facts
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import guests, uses

KEPT_FOR: Final = timedelta(days=1)

CAME: Final = "came"
PARTS: Final = ("household", "network")  # from where guests come
BEGAN: Final = "began"
WITHDREW: Final = "withdrew"
POSTED: Final = "posted"
INVITED: Final = "invited"
REMOVED: Final = "removed"
DECIDED: Final = "decided"
PLAYED: Final = "played"
UNREACHED: Final = "unreached"
ABSENT: Final = "absent"
LOST_ON_TIME: Final = "lost on time"

_KEY: Final = "key of networks"  # a fact
_KEY_BYTES: Final = 32
_NAME: Final = 32  # hexadecimal digits


async def name_of(connection: AsyncConnection, *words: object) -> str:
    """The name under which a network or a use is stored, which tells nothing to those who lack the key."""
    key = await facts.get(connection, _KEY)
    if key is None:
        await facts.add_once(connection, _KEY, secrets.token_hex(_KEY_BYTES))
        key = await facts.get(connection, _KEY)
    assert key is not None, "it was just stored"
    return _named(key, *words)


def _named(key: str, *words: object) -> str:
    return hmac.new(bytes.fromhex(key), " ".join(map(str, words)).encode(), hashlib.sha256).hexdigest()[:_NAME]


async def times(connection: AsyncConnection, since: datetime, *words: object) -> Sequence[datetime]:
    """When something was used since `since`, by those whose data was deleted then."""
    return (await times_of_each(connection, since, [words]))[words]


async def times_of_each(
    connection: AsyncConnection, since: datetime, used: Collection[tuple[object, ...]]
) -> Mapping[tuple[object, ...], Sequence[datetime]]:
    """The `times` of several uses, each by its words, which are asked for together."""
    times_by_words: dict[tuple[object, ...], list[datetime]] = {words: [] for words in used}
    key = await facts.get(connection, _KEY)
    if key is None or not used:  # nothing was kept yet
        return times_by_words
    named = {_named(key, *words): words for words in used}
    query = select(uses.c.name, uses.c.used_at).where(uses.c.name.in_(named), uses.c.used_at > since)
    for name, used_at in await connection.execute(query.order_by(uses.c.used_at)):
        times_by_words[named[name]].append(used_at)
    return times_by_words


async def keep(connection: AsyncConnection, person_id: int, numbers: Sequence[int], now: datetime) -> None:
    """Keep what is counted by the matches with these numbers, which a deletion takes from a person now."""
    asker, since = (await asker_store.of_people(connection, [person_id]))[person_id], now - KEPT_FOR
    posted = select(matches).where(matches.c.id.in_(numbers), matches.c.host_id == person_id)
    posted_rows = (await connection.execute(posted.where(matches.c.created_at > since))).all()
    withdrawn = [row.created_at for row in posted_rows if row.is_open_challenge and row.ending == Ending.CANCELLED]
    in_lobby = [row.created_at for row in posted_rows if row.lobby_id is not None and row.is_open_challenge]
    used = [((asker, BEGAN), [row.created_at for row in posted_rows]), ((asker, WITHDREW), withdrawn)]
    used.append(((asker, POSTED), in_lobby))
    among = select(participants.c.person_id).where(participants.c.match_id.in_(numbers))
    others = {*await connection.scalars(among)} - {person_id}
    invited = await offers.not_accepted(connection, person_id, others, since, numbers)
    used += [((asker, INVITED, other), at) for other, at in invited.items()]
    await add(connection, used)


async def keep_arrival(connection: AsyncConnection, guest_id: int, now: datetime) -> None:
    """Keep from where a guest came in, whom a deletion removes now."""
    recent = select(guests).where(guests.c.person_id == guest_id, guests.c.came_at > now - KEPT_FOR)
    rows = (await connection.execute(recent)).mappings().all()
    await add(connection, [((row[part], CAME, part), [row["came_at"]]) for row in rows for part in PARTS])


async def add(connection: AsyncConnection, used: Iterable[tuple[tuple[object, ...], Collection[datetime]]]) -> None:
    """Store uses: when each was used, by its words."""
    rows = [{"name": await name_of(connection, *words), "used_at": at} for words, when in used if when for at in when]
    if rows:
        await connection.execute(insert(uses), rows)


async def forget(connection: AsyncConnection, now: datetime) -> None:
    """Forget all uses of more than a day ago."""
    await connection.execute(delete(uses).where(uses.c.used_at <= now - KEPT_FOR))
