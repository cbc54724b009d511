"""Bulletins: messages about competitions, posted once, or kept up to date.

Standings are due some seconds after the first change that they do not show, which limits how often they are edited.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import BulletinKind, Competition
from bot.model.jobs import Claim, Kind
from bot.store.engine.schema.competitions import competitions, sides
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.statements import insert_into
from bot.store.jobs import queue
from bot.store.jobs.queue import EVERY


async def add(
    connection: AsyncConnection, competition: Competition, due_at: datetime, *kinds: tuple[BulletinKind, int]
) -> None:
    """Add bulletins unless they exist already: kinds with the division that each is for, 0 for all divisions."""
    rows = [
        queue.values(
            Kind.BULLETIN,
            venue.server_id,
            due_at,
            channel_id=venue.channel_id,
            name=_name(competition.id, kind, division),
            data={"competition": competition.id, "bulletin": kind, "division": division},
        )
        for kind, division in kinds
        for venue in competition.venues
        if venue.channel_id  # which a server that Furlong has left for good no longer has
    ]
    if not rows:
        return
    await connection.execute(insert_into(connection, jobs).values(rows).on_conflict_do_nothing())


def _name(competition_id: int, kind: BulletinKind, division: int) -> str:
    return f"{competition_id} {kind} {division}"


async def touch(
    connection: AsyncConnection, competition_id: int, kinds: Collection[BulletinKind], now: datetime
) -> None:
    """Note that messages of some kinds about a competition are out of date, and make them due at once."""
    is_one = or_(*(jobs.c.name.startswith(f"{competition_id} {kind} ", autoescape=True) for kind in kinds))
    await queue.touch(connection, and_(_of(competition_id), is_one), now, timedelta())


async def touch_standings(connection: AsyncConnection, competition_id: int, division: int, now: datetime) -> None:
    """Note that the standings of a division are out of date."""
    name = _name(competition_id, BulletinKind.STANDINGS, division)
    await queue.touch(connection, and_(_of(competition_id), jobs.c.name == name), now, EVERY)


def _of(competition_id: int) -> Any:
    """Condition: it is a message on the server of a competition, or on one of its servers."""
    servers = union_all(
        select(competitions.c.server_id).where(competitions.c.id == competition_id),
        select(sides.c.side_id).where(sides.c.competition_id == competition_id),
    )
    return and_(jobs.c.server_id.in_(servers), jobs.c.kind == Kind.BULLETIN)


async def refuse(connection: AsyncConnection, claim: Claim) -> bool:
    """Note that a message's channel is closed; return whether no message of its competition has found that before."""
    query = select(jobs.c.id, jobs.c.data).where(_of(claim.first.data["competition"])).order_by(jobs.c.id)
    rows = (await connection.execute(query.with_for_update())).all()
    others = [row.data for row in rows if row.id != claim.first.id]
    closed = {**claim.first.data, "is_refused": True}
    await connection.execute(update(jobs).where(jobs.c.id == claim.first.id).values(data=closed))
    number = claim.first.data["competition"]
    return not any(data["competition"] == number and data.get("is_refused") for data in others) and not (
        claim.first.data.get("is_refused")
    )


async def posted(
    connection: AsyncConnection, claim: Claim, message_id: int, now: datetime, shown: Mapping[str, int]
) -> None:
    """Store the message in which a bulletin was posted or edited, and what it shows since; with one `left`, it is due again."""
    data = {key: value for key, value in claim.first.data.items() if key != "is_refused"}
    soon = {"due_at": now + EVERY} if shown.get("left") else {}
    await queue.keep(connection, claim, now, message_id=message_id, data={**data, **shown}, **soon)


async def post_again(connection: AsyncConnection, now: datetime) -> None:
    """Post the cards and standings of open and running competitions in new messages, for a new simulated Discord."""
    query = select(competitions.c.id).where(competitions.c.stage.in_(("open", "running")))
    current = set(await connection.scalars(query))
    rows = await connection.execute(select(jobs.c.id, jobs.c.data).where(jobs.c.kind == Kind.BULLETIN))
    shown = (BulletinKind.CARD, BulletinKind.STANDINGS)
    numbers = [
        row.id for row in rows if row.data["competition"] in current and BulletinKind(row.data["bulletin"]) in shown
    ]
    await connection.execute(update(jobs).where(jobs.c.id.in_(numbers)).values(message_id=None, due_at=now))
