"""Guests of the page: coming in, inviting a friend by a link, and leaving for good when their time is over."""

import hashlib
import hmac
import secrets
from datetime import datetime
from typing import Final

from bot.actions import matches, privacy, sessions
from bot.actions.context import Context
from bot.actions.made_once import made_once
from bot.model.guests import MOST_GUESTS, STAYS, chosen_name
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD, Person
from bot.model.place import DIRECT
from bot.model.refusals.guests import TooManyGuests, UnknownInvitation
from bot.model.refusals.matches import UnknownMatch
from bot.store import people
from bot.store.engine.database import Connection
from bot.store.jobs import queue

_KEY: Final = "key of invitations"  # a fact
_KEY_BYTES: Final = 32
_SIGNATURE: Final = 32  # hexadecimal digits


async def enter(context: Context, name: str) -> tuple[Person, str]:
    """A new guest, under a name that they have typed, and the token of their session.

    Raises `NoGuestName` or `TooManyGuests`.
    """
    chosen, now = chosen_name(name), context.now()
    ends_at = now + STAYS
    async with context.database.write() as connection:
        if await people.count_guests(connection) >= MOST_GUESTS:
            raise TooManyGuests
        guest = await _added(connection, chosen)
        about = {"person_id": guest.id, "data": {"ends_at": ends_at.isoformat()}}
        await queue.add(connection, Kind.GUEST, DIRECT, min(ends_at, now + queue.FARTHEST), **about)
        return guest, await sessions.begin_for(context, connection, guest, ends_at)


async def _added(connection: Connection, name: str) -> Person:
    """A person with an id that nobody has, which tells nothing of how many guests there are."""
    while True:
        guest = Person(FIRST_GUEST + secrets.randbelow(FIRST_ON_DISCORD - FIRST_GUEST), name)
        if await people.add_new(connection, guest):
            return guest


async def end(context: Context, claim: Claim) -> None:
    """Delete what is stored about the guest of a claimed job, as for anyone who asks for it, once their time is over.

    Until then, the job looks again every day. Raises `KeepsPlaying` if new matches of theirs have begun again and again
    meanwhile.
    """
    ends_at, now = datetime.fromisoformat(claim.first.data["ends_at"]), context.now()
    if ends_at > now:
        async with context.database.write() as connection:
            await queue.put_off(connection, claim, min(ends_at, now + queue.FARTHEST))
        return
    await privacy.forget(context, Person(claim.about_person, ""))
    async with context.database.write() as connection:
        await queue.finish(connection, claim)


async def signature(context: Context, match_id: int) -> str:
    """What makes a link to an open challenge one that lets people join it."""
    key = bytes.fromhex(await made_once(context, _KEY, lambda: secrets.token_hex(_KEY_BYTES)))
    return hmac.new(key, f"{match_id}".encode(), hashlib.sha256).hexdigest()[:_SIGNATURE]


async def invited_to(context: Context, match_id: int, signed: str) -> Match:
    """The match of a link. Raises `UnknownInvitation`."""
    if not secrets.compare_digest(await signature(context, match_id), signed):
        raise UnknownInvitation
    try:
        return await matches.load(context, match_id)
    except UnknownMatch:
        raise UnknownInvitation from None
