"""Challenges and open challenges: posting them, answering them, and beginning the match.

`propose` and `add` store a new match; the others are functions over a `MatchChange`.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.actions import lobby, matches
from bot.actions.askers import check_may_begin
from bot.actions.change import JoiningChange, MatchChange
from bot.actions.context import Context
from bot.model.challenges import Proposal, check_may_invite, check_may_play_alone, check_together
from bot.model.characters import seated
from bot.model.clock import Terms, credited
from bot.model.competitions.ladder import LONGEST_MATCH
from bot.model.fairness import Fairness
from bot.model.history import History, begin
from bot.model.jobs import Notice
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check_member
from bot.model.place import DIRECT, Place, PlayerBoard
from bot.model.refusals import OnlyInServers
from bot.model.refusals.challenges import (
    BothSidesForTwo,
    KeptOutOfChallenge,
    NotJoined,
    NotTaking,
    OpponentIsYou,
    ReliabilityForOpen,
    TooFewJoined,
    TooManyOpen,
    TooUnreliable,
    WithdrawnTooOften,
    WrongNumberOfPlayers,
)
from bot.model.refusals.matches import TooManyByVote
from bot.model.refusals.people import GuestsPlayCasually
from bot.model.refusals.programs import EngineDoesNotPlay, EngineNotReady, EnginesPlayEngines, RatedAmongEngines
from bot.model.result import Ending, Result
from bot.model.votes import MOST_AT_ONCE
from bot.store import askers as asker_store
from bot.store import engines, match_changes, match_lists, uses, votes
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.engine.database import Connection
from bot.store.matches import load
from players.characters import Character, available
from rules.core import Game, Seat

MOST_OPEN: Final = 5
"""How many challenges and open challenges one person may have waiting on one server."""

MOST_DAYS_TO_ANSWER: Final = 30
"""How long a challenge to named people waits for their answers, except on a ladder, where they have less time."""

MOST_WITHDRAWN: Final = 10
"""How many open challenges one person may withdraw within a day before they post another one."""

_DAY: Final = timedelta(days=1)
_SECOND_THOUGHTS: Final = timedelta(seconds=30)
"""The delay before others are told of an open challenge, so that its message is posted and the host can withdraw it."""


async def propose(
    context: Context, actor: Actor, server_id: int, proposal: Proposal, *, is_shown_at_once: bool = False
) -> MatchChange:
    """Challenge people, or post an open challenge; return the unit of work that did it.

    With `is_shown_at_once` the caller shows it afterwards. Raises `OpponentIsYou`, `WrongNumberOfPlayers`,
    `BothSidesForTwo`, `ReliabilityForOpen`, `TooManyBegun`, `TooManyOpen`, `TooManyAlone`, `TooManyAsGuest`,
    `TooManyTogether`, `WithdrawnTooOften`, `InvitedTooOften`, `RatedWithinOwner`, `GuestsPlayCasually`, `NotTaking`, or
    what `_check_engines` and `check_member` raise.
    """
    server_id = server_id if proposal.lobby_id is None else DIRECT
    actor = await context.placed(actor, proposal.lobby_id or server_id)
    async with context.database.write() as connection:
        change = await add(context, connection, actor, server_id, proposal, is_shown_at_once=is_shown_at_once)
    matches.committed(context, change)
    return change


async def add(
    context: Context,
    connection: Connection,
    actor: Actor,
    server_id: int,
    proposal: Proposal,
    *,
    is_shown_at_once: bool = False,
) -> MatchChange:
    """Challenge people in the caller's transaction, which stores more for the new match; the actor is placed.

    Raises what `propose` raises.
    """
    check_member(actor, proposal.lobby_id or server_id)
    now, host = context.now(), actor.person
    match = proposed(proposal, host.as_stored, server_id, now)
    if server_id != DIRECT and match.is_solitary and all(opponent.is_character for opponent in proposal.opponents):
        shows = (await setting_store.server_of(connection, server_id)).shows_solitary
        match = replace(match, place=replace(match.place, by_player=not shows))
    await asker_store.lock(connection, host.id)
    # In the order of ids, so that two people who challenge each other do not wait for each other's rows.
    for person in sorted({*match.people, match.host}, key=lambda person: person.id):
        await people_store.remember(connection, person)
    await check_may_begin(connection, match, now)
    if match.lobby_id is not None:
        match = await lobby.posted(connection, match, actor, context.games, now)
    waiting = await match_lists.waiting_of(connection, host.id, server_id, now, context.games)
    if len(waiting) >= MOST_OPEN:
        raise TooManyOpen(waiting)
    if not match.is_open_challenge and not match.is_among_people:
        check_may_play_alone(host, await match_lists.count_alone(connection, host.id))
    if match.is_by_vote:
        await setting_store.lock_server(connection, server_id)  # so that two people do not begin the last one
    if match.is_by_vote and await votes.count_by_vote(connection, server_id) >= MOST_AT_ONCE:
        raise TooManyByVote(MOST_AT_ONCE)
    if match.is_open_challenge:
        [asker] = (await asker_store.of_people(connection, [host.id])).values()
        before = await uses.times(connection, now - _DAY, asker, uses.WITHDREW)
        withdrawn = sorted([*before, *await match_lists.withdrawn_since(connection, host.id, now - _DAY)])
        if len(withdrawn) >= MOST_WITHDRAWN:
            raise WithdrawnTooOften(MOST_WITHDRAWN, withdrawn[-MOST_WITHDRAWN] + _DAY)
    check_may_invite(match.invited, await matches.recent_invitations(connection, host, match, now), now)
    if any(person.is_engine for person in (host, *match.invited)):
        await _check_engines(connection, match, now)
    if proposal.answer_days is None:  # on a ladder, people cannot hold a place by accepting no challenges
        await _check_willing(connection, host, match)
        others = [person.id for person in match.opponents_of(host.id)]
        check_together(match.opponents_of(host.id), await match_lists.count_together(connection, host.id, others))
    stored = await match_changes.insert_new(connection, match, now)
    if stored.is_open_challenge and stored.lobby_id is None:
        await setting_store.call(connection, stored, now + _SECOND_THOUGHTS)
    loaded = await load(
        connection, stored.id, context.histories, context.games, now, for_update=stored.is_about_to_begin
    )
    match = replace(loaded.match, is_fixture=proposal.answer_days is not None)  # it becomes one in this transaction
    change = MatchChange(match, now, loaded.pauses, context.lots, is_shown_at_once)
    if stored.is_about_to_begin:
        complete(change)
    else:
        change.announce(is_new_message=True)
    await change.save(connection)
    return change


async def _check_engines(connection: Connection, match: Match, now: datetime) -> None:
    """Check that the engines in a match may play it: those of its server or, among engines, of one server.

    Raises `EnginesPlayEngines`, `OnlyInServers`, `EngineNotReady` or `EngineDoesNotPlay`.
    """
    invited = [person for person in match.invited if person.is_engine]
    if match.host.is_engine and (len(invited) < len(match.opponents_of(match.host.id)) or not invited):
        raise EnginesPlayEngines
    if match.place.by_player and not match.host.is_engine:
        raise OnlyInServers
    engines_by_id = {
        found_engine.person.id: found_engine
        for found_engine in await engines.of_ids(connection, *(invitee.id for invitee in (match.host, *invited)))
    }
    server_id = engines_by_id[match.host.id].server_id if match.host.id in engines_by_id else match.place.server_id
    for person in invited:
        engine = engines_by_id.get(person.id)
        if engine is None or engine.server_id != server_id or not engine.is_ready(now):
            raise EngineNotReady(person)
        if match.game.key not in engine.games:
            raise EngineDoesNotPlay(person, match.game)


async def _check_willing(connection: Connection, by: Person, match: Match) -> None:
    """Check that all invited people accept challenges from `by`. Raises `NotTaking`."""
    asked = [person.id for person in match.invited]
    unwilling = await people_store.unwilling(connection, by.id, asked) if asked else ()
    if unwilling:
        raise NotTaking(tuple(person for person in match.invited if person.id in unwilling))


def proposed(
    proposal: Proposal, host: Person, server_id: int, now: datetime, fairness: Fairness | None = None
) -> Match:
    """A new match that waits to begin, not stored yet; its dice are sealed anew unless `fairness` is given.

    An open challenge has as many seats as the game allows, unless the proposal says how many. Raises `OpponentIsYou`,
    `WrongNumberOfPlayers`, `BothSidesForTwo`, `ReliabilityForOpen`, `GuestsPlayCasually` or `RatedAmongEngines`.
    """
    opponents = tuple({opponent.id: opponent for opponent in proposal.opponents}.values())
    own = proposal.channels or (host,)
    is_open_challenge = not opponents and not proposal.channels
    waits_days = proposal.waits_days if is_open_challenge else proposal.answer_days or MOST_DAYS_TO_ANSWER
    named = len(own) + len(opponents)
    seats = proposal.seats or (proposal.game.seats[-1] if is_open_challenge else named)
    if any(opponent.id == host.id for opponent in opponents) and not proposal.channels:
        raise OpponentIsYou
    if proposal.terms.is_rated and any(person.is_guest for person in (host, *opponents)):
        raise GuestsPlayCasually
    if proposal.terms.is_rated and len({person.is_engine for person in (host, *opponents)}) > 1:
        raise RatedAmongEngines
    if seats not in proposal.game.seats or (not is_open_challenge and seats != named):
        raise WrongNumberOfPlayers(proposal.game, seats, named)
    if proposal.both_sides and (seats != 2 or any(opponent.is_character for opponent in opponents)):
        raise BothSidesForTwo(proposal.game)
    if proposal.least_reliability is not None and opponents:
        raise ReliabilityForOpen
    there = tuple(opponent for opponent in opponents if opponent.is_character or opponent.id == host.id)
    place = Place(server_id, proposal.channel_id, wants_thread=proposal.wants_thread, by_player=proposal.by_player)
    match = arranged(proposal.game, (*own, *there), place, proposal.terms, now, seats)
    return replace(
        match,
        host=host,
        host_seat=proposal.host_seat,
        is_open_challenge=is_open_challenge,
        invited=tuple(opponent for opponent in opponents if opponent not in there),
        fairness=fairness or match.fairness,
        expires_at=None if waits_days is None else now + timedelta(days=waits_days),
        least_reliability=proposal.least_reliability,
        both_sides=proposal.both_sides,
        lobby_id=proposal.lobby_id,
    )


def arranged(
    game: Game, players: tuple[Person, ...], place: Place, terms: Terms, now: datetime, seats: int | None = None
) -> Match:
    """A match that waits to begin, not stored yet; without `seats`, all its players are known, in seat order."""
    return Match(
        id=0,
        place=place,
        state=State.OPEN,
        host=players[0],
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(),
        players=players,
        history=History.beginning(game, seats or len(players)),
        created_at=now,
        changed_at=now,
        terms=terms,
        fairness=Fairness.seal() if game.has_chance else None,
    )


def join(change: JoiningChange, person: Person) -> None:
    """Accept a challenge or join an open one; the match starts when the last seat is taken.

    A game with chance starts with `begin_with`, once a message has said so. Raises `NoLongerOpen`, `AlreadyJoined`,
    `NotInvited`, `GuestsPlayCasually`, `KeptOutOfChallenge`, `TooManyTogether` or `TooUnreliable`, or `NotTaking` if
    the challenger or a player of an open one has blocked the person: it names all players, so that it does not tell
    who. In the lobby, it raises what `lobby.refusal_to_join` returns.
    """
    change.check(MatchAct.JOIN, person)
    match = change.match
    if change.kept_from is not None:
        raise change.kept_from
    if person.is_guest and match.terms.is_rated:
        raise GuestsPlayCasually
    if change.is_kept_out:
        raise KeptOutOfChallenge(match)
    those = match.players if match.is_open_challenge else () if match.is_fixture else (match.host,)
    if change.blocked_by & {player.id for player in those}:
        raise NotTaking(tuple(player for player in those if not player.is_character))
    if match.is_fixture:
        change.lasts_until(change.now + LONGEST_MATCH)
    else:
        check_together(match.players, change.together)
    reliability, least = change.reliability, match.least_reliability
    if reliability is not None and least is not None and not reliability.meets(least):
        raise TooUnreliable(match, least, reliability)
    change.remember(person)
    invited = tuple(other for other in change.match.invited if other.id != person.id)
    change.seat((*change.match.players, person.as_stored), invited)
    change.touch()
    if change.match.is_about_to_begin:
        complete(change)
    else:
        change.announce(is_new_message=False)


def complete(change: MatchChange) -> None:
    """Begin a match that all players have joined; one with dice or of no server waits for its start message.

    If all of them are guests and characters, there is nobody on Discord to be told, and nothing to wait for. Raises
    `OthersAway`.
    """
    match = change.match
    change.check_there(match.players)
    is_of_no_server = match.place.by_player and match.place.server_id == DIRECT
    if match.is_among_guests or not (match.game.has_chance or is_of_no_server):
        _begin(change)
    change.announce(is_new_message=True)


def begin_with(change: MatchChange, place: Place) -> None:
    """Begin a match that is about to begin, now that the message that shows it has said so.

    The id of this message is mixed into the dice. If a player has declined or left meanwhile, nothing begins.
    """
    change.place_at(place)
    match = change.match
    if not match.is_about_to_begin:
        return
    if place.message_id is not None:
        change.mix_into_chance(place.message_id)
    _begin(change)
    change.announce(is_new_message=True)


def begin_sealed(change: MatchChange, message_id: int) -> None:
    """Begin a match whose seal stands in a message with others, which is mixed into the chance of all of them.

    The table of the competition tells its players, and the board comes with the first move.
    """
    change.keep_unshown()
    if not change.match.is_about_to_begin:
        return
    change.mix_into_chance(message_id)
    _begin(change)
    change.notify_apart([change.match.to_move], Notice.TURN)


def told_of_start(change: MatchChange, board: PlayerBoard) -> None:
    """Note that a player of a direct match was sent a message that it begins; once all players were, it begins.

    The id of the last of these messages, the host's, is mixed into the dice.
    """
    change.set_board(board)
    match = change.match
    if not match.is_about_to_begin:
        return
    if match.next_to_be_told is not None:
        change.announce(is_new_message=True)
        return
    change.mix_into_chance(board.message_id)
    _begin(change)
    # The message that said that the match begins becomes the board, unless it must stay unchanged for the dice.
    change.announce(is_new_message=match.fairness is not None)


def take_out(change: MatchChange, person: Person) -> None:
    """Make a direct match that is about to begin wait again, because Discord does not let Furlong write to a player.

    A player who cannot be written to is asked again; if it is the host, the last player to accept is asked instead. A
    host who plays with characters alone is left with nothing to wait for, so the match is called off, unless it belongs
    to a server, where its channel shows it instead. In a match between servers, the board of the player is lost. Raises
    what `complete` raises.
    """
    match = change.match
    if not match.is_about_to_begin or not match.place.by_player:
        return
    change.note_unreached(person)
    if match.is_fixture:  # in a competition nobody else is asked
        change.end(State.CALLED_OFF, Result(Ending.UNPLAYED, by=person))
        return
    guests = [player for player in match.players if player.is_on_discord and player.id != match.host.id]
    out = next((guest for guest in guests if guest.id == person.id), guests[-1] if guests else None)
    change.forget_start()
    if out is None and match.place.server_id != DIRECT:
        change.place_at(replace(match.place, by_player=False))
        complete(change)
        return
    if out is None:
        _call_off(change, Ending.CANCELLED, match.host)
        return
    players = tuple(player for player in match.players if player.id != out.id)
    change.seat(players, match.invited if match.is_open_challenge else (*match.invited, out))
    change.announce(is_new_message=False)


def start(change: MatchChange, person: Person) -> None:
    """Begin a person's open challenge with those who joined. Raises `NoLongerOpen`, `NotHost` or `TooFewJoined`."""
    change.check(MatchAct.START, person)
    match = change.match
    if not match.is_open_challenge or len(match.players) not in match.game.seats:
        raise TooFewJoined(match)
    change.begin_with_those_there()
    complete(change)


