"""The unit of work on one match in one transaction, the checks of who may do what, and new entries of the record.

Actions of people and of the clock are plain functions over a `MatchChange`: they read its `match` and replace it, only
in memory. On leaving, the differences are written in a few statements and committed once.
"""

import logging
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final

from bot.actions import ratings
from bot.actions.askers import check_may_begin
from bot.model.clock import Clock, Pause, left_at, reckoned, started
from bot.model.history import Cause, History, advance
from bot.model.jobs import Claim, Notice
from bot.model.match import SKIPPED, HintGiven, Match, State, Twin, is_endless
from bot.model.moderation import Intervention
from bot.model.offer_rules import is_overtaken, places_counted, shared_places
from bot.model.offers import Offer, OfferState, Rematch
from bot.model.people import Actor, Away, Membership, Person, is_on_discord
from bot.model.permissions import STARTING, MatchAct, check, check_ending, check_member, server_begun_on
from bot.model.place import DIRECT, Place, PlayerBoard
from bot.model.plans.tree import NOTHING, Plan
from bot.model.ratings import (
    ALIKE_PERIOD,
    GAINS_PERIOD,
    MOST_ALIKE,
    QUICK_WIN,
    RatedMatch,
    Reliability,
    gives_too_much,
)
from bot.model.refusals import BeforeRestore, Refusal
from bot.model.refusals.matches import (
    NotStarted,
    NotYourTurn,
    StaleBoard,
)
from bot.model.refusals.people import OthersAway
from bot.model.refusals.replays import NeverPlayed
from bot.model.result import Ending, Result
from bot.model.settings import USUAL, Preferences, Reach, zone_of
from bot.model.votes import Voter, Voting, is_young
from bot.store import analysis as analysis_store
from bot.store import askers as asker_store
from bot.store import competitions_due, match_changes, moderation, uses
from bot.store import follows as follow_store
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store.engine.database import Connection
from bot.store.jobs import boards
from rules.core import Move, Seat, Turn
from rules.record import retired_seat

_log: Final = logging.getLogger(__name__)
_TIME_TO_COME_BACK: Final = timedelta(days=1)


