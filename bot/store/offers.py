"""Offers and invitations in the database. Every function works in the caller's transaction."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Row, bindparam, exists, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.fairness import Fairness
from bot.model.history import Cause
from bot.model.offers import Offer, OfferKind, OfferState, Rematch
from bot.model.place import Place
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.engine.schema.types import Instant
from bot.store.engine.statements import columns_of, made
from players.characters import character_numbered
from rules.core import Move

IS_HANDED_OVER: Final = (
    exists()
    .where(
        offers.c.match_id == matches.c.id, offers.c.kind == OfferKind.HANDOVER, offers.c.state == OfferState.ACCEPTED
    )
    .correlate(matches)
)
"""A condition on matches: a character has played on for one of two people, so the result is neither's."""

_OF_MATCH: Final = (
    select(
        offers,
        matches.c.server_id,
        matches.c.channel_id,
        matches.c.thread_id,
        matches.c.message_ply,
        matches.c.message_id.label("rematch_message_id"),
    )
    .outerjoin(matches, matches.c.id == offers.c.rematch_id)
    .where(offers.c.match_id == bindparam("number"))
    .order_by(offers.c.id)
)


async def of_match(connection: AsyncConnection, match_id: int) -> tuple[Offer, ...]:
    """All offers made in a match so far, in order."""
    rows = await connection.execute(_OF_MATCH, {"number": match_id})
    return tuple(_offer(row) for row in rows)


def _offer(row: Row[Any]) -> Offer:
    return made(
        Offer,
        row,
        kind=OfferKind(row.kind),
        state=OfferState(row.state),
        accepted_by=tuple(row.accepted_by),
        fairness=None if row.secret is None else Fairness(row.secret, row.commitment),
        rematch=_rematch(row),
        undone=tuple(Move(token) for token in row.undone or ()),
        character=character_numbered(row.character),
        cause=row.cause and Cause(row.cause),
    )


def _rematch(row: Row[Any]) -> Rematch | None:
    if row.rematch_id is None:
        return None
    place = Place(row.server_id, row.channel_id, row.thread_id, row.rematch_message_id, row.message_ply)
    return Rematch(row.rematch_id, place)


async def save(
    connection: AsyncConnection, match_id: int, before: Sequence[Offer], after: Sequence[Offer], now: datetime
) -> tuple[Offer, ...]:
    """Write the new and changed offers of a match; return all of them as stored."""
    before_by_id = {offer.id: offer for offer in before}
    stored: list[Offer] = []
    for offer in after:
        if not offer.id:
            stored.append(await _add(connection, match_id, offer, now))
            continue
        if offer != before_by_id[offer.id]:
            await _change(connection, before_by_id[offer.id], offer, now)
        stored.append(offer)
    return tuple(stored)


async def _add(connection: AsyncConnection, match_id: int, offer: Offer, made_at: datetime) -> Offer:
    row = {
        **columns_of(offers, offer),
        "match_id": match_id,
        "secret": offer.fairness and offer.fairness.secret,
        "commitment": offer.fairness and offer.fairness.commitment,
        "character": None if offer.character is None else offer.character.number,
        "made_at": made_at,
        "closed_at": None if offer.state is OfferState.OPEN else made_at,
        **_columns(offer),
    }
    number = (await connection.execute(insert(offers).values(**row).returning(offers.c.id))).scalar_one()
    return replace(offer, id=number)


async def _change(connection: AsyncConnection, before: Offer, after: Offer, now: datetime) -> None:
    is_closed = before.state is OfferState.OPEN and after.state is not OfferState.OPEN
    closed = {"closed_at": now} if is_closed else {}
    await connection.execute(update(offers).where(offers.c.id == after.id).values(**_columns(after), **closed))


def _columns(offer: Offer) -> dict[str, Any]:
    """The columns of an offer that may change."""
    return {
        "state": offer.state,
        "accepted_by": list(offer.accepted_by),
        "ply": offer.ply,
        "rematch_id": None if offer.rematch is None else offer.rematch.id,
        "undone": list(offer.undone) or None,
        "message_id": offer.message_id,
        "due_at": offer.due_at,
    }


_BY: Final = bindparam("by", type_=BigInteger)
_SINCE: Final = bindparam("since", type_=Instant)
_AMONG_THEM: Final = participants.c.person_id.in_(bindparam("people"))
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
    connection: AsyncConnection,
    by_id: int,
    person_ids: Collection[int],
    since: datetime,
    match_ids: Collection[int] | None = None,
) -> Mapping[int, Sequence[datetime]]:
    """When `by_id` invited each person since `since` without being accepted, whatever else came of it, by id.

    With `match_ids`, only in those matches.
    """
    times: defaultdict[int, list[datetime]] = defaultdict(list)
    values = {"by": by_id, "since": since, "people": list(person_ids)}
    within = true() if match_ids is None else participants.c.match_id.in_(match_ids)
    for person_id, at in await connection.execute(_CHALLENGES.where(within), values):
        times[person_id].append(at)
    for person_id, at, agreed in await connection.execute(_REMATCHES.where(within), values):
        if person_id not in agreed:
            times[person_id].append(at)
    return times