def fill(change: JoiningChange, person: Person, character: Character) -> None:
    """Give the empty seats of the host's own open challenge to a character; the match begins and becomes casual.

    People who have joined a rated match are asked first whether they play a casual one. Raises `NoLongerOpen`,
    `NotHost`, `TooManyAlone`, `TooManyAsGuest`, `BothSidesForTwo`, or `NotJoined` for a challenge to people who were
    named.
    """
    change.check(MatchAct.FILL, person)
    match = change.match
    if not match.is_open_challenge:
        raise NotJoined(match)
    if match.both_sides:
        raise BothSidesForTwo(match.game)
    if not match.is_among_people:
        check_may_play_alone(person, change.alone)
    able = available(character, match.game, match.seats)
    seats = seated(able, match.seats - len(match.players), match.players)
    for seat in seats:
        change.remember(seat)
    change.seat((*match.players, *seats), match.invited)
    change.make_casual()
    change.touch()
    if match.terms.is_rated and match.is_among_people:
        asked = tuple(player for player in match.players if player.id != match.host.id)
        expires_at = change.now + timedelta(days=MOST_DAYS_TO_ANSWER)
        change.seat((match.host, *seats), asked)
        change.ask_by_name(expires_at)
        change.announce(is_new_message=True)
    else:
        complete(change)