@dataclass
class MatchChange:
    """A match in a unit of work; `match` includes all changes made so far."""

    match: Match
    now: datetime

    pauses: Mapping[int, Sequence[Pause]]
    """The pauses of each person, by id, that concern the running clock, a new one, or the time for an answer."""

    lots: random.Random
    """Decides who sits where."""

    is_shown_at_once: bool = False
    """Whether the caller also shows this change: then `claim` is what the caller sends."""

    blocked_by: frozenset[int] = frozenset()
    """The people in the match who have blocked the actor."""

    actor: Actor | None = None
    """The person who acts, and where; None if the bot itself acts."""

    apart: Mapping[int, Membership] = field(default_factory=dict[int, Membership])
    """How accounts stand that may begin nothing in the match, nor join it, because of its server; see `Context.apart`."""

    competes: bool = False
    """Whether the actor plays in the competition of the match; only known if they manage the server."""

    together: Mapping[int, int] = field(default_factory=dict[int, int])
    """How many matches the actor has with each other person, by id; only known where one more may begin."""

    has_more_planned: bool = field(init=False, default=False)
    """Whether more moves are planned than one unit of work plays; the match is shown after the last of them."""

    is_late: bool = field(init=False, default=False)
    """Whether a player has waited long enough for this change that even a solitary match gets a new message."""

    claim: Claim | None = field(init=False, default=None)
    """Afterwards: the claim on sending the match; None if another process is sending it."""

    successor_claim: Claim | None = field(init=False, default=None)
    """Afterwards: the claim on sending the rematch; None if another process is sending it."""

    successor: Match | None = None
    """A rematch that begins with this change."""

    twin: Match | None = None
    """The other match of a pair that begins with this change."""

    _before: Match = field(init=False)
    _people: dict[int, Person] = field(init=False, default_factory=dict[int, Person])
    _notices: list[tuple[int, Notice]] = field(init=False, default_factory=list[tuple[int, Notice]])
    _interventions: list[Intervention] = field(init=False, default_factory=list[Intervention])
    _unreached: list[Person] = field(init=False, default_factory=list[Person])
    _needs_new_message: bool | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Remember the match before any change."""
        self._before = self.match

    def check(self, act: MatchAct, person: Person) -> None:
        """Check that a person may do something in the match as it is now. Raises the refusal of the rule.

        The place of the request counts if the person makes it.
        """
        is_actor = self.actor is not None and self.actor.person.id == person.id
        actor = self.actor if is_actor and self.actor is not None else Actor(person, None)
        check(act, self.match, actor)
        plays = self.match.state is State.RUNNING and self.match.seat_of(person.id) is not None
        if is_actor and act in STARTING and not plays:
            check_member(actor, server_begun_on(self.match, actor))
            if self.match.lobby_id is not None and person.id in self.apart:
                check_member(replace(actor, membership=self.apart[person.id]), self.match.lobby_id)

    def check_there(self, people: Iterable[Person]) -> None:
        """Check that people who begin something with the actor may do so on the server, or the owners of engines.

        What they proposed or joined may be weeks old. Raises `OthersAway`.
        """
        apart = tuple(person for person in people if self.match.owners.get(person.id, person.id) in self.apart)
        if apart:
            raise OthersAway(apart)

    def touch(self) -> None:
        """Let the match count as changed now, which is when a challenge that was changed begins to wait."""
        self._update(changed_at=self.now)

    def place_at(self, place: Place) -> None:
        """Store where the match is shown."""
        self._update(place=place)

    def mix_into_chance(self, message_id: int) -> None:
        """Mix the id of a message into what chance decides, if anything does, so that nobody knew it beforehand."""
        if self.match.fairness is not None:
            self._update(fairness=self.match.fairness.mixed_with(message_id))

    def seat(self, players: Sequence[Person], invited: Sequence[Person]) -> None:
        """Store who sits, in the order of the seats, and who is still asked."""
        self._update(players=tuple(players), invited=tuple(invited))

    def begin_with_those_there(self) -> None:
        """Set up the game for as many players as have joined."""
        self._update(history=History.beginning(self.match.game, len(self.match.players)))

    def ask_by_name(self, expires_at: datetime) -> None:
        """Turn an open challenge into one to those who are invited, who may answer until then."""
        self._update(is_open_challenge=False, expires_at=expires_at)

    def lasts_until(self, ends_at: datetime) -> None:
        """Note when the time for a match of a competition is over, whatever its clocks say."""
        self._update(expires_at=ends_at)

    def make_casual(self) -> None:
        """Let the result change no rating."""
        self._update(terms=replace(self.match.terms, is_rated=False))

    def note_preferences(self, person: Person, preferences: Preferences, away: Away | None) -> None:
        """Note the preferences of a person who may join, and their vacation if they are away."""
        self._update(preferences={**self.match.preferences, person.id: preferences})
        if away is not None:
            self._update(away=(*self.match.away, away))

    def go_on(self, history: History) -> None:
        """Add to the history; each ply is a revision, so that buttons fit one board only."""
        self._update(history=history, revision=self.match.revision + history.ply - self.match.ply)
        self.touch()

    def go_back(self, ply: int, banks: Sequence[timedelta]) -> None:
        """Undo the history from a ply on, with the banks of that time; offers made later are moved back with it."""
        match = self.match
        ply_shown = match.place.message_ply
        self._update(
            banks=tuple(banks),
            offers=tuple(replace(offer, ply=min(offer.ply, ply)) for offer in match.offers),
            plans=(),
            history=match.history.upto(ply),
            revision=match.revision + 1,  # so that no earlier button fits any later board
            place=replace(match.place, message_ply=None if ply_shown is None else min(ply_shown, ply)),
        )
        self.touch()

    def add_hint(self, hint: HintGiven) -> None:
        """Count a hint."""
        self._update(hints_given=(*self.match.hints_given, hint))

    def add_offer(self, offer: Offer) -> None:
        """Add an offer, which gets its number when it is stored."""
        self._update(offers=(*self.match.offers, offer))

    def add_substitute(self, person: Person) -> None:
        """Add a person who asks for a seat that another has left."""
        self._update(substitutes=(*self.match.substitutes, person.as_stored))

    def remove_substitute(self, person_id: int) -> None:
        """Forget a person who had asked for a seat, or plays on in one."""
        self._update(substitutes=tuple(other for other in self.match.substitutes if other.id != person_id))

    def set_clock(self, clock: Clock | None) -> None:
        """Replace the running clock; None stops it."""
        self._update(clock=clock)

    def give_day(self, clock: Clock, player: Person) -> None:
        """Give the player whose clock runs another day."""
        self.set_clock(self.clock_now(replace(clock, given_days=clock.given_days + 1), player))

    def set_voter(self, voter: Voter) -> None:
        """Add a person who plays for the channel, or replace what is known of them."""
        others = (other for other in self.match.voters if other.person.id != voter.person.id)
        self._update(voters=(*others, voter))

    def set_voting(self, voting: Voting) -> None:
        """Replace the vote on the next move."""
        self._update(voting=voting)

    def _update(self, **values: Any) -> None:
        self.match = replace(self.match, **values)

    def announce(self, *, is_new_message: bool) -> None:
        """Show the match once it is saved, in a new message or by editing the present one.

        For a single person against characters, the present message is edited in any case.
        """
        self._needs_new_message = is_new_message or bool(self._needs_new_message)

    def keep_unshown(self) -> None:
        """Show nothing, because another message tells of the match; its board comes with the next change."""
        self._needs_new_message = None

    def notify(self, person_id: int, kind: Notice) -> None:
        """Notify a person of the match once it is saved."""
        self._notices.append((person_id, kind))

    def notify_apart(self, people: Iterable[Person | None], kind: Notice) -> None:
        """Notify those of these people of the match whom a message to everybody does not tell."""
        for person in people:
            if person is not None and self.match.preferences.get(person.id, USUAL).is_told_apart(self.now):
                self.notify(person.id, kind)

    def record(self, done: Intervention) -> None:
        """Store an intervention of a server manager with the match."""
        self._interventions.append(done)

    def note_unreached(self, person: Person) -> None:
        """Store that a person could not be written to, so that they don't go on accepting matches that cannot begin."""
        self._unreached.append(person)

    @property
    def has_notices(self) -> bool:
        """Whether notices are to be sent."""
        return bool(self._notices)

    def remember(self, person: Person) -> None:
        """Store the current name of a person."""
        stored = person.as_stored
        if not stored.user_name:
            before = next((other.user_name for other in self.match.people if other.id == stored.id), "")
            stored = replace(stored, user_name=before)
        self._people[person.id] = stored

        def named(people: Sequence[Person]) -> tuple[Person, ...]:
            return tuple(stored if other.id == stored.id else other for other in people)

        [host] = named([self.match.host])
        self._update(host=host, players=named(self.match.players), invited=named(self.match.invited))
        self._update(substitutes=named(self.match.substitutes))

    @property
    def acted_at(self) -> datetime:
        """The instant that counts for banks: when the person pressed or typed, however late it reached the bot."""
        clock = self.match.clock
        asked_at = self.now if self.actor is None or self.actor.asked_at is None else self.actor.asked_at
        instant = min(asked_at, self.now)
        return instant if clock is None else max(instant, clock.began_at)

    def stop_clock(self, *, has_moved: bool) -> None:
        """Store the rest of the bank of the player to move, if they have one, with the increment of a finished turn."""
        match, clock, person = self.match, self.match.clock, self.match.to_move
        if clock is None or clock.bank is None or person is None:
            return
        left = left_at(match.terms, clock, self.pauses_of(person), self.acted_at, self._zone_of(person))
        left += timedelta(seconds=match.terms.increment if has_moved else 0)
        self.set_bank(match.position.turn, left)

    def set_bank(self, seat: Turn, left: timedelta) -> None:
        """Store the time that the player in a seat has left for the rest of the match."""
        self._update(banks=tuple(left if other == seat else bank for other, bank in enumerate(self.match.banks)))

    def start_clock(self, person: Person | None) -> None:
        """Start the clock of a person, which ends a pause; no clock if it is None, or without a time limit."""
        self._close_pause()
        self._update(clock=None if person is None else self.new_clock(self.match, person))

    def begin_turn_anew(self) -> None:
        """Start the clock of the player to move as with a new turn, of which they are told and reminded again."""
        self._update(revision=self.match.revision + 1)  # each revision has its own notices
        self.start_clock(self.match.to_move)

    def call_back(self) -> None:
        """End a pause that the player to move did not end: they have a day at least, however little their bank holds."""
        player = self.match.to_move
        self.begin_turn_anew()
        clock = self.match.clock
        if clock is not None and player is not None and clock.deadline - self.now < _TIME_TO_COME_BACK:
            self.give_day(clock, player)

    def _close_pause(self) -> None:
        if self.match.pause is not None:
            self.set_offer(replace(self.match.pause, due_at=None))

    def new_clock(self, match: Match, person: Person) -> Clock | None:
        """The clock of a person whose time in a match begins to run now; None without a limit, and for a character."""
        if person.is_character:
            return None
        seat = match.seat_of(person.id)
        bank = match.banks[seat] if match.banks and seat is not None else None
        began_at = self.now if bank is None else self.acted_at
        return started(match.terms, began_at, self.pauses_of(person), bank, self._zone_of(person))

    def clock_now(self, clock: Clock, person: Person) -> Clock:
        """A person's clock with all pauses that are known now."""
        return reckoned(self.match.terms, clock, self.pauses_of(person), self._zone_of(person))

    def pauses_of(self, person: Person) -> Sequence[Pause]:
        """A person's pauses since the running clock, or the challenge that has to be answered, began."""
        return self.pauses.get(person.id, ())

    def _zone_of(self, person: Person) -> tzinfo:
        """A person's time zone, which says when their weekends are."""
        return zone_of(self.match.preferences.get(person.id, USUAL).time_zone)

    def set_board(self, board: PlayerBoard) -> None:
        """Store the message that now shows a direct match to a player."""
        others = (other for other in self.match.boards if other.person_id != board.person_id)
        self._update(boards=(*others, board))

    def forget_start(self) -> None:
        """Forget which messages said that a direct match begins; everybody is told again when it is about to."""
        self._update(boards=tuple(replace(board, says_start=False) for board in self.match.boards))

    def set_plan(self, plan: Plan) -> None:
        """Replace a person's plan; an empty one forgets it."""
        others = (other for other in self.match.plans if other.person_id != plan.person_id)
        kept = (plan,) if plan.whole else ()
        self._update(plans=(*others, *kept))

    def forget_stopped_plan(self, person: Person) -> None:
        """Forget a person's plan that has stopped, once they move: they have been told of it.

        What was chosen ahead goes on with the next move, because it doesn't build on the one that was lost.
        """
        plan = self.match.plan_of(person.id)
        if plan.stopped_at:
            self.set_plan(Plan(person.id, plan.tree if self.match.lets_choose_ahead() else NOTHING))

    def set_offer(self, offer: Offer) -> None:
        """Replace an offer, known by its number, by its new state."""
        new = offer if offer.state is OfferState.OPEN or offer.is_pause_in_force else replace(offer, due_at=None)
        self._update(offers=tuple(new if other.id == offer.id else other for other in self.match.offers))

    def overtake_offers(self, is_overtaken: Callable[[Offer], bool] = lambda _offer: True) -> None:
        """Close the open offers: all of them, or those for which `is_overtaken` holds."""
        self._update(
            offers=tuple(
                replace(offer, state=OfferState.OVERTAKEN, due_at=None)
                if offer.state is OfferState.OPEN and is_overtaken(offer)
                else offer
                for offer in self.match.offers
            )
        )

    def end(self, state: State, result: Result) -> None:
        """End the match with a result, or call it off."""
        counted = replace(result, places=places_counted(self.match, result.places))
        self._update(state=state, result=counted, clock=None, expires_at=None, changed_at=self.now)
        self.overtake_offers()
        self._close_pause()
        have_played = {offer.by_id for offer in self.match.seating.takeovers}
        self._update(substitutes=tuple(other for other in self.match.substitutes if other.id in have_played))

    async def save(self, connection: Connection) -> None:
        """Write the differences; afterwards `match` is the match as stored.

        Raises LookupError for an end that the table of endings does not give to the actor.
        """
        goes_on = State.OPEN, State.RUNNING
        if self._before.state in goes_on and self.match.state not in goes_on:
            assert self.match.result is not None, "it has ended somehow"
            check_ending(self._before, self.match.result.ending, self.actor)
        for person in sorted(self._people.values(), key=lambda person: person.id):
            await people_store.remember(connection, person)
        for done in self._interventions:  # it names people, who are locked before messages about competitions
            await moderation.add(connection, done)
        for person in self._unreached:
            asker = (await asker_store.of_people(connection, [person.id]))[person.id]
            await uses.add(connection, [((asker, uses.UNREACHED), [self.now])])
        await self._renew_notices(connection)
        if self.successor is not None:
            await self._begin_successor(connection, self.successor)
        if self.twin is not None:
            await self._begin_twin(connection, self.twin)
        self._renew_voting()
        if self.match.players_are_seated and not self._before.players_are_seated:
            self.match = await self._with_counting(connection, self.match)
        has_finished = self.match.state is State.FINISHED and self._before.state is not State.FINISHED
        if has_finished:
            await self._check_repetition(connection)
        self.match = await match_changes.save(connection, self._before, self.match, self.now)
        if has_finished:
            await self._rate(connection)
        if self.match.state is not State.RUNNING and self._before.state is State.RUNNING:
            await analysis_store.forget_all(connection, self.match.id)
        if self.match.ended_at is not None and self._before.ended_at is None:
            await competitions_due.note_end(connection, self.match.id, self.now)
            if self.match.players_are_seated and not self.match.place.by_player:
                await follow_store.note_end(connection, self.match, self.now)
            if self.match.twin is not None:  # shows the results of both
                await boards.renew(connection, [self.match.twin.id], self.now)
        self._notify_guests()
        for person_id, kind in self._notices:
            await boards.add_notice(connection, self.match, person_id, kind, self.now)
        if self._needs_new_message is not None:
            is_told = self._needs_new_message and not self._comes_back
            is_new_message = is_told and (self.is_late or not self.match.is_solitary)
            self.claim = await boards.announce(
                connection, self.match.id, self.now, is_new_message=is_new_message, claims=self._claims
            )

    def _notify_guests(self) -> None:
        """Notify the guests whom a message would ping, were they on Discord, if they have agreed to be told by a browser."""
        match = self.match
        if not self._needs_new_message or match.is_solitary or match.state not in (State.RUNNING, State.FINISHED):
            return
        is_running = match.state is State.RUNNING
        for person in (match.to_move,) if is_running else match.players:
            if person is None or not person.is_guest or (self.actor is not None and self.actor.person == person):
                continue
            if match.preferences.get(person.id, USUAL).reach is Reach.PUSH:
                self.notify(person.id, Notice.TURN if is_running else Notice.RESULT)

    def _renew_voting(self) -> None:
        """Open a vote on the next move if a channel is to move, and no vote otherwise."""
        match, minutes = self.match, self.match.terms.vote_minutes
        if minutes is None or match.to_move is None or not match.to_move.is_channel:
            self._update(voting=None)
        elif match.voting is None or match.revision != self._before.revision:
            self._update(voting=Voting(self.now, self.now + timedelta(minutes=minutes)))

    @property
    def _comes_back(self) -> bool:
        """Whether all others had chosen ahead, so that it is the turn of the person who acts again, who sees it."""
        was, now, actor = self._before.to_move, self.match.to_move, self.actor
        if was is None or now is None or actor is None:
            return False
        return was.id == now.id == actor.person.id and self.match.lets_choose_ahead()

    @property
    def _claims(self) -> bool:
        """Whether to claim the announcement for the caller, who shows it at once."""
        return self.is_shown_at_once and not self.has_more_planned

    async def _renew_notices(self, connection: Connection) -> None:
        """Edit messages that asked players for an answer once they have given it, or their offers are closed."""
        before, match = self._before, self.match
        if not before.open_offers or match.offers == before.offers:
            return
        agreed = {offer.id: set(offer.accepted_by) for offer in match.open_offers}
        for person_id, sent, offers in await boards.asking(connection, match.id):
            if any(
                offer.id not in agreed or person_id in agreed[offer.id].difference(offer.accepted_by)
                for offer in before.open_offers
                if offer.id in offers
            ):
                await boards.renew_notice(connection, match, person_id, sent, offers, self.now)
        if not match.open_offers:
            await boards.forget_asking(connection, match.id)

    async def _rate(self, connection: Connection) -> None:
        """Apply a match that has ended to the ratings."""
        match = self.match
        assert match.result is not None and match.ended_at is not None, "it has ended"
        if match.terms.is_rated:
            people = tuple(player.id for player in match.players)
            place = match.place.server_id, match.game.key
            end = match.ended_at, people, match.result.places, match.is_cut_short, match.counts
            self._update(ratings=await ratings.enter(connection, RatedMatch(match.id, *place, *end)))

    async def _with_counting(self, connection: Connection, match: Match) -> Match:
        """A match that begins with this change, with whether its result will count; one of a server's competition does."""
        if not match.terms.is_rated or not match.players_are_seated or _always_counts(match):
            return match
        await rating_store.lock(connection, match.place.server_id)  # so that no other begins that counts meanwhile
        if await rating_store.count_alike(connection, match, self.now - ALIKE_PERIOD) >= MOST_ALIKE:
            return replace(match, counts=False)
        for person_id, gains, opponents in await rating_store.gains(connection, match, self.now - GAINS_PERIOD):
            if any(gives_too_much(gains, opponent) for opponent in opponents):
                points = sum(gains.get(opponent, 0) for opponent in opponents)
                _log.info(
                    "match #%s leaves the ratings: its opponents gave person %s %s points", match.id, person_id, points
                )
                return replace(match, counts=False)
        return match

    async def _check_repetition(self, connection: Connection) -> None:
        """Note that a match doesn't count that repeats another, or is one more in which a new account won at once.

        Those of a server's competitions always do.
        """
        match, since = self.match, self.now - GAINS_PERIOD
        assert match.result is not None, "it has ended"
        if not match.terms.is_rated or not match.counts or _always_counts(match):
            return
        is_repeated = False
        if any(player.is_engine for player in match.players):
            await rating_store.lock(connection, match.place.server_id)  # so that no other ends meanwhile
            is_repeated = await rating_store.is_repeated(connection, match, since)
        elif match.history.moves <= QUICK_WIN * match.seats:
            winners = {who.id for who, place in zip(match.players, match.result.places, strict=False) if place == 1}
            if any(is_on_discord(winner) and is_young(winner, self.now) for winner in winners):
                is_repeated = any(
                    person_id in winners and any(gains.get(opponent, 0) > 0 for opponent in opponents)
                    for person_id, gains, opponents in await rating_store.gains(connection, match, since)
                )
        self._update(counts=not is_repeated)

    async def _begin_twin(self, connection: Connection, twin: Match) -> None:
        """Store the other match of a pair, which begins at the same moment, and link the two."""
        counting = await self._with_counting(connection, replace(twin, twin=Twin(self.match.id, self.match.place)))
        self.twin = await match_changes.insert_new(connection, counting, self.now)
        await boards.announce(connection, self.twin.id, self.now, is_new_message=True)
        self._update(twin=Twin(self.twin.id, self.twin.place))

    async def _begin_successor(self, connection: Connection, successor: Match) -> None:
        """Store the rematch, and its number in the offer. Raises what `check_may_begin` raises."""
        await check_may_begin(connection, successor, self.now)
        successor = await self._with_counting(connection, successor)
        self.successor = stored = await match_changes.insert_new(connection, successor, self.now)
        self.successor_claim = await boards.announce(
            connection, stored.id, self.now, is_new_message=not stored.is_solitary, claims=self._claims
        )
        for offer in self.match.offers:
            if offer.rematch is not None and not offer.rematch.id:
                self.set_offer(replace(offer, rematch=Rematch(stored.id, stored.place)))


