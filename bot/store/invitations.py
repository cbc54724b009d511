"""Invitations in the database: when somebody has asked others to play who have not accepted.

They follow from the challenges and the offers of a rematch that are stored anyway. Every function works in the caller's
transaction.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.offer import OfferKind
from bot.store.schema import matches, offers, participants


async def not_accepted(
    connection: AsyncConnection, by_id: int, person_ids: Collection[int], since: datetime
) -> Mapping[int, Sequence[datetime]]:
    """By person: when `by_id` has invited them after `since` and they have not accepted, whatever else came of it."""
    found: defaultdict[int, list[datetime]] = defaultdict(list)
    challenges = (
        select(participants.c.person_id, matches.c.created_at)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(matches.c.host_id == by_id, matches.c.created_at > since)
        .where(participants.c.person_id.in_(person_ids), participants.c.joined.is_(False))
    )
    for person_id, at in await connection.execute(challenges):
        found[person_id].append(at)
    rematches = (
        select(participants.c.person_id, offers.c.made_at, offers.c.accepted_by)
        .join(participants, participants.c.match_id == offers.c.match_id)
        .where(offers.c.by_id == by_id, offers.c.made_at > since, offers.c.kind == OfferKind.REMATCH)
        .where(participants.c.person_id.in_(person_ids))
    )
    for person_id, at, agreed in await connection.execute(rematches):
        if person_id not in agreed:
            found[person_id].append(at)
    return found
