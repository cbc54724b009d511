"""The lobby across servers: who meets whom, and each way to spoil it, tried by force."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select, update

from bot.actions import challenges, departures, people, privacy, settings
from bot.actions import lobby as lobby_actions
from bot.actions import matches as match_actions
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.lobby import MOST_OF_SERVER
from bot.model.match import Match, State
from bot.model.people import FIRST_GUEST, Actor, Membership, Person
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import NoLongerOpen, TooManyOpen
from bot.model.refusals.lobby import (
    ClosedForAbsence,
    FirstMatches,
    LobbyClosedHere,
    LobbyHidden,
    LobbyMuted,
    LobbyNotOpened,
    LosesOnTime,
    NotAmongStrangers,
    NotMatched,
    PostedTooOften,
    ReportedTooOften,
    ServerFillsLobby,
    TooYoungToCount,
    UsedUpTime,
)
from bot.model.refusals.matches import NotPlaying, UnknownMatch
from bot.model.refusals.people import NoLongerThere, NotNow, OthersAway, TimedOut
from bot.model.result import Ending
from bot.model.servers import Lobby
from bot.model.settings import Presence
from bot.store import lobby as lobby_store
from bot.store import uses
from bot.store.engine.engines import is_sqlite, named_file
from bot.store.engine.schema.matches import matches as match_rows
from bot.store.engine.schema.people import uses as kept_uses
from rules import GAMES
from tests.bot.actions.results import LOST, WON, past
from tests.bot.actions.test_deadlines import keeper, pass_time
from tests.bot.query_plans import executed, scans
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, ELSEWHERE, FURL, SERVER, Hall, here

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
THIRD = 900_000_000_000_000_003


def there(person: Person, server_id: int = ELSEWHERE) -> Actor:
    """A person who acts on another server."""
    return Actor(person, server_id, membership=Membership.MEMBER)


def member(number: int) -> Person:
    """One of many people with old accounts."""
    return Person(930_000_000_000_000_000 + number, f"Person {number}")


async def allows(hall: Hall, value: Lobby = Lobby.POST, server_id: int = SERVER) -> None:
    await settings.settle(hall.matches, server_id, lambda before: replace(before, lobby=value))


@pytest.fixture
async def lobby(hall: Hall) -> Hall:
    """Two servers, on the first of which members may post."""
    await allows(hall)
    return hall


async def posts(
    hall: Hall, host: Person = ADA, server_id: int = SERVER, *, days: int = 3, is_rated: bool = False
) -> Match:
    """Post a challenge for everyone."""
    terms = Terms(days, is_rated=is_rated)
    proposal = Proposal(FURL, CHANNEL, terms=terms, by_player=True, lobby_id=server_id, waits_days=3)
    actor = Actor(host, server_id, membership=Membership.MEMBER)
    return await hall.matches.propose(actor, server_id, proposal)


async def seen_by(hall: Hall, person: Person, server_id: int | None = ELSEWHERE) -> list[int]:
    """The challenges that a person sees in the lobby, by number."""
    return [match.id for _one, match in await match_actions.in_lobby(hall.matches, Actor(person, server_id), 50)]


async def accepts(hall: Hall, number: int, person: Person = CLEO) -> Match:
    return await hall.matches.join(there(person), number)


async def played(hall: Hall, host: Person = ADA, guest: Person = CLEO, *, by: Person | None = None) -> Match:
    """A match from the lobby in which everybody has moved, and that one of them, the host or `by`, resigns."""
    match = await accepts(hall, (await posts(hall, host)).id, guest)
    for _ in range(match.seats):
        assert match.to_move is not None
        token = match.position.legal_moves()[0]
        match = (await hall.matches.play(Actor(match.to_move, None), match.id, token)).match
    return await hall.matches.resign(Actor(by or host, None), match.id)


async def waited_in_vain(hall: Hall, guest: Person = CLEO) -> Match:
    """A match from the lobby in which the guest never moves."""
    match = await accepts(hall, (await posts(hall, BEN, days=1)).id, guest)
    if match.to_move == BEN:
        token = match.position.legal_moves()[0]
        match = (await hall.matches.play(Actor(BEN, None), match.id, token)).match
    await pass_time(hall, timedelta(days=1, hours=1))
    return await hall.matches.load(match.id)


async def lost_on_time(hall: Hall, guest: Person = CLEO, host: Person = BEN) -> Match:
    """A match from the lobby that the guest loses on time, after everybody has moved."""
    match = await accepts(hall, (await posts(hall, host, days=1)).id, guest)
    moved = set[int]()
    while moved != {host.id, guest.id} or match.to_move != guest:
        assert match.to_move is not None
        moved.add(match.to_move.id)
        token = match.position.legal_moves()[0]
        match = (await hall.matches.play(Actor(match.to_move, None), match.id, token)).match
    await pass_time(hall, timedelta(days=1, hours=1))
    return await hall.matches.load(match.id)


# --- who meets whom ---


async def test_a_challenge_for_everyone_is_seen_and_accepted_on_another_server(lobby: Hall) -> None:
    match = await posts(lobby)
    assert await seen_by(lobby, CLEO) == await seen_by(lobby, CLEO, None) == [match.id]
    assert await seen_by(lobby, ADA) == [], "nobody sees their own"
    running = await accepts(lobby, match.id)
    assert running.state is State.RUNNING and running.place.by_player and not running.place.server_id
    assert await seen_by(lobby, DAN) == []


async def test_people_as_strong_come_first_and_a_challenge_is_for_more_people_the_longer_it_waits(lobby: Hall) -> None:
    await past(lobby.database, THIRD, *[((ADA, BEN), WON)] * 7, game="furl", begun_at=lobby.clock.at - 25 * DAY)
    match = await posts(lobby)
    assert match.lobby_rating is not None and match.lobby_rating > 1_700
    assert await seen_by(lobby, CLEO) == []
    async with lobby.refusing(NotMatched):
        await accepts(lobby, match.id)
    lobby.clock.at += 20 * HOUR
    assert await seen_by(lobby, CLEO) == [match.id]
    assert (await accepts(lobby, match.id)).state is State.RUNNING


async def test_the_highest_established_rating_of_ninety_days_counts_however_low_it_is_now(lobby: Hall) -> None:
    results = [((ADA, BEN), WON)] * 7 + [((ADA, BEN), LOST)] * 7
    await past(lobby.database, THIRD, *results, game="furl", begun_at=lobby.clock.at - 45 * DAY)
    assert ((await posts(lobby)).lobby_rating or 0) > 1_700
    lobby.clock.at += 100 * DAY
    assert (await posts(lobby)).lobby_rating is None


async def test_the_same_language_and_pace_come_first(lobby: Hall) -> None:
    for person, language in ((ADA, "de"), (BEN, "fr"), (CLEO, "fr")):
        await settings.prefer(lobby.matches, person, lambda before, code=language: replace(before, language=code))
    german, slow, quick = await posts(lobby), await posts(lobby, BEN, days=14), await posts(lobby, BEN, days=2)
    await lobby.running(CLEO, DAN, terms=Terms(2))
    assert await seen_by(lobby, CLEO) == [quick.id, slow.id, german.id]


# --- flood ---


async def test_a_person_has_three_waiting_and_posts_ten_a_day_however_many_are_withdrawn(lobby: Hall) -> None:
    waiting = [await posts(lobby) for _ in range(3)]
    with pytest.raises(TooManyOpen):
        await posts(lobby)
    for _ in range(7):
        await lobby.matches.cancel(here(ADA), waiting.pop().id)
        waiting.append(await posts(lobby))
    await lobby.matches.cancel(here(ADA), waiting.pop().id)
    async with lobby.refusing(PostedTooOften):
        await posts(lobby)
    lobby.clock.at += DAY
    await posts(lobby)


async def test_whoever_deletes_their_data_posts_no_more_that_day(lobby: Hall) -> None:
    for _ in range(10):
        await lobby.matches.cancel(here(ADA), (await posts(lobby)).id)
        lobby.clock.at += timedelta(minutes=1)
    await privacy.forget(lobby.matches, ADA)
    with pytest.raises(PostedTooOften):
        await posts(lobby)


async def test_a_server_that_posts_two_hundred_in_a_minute_gets_twenty_in(lobby: Hall) -> None:
    await allows(lobby, server_id=THIRD)
    refused = list[type[Refusal]]()
    for number in range(200):
        try:
            await posts(lobby, member(number // 3), THIRD)
        except Refusal as refusal:
            refused.append(type(refusal))
    assert refused == [ServerFillsLobby] * (200 - MOST_OF_SERVER)
    ours = await posts(lobby)
    assert ours.id in await seen_by(lobby, CLEO), "those of others are not hidden"


async def test_a_challenge_is_closed_after_three_days(lobby: Hall) -> None:
    match = await posts(lobby)
    await pass_time(lobby, 3 * DAY + HOUR)
    closed = await lobby.matches.load(match.id)
    assert closed.result is not None and closed.result.ending is Ending.EXPIRED and await seen_by(lobby, CLEO) == []


@pytest.mark.parametrize("about_id", [ADA.id, SERVER])
async def test_the_host_closes_the_lobby_for_a_person_or_a_server(lobby: Hall, about_id: int) -> None:
    match = await posts(lobby)
    async with lobby.database.write() as connection:
        await lobby_store.mute(connection, about_id, lobby.clock.at, is_muted=True)
    assert await seen_by(lobby, CLEO) == []
    async with lobby.refusing(NotMatched):
        await accepts(lobby, match.id)
    async with lobby.refusing(LobbyMuted):
        await posts(lobby)
    async with lobby.database.write() as connection:
        await lobby_store.mute(connection, about_id, lobby.clock.at, is_muted=False)
    assert await seen_by(lobby, CLEO) == [match.id]


# --- accepts and never plays ---


async def test_whoever_lets_others_wait_in_vain_is_kept_out_twice_as_long_each_time(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for days in (1, 2, 4, 8, 16, 30, 30):
        match = await waited_in_vain(lobby)
        assert match.state is State.CALLED_OFF and match.result is not None and match.result.by == CLEO
        next_one, ended_at = await posts(lobby), match.ended_at
        assert ended_at is not None
        with pytest.raises(ClosedForAbsence) as caught:
            await accepts(lobby, next_one.id)
        assert caught.value.until == ended_at + days * DAY
        await allows(lobby, server_id=ELSEWHERE)
        with pytest.raises(ClosedForAbsence):
            await posts(lobby, CLEO, ELSEWHERE)
        await lobby.matches.cancel(here(ADA), next_one.id)
        await pass_time(lobby, days * DAY)


async def test_a_match_that_is_played_clears_that(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for _ in range(2):
        assert (await waited_in_vain(lobby)).state is State.CALLED_OFF
        await pass_time(lobby, 3 * DAY)
    await played(lobby, by=CLEO)
    await waited_in_vain(lobby)
    with pytest.raises(ClosedForAbsence) as caught:
        await accepts(lobby, (await posts(lobby)).id)
    assert caught.value.until <= lobby.clock.at + DAY


@pytest.mark.parametrize("others_play", [False, True])
async def test_a_pair_that_nobody_or_one_person_plays_is_one_absence_for_whoever_never_moves(
    lobby: Hall, others_play: bool
) -> None:
    await keeper(lobby).tend()
    proposal = Proposal(FURL, CHANNEL, terms=Terms(1), by_player=True, lobby_id=SERVER, waits_days=3, both_sides=True)
    match = await lobby.matches.propose(here(BEN), SERVER, proposal)
    await accepts(lobby, match.id)
    pair = await match_actions.of_person(lobby.matches, CLEO, None, State.RUNNING)
    assert len(pair) == 2
    for one in pair:
        full = await lobby.matches.load(one.id)
        if others_play and full.to_move == BEN:
            await lobby.matches.play(Actor(BEN, None), one.id, full.position.legal_moves()[0])
    await pass_time(lobby, timedelta(days=1, hours=1))
    ends = [(await lobby.matches.load(one.id)).ended_at for one in pair]
    until = max(end for end in ends if end is not None) + DAY
    with pytest.raises(ClosedForAbsence) as caught:
        await accepts(lobby, (await posts(lobby)).id)
    assert until - HOUR <= caught.value.until <= until
    if others_play:
        assert (await posts(lobby, BEN)).state is State.OPEN
    else:
        with pytest.raises(ClosedForAbsence):
            await posts(lobby, BEN)


async def test_whoever_deletes_their_data_stays_as_absent_as_before(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for days in (1, 2, 4):
        ended_at = (await waited_in_vain(lobby)).ended_at
        await privacy.forget(lobby.matches, CLEO)
        assert ended_at is not None
        match = await posts(lobby)
        with pytest.raises(ClosedForAbsence) as caught:
            await accepts(lobby, match.id)
        assert caught.value.until == ended_at + days * DAY
        await lobby.matches.cancel(here(ADA), match.id)
        await pass_time(lobby, days * DAY)
    await played(lobby, by=CLEO)
    await privacy.forget(lobby.matches, CLEO)
    assert (await accepts(lobby, (await posts(lobby)).id)).state is State.RUNNING


async def test_what_is_kept_of_an_absence_after_a_deletion_is_forgotten_after_ninety_days(lobby: Hall) -> None:
    await keeper(lobby).tend()
    await waited_in_vain(lobby)
    await lost_on_time(lobby, DAN)
    for person in (CLEO, DAN):
        await privacy.forget(lobby.matches, person)
    for days, left in ((87, 2), (4, 0)):
        lobby.clock.at += days * DAY
        async with lobby.database.write() as connection:
            await uses.forget(connection, lobby.clock.at)
            kept = (await connection.execute(select(kept_uses.c.used_at))).scalars().all()
        assert len([at for at in kept if at > lobby.clock.at - DAY]) == left


async def test_what_a_played_match_has_cleared_is_not_kept_after_a_deletion(lobby: Hall) -> None:
    await keeper(lobby).tend()
    await waited_in_vain(lobby)
    await pass_time(lobby, DAY)
    await played(lobby, by=CLEO)
    await privacy.forget(lobby.matches, CLEO)
    async with lobby.database.read() as connection:
        [*past_ones] = await lobby_store.past_of(connection, CLEO.id, lobby.clock.at)
    assert past_ones == []


async def test_resigning_at_once_clears_nothing(lobby: Hall) -> None:
    await keeper(lobby).tend()
    await waited_in_vain(lobby)
    await pass_time(lobby, DAY)
    match = await accepts(lobby, (await posts(lobby)).id)
    await lobby.matches.resign(Actor(CLEO, None), match.id)
    ended = (await waited_in_vain(lobby)).ended_at
    with pytest.raises(ClosedForAbsence) as caught:
        await accepts(lobby, (await posts(lobby)).id)
    assert ended is not None and caught.value.until == ended + 2 * DAY


async def test_a_newcomer_has_two_matches_at_a_time_until_five_are_finished(lobby: Hall) -> None:
    for _ in range(2):
        await accepts(lobby, (await posts(lobby)).id)
    third = await posts(lobby, BEN)
    async with lobby.refusing(FirstMatches):
        await accepts(lobby, third.id)
    for host in (DAN, member(1), member(2), member(3), member(4)):
        await played(lobby, host, member(9))
    for host in (DAN, member(1), member(2)):
        await accepts(lobby, (await posts(lobby, host)).id, member(9))


# --- strength and second accounts ---


async def test_accounts_younger_than_thirty_days_play_casual_matches(lobby: Hall) -> None:
    young = Person((int(lobby.clock.at.timestamp() - 1_420_070_400) * 1_000 - 29 * 86_400_000) << 22, "New")
    async with lobby.refusing(TooYoungToCount):
        await posts(lobby, young, is_rated=True)
    rated = await posts(lobby, is_rated=True)
    async with lobby.refusing(TooYoungToCount):
        await accepts(lobby, rated.id, young)
    await posts(lobby, young)
    lobby.clock.at += 2 * DAY
    assert (await accepts(lobby, rated.id, young)).is_rated


# --- serial time-outs ---


async def test_after_a_loss_on_time_there_are_two_at_a_time_and_what_was_won_stays(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for host in (DAN, member(1), member(2), member(3), member(4)):
        await played(lobby, host)
    match = await lost_on_time(lobby)
    assert match.state is State.FINISHED and match.result is not None and match.result.ending is Ending.TIME
    assert match.result.places[[player.id for player in match.players].index(BEN.id)] == 1
    for host in (DAN, member(1)):
        await accepts(lobby, (await posts(lobby, host)).id)
    third = await posts(lobby, member(2))
    async with lobby.refusing(UsedUpTime):
        await accepts(lobby, third.id)


async def test_whoever_loses_a_fifth_on_time_begins_none_until_that_is_old(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for _ in range(5):
        await lost_on_time(lobby)
    match = await posts(lobby, DAN)
    async with lobby.refusing(LosesOnTime):
        await accepts(lobby, match.id)
    lobby.clock.at += 91 * DAY
    assert (await accepts(lobby, (await posts(lobby, DAN)).id)).state is State.RUNNING


async def test_whoever_deletes_their_data_has_lost_as_often_on_time_as_before(lobby: Hall) -> None:
    await keeper(lobby).tend()
    for _ in range(4):
        await lost_on_time(lobby)
    await privacy.forget(lobby.matches, CLEO)
    await lost_on_time(lobby)
    for is_forgotten in (False, True):
        if is_forgotten:
            await privacy.forget(lobby.matches, CLEO)
        match = await posts(lobby, DAN)
        async with lobby.refusing(LosesOnTime):
            await accepts(lobby, match.id)
    lobby.clock.at += 91 * DAY
    assert (await accepts(lobby, (await posts(lobby, DAN)).id)).state is State.RUNNING


# --- harassment ---


@pytest.mark.parametrize(("by", "other"), [(ADA, CLEO), (CLEO, ADA)])
async def test_a_block_keeps_two_people_apart_and_nobody_learns_of_it(lobby: Hall, by: Person, other: Person) -> None:
    match = await posts(lobby)
    await lobby.running(by, other)
    await people.block(lobby.matches, by, other)
    assert await seen_by(lobby, CLEO) == [] and await seen_by(lobby, DAN) == [match.id]
    async with lobby.refusing(NotMatched) as blocked:
        await accepts(lobby, match.id)
    with pytest.raises(NotMatched):
        await match_actions.find(lobby.matches, there(CLEO), match.id)
    await past(lobby.database, THIRD, *[((DAN, BEN), WON)] * 7, game="furl", begun_at=lobby.clock.at - 25 * DAY)
    with pytest.raises(NotMatched) as stronger:
        await accepts(lobby, match.id, DAN)
    assert blocked.value.says == stronger.value.says


async def test_whoever_would_join_a_third_person_whom_they_blocked_does_not_meet_them(lobby: Hall) -> None:
    proposal = Proposal(replace(FURL), CHANNEL, terms=Terms(3), by_player=True, lobby_id=SERVER, seats=2, waits_days=3)
    match = await lobby.matches.propose(here(ADA), SERVER, proposal)
    await lobby.running(ADA, DAN)
    await people.block(lobby.matches, DAN, ADA)
    assert await seen_by(lobby, DAN) == [] and match.id in await seen_by(lobby, CLEO)


async def test_a_report_is_a_line_for_the_host_with_a_code_and_five_a_day_are_for_each_person(
    lobby: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    match = await accepts(lobby, (await posts(lobby)).id)
    codes = [await lobby_actions.report(lobby.matches, match, there(CLEO)) for _ in range(5)]
    with pytest.raises(ReportedTooOften):
        await lobby_actions.report(lobby.matches, match, there(CLEO))
    codes.append(await lobby_actions.report(lobby.matches, match, here(ADA)))
    lines = [record.getMessage() for record in caplog.records if "reports" in record.getMessage()]
    assert len({*codes}) == len(lines) == 6 and {record.levelname for record in caplog.records} == {"WARNING"}
    where = f"in match {match.id}, which {ADA.id} posted in the lobby on server {SERVER}"
    assert lines[0] == f"{codes[0]}: {CLEO.id} reports {ADA.id} {where}"
    assert lines[5] == f"{codes[5]}: {ADA.id} reports {CLEO.id} {where}"


async def test_only_players_of_matches_from_the_lobby_report_even_after_the_end(lobby: Hall) -> None:
    match = await accepts(lobby, (await posts(lobby)).id)
    for other, refusal in ((match, NotPlaying), (await lobby.running(), NotAmongStrangers)):
        with pytest.raises(refusal):
            await lobby_actions.report(lobby.matches, other, here(BEN))
    ended = await lobby.matches.resign(Actor(ADA, None), match.id)
    assert await lobby_actions.report(lobby.matches, ended, there(CLEO))


# --- managers, and people who hide ---


async def test_members_see_and_accept_but_post_only_once_a_manager_says_yes(hall: Hall) -> None:
    async with hall.refusing(LobbyNotOpened):
        await posts(hall)
    await allows(hall)
    await posts(hall)


async def test_where_a_manager_forbids_it_nothing_is_seen_posted_or_accepted(lobby: Hall) -> None:
    match = await posts(lobby)
    await allows(lobby, Lobby.OFF, ELSEWHERE)
    assert await seen_by(lobby, CLEO) == []
    async with lobby.refusing(LobbyClosedHere):
        await accepts(lobby, match.id)
    async with lobby.refusing(LobbyClosedHere):
        await posts(lobby, CLEO, ELSEWHERE)
    await allows(lobby, Lobby.SEE)
    assert await seen_by(lobby, DAN, THIRD) == [], "what waits there is closed too"


async def test_a_person_who_hides_neither_sees_nor_is_seen(lobby: Hall) -> None:
    match = await posts(lobby)
    await settings.prefer(lobby.matches, CLEO, lambda before: replace(before, lobby=Presence.HIDDEN))
    assert await seen_by(lobby, CLEO) == []
    async with lobby.refusing(LobbyHidden):
        await accepts(lobby, match.id)
    async with lobby.refusing(LobbyHidden):
        await posts(lobby, CLEO)
    await settings.prefer(lobby.matches, ADA, lambda before: replace(before, lobby=Presence.HIDDEN))
    assert await seen_by(lobby, DAN) == []
    async with lobby.refusing(NotMatched):
        await accepts(lobby, match.id, DAN)


async def test_guests_have_no_part_in_it(lobby: Hall) -> None:
    match, guest = await posts(lobby), Person(FIRST_GUEST + 7, "Guest")
    assert await seen_by(lobby, guest, None) == []
    with pytest.raises(UnknownMatch):
        await match_actions.find(lobby.matches, Actor(guest, None), match.id)
    with pytest.raises(UnknownMatch):
        await lobby.matches.join(Actor(guest, None), match.id)


async def test_a_person_who_is_timed_out_posts_and_accepts_nothing(lobby: Hall) -> None:
    match = await posts(lobby)
    lobby.matches.membership = _standing({(ELSEWHERE, CLEO.id): Membership.TIMED_OUT})
    async with lobby.refusing(TimedOut):
        await lobby.matches.join(Actor(CLEO, ELSEWHERE), match.id)
    lobby.matches.membership = _standing({(SERVER, ADA.id): Membership.TIMED_OUT})
    async with lobby.refusing(OthersAway):
        await accepts(lobby, match.id)
    proposal = Proposal(FURL, CHANNEL, terms=Terms(3), by_player=True, lobby_id=SERVER, waits_days=3)
    async with lobby.refusing(TimedOut):
        await lobby.matches.propose(here(ADA), SERVER, proposal)


@pytest.mark.parametrize("server_id", [SERVER, ELSEWHERE, None])
async def test_whoever_is_timed_out_where_it_was_posted_accepts_it_from_nowhere(
    lobby: Hall, server_id: int | None
) -> None:
    match = await posts(lobby)
    lobby.matches.membership = _standing({(SERVER, CLEO.id): Membership.TIMED_OUT})
    membership = Membership.MEMBER if server_id == ELSEWHERE else None
    async with lobby.refusing(TimedOut):
        await lobby.matches.join(Actor(CLEO, server_id, membership=membership), match.id)
    lobby.matches.membership = _standing({})
    assert (await accepts(lobby, match.id)).state is State.RUNNING


@pytest.mark.parametrize("was", ["in a match", "a host"])
async def test_whoever_left_or_was_banned_where_it_was_posted_accepts_it_from_nowhere(lobby: Hall, was: str) -> None:
    """Discord tells those who left and those who were never there apart by nothing: who played or posted there has left."""
    match = await posts(lobby)
    if was == "in a match":
        await lobby.running(CLEO, BEN)
    else:
        await lobby.matches.cancel(here(CLEO), (await posts(lobby, CLEO)).id)
    lobby.matches.membership = _standing({(SERVER, CLEO.id): Membership.GONE, (SERVER, DAN.id): Membership.GONE})
    for actor in (there(CLEO), Actor(CLEO, None)):
        async with lobby.refusing(NoLongerThere):
            await lobby.matches.join(actor, match.id)
    assert (await accepts(lobby, match.id, DAN)).state is State.RUNNING, "they are of another server"


async def test_nobody_accepts_while_discord_does_not_say_how_they_stand_where_it_was_posted(lobby: Hall) -> None:
    match = await posts(lobby)

    async def unknown(server_id: int, _person_id: int) -> Membership:
        if server_id == SERVER:
            raise NotNow
        return Membership.MEMBER

    lobby.matches.membership = unknown
    async with lobby.refusing(NotNow):
        await accepts(lobby, match.id)
    lobby.matches.membership = _standing({})
    assert (await accepts(lobby, match.id)).state is State.RUNNING


async def test_nobody_begins_with_others_what_was_posted_where_they_are_timed_out(lobby: Hall) -> None:
    game = next(game for game in GAMES.values() if len(game.seats) > 1)
    proposal = Proposal(game, CHANNEL, terms=Terms(3), by_player=True, lobby_id=SERVER, waits_days=3)
    match = await lobby.matches.propose(here(ADA), SERVER, proposal)
    for person in (CLEO, BEN):
        match = await accepts(lobby, match.id, person)
    assert match.state is State.OPEN
    starting = partial(match_actions.joining, lobby.matches, match.id, Actor(ADA, None), seen=None)
    for who, refusal in ((CLEO, OthersAway), (ADA, TimedOut)):
        lobby.matches.membership = _standing({(SERVER, who.id): Membership.TIMED_OUT})
        async with lobby.refusing(refusal), starting() as change:
            challenges.start(change, ADA)
    lobby.matches.membership = _standing({(SERVER, CLEO.id): Membership.GONE})
    async with starting() as change:
        challenges.start(change, ADA)


def _standing(known: dict[tuple[int, int], Membership]) -> Callable[[int, int], Awaitable[Membership]]:
    async def membership(server_id: int, person_id: int) -> Membership:
        return known.get((server_id, person_id), Membership.MEMBER)

    return membership


# --- in the middle of it ---


async def test_what_a_server_has_posted_is_closed_when_it_removes_furlong_and_its_matches_go_on(lobby: Hall) -> None:
    running, waiting = await accepts(lobby, (await posts(lobby)).id), await posts(lobby)
    await departures.leave(lobby.matches, SERVER)
    assert await seen_by(lobby, DAN) == []
    async with lobby.refusing(NotMatched):
        await accepts(lobby, waiting.id, DAN)
    lobby.clock.at += departures.KEPT + DAY
    await departures.delete(lobby.matches, [ELSEWHERE])
    match = await lobby.matches.load(running.id)
    assert match.state is State.RUNNING and match.lobby_id == 0
    await lobby.matches.resign(Actor(ADA, None), match.id)


async def test_of_two_who_accept_at_once_one_plays(lobby: Hall) -> None:
    match = await posts(lobby)
    came = await asyncio.gather(
        *(accepts(lobby, match.id, person) for person in (BEN, CLEO, DAN)), return_exceptions=True
    )
    refused = [one for one in came if isinstance(one, BaseException)]
    assert len(refused) == 2 and all(isinstance(one, NoLongerOpen | UnknownMatch) for one in refused)
    assert len((await lobby.matches.load(match.id)).players) == 2


async def test_a_person_with_many_presses_at_once_gets_no_more_than_a_newcomer_may_have(lobby: Hall) -> None:
    numbers = [(await posts(lobby, member(number))).id for number in range(6)]
    await asyncio.gather(*(accepts(lobby, number) for number in numbers), return_exceptions=True)
    mine = await match_actions.of_person(lobby.matches, CLEO, None, State.OPEN, State.RUNNING)
    assert len(mine) == 2


async def test_what_was_shown_is_checked_again_when_it_is_accepted(lobby: Hall) -> None:
    match = await posts(lobby)
    assert await seen_by(lobby, CLEO) == [match.id]
    async with lobby.database.write() as connection:
        await connection.execute(update(match_rows).where(match_rows.c.id == match.id).values(lobby_rating=2_600))
    async with lobby.refusing(NotMatched):
        await accepts(lobby, match.id)


async def test_lists_are_read_by_an_index(lobby: Hall) -> None:
    match = await posts(lobby)
    with executed() as statements:
        await seen_by(lobby, CLEO)
        await accepts(lobby, match.id)
    if is_sqlite(lobby.url):
        with closing(sqlite3.connect(named_file(lobby.url))) as connection:
            assert {
                table for statement, values in statements for table in scans(connection, statement, values)
            } == set()