def _always_counts(match: Match) -> bool:
    """Whether a match counts whoever plays it: as one of a competition does, on the list of its server alone."""
    return match.is_fixture and match.place.server_id != DIRECT


@dataclass
class JoiningChange(MatchChange):
    """A match that its actor may be about to join, replay or vote in, with the facts that decide whether they may."""

    invitations: Mapping[int, Sequence[datetime]] = field(default_factory=dict[int, Sequence[datetime]])
    """When the actor lately invited each person without being accepted, by id; only known for a finished match."""

    reliability: Reliability | None = None
    """The reliability of the actor; only known if the challenge requires one."""

    lets_new_accounts_vote: bool = True
    """Whether the server lets accounts younger than a week vote; only known for a match by vote."""

    is_kept_out: bool = False
    """Whether a manager has lately taken the actor out of the open challenge or the vote."""

    kept_from: Refusal | None = None
    """Why the actor may not accept the challenge, from the lobby or in direct messages; None if they may."""

    alone: int = 0
    """How many matches the actor plays with characters alone; only known if they may be about to begin another."""


def check_begun(match: Match) -> None:
    """Check that a match has begun. Raises `NotStarted` or `NeverPlayed`."""
    if not match.players_are_seated:
        raise NotStarted(match) if match.state is State.OPEN else NeverPlayed(match)


