"""Proposing, joining, declining and cancelling: how matches begin, or do not."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.actions import challenges, offers
from bot.actions.challenges import MOST_OPEN, MOST_WITHDRAWN
from bot.model.challenges import MOST_ALONE, MOST_INVITATIONS, Proposal
from bot.model.characters import OTTER, seated
from bot.model.history import History
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.place import Place
from bot.model.refusals.challenges import (
    AlreadyJoined,
    InvitedTooOften,
    NoLongerOpen,
    NotHost,
    NotInvited,
    OpponentIsYou,
    TooManyAlone,
    TooManyOpen,
    WithdrawnTooOften,
    WrongNumberOfPlayers,
)
from bot.model.refusals.matches import MatchElsewhere, UnknownMatch
from bot.model.result import Ending, Result
from bot.store.engine.database import Database
from rules.core import Seat
from tests.bot.matches import Matches
from tests.bot.queue import stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS, STICKS_FOR_THREE
from tests.bot.tables import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    ELSEWHERE,
    FURL,
    SERVER,
    Hall,
    StandingClock,
    all_games,
    dump,
    here,
)


async def announced(hall: Hall) -> list[tuple[int, bool]]:
    """The announcements that wait: the match, and whether it is shown in a new message."""
    waiting = await stored_jobs(hall.database, Kind.BOARD)
    return [(job.match_id or 0, job.data["is_new_message"]) for job in waiting]


async def test_a_challenge_waits_for_the_one_who_was_asked(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    assert match == Match(
        id=match.id,
        place=Place(SERVER, CHANNEL),
        state=State.OPEN,
        host=ADA,
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(BEN,),
        players=(ADA,),
        history=History(FURL, 2, FURL.start(2)),
        result=None,
        expires_at=hall.clock.at + timedelta(days=30),
        fairness=None,
        plans=(),
        changed_at=hall.clock.at,
        created_at=hall.clock.at,
    )
    assert match.to_move is None
    assert match.seat_of(ADA.id) is None
    assert await announced(hall) == [(match.id, True)]
    assert await hall.matches.load(match.id) == match


async def test_a_table_waits_for_anybody(hall: Hall) -> None:
    match = await hall.open_challenge()
    assert (match.is_open_challenge, match.invited, match.players, match.seats) == (True, (), (ADA,), 2)


async def test_a_table_is_for_as_many_as_can_play(hall: Hall) -> None:
    assert (await hall.open_challenge(game=STICKS)).seats == 3
    assert (await hall.open_challenge(game=STICKS_FOR_THREE)).seats == 3


async def test_nobody_challenges_themselves(hall: Hall) -> None:
    async with hall.refusing(OpponentIsYou):
        await hall.challenge(ADA)
    async with hall.refusing(OpponentIsYou):
        await hall.challenge(BEN, Person(ADA.id, "Ada under another name"), game=STICKS)


async def test_a_game_is_for_as_many_as_it_says(hall: Hall) -> None:
    async with hall.refusing(WrongNumberOfPlayers) as caught:
        await hall.challenge(BEN, CLEO)
    assert (caught.value.game, caught.value.asked) == (FURL, 3)
    async with hall.refusing(WrongNumberOfPlayers):
        await hall.challenge(BEN, game=STICKS_FOR_THREE)


async def test_a_player_named_twice_counts_once(hall: Hall) -> None:
    assert (await hall.challenge(BEN, BEN)).invited == (BEN,)
    async with hall.refusing(WrongNumberOfPlayers):
        await hall.challenge(BEN, BEN, game=STICKS_FOR_THREE)


async def test_the_number_of_waiting_challenges_of_a_person_on_a_server_is_limited(hall: Hall) -> None:
    waiting = [await (hall.challenge(BEN) if number % 2 else hall.open_challenge()) for number in range(MOST_OPEN)]
    async with hall.refusing(TooManyOpen) as caught:
        await hall.challenge(CLEO)
    assert {summary.id for summary in caught.value.waiting} == {match.id for match in waiting}
    await hall.challenge(ADA, host=BEN)
    await hall.matches.propose(Actor(ADA, ELSEWHERE), ELSEWHERE, Proposal(FURL, CHANNEL, (BEN,)))
    await hall.matches.join(here(BEN), waiting[0].id)
    await hall.challenge(CLEO)
    async with hall.refusing(TooManyOpen):
        await hall.challenge(CLEO)
    await hall.matches.cancel(here(ADA), waiting[1].id)
    await hall.challenge(CLEO)


async def test_the_number_of_matches_of_a_person_with_characters_alone_is_limited(hall: Hall) -> None:
    over = await hall.challenge(*seated(OTTER, 1))
    await hall.matches.resign(here(ADA), over.id)
    alone = [await hall.challenge(*seated(OTTER, 1)) for _ in range(MOST_ALONE)]
    table = await hall.open_challenge()
    async with hall.refusing(TooManyAlone):
        await hall.challenge(*seated(OTTER, 1))
    async with hall.refusing(TooManyAlone), hall.matches.joining(table.id, here(ADA)) as change:
        challenges.fill(change, ADA, OTTER)
    async with hall.refusing(TooManyAlone), hall.matches.joining(over.id, here(ADA)) as change:
        offers.offer_rematch(change, here(ADA))
    await hall.challenge(*seated(OTTER, 1), host=BEN)
    await hall.challenge(BEN)
    await hall.matches.resign(here(ADA), alone[0].id)
    async with hall.matches.joining(over.id, here(ADA)) as change:
        offers.offer_rematch(change, here(ADA))
    assert change.successor is not None and change.successor.host == ADA
    await hall.matches.resign(here(ADA), alone[1].id)
    async with hall.matches.joining(table.id, here(ADA)) as change:
        challenges.fill(change, ADA, OTTER)


async def test_a_table_with_another_person_is_filled_however_many_one_plays_with_characters_alone(hall: Hall) -> None:
    proposal = Proposal(ROUNDS, CHANNEL, seats=3)
    table = await hall.matches.propose(here(ADA), SERVER, proposal)
    await hall.matches.join(here(BEN), table.id)
    for _ in range(MOST_ALONE):
        await hall.challenge(*seated(OTTER, 1))
    async with hall.matches.joining(table.id, here(ADA)) as change:
        challenges.fill(change, ADA, OTTER)


async def test_open_challenges_that_are_withdrawn_again_and_again_are_limited_for_a_day(hall: Hall) -> None:
    for _ in range(MOST_WITHDRAWN):
        table = await hall.open_challenge(host=ADA)
        await hall.matches.cancel(here(ADA), table.id)
        hall.clock.go_on(minutes=1)
    async with hall.refusing(WithdrawnTooOften) as caught:
        await hall.open_challenge(host=ADA)
    assert caught.value.again_at == hall.clock() + timedelta(days=1, minutes=-MOST_WITHDRAWN)
    await hall.challenge(BEN, host=ADA)
    await hall.open_challenge(host=CLEO)
    hall.clock.go_on(days=1, minutes=-MOST_WITHDRAWN)
    await hall.open_challenge(host=ADA)


async def _withdrawn(hall: Hall, match: Match) -> None:
    await hall.matches.cancel(here(ADA), match.id)


async def _declined(hall: Hall, match: Match) -> None:
    await hall.matches.decline(here(BEN), match.id)


async def _left_alone(_hall: Hall, _match: Match) -> None:
    pass


@pytest.mark.parametrize("answer", [_withdrawn, _declined, _left_alone])
async def test_nobody_is_challenged_again_and_again_by_a_player_whom_they_do_not_accept(
    hall: Hall, answer: Callable[[Hall, Match], Awaitable[None]]
) -> None:
    for _ in range(MOST_INVITATIONS):
        await answer(hall, await hall.challenge(BEN))
        hall.clock.go_on(hours=1)
    async with hall.refusing(InvitedTooOften) as caught:
        await hall.matches.propose(Actor(ADA, ELSEWHERE), ELSEWHERE, Proposal(ROUNDS, CHANNEL, (CLEO, BEN)))
    assert (caught.value.person, caught.value.again_at - hall.clock()) == (BEN, timedelta(hours=21))
    await hall.challenge(CLEO)
    await hall.challenge(BEN, host=DAN)
    hall.clock.go_on(hours=21)
    await hall.challenge(BEN)
    async with hall.refusing(InvitedTooOften):
        await hall.matches.propose(Actor(ADA, ELSEWHERE), ELSEWHERE, Proposal(FURL, CHANNEL, (BEN,)))


async def test_a_player_who_is_accepted_may_challenge_as_often_as_they_like(hall: Hall) -> None:
    for _ in range(MOST_INVITATIONS + 2):
        await hall.running()
    await hall.challenge(BEN)


@pytest.mark.parametrize("is_open_challenge", [False, True])
async def test_a_match_starts_when_the_last_seat_is_taken(hall: Hall, is_open_challenge: bool) -> None:
    match = await (hall.open_challenge() if is_open_challenge else hall.challenge(BEN))
    hall.clock.go_on(minutes=1)
    started = await hall.matches.join(here(BEN), match.id)
    assert started.state is State.RUNNING
    assert started.players == (ADA, BEN)
    assert started.invited == ()
    assert started.to_move == ADA
    assert started.changed_at == hall.clock.at
    assert started.seat_of(BEN.id) == 1
    assert started.seat_of(CLEO.id) is None
    assert await announced(hall) == [(match.id, True), (match.id, True)]


@pytest.mark.parametrize("host_seat", [0, 1, 2])
async def test_three_sit_down_one_after_the_other_around_the_seat_of_the_host(hall: Hall, host_seat: int) -> None:
    match = await hall.open_challenge(game=STICKS_FOR_THREE, host_seat=Seat(host_seat))
    hall.clock.go_on(minutes=1)
    waiting = await hall.matches.join(here(CLEO), match.id)
    assert (waiting.state, waiting.players) == (State.OPEN, (ADA, CLEO))
    assert waiting.changed_at == hall.clock.at
    assert await announced(hall) == [(match.id, True), (match.id, False)]
    started = await hall.matches.join(here(BEN), match.id)
    assert started.state is State.RUNNING
    assert started.players[host_seat] == ADA
    assert [player for player in started.players if player != ADA] == [CLEO, BEN]
    assert started.to_move == started.players[0]


async def test_a_challenge_of_two_starts_when_both_have_accepted_in_any_order(hall: Hall) -> None:
    match = await hall.challenge(BEN, CLEO, game=STICKS)
    assert match.seats == 3
    waiting = await hall.matches.join(here(CLEO), match.id)
    assert (waiting.players, waiting.invited, waiting.state) == ((ADA, CLEO), (BEN,), State.OPEN)
    assert (await hall.matches.join(here(BEN), match.id)).players == (ADA, CLEO, BEN)


async def test_only_a_person_who_was_asked_can_accept(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    async with hall.refusing(NotInvited):
        await hall.matches.join(here(CLEO), match.id)


async def test_nobody_sits_down_twice(hall: Hall) -> None:
    table = await hall.open_challenge(game=STICKS_FOR_THREE)
    async with hall.refusing(AlreadyJoined):
        await hall.matches.join(here(ADA), table.id)
    await hall.matches.join(here(BEN), table.id)
    async with hall.refusing(AlreadyJoined):
        await hall.matches.join(here(BEN), table.id)
    challenge = await hall.challenge(BEN)
    async with hall.refusing(AlreadyJoined):
        await hall.matches.join(here(ADA), challenge.id)


async def test_lots_give_every_order_of_players_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.model.challenges.MOST_TOGETHER", 48)
    database, orders = await Database.open("sqlite://"), Counter[str]()
    hall = Hall(
        "", database, Matches(database, now=StandingClock(), lots=random.Random(20), games=all_games()), StandingClock()
    )
    for _ in range(48):
        match = await hall.open_challenge(game=STICKS_FOR_THREE, host_seat=None)
        for guest in (BEN, CLEO):
            match = await hall.matches.join(here(guest), match.id)
        orders["".join(player.name[0] for player in match.players)] += 1
    await database.close()
    assert set(orders) == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}
    assert sum((count - 8) ** 2 / 8 for count in orders.values()) < 20.5  # chi-square, 5 degrees of freedom, 0.1 %


async def test_a_person_who_was_asked_may_decline(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    hall.clock.go_on(hours=1)
    declined = await hall.matches.decline(here(BEN), match.id)
    assert declined.state is State.CALLED_OFF
    assert declined.result == Result(Ending.DECLINED, by=BEN)
    assert declined.changed_at == hall.clock.at
    assert (declined.players, declined.invited) == ((ADA,), (BEN,))
    assert await announced(hall) == [(match.id, True), (match.id, False)]


async def test_nobody_else_can_decline(hall: Hall) -> None:
    match = await hall.challenge(BEN, CLEO, game=STICKS)
    for person in (ADA, DAN):
        async with hall.refusing(NotInvited):
            await hall.matches.decline(here(person), match.id)
    table = await hall.open_challenge()
    async with hall.refusing(NotInvited):
        await hall.matches.decline(here(BEN), table.id)


async def test_a_player_who_has_accepted_may_still_decline_while_others_are_waited_for(hall: Hall) -> None:
    match = await hall.challenge(BEN, CLEO, game=STICKS)
    await hall.matches.join(here(CLEO), match.id)
    assert (await hall.matches.decline(here(CLEO), match.id)).state is State.CALLED_OFF


@pytest.mark.parametrize("is_open_challenge", [False, True])
async def test_the_host_may_cancel(hall: Hall, is_open_challenge: bool) -> None:
    match = await (hall.open_challenge() if is_open_challenge else hall.challenge(BEN))
    cancelled = await hall.matches.cancel(here(ADA), match.id)
    assert cancelled.state is State.CALLED_OFF
    assert cancelled.result == Result(Ending.CANCELLED, by=ADA)
    assert await announced(hall) == [(match.id, True), (match.id, False)]


async def test_nobody_else_can_cancel(hall: Hall) -> None:
    match = await hall.open_challenge(game=STICKS_FOR_THREE)
    await hall.matches.join(here(BEN), match.id)
    for person in (BEN, CLEO):
        async with hall.refusing(NotHost):
            await hall.matches.cancel(here(person), match.id)


@pytest.mark.parametrize("was", ["started", "declined", "cancelled", "finished"])
async def test_a_challenge_that_is_no_longer_open_cannot_be_answered(hall: Hall, was: str) -> None:
    match = await hall.challenge(BEN)
    if was == "cancelled":
        await hall.matches.cancel(here(ADA), match.id)
    elif was == "declined":
        await hall.matches.decline(here(BEN), match.id)
    else:
        await hall.matches.join(here(BEN), match.id)
    if was == "finished":
        await hall.matches.resign(here(BEN), match.id)
    for person in (ADA, BEN, CLEO):
        for ask in (hall.matches.join, hall.matches.decline, hall.matches.cancel):
            async with hall.refusing(NoLongerOpen) as caught:
                await ask(here(person), match.id)
            assert caught.value.match == await hall.matches.load(match.id)


async def test_a_challenge_is_answered_on_its_own_server(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    for ask in (hall.matches.join, hall.matches.decline, hall.matches.cancel):
        for person in (ADA, BEN):
            async with hall.refusing(MatchElsewhere) as caught:
                await ask(Actor(person, ELSEWHERE), match.id)
            assert caught.value.number == match.id
        async with hall.refusing(UnknownMatch):
            await ask(here(BEN), match.id + 1)
        async with hall.refusing(UnknownMatch):
            await ask(Actor(CLEO, None), match.id)


async def test_a_challenge_can_be_answered_in_a_direct_message(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    assert (await hall.matches.join(Actor(BEN, None), match.id)).state is State.RUNNING


async def test_names_are_the_ones_seen_last(hall: Hall) -> None:
    old, new = Person(BEN.id, "Benny"), Person(BEN.id, "Benjamin")
    first = await hall.challenge(old)
    assert first.invited == (old,)
    second = await hall.challenge(new)
    assert (await hall.matches.load(first.id)).invited == (new,)
    await hall.matches.join(here(BEN), second.id)
    assert (await hall.matches.load(first.id)).invited == (BEN,)
    await hall.matches.propose(here(Person(ADA.id, "Ada Lovelace")), SERVER, Proposal(FURL, CHANNEL))
    assert (await hall.matches.load(first.id)).host == Person(ADA.id, "Ada Lovelace")


async def test_a_refused_change_leaves_no_name_behind(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    async with hall.refusing(NotInvited):
        await hall.matches.join(here(Person(CLEO.id, "Cleopatra")), match.id)
    assert [row[1] for row in (await dump(hall.database))["people"]] == ["Ada", "Ben"]
