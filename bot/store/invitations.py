"""Invitations in the database: when somebody has asked others to play who have not accepted.

They follow from the challenges and the offers of a rematch that are stored anyway. Every function works in the caller's
transaction.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.offer import OfferKind
from bot.store.engine.schema.columns import Instant
from bot.store.engine.schema.matches import matches, offers, participants

_BY: Final = bindparam("by", type_=BigInteger)
_SINCE: Final = bindparam("since", type_=Instant)
_AMONG_THEM: Final = participants.c.person_id.in_(bindparam("people", expanding=True))
_CHALLENGES: Final = (
    select(participants.c.person_id, matches.c.created_at)
    .join(participants, participants.c.match_id == matches.c.id)
    .where(matches.c.host_id == _BY, matches.c.created_at > _SINCE)
    .where(_AMONG_THEM, participants.c.joined.is_(False))
)
_REMATCHES: Final = (
    select(participants.c.person_id, offers.c.made_at, offers.c.accepted_by)
    .join(participants, participants.c.match_id == offers.c.match_id)
    .where(offers.c.by_id == _BY, offers.c.made_at > _SINCE, offers.c.kind == OfferKind.REMATCH)
    .where(_AMONG_THEM)
)


async def not_accepted(
    connection: AsyncConnection, by_id: int, person_ids: Collection[int], since: datetime
) -> Mapping[int, Sequence[datetime]]:
    """By person: when `by_id` has invited them after `since` and they have not accepted, whatever else came of it."""
    found: defaultdict[int, list[datetime]] = defaultdict(list)
    values = {"by": by_id, "since": since, "people": list(person_ids)}
    for person_id, at in await connection.execute(_CHALLENGES, values):
        found[person_id].append(at)
    for person_id, at, agreed in await connection.execute(_REMATCHES, values):
        if person_id not in agreed:
            found[person_id].append(at)
    return found
