"""Permissions where no button shows them: offers that end, blocks, limits, moderators, and what a request may write."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from operator import attrgetter
from typing import Any

import pytest

from bot import store
from bot.actions import analysis, challenges, matches, moderation, people, votes
from bot.actions import privacy as privacy_actions
from bot.actions.competitions import entries
from bot.actions.heartbeats import Heartbeat
from bot.model.challenges import MOST_TOGETHER, Proposal
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.moderation import KEPT_OUT_FOR
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals.challenges import (
    BeginsAnyway,
    BothSidesForTwo,
    KeptOutOfChallenge,
    TooManyOpen,
    TooManyTogether,
)
from bot.model.refusals.competitions import KeptOutOfCompetition
from bot.model.refusals.learning import HelpsElsewhere
from bot.model.refusals.matches import KeptOutOfVote, MatchElsewhere, TakesPart, UnknownMatch
from bot.model.refusals.people import ExportedTooOften, NotManager
from players.characters import MOLE
from rules import GAMES
from tests.bot.actions.test_offers_together import another
from tests.bot.stages import HOST, MANAGER, THIRD, Ground
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Hall, dump, here, managing


def _ground(hall: Hall) -> Ground:
    return Ground(hall.matches, SERVER, CHANNEL)


async def test_a_stranger_never_sees_a_direct_challenge_even_with_no_channel_beside_no_channel(hall: Hall) -> None:
    """Neither the challenge, which is posted in no channel, nor that it has begun."""
    ground = _ground(hall)
    for match in (await ground.direct_challenge(), await ground.direct()):
        for server_id in (None, SERVER, DIRECT):
            for channel_id in (None, 0, CHANNEL):
                with pytest.raises(UnknownMatch):
                    await matches.find(hall.matches, Actor(DAN, server_id, channel_id=channel_id), match.id)


async def test_the_players_of_a_fixture_or_of_the_second_match_of_a_pair_cannot_call_it_off(hall: Hall) -> None:
    match = await _ground(hall).second_of_pair()
    host, guest = match.host, next(one for one in match.players if one.id != match.host.id)
    for person, answer in ((host, challenges.cancel), (guest, challenges.decline)):
        async with hall.refusing(BeginsAnyway), hall.matches.change(match.id, here(person)) as change:
            answer(change, person)
    await privacy_actions.forget(hall.matches, guest)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF, "a deletion waits for nothing"


async def test_a_character_fills_no_challenge_to_two_matches(hall: Hall) -> None:
    table = await hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, seats=2, both_sides=True))
    async with hall.refusing(BothSidesForTwo), hall.matches.joining(table.id, here(ADA)) as change:
        challenges.fill(change, ADA, MOLE)


async def test_a_manager_decides_about_no_match_of_their_own_and_none_of_another_server(hall: Hall) -> None:
    own, other = await hall.running(), await hall.running(BEN, CLEO)
    direct = await _ground(hall).direct()
    elsewhere = replace(managing(DAN), server_id=SERVER + 1)
    for match, actor, refusal in (
        (own, managing(ADA), TakesPart),
        (other, here(DAN), NotManager),
        (direct, managing(direct.host), TakesPart),
    ):
        async with hall.refusing(refusal), hall.matches.change(match.id, actor) as change:
            moderation.remove(change, actor.person, match.players[1].id, "")
    with pytest.raises(MatchElsewhere):
        async with hall.matches.change(other.id, elsewhere) as change:
            moderation.cancel(change, DAN, "")
    async with hall.matches.change(other.id, managing(DAN)) as change:
        moderation.cancel(change, DAN, "")
    assert change.match.state is State.CALLED_OFF


async def test_a_person_taken_out_of_an_open_challenge_comes_back_after_a_month_only(hall: Hall) -> None:
    proposal = Proposal(GAMES["farlander"], CHANNEL, seats=4)
    table = await hall.matches.propose(here(ADA), SERVER, proposal)
    await hall.matches.join(here(BEN), table.id)
    async with hall.matches.change(table.id, managing(DAN)) as change:
        moderation.remove(change, DAN, BEN.id, "")
    hall.clock.at += KEPT_OUT_FOR - timedelta(seconds=1)
    async with hall.refusing(KeptOutOfChallenge):
        await hall.matches.join(here(BEN), table.id)
    await hall.matches.join(here(CLEO), table.id)
    hall.clock.go_on(seconds=2)
    assert BEN in (await hall.matches.join(here(BEN), table.id)).players


@pytest.mark.each_database
async def test_a_deletion_of_ones_data_helps_nobody_back_into_what_a_manager_removed_them_from(hall: Hall) -> None:
    ground = _ground(hall)
    by, again = replace(ground.here(MANAGER), manages_server=True), ground.here(THIRD)
    table, voted, season = await ground.open_challenge(), await ground.by_vote(), await ground.open("league")
    await hall.matches.join(again, table.id)
    hall.clock.go_on(seconds=1)
    for match in (table, voted):
        async with hall.matches.change(match.id, by) as change:
            moderation.remove(change, MANAGER, THIRD.id, "")
    await entries.remove(hall.matches, by, season.id, THIRD)
    for _ in range(2):
        await privacy_actions.forget(hall.matches, THIRD)
        async with hall.refusing(KeptOutOfChallenge):
            await hall.matches.join(again, table.id)
        async with hall.refusing(KeptOutOfVote):
            await votes.join(hall.matches, again, voted.id, None)
        async with hall.refusing(KeptOutOfCompetition):
            await entries.join(hall.matches, again, season.id)
        hall.clock.go_on(days=9)
        await Heartbeat(hall.matches, timedelta(minutes=1)).beat()
    hall.clock.at += KEPT_OUT_FOR - timedelta(days=18) + timedelta(seconds=1)
    assert THIRD in (await hall.matches.join(again, table.id)).players
    await Heartbeat(hall.matches, timedelta(minutes=1)).beat()
    assert not (await dump(hall.database))["uses"]


async def test_a_note_is_written_in_the_transaction_that_finds_its_player(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody's data is deleted between the two."""
    match, transactions = await hall.running(), list[object]()
    for step in ("analysis.keep", "matches.load"):
        do: Callable[..., Awaitable[Any]] = attrgetter(step)(store)

        async def noting(
            connection: object, *values: Any, do: Callable[..., Awaitable[Any]] = do, **options: Any
        ) -> Any:
            transactions.append(connection)
            return await do(connection, *values, **options)

        monkeypatch.setattr(f"bot.store.{step}", noting)
    await analysis.write(hall.matches, here(BEN), match.id, "Mine.")
    found, written = transactions
    assert found is written