def _begin(change: MatchChange) -> None:
    """Begin a match now, together with its twin if both sides are played."""
    change.match = started(change.match, _seated(change), change.now)
    change.start_clock(change.match.to_move)
    if change.match.both_sides and change.match.twin is None:
        change.twin = _twin(change)


def _twin(change: MatchChange) -> Match:
    """The other match of a pair, with the seats swapped."""
    match, first, second = change.match, *change.match.players
    twin = arranged(match.game, (second, first), match.place.anew, match.terms, change.now)
    return begun(
        change,
        replace(
            twin,
            both_sides=True,
            lobby_id=match.lobby_id,
            theme=match.theme,
            language=match.language,
            away=match.away,
            preferences=match.preferences,
        ),
    )


def begun(change: MatchChange, match: Match) -> Match:
    """Another match, not stored yet, that begins with a change; one with dice waits for a message that says so."""
    if match.game.has_chance and not match.is_among_guests:
        return match
    running = started(match, match.players, change.now)
    return replace(running, clock=None if running.to_move is None else change.new_clock(running, running.to_move))


def started(match: Match, seated: tuple[Person, ...], now: datetime) -> Match:
    """A match that begins now, its players in seat order; its clock does not run yet."""
    history = begin(match.game, match.seats, match.fairness.dice if match.fairness else None)
    return replace(
        match,
        state=State.RUNNING,
        players=seated,
        invited=(),
        history=history,
        revision=match.revision + history.ply,
        banks=() if match.terms.bank is None else (timedelta(seconds=match.terms.bank),) * match.seats,
        started_at=now,
        changed_at=now,
        expires_at=match.expires_at if match.is_fixture else None,
    )


