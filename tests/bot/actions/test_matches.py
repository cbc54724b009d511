"""Proposing, joining, declining and cancelling: how matches begin, or do not."""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.actions import challenges, offers
from bot.actions.challenges import MOST_OPEN, MOST_WITHDRAWN
from bot.model.challenges import MOST_ALONE, MOST_INVITATIONS, Proposal
from bot.model.characters import seated
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.refusals.challenges import (
    InvitedTooOften,
    NotInvited,
    TooManyAlone,
    TooManyOpen,
    WithdrawnTooOften,
    WrongNumberOfPlayers,
)
from bot.model.refusals.matches import MatchElsewhere, UnknownMatch
from bot.store.engine.database import Database
from players.characters import OTTER
from rules.core import Seat
from tests.bot.matches import Matches
from tests.bot.queue import stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS_FOR_THREE
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


async def test_a_refused_change_leaves_no_name_behind(hall: Hall) -> None:
    match = await hall.challenge(BEN)
    async with hall.refusing(NotInvited):
        await hall.matches.join(here(Person(CLEO.id, "Cleopatra")), match.id)
    assert [row[1] for row in (await dump(hall.database))["people"]] == ["Ada", "Ben"]