async def test_two_people_have_no_more_matches_with_each_other_than_the_limit(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.challenges.MOST_TOGETHER", 2)
    assert MOST_TOGETHER == 20
    waiting = await hall.challenge(BEN)
    over = await hall.running()
    await hall.matches.resign(here(BEN), over.id)
    for _ in range(2):
        await hall.running()
    async with hall.refusing(TooManyTogether):
        await hall.matches.join(here(BEN), waiting.id)
    for ask in (lambda: hall.challenge(BEN), lambda: hall.matches.offer_rematch(here(ADA), over.id)):
        async with hall.refusing(TooManyTogether):
            await ask()
    await hall.challenge(CLEO)


async def test_a_person_has_their_data_exported_only_some_times_an_hour(hall: Hall) -> None:
    await hall.running()

    async def export(person: Person) -> int:
        return len([file async for file in privacy_actions.export(hall.matches, person.id)])

    assert [await export(ADA) for _ in range(3)] == [1, 1, 1]
    with pytest.raises(ExportedTooOften):
        await export(ADA)
    assert await export(BEN) == 1
    hall.clock.go_on(hours=1, seconds=1)
    assert await export(ADA) == 1


async def test_a_position_of_a_rated_match_is_not_judged_for_its_player_in_another(hall: Hall) -> None:
    await hall.running(moves=("a4<c4",), terms=Terms(3, is_rated=True))
    twice = await hall.running(BEN, ADA, terms=Terms(3), moves=("a4<c4",))
    with pytest.raises(HelpsElsewhere):
        await matches.check_unrated(hall.matches, ADA, twice, [twice.position])
    await matches.check_unrated(hall.matches, CLEO, twice, [twice.position])
    await matches.check_unrated(hall.matches, ADA, twice, [twice.history.steps[0].before])


@pytest.mark.parametrize("games", [("playwin", "playwin-loose"), ("playwin-loose", "playwin")])
async def test_a_position_of_a_rated_match_is_not_judged_for_its_player_in_a_variant_either(
    hall: Hall, games: tuple[str, str]
) -> None:
    """The pieces are the same, and what is good there is good here."""
    played, varied = (GAMES[key] for key in games)
    await hall.running(moves=("b1-c2",), terms=Terms(3, is_rated=True), game=played)
    again = await hall.running(BEN, ADA, moves=("b1-c2",), terms=Terms(3), game=varied)
    with pytest.raises(HelpsElsewhere):
        await matches.check_unrated(hall.matches, ADA, again, [again.position])
    await matches.check_unrated(hall.matches, ADA, again, [again.history.steps[0].before])


@pytest.mark.parametrize("games", [("furbowl", "furbowl-even"), ("farlander", "farlander-garrisons")])
async def test_a_position_with_dice_is_not_judged_in_a_variant_either(hall: Hall, games: tuple[str, str]) -> None:
    played, varied = (GAMES[key] for key in games)
    rated = await hall.running(terms=Terms(3, is_rated=True), game=played)
    elsewhere = await hall.running(BEN, ADA, terms=Terms(3), game=varied)
    with pytest.raises(HelpsElsewhere):
        await matches.check_unrated(hall.matches, ADA, elsewhere, [varied.from_fen(rated.position.fen())])


async def test_a_refusal_in_a_log_says_nothing_of_plans_or_votes(hall: Hall) -> None:
    match = await hall.running()
    planned = await hall.matches.plan(here(BEN), match.id, "after a4<c4: e4<e5")
    assert "e4" in repr(planned.plans) and "e4" not in repr(planned) and "e4" not in repr(TakesPart(planned))


async def test_a_block_at_the_moment_of_a_challenge_or_rematch_leaves_neither_open(hall: Hall) -> None:
    """Whichever comes first: the challenge is refused, or the block withdraws it."""
    for number in range(6):
        guest = Person(BEN.id + 100 + number, "Guest")
        over = await hall.running(ADA, guest)
        await hall.matches.resign(here(guest), over.id)
        async with another(hall) as other:
            await asyncio.gather(
                people.block(other.matches, guest, ADA),
                hall.challenge(guest),
                hall.matches.offer_rematch(here(ADA), over.id),
                return_exceptions=True,
            )
        states = (State.OPEN, State.FINISHED)
        for match in await hall.matches.of_person(guest, None, *states):
            stored = await hall.matches.load(match.id)
            assert stored.state is not State.OPEN and not stored.open_offers, stored


async def test_of_many_challenges_at_once_no_more_wait_than_the_limit(hall: Hall) -> None:
    async with another(hall) as other:
        places = (hall, other)
        made = await asyncio.gather(
            *(places[number % 2].open_challenge() for number in range(12)), return_exceptions=True
        )
    waiting = await hall.matches.of_person(ADA, SERVER, State.OPEN)
    assert len(waiting) == challenges.MOST_OPEN
    assert sum(isinstance(one, TooManyOpen) for one in made) == 12 - challenges.MOST_OPEN


async def test_of_many_matches_that_two_people_begin_at_once_no_more_run_than_the_limit(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.challenges.MOST_TOGETHER", 2)
    waiting = [await hall.open_challenge() for _ in range(challenges.MOST_OPEN)]
    async with another(hall) as other:
        places = (hall, other)
        joining = (places[number % 2].matches.join(here(BEN), match.id) for number, match in enumerate(waiting))
        await asyncio.gather(*joining, return_exceptions=True)
    assert len(await hall.matches.of_person(BEN, SERVER, State.RUNNING)) == 2


async def test_a_host_whom_a_manager_keeps_out_of_the_vote_does_not_end_it(hall: Hall) -> None:
    ground = _ground(hall)
    match = await ground.by_vote()
    await votes.join(hall.matches, ground.here(HOST), match.id, None)
    async with hall.matches.change(match.id, replace(ground.here(MANAGER), manages_server=True)) as change:
        moderation.remove(change, MANAGER, HOST.id, "")
    async with hall.refusing(KeptOutOfVote), hall.matches.change(match.id, ground.here(HOST)) as change:
        votes.play_now(change, HOST, ())