def _seated(change: MatchChange) -> tuple[Person, ...]:
    match = change.match
    if match.host_seat is None:
        return tuple(change.lots.sample(match.players, len(match.players)))
    own = next((player for player in match.players if player.is_channel), match.host)
    others = [player for player in match.players if player.id != own.id]
    others.insert(match.host_seat, own)
    return tuple(others)


def decline(change: MatchChange, person: Person) -> None:
    """Decline a challenge, even after accepting it, which calls off the match.

    Raises `NoLongerOpen`, `NotInvited`, or `BeginsAnyway` for a match of a competition or the second of a pair.
    """
    change.check(MatchAct.DECLINE, person)
    _call_off(change, Ending.DECLINED, person)


def cancel(change: MatchChange, person: Person) -> None:
    """Withdraw a person's own challenge. Raises `NoLongerOpen`, `NotHost`, or `BeginsAnyway` as `decline` does."""
    change.check(MatchAct.CANCEL, person)
    _call_off(change, Ending.CANCELLED, person)


def ends_at(change: MatchChange) -> datetime | None:
    """When the time of a challenge is really over; None if it is never closed by the clock.

    That is the stated time of an open challenge. For a challenge that has to be answered, vacations and downtime of the
    bot do not count, because the delay may cost the person. A match that only waits for its message to begin is left to
    begin.
    """
    match = change.match
    if match.state is not State.OPEN or match.is_about_to_begin or match.expires_at is None:
        return None
    if match.is_open_challenge:
        return match.expires_at
    return credited(match.created_at, match.expires_at, change.pauses_of(match.invited[0]))


