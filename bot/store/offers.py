"""Offers in the database. Every function works inside the caller's transaction."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.fairness import Fairness
from bot.model.match import Match
from bot.model.offers.offer import Offer, OfferKind, OfferState, Rematch
from bot.store.schema import matches, moves, offers, plans
from rules.core import Move


async def of_match(connection: AsyncConnection, match_id: int) -> tuple[Offer, ...]:
    """What was offered in a match so far, in order."""
    where_shown = (matches.c.server_id, matches.c.channel_id, matches.c.thread_id, matches.c.message_ply)
    rows = await connection.execute(
        select(offers, *where_shown, matches.c.message_id.label("rematch_message_id"))
        .outerjoin(matches, matches.c.id == offers.c.rematch_id)
        .where(offers.c.match_id == match_id)
        .order_by(offers.c.id)
    )
    return tuple(_offer(row) for row in rows)


def _offer(row: Row[Any]) -> Offer:
    return Offer(
        id=row.id,
        kind=OfferKind(row.kind),
        by_id=row.by_id,
        state=OfferState(row.state),
        accepted_by=tuple(row.accepted_by),
        ply=row.ply,
        fairness=None if row.secret is None else Fairness(row.secret, row.commitment, tuple(row.joined_by or ())),
        rematch=_rematch(row),
        undone=tuple(Move(token) for token in row.undone or ()),
        message_id=row.message_id,
    )


def _rematch(row: Row[Any]) -> Rematch | None:
    if row.rematch_id is None:
        return None
    shown_in = row.channel_id if row.message_ply is None else row.thread_id or row.channel_id
    return Rematch(row.rematch_id, row.server_id, shown_in, row.rematch_message_id)


async def add(connection: AsyncConnection, match: Match, offer: Offer, made_at: datetime) -> Offer:
    """Add a new offer to a match; returns it with its number."""
    row = {
        "match_id": match.id,
        "kind": offer.kind,
        "by_id": offer.by_id,
        "state": offer.state,
        "accepted_by": list(offer.accepted_by),
        "ply": offer.ply,
        "secret": offer.fairness and offer.fairness.secret,
        "commitment": offer.fairness and offer.fairness.commitment,
        "made_at": made_at,
    }
    number = (await connection.execute(insert(offers).values(**row).returning(offers.c.id))).scalar_one()
    return replace(offer, id=number)


async def agree(connection: AsyncConnection, offer: Offer) -> None:
    """Keep who has agreed to an offer so far, and what that has mixed into its dice."""
    joined_by = None if offer.fairness is None else list(offer.fairness.joined_by)
    await _change(connection, offer, accepted_by=list(offer.accepted_by), joined_by=joined_by)


async def close(connection: AsyncConnection, offer: Offer, state: OfferState, closed_at: datetime) -> None:
    """Keep what has become of an offer."""
    await _change(connection, offer, state=state, closed_at=closed_at)


async def lead_to(connection: AsyncConnection, offer: Offer, rematch_id: int) -> None:
    """Keep the match that an accepted rematch has led to."""
    await _change(connection, offer, rematch_id=rematch_id)


async def undo(connection: AsyncConnection, match: Match, offer: Offer, ply: int) -> None:
    """Take back all moves of a match after the first `ply`, and keep with the offer which they were.

    What was planned for then goes with them, and when other offers were made there.
    """
    await connection.execute(delete(moves).where(moves.c.match_id == match.id, moves.c.ply > ply))
    await connection.execute(delete(plans).where(plans.c.match_id == match.id))
    later = update(offers).where(offers.c.match_id == match.id, offers.c.ply > ply)
    await connection.execute(later.values(ply=ply))
    await _change(connection, offer, undone=list(match.moves[ply:]), message_id=match.message_id)


async def _change(connection: AsyncConnection, offer: Offer, **values: Any) -> None:
    await connection.execute(update(offers).where(offers.c.id == offer.id).values(**values))