def check_running(match: Match, person: Person, act: MatchAct = MatchAct.MOVE) -> Seat:
    """The seat of `person`, who may do this in a running match.

    Raises `NotStarted`, `MatchIsOver`, `NotPlaying` or `HasLeft`.
    """
    check(act, match, Actor(person, None))
    seat = match.seat_of(person.id)
    assert seat is not None, "a player has a seat"
    return seat


def check_to_move(match: Match, person: Person, revision: int | None = None) -> Seat:
    """The seat of `person`, who is to move on the board of `revision`; None for the current one.

    Raises `StaleBoard`, `NotYourTurn` or what `check_running` raises.
    """
    seat = check_running(match, person)
    check_revision(match, revision)
    if match.position.turn != seat:
        raise NotYourTurn(match)
    return seat


def check_revision(match: Match, revision: int | None) -> None:
    """Check that a match still has the revision of the person's board; None to skip that.

    Raises `StaleBoard` or `BeforeRestore`.
    """
    if revision is not None and revision != match.revision:
        check_age(match, revision)
        raise StaleBoard(match)


def check_age(match: Match, revision: int) -> None:
    """Check that a board of this revision is not from before a backup was restored. Raises `BeforeRestore`.

    A restore that nobody noticed has skipped no revisions: then boards of lost turns are ahead of the match.
    """
    if not 0 <= match.revision - revision < SKIPPED:
        raise BeforeRestore((match.id, revision))


