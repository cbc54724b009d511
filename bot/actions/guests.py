"""Guests of the page: coming in, inviting a friend by a link, signing in with Discord, and leaving for good."""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.actions import jobs, matches, sessions
from bot.actions import privacy as privacy_actions
from bot.actions.context import Context, made_once
from bot.model.challenges import MOST_ALONE, MOST_TOGETHER
from bot.model.guests import MOST_FROM_HOUSEHOLD, MOST_FROM_NETWORK, MOST_GUESTS, STAYS, chosen_name
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD, Person
from bot.model.place import DIRECT
from bot.model.refusals.matches import UnknownMatch
from bot.model.refusals.people import TooManyGuests, UnknownInvitation
from bot.store import guests as store
from bot.store import match_lists, uses
from bot.store import people as people_store
from bot.store import sessions as session_store
from bot.store.engine.database import Connection
from bot.store.guests import Held
from bot.store.jobs import boards, queue

_KEY: Final = "key of invitations"  # a fact
_KEY_BYTES: Final = 32
_A_DAY: Final = timedelta(days=1)
_SIGNATURE: Final = 32  # hexadecimal digits


async def enter(context: Context, name: str, household: str, network: str) -> tuple[Person, str]:
    """A new guest, under a name that they have typed, and the token of their session.

    They are counted by their household and the network around it, of which only hashes are stored. Raises `NoGuestName`
    or `TooManyGuests`.
    """
    chosen, now = chosen_name(name), context.now()
    ends_at = now + STAYS
    async with context.database.write() as connection:
        await people_store.lock(connection, FIRST_GUEST)  # so that no others beyond the limits come in meanwhile
        household, network = [await uses.name_of(connection, where) for where in (household, network)]
        near, around = await store.count(connection, household, network, now - _A_DAY)
        if near >= MOST_FROM_HOUSEHOLD or around >= MOST_FROM_NETWORK:
            raise TooManyGuests
        if await people_store.count_guests(connection) >= MOST_GUESTS:
            raise TooManyGuests
        guest = await people_store.add_new(connection, chosen, range(FIRST_GUEST, FIRST_ON_DISCORD))
        await store.add(connection, guest.id, household, network, now)
        about = {"person_id": guest.id, "data": {"ends_at": ends_at.isoformat()}}
        await queue.add(connection, Kind.GUEST, DIRECT, queue.looked_at(ends_at, now), **about)
        return guest, await sessions.begin_for(context, connection, guest, ends_at)


async def sign_in(context: Context, guest: Person, link_token: str) -> tuple[str, int | None]:
    """Use a link from Discord in the browser of a guest, whose matches become those of the person of the link.

    What cannot become theirs is left to the guest, whose time is over. Returns as `sessions.begin`, and raises the
    same.
    """
    async with context.database.write() as connection:
        await session_store.end_all(connection, guest.id)  # waits for what these are writing
        held = await store.lock_matches(connection, guest.id)
        await people_store.lock(connection, guest.id)
        token, link = await sessions.begin_within(context, connection, link_token)
        kept = await _kept(connection, held, link.person)
        await store.hand_over(connection, guest.id, link.person.id, [seat.match_id for seat in kept])
        for seat in kept:
            if seat.others and seat.among_people and not seat.has_ended:
                await boards.announce(connection, seat.match_id, context.now(), is_new_message=True)
        await store.end_early(connection, guest.id, context.now())
        return token, link.match_id


async def _kept(connection: Connection, held: Sequence[Held], person: Person) -> Sequence[Held]:
    """The matches of a guest that can become a person's: not with themselves or someone blocked, nor beyond limits."""
    others = frozenset[int]().union(*(seat.others for seat in held))
    apart = {blocked.id for blocked in await people_store.blocked_by(connection, person.id)} | {person.id}
    apart |= await people_store.blocking(connection, person.id, others)
    alone = await match_lists.count_alone(connection, person.id)
    together = Counter(await match_lists.count_together(connection, person.id, others))
    kept: list[Held] = []
    for seat in held:
        if seat.others & apart:
            continue
        if not seat.has_ended:
            have = [together[other] >= MOST_TOGETHER for other in seat.others if other >= FIRST_GUEST]
            if any(have) or (alone >= MOST_ALONE and not seat.among_people):
                continue
            together.update(seat.others)
            alone += not seat.among_people
        kept.append(seat)
    return kept


async def end(context: Context, claim: Claim) -> None:
    """Delete what is stored about the guest of a claimed job, as for anyone who asks for it, once their time is over.

    Until then, the job looks again every day, and ends the time of a guest who idles. Raises `KeepsPlaying` if new
    matches of theirs have begun again and again meanwhile.
    """
    ends_at, now = datetime.fromisoformat(claim.first.data["ends_at"]), context.now()
    if ends_at > now and not await _idles(context, claim.about_person):
        await jobs.put_off(context, claim, ends_at - now)
        return
    await privacy_actions.forget(context, Person(claim.about_person, ""))
    async with context.database.write() as connection:
        await queue.finish(connection, claim)


async def _idles(context: Context, guest_id: int) -> bool:
    async with context.database.ask() as connection:
        return await store.idles(connection, guest_id, context.now())


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
