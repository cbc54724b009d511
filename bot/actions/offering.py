"""What players can offer each other: a draw, taking a move back, more time, a rematch; and the answers.

Who may offer what, and who is asked, is in `bot.model.offers.conditions`. An offer is shown on the match's present board, and everybody
who is asked is told of it once.
"""

from dataclasses import replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions.matchbook import Actor, check_running
from bot.actions.rematches import Rematches
from bot.model.clock import Clock
from bot.model.fairness import Fairness
from bot.model.match import Ending, Match, Person, State
from bot.model.notice import Notice
from bot.model.offers.conditions import asked, awaited, check_may_offer, offer_of, open_offer, rematch_of, takeback_ply
from bot.model.offers.offer import Offer, OfferKind, OfferState
from bot.model.offers.repetition import has_come_thrice, shared_places
from bot.model.refusals import (
    AgreedAlready,
    NoClock,
    NoMoreTime,
    NoRematchYet,
    NotPlaying,
    OfferClosed,
    OfferForOthers,
    PlayerForgotten,
    StaleBoard,
)
from bot.store import changes, clocks, notices, outbox
from bot.store import offers as stored_offers

MOST_GIVEN_DAYS: Final = 14
"""How many days may be given to a player for one move."""


class Offering(Rematches):
    """What players can offer each other."""

    async def offer_draw(self, actor: Actor, match_id: int, *, revision: int | None = None) -> Match:
        """Offer a draw, or accept the one that was offered; the third time that a position comes, claim the draw.

        `revision` is that of the board that the player saw, None if it does not matter. Raises `StaleBoard`,
        `OfferedAlready`, `RefusedBefore`, or what `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._playing(connection, actor, match_id, revision)
            if has_come_thrice(match):
                await self._draw(connection, match, Ending.REPEATED, actor.person.id)
            else:
                await self._offer_or_accept(connection, match, OfferKind.DRAW, actor)
            return await self._load(connection, match.id)

    async def ask_takeback(self, actor: Actor, match_id: int, *, revision: int | None = None) -> Match:
        """Ask to undo everything from one's own last decision on.

        Raises `StaleBoard`, `NothingToTakeBack`, `TakebackBlocked`, `OfferedAlready`, `RefusedBefore`, or what
        `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._playing(connection, actor, match_id, revision)
            takeback_ply(match, check_running(match, actor.person))
            await self._offer(connection, match, OfferKind.TAKEBACK, actor.person)
            return await self._load(connection, match.id)

    async def more_time(self, actor: Actor, match_id: int) -> Match:
        """Ask for another day if it is one's own turn, else give a day to whoever is to move.

        Raises `NoClock`, `NoMoreTime`, `OfferedAlready`, `RefusedBefore`, or what `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._playing(connection, actor, match_id, None)
            _check_more_time(match)
            standing = open_offer(match, OfferKind.TIME)
            if match.to_move is not None and match.to_move.id == actor.person.id:
                await self._offer(connection, match, OfferKind.TIME, actor.person)
            elif standing is not None:
                await self._accept(connection, match, standing, actor)
            else:
                await self._give_day(connection, match)
            return await self._load(connection, match.id)

    async def offer_rematch(self, actor: Actor, match_id: int) -> Match:
        """Offer to play again with the seats swapped, or accept that offer; the match that is over is returned.

        Nothing happens if there is a rematch already: see `bot.model.offers.conditions.rematch_of`. Raises `NoRematchYet`,
        `NotPlaying`, `PlayerForgotten`, `OfferedAlready` or `RefusedBefore`.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            if match.state is not State.FINISHED:
                raise NoRematchYet(match)
            if match.seat_of(actor.person.id) is None:
                raise NotPlaying(match)
            if rematch_of(match) is None:
                if any(player.id < 0 for player in match.players):
                    raise PlayerForgotten(match)
                await self._offer_or_accept(connection, match, OfferKind.REMATCH, actor)
            return await self._load(connection, match.id)

    async def accept_offer(self, actor: Actor, match_id: int, offer_id: int) -> Match:
        """Accept an offer; what was offered happens once everybody who is asked has accepted.

        For more time one giver is enough, since everybody may give a day unasked. Raises `OfferClosed`,
        `OfferForOthers`, `AgreedAlready` or `NoMoreTime`, or what `find` raises.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            await self._accept(connection, match, _open_to(match, actor.person, offer_id), actor)
            return await self._load(connection, match.id)

    async def decline_offer(self, actor: Actor, match_id: int, offer_id: int) -> Match:
        """Decline an offer, which refuses it for everybody. Raises `OfferClosed` or `OfferForOthers`."""
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            offer = _open_to(match, actor.person, offer_id)
            await stored_offers.close(connection, offer, OfferState.REFUSED, self.now())
            await outbox.announce(connection, match.id, self.now(), is_new_message=False)
            return await self._load(connection, match.id)

    async def _playing(self, connection: AsyncConnection, actor: Actor, match_id: int, revision: int | None) -> Match:
        match = await self._find(connection, actor, match_id, for_update=True)
        check_running(match, actor.person)
        if revision is not None and revision != match.revision:
            raise StaleBoard(match)
        return match

    async def _offer_or_accept(self, connection: AsyncConnection, match: Match, kind: OfferKind, actor: Actor) -> None:
        """Where both want the same, who asks second accepts."""
        standing = open_offer(match, kind)
        if standing is not None and standing.by_id != actor.person.id:
            await self._accept(connection, match, standing, actor)
        else:
            await self._offer(connection, match, kind, actor.person)

    async def _offer(self, connection: AsyncConnection, match: Match, kind: OfferKind, person: Person) -> None:
        check_may_offer(match, kind, person)
        await self._remember(connection, match, person)
        now = self.now()
        is_with_dice = kind is OfferKind.REMATCH and match.game.has_chance
        fairness = Fairness.draw() if is_with_dice else None  # sealed before anybody agrees
        new = Offer(0, kind, person.id, OfferState.OPEN, (), match.ply, fairness)
        offer = await stored_offers.add(connection, match, new, now)
        for other in asked(match, offer):
            await notices.add(connection, match, other.id, Notice.OFFER, now)
        await outbox.announce(connection, match.id, now, is_new_message=False)

    async def _accept(self, connection: AsyncConnection, match: Match, offer: Offer, actor: Actor) -> None:
        if actor.person.id in offer.accepted_by:
            raise AgreedAlready(match, offer)
        await self._remember(connection, match, actor.person)
        agreed = offer.agreed_to_by(actor.person.id, actor.interaction_id)
        await stored_offers.agree(connection, agreed)
        if awaited(match, agreed) and offer.kind is not OfferKind.TIME:
            await outbox.announce(connection, match.id, self.now(), is_new_message=False)
            return
        await stored_offers.close(connection, offer, OfferState.ACCEPTED, self.now())
        await self._fulfil(connection, match, agreed)

    async def _remember(self, connection: AsyncConnection, match: Match, player: Person) -> None:
        """Keep the name that a player goes by now."""
        if player not in match.players:
            await changes.remember_person(connection, player)

    async def _fulfil(self, connection: AsyncConnection, match: Match, offer: Offer) -> None:
        """Do what was offered and accepted."""
        by = next(player for player in match.players if player.id == offer.by_id)
        match offer.kind:
            case OfferKind.DRAW:
                await self._draw(connection, match, Ending.AGREED, None)
            case OfferKind.TAKEBACK:
                await self._take_back(connection, match, by, offer)
            case OfferKind.TIME:
                await self._give_day(connection, match)
            case OfferKind.REMATCH:
                number = await self._begin_rematch(connection, match, by, offer.fairness)
                await stored_offers.lead_to(connection, offer, number)
                await outbox.announce(connection, match.id, self.now(), is_new_message=False)

    async def _draw(self, connection: AsyncConnection, match: Match, ending: Ending, claimed_by_id: int | None) -> None:
        values = {"ending": ending, "ended_by_id": claimed_by_id, "places": shared_places(match)}
        await self._end(connection, match, {"state": State.FINISHED, **values})
        await outbox.announce(connection, match.id, self.now(), is_new_message=True)

    async def _take_back(self, connection: AsyncConnection, match: Match, person: Person, offer: Offer) -> None:
        """Undo everything from somebody's last decision on; plans go too, for they were made for what is no more."""
        now, ply = self.now(), takeback_ply(match, check_running(match, person))
        await stored_offers.undo(connection, match, offer, ply)
        await changes.overtake_offers(connection, match, now)
        values = {
            "ply": ply,
            "revision": match.revision + 1,  # so that no button of before fits any board from now on
            "message_ply": None if match.message_ply is None else min(match.message_ply, ply),
            "to_move_id": person.id,
            "changed_at": now,
            **await clocks.started_columns(connection, match.terms, person.id, now),
        }
        await changes.update_match(connection, match.id, values)
        await outbox.announce(connection, match.id, now, is_new_message=True)

    async def _give_day(self, connection: AsyncConnection, match: Match) -> None:
        """Give whoever is to move another day; a reminder that was sent is not sent again."""
        clock, player = _check_more_time(match)
        longer = replace(clock, given_days=clock.given_days + 1)
        longer = await clocks.up_to_date(connection, match.terms, player.id, longer)
        await changes.update_match(connection, match.id, clocks.columns_of(longer))
        await outbox.announce(connection, match.id, self.now(), is_new_message=False)


def _check_more_time(match: Match) -> tuple[Clock, Person]:
    """The clock that runs, and whose it is. Raises `NoClock`, or `NoMoreTime` if they cannot be given another day."""
    if match.clock is None or match.to_move is None:
        raise NoClock(match)
    if match.clock.given_days >= MOST_GIVEN_DAYS:
        raise NoMoreTime(match, MOST_GIVEN_DAYS)
    return match.clock, match.to_move


def _open_to(match: Match, person: Person, offer_id: int) -> Offer:
    """The open offer of that number, for somebody who is asked. Raises `OfferClosed` or `OfferForOthers`."""
    offer = offer_of(match, offer_id)
    if offer is None:
        raise OfferClosed(match, None)
    if person.id not in {other.id for other in asked(match, offer)}:
        raise OfferForOthers(match, offer, person)
    if offer.state is not OfferState.OPEN:
        raise OfferClosed(match, offer)
    return offer