def enter(change: MatchChange, seat: Seat, token: Move, cause: Cause | None = None) -> None:
    """Add an entry of `seat` to the record, with all its consequences."""
    was_paused = change.match.pause is not None
    if was_paused:
        change.start_clock(change.match.to_move)
    match = change.match
    before = match.position.turn
    history = advance(match.history, seat, token, match.fairness.dice if match.fairness else None, cause)
    is_retirement, turn_passes = retired_seat(token) is not None, history.position.turn != before
    if turn_passes:
        change.stop_clock(has_moved=not is_retirement)
    change.go_on(history)
    # The player to move gains no time when another one leaves, and a bank runs on through a turn of several moves.
    if was_paused and (turn_passes or is_retirement):
        change.call_back()
    elif turn_passes or not (is_retirement or match.banks):
        change.start_clock(change.match.to_move)
    change.overtake_offers(lambda offer: is_overtaken(match, offer, seat, token))
    outcome = history.position.outcome()
    if outcome is not None:
        change.end(State.FINISHED, Result(Ending.RULES, outcome.places, outcome.points))
    elif is_endless(change.match):
        change.end(State.FINISHED, Result(Ending.ENDLESS, shared_places(change.match)))
    # One message and one ping a turn: that a player leaves while another is to move is shown on the present board, unless
    # it calls them back from a pause, and when the turn comes to a character, there is no player to ping.
    is_called = turn_passes or (was_paused and is_retirement)
    change.announce(is_new_message=is_called and not change.match.is_thinking)


def end_if_deserted(change: MatchChange, ending: Ending, seat: Seat) -> None:
    """End a match whose last person has just left `seat`, because characters do not play by themselves."""
    match = change.match
    if match.state is State.RUNNING and all(player.is_character for player in match.seating.staying.values()):
        change.end(State.FINISHED, Result(ending, shared_places(match), by=match.players[seat]))