def expire(change: MatchChange) -> bool:
    """Close a challenge if its time is over; return whether it was. Safe to repeat.

    An open challenge is withdrawn; the person who had to answer any other has declined, unless they could not accept,
    because they are timed out or no longer there.
    """
    match, over_at = change.match, ends_at(change)
    if over_at is None or over_at > change.now:
        return False
    if match.is_open_challenge or match.invited[0].id in change.apart:
        change.end(State.CALLED_OFF, Result(Ending.EXPIRED))
        change.announce(is_new_message=False)
    else:
        _call_off(change, Ending.UNANSWERED, match.invited[0])
    return True


def leave(change: MatchChange, person: Person) -> None:
    """Leave an open challenge of another host. Raises `NoLongerOpen`, `NotJoined` or `HostStays`."""
    change.check(MatchAct.LEAVE, person)
    take_away(change, person.id)


def take_away(change: MatchChange, person_id: int) -> None:
    """Take a person who has joined an open challenge out of it."""
    players = tuple(player for player in change.match.players if player.id != person_id)
    change.seat(players, ())
    change.touch()
    change.announce(is_new_message=False)


def get_out(change: MatchChange, person: Person) -> None:
    """Take a person whose data is deleted out of a match that has not begun, which is called off unless it is open.

    Not even a match that nobody can call off may keep their data. Nothing happens if they are not in it.
    """
    match = change.match
    if match.state is not State.OPEN or all(other.id != person.id for other in (match.host, *match.people)):
        return
    if person.id == match.host.id or not match.is_open_challenge:
        _call_off(change, Ending.CANCELLED if person.id == match.host.id else Ending.DECLINED, person)
    else:
        take_away(change, person.id)


def _call_off(change: MatchChange, ending: Ending, by: Person) -> None:
    named = next((person for person in change.match.people if person.id == by.id), by)
    change.end(State.CALLED_OFF, Result(ending, by=named))
    change.announce(is_new_message=False)
