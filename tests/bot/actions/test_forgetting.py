"""Forgetting a person: nothing about them is left, and everybody else keeps their own data."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import JSON

from bot.actions import analysis, moderation, people, privacy, settings
from bot.actions import matches as match_actions
from bot.actions import rating_audits as rating_book
from bot.actions.change import MatchChange
from bot.actions.competitions import entries
from bot.actions.context import Context
from bot.hosting.checking import check
from bot.model.challenges import Proposal
from bot.model.match import Match, State
from bot.model.moderation import MatchSubject
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import MatchIsOver
from bot.model.refusals.people import KeepsPlaying
from bot.store import privacy as store
from bot.store.engine.database import Connection
from bot.store.engine.schema import METADATA
from tests.bot.actions.competitions.club import Club
from tests.bot.actions.lives import FAY, full_life, referring, rounds, traces
from tests.bot.actions.test_offers_together import another
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Hall, all_games, dump, here, managing

pytestmark = pytest.mark.usefixtures("every_result_counts")

FORMER = Person(-1, "Former player 1")


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def _nothing(_number: int) -> None:
    pass


def interpose(
    hall: Hall,
    monkeypatch: pytest.MonkeyPatch,
    *,
    before: Callable[[int], Awaitable[None]] = _nothing,
    after: Callable[[int], Awaitable[None]] = _nothing,
) -> None:
    """Do something before and after every change of a match, except for the changes that this itself makes."""
    change, is_at_it = match_actions.change, False

    async def happen(step: Callable[[int], Awaitable[None]], number: int) -> None:
        nonlocal is_at_it
        if not is_at_it:
            is_at_it = True
            await step(number)
            is_at_it = False

    @asynccontextmanager
    async def changing(context: Context, number: int, actor: Actor | None = None) -> AsyncGenerator[MatchChange]:
        await happen(before, number)
        async with change(context, number, actor) as changed:
            yield changed
        await happen(after, number)

    monkeypatch.setattr(match_actions, "change", changing)


async def loaded(hall: Hall, match: Match) -> Match:
    return await hall.matches.load(match.id)


# --- nothing is left ---


async def test_nothing_that_tells_of_a_person_is_left_in_any_column(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await full_life(hall, monkeypatch)
    of_others = {"engines.person_id", "guests.person_id"}  # who are players of their own, and not on Discord
    known = {"people.id", "people.name", "offers.accepted_by", *map(str, referring())} - of_others
    assert await traces(hall, FAY) == known, (
        "a person's life in tests/bot/actions/lives.py leaves a trace in every column"
    )
    await privacy.forget(hall.matches, FAY)
    assert await traces(hall, FAY) == set()


def test_only_known_columns_hold_lists_in_which_people_could_hide() -> None:
    lists = {
        str(column) for table in METADATA.sorted_tables for column in table.columns if isinstance(column.type, JSON)
    }
    moves_and_places = {
        "matches.banks",
        "matches.hinted",
        "matches.places",
        "matches.points",
        "plans.tree",
        "offers.undone",
        "records.causes",
        "competitions.games",
        "engines.games",
        "analyses.variations",
        "analyses.path",
        "lessons.done",
        "reviews.data",
        "interventions.subject",
    }
    messages = {"jobs.data"}
    assert lists == {"offers.accepted_by", *moves_and_places, *messages}


async def test_the_data_of_others_stays(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await full_life(hall, monkeypatch)
    before = await dump(hall.database)
    await privacy.forget(hall.matches, FAY)
    after = await dump(hall.database)

    def of_ben(tables: dict[str, list[tuple[Any, ...]]], name: str) -> list[tuple[Any, ...]]:
        return [row for row in tables[name] if BEN.id in row]

    for name in ("people", "preferences", "vacations"):
        assert of_ben(after, name) == of_ben(before, name) != []
    assert after["servers"] == before["servers"] and after["outages"] == before["outages"]


async def test_a_person_who_never_played_leaves_nobody_behind(hall: Hall) -> None:
    before = await dump(hall.database)
    await settings.prefer(hall.matches, FAY, lambda liked: liked)
    assert (await privacy.outlook(hall.matches, FAY)).is_known
    await privacy.forget(hall.matches, FAY)
    after = await dump(hall.database)
    [deleted_at] = after.pop("facts")
    assert before.pop("facts") == [] and after == before
    assert deleted_at == ("data deleted at", hall.clock.at.isoformat()), "the instant alone, for requests in flight"


async def test_every_former_player_is_a_person_of_their_own(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    for person in (CLEO, ADA):
        await privacy.forget(hall.matches, person)
    assert (await loaded(hall, match)).players == (Person(-2, "Former player 2"), BEN, FORMER)


async def test_of_requests_in_flight_whatever_they_do_none_brings_the_person_back(hall: Hall) -> None:
    match, arrived_at = await rounds(hall, ADA, BEN), hall.clock.at - timedelta(seconds=1)
    async with another(hall) as other:

        async def keep_doing(do: Callable[[Context], Awaitable[object]], context: Context) -> None:
            is_last = False
            while not is_last:
                is_last = deletion.done()
                with suppress(Refusal):
                    await do(context)

        deeds: Sequence[Callable[[Context], Awaitable[object]]] = (
            lambda context: settings.prefer(context, ADA, lambda liked: liked),
            lambda context: settings.note_discord_language(context, ADA.id, "de"),
            lambda context: people.finish_lesson(context, ADA, "furl", 0),
            lambda context: people.block(context, BEN, ADA),
            lambda context: analysis.write(context, here(ADA), match.id, "Mine."),
        )
        deletion = asyncio.create_task(privacy.forget(hall.matches, ADA))
        places = [hall.matches.serving(arrived_at), other.matches.serving(arrived_at)]
        await asyncio.gather(*(keep_doing(do, context) for do in deeds for context in places))
    assert not (await privacy.outlook(hall.matches, ADA)).is_known


async def test_words_of_managers_about_a_match_go_with_the_first_of_its_players(hall: Hall) -> None:
    match, other = await rounds(hall, ADA, BEN), await rounds(hall, BEN, CLEO)
    for number in (match.id, other.id):
        async with hall.matches.change(number, managing(DAN)) as change:
            moderation.cancel(change, DAN, "Ada was rude to all of us")
    await privacy.forget(hall.matches, ADA)
    reasons = [one.result and one.result.reason for one in (await loaded(hall, match), await loaded(hall, other))]
    assert reasons == ["", "Ada was rude to all of us"]
    page = await moderation.log(hall.matches, SERVER, 0)
    assert [one.reason for one in page.done] == ["Ada was rude to all of us", ""]


async def test_words_of_a_manager_go_with_them_and_with_the_person_concerned(hall: Hall) -> None:
    for forgotten in (ADA, DAN):
        match = await rounds(hall, ADA, BEN, CLEO)
        async with hall.matches.change(match.id, managing(DAN)) as change:
            moderation.remove(change, DAN, ADA.id, "Ada asked Dan for it")
        await privacy.forget(hall.matches, forgotten)
        page = await moderation.log(hall.matches, SERVER, 0)
        assert page.done[0].subject == MatchSubject(match.id, "rounds") and page.done[0].reason == ""


# --- matches ---


async def test_the_outlook_tells_what_would_happen_and_changes_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    life = await full_life(hall, monkeypatch)
    left = await rounds(hall, FAY, BEN, CLEO)
    await hall.matches.resign(here(FAY), left.id)
    before = await dump(hall.database)
    outlook = await privacy.outlook(hall.matches, FAY)
    assert [match.id for match in outlook.playing] == [life[name].id for name in ("running", "for three", "left")]
    waiting = ("challenge", "asked", "own table", "table")
    assert [match.id for match in outlook.waiting] == [life[name].id for name in waiting]
    assert outlook.finished == 2 and await dump(hall.database) == before


async def test_every_record_is_as_it_was_and_agrees_with_the_rest(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    life = await full_life(hall, monkeypatch)
    await privacy.forget(hall.matches, FAY)
    for match in life.values():
        assert (await loaded(hall, match)).history.tokens[: match.ply] == match.history.tokens
    faults: list[str] = []
    tally = await check(hall.url, faults.append, all_games())
    assert faults == [] and tally.matches == len(life)


# --- ratings ---


async def test_ratings_stay_and_are_the_same_when_they_are_computed_anew(hall: Hall) -> None:
    for winner, loser in ((ADA, BEN), (BEN, CLEO), (CLEO, ADA), (ADA, BEN)):
        await hall.matches.resign(here(loser), (await rounds(hall, winner, loser)).id)
        hall.clock.go_on(hours=1)
    before = (await dump(hall.database))["ratings"]
    await privacy.forget(hall.matches, ADA)
    after = (await dump(hall.database))["ratings"]
    renamed = [tuple(FORMER.id if cell == ADA.id else cell for cell in row) for row in before]
    assert sorted(after) == sorted(renamed)
    audits = [audit async for audit in rating_book.audits(hall.database.read)]
    assert [audit.agrees for audit in audits] == [True]
    await hall.matches.resign(here(CLEO), (await rounds(hall, BEN, CLEO)).id)
    assert [audit.agrees async for audit in rating_book.audits(hall.database.read)] == [True]


# --- at the same time, and in the middle ---


async def test_asked_for_twice_at_once_it_happens_once(hall: Hall) -> None:
    matches = [await rounds(hall, ADA, BEN) for _ in range(3)]
    await asyncio.gather(*(privacy.forget(hall.matches, ADA) for _ in range(4)))
    for match in matches:
        assert (await loaded(hall, match)).players == (FORMER, BEN)
    assert await traces(hall, ADA) == set()
    tables = await dump(hall.database)
    assert sorted(row[0] for row in tables["people"]) == [FORMER.id, BEN.id]


async def test_two_people_are_forgotten_at_once(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN)
    await asyncio.gather(privacy.forget(hall.matches, ADA), privacy.forget(hall.matches, BEN))
    after = await loaded(hall, match)
    assert {player.id for player in after.players} == {-1, -2} and after.state is State.FINISHED


async def test_a_match_that_begins_meanwhile_ends_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match, challenge = await rounds(hall, ADA, BEN), await hall.challenge(BEN, host=CLEO)
    begun = [challenge]

    async def play_on(number: int) -> None:
        if number == match.id:
            begun.append(await rounds(hall, ADA, DAN))

    interpose(hall, monkeypatch, after=play_on)
    farewell = await privacy.forget(hall.matches, ADA)
    assert farewell == (match.id, begun[1].id) and await traces(hall, ADA) == set()
    assert (await loaded(hall, begun[1])).state is State.FINISHED


@pytest.mark.parametrize("both_sides", [False, True])
async def test_a_challenge_that_is_accepted_meanwhile_is_lost_as_a_match_or_as_two(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *, both_sides: bool
) -> None:
    """It waited when it was found; whoever leaves only once, as an engine that is removed, has left it all the same."""
    proposal = Proposal(FURL, CHANNEL, (BEN,), both_sides=both_sides)
    challenge = await hall.matches.propose(here(ADA), SERVER, proposal)

    async def accept(number: int) -> None:
        if (await hall.matches.load(number)).state is State.OPEN:
            await hall.matches.join(here(BEN), number)

    interpose(hall, monkeypatch, before=accept)
    await privacy.leave_all(hall.matches, ADA)
    begun = await loaded(hall, challenge)
    assert begun.state is State.FINISHED and (begun.twin is not None) == both_sides
    assert not (await privacy.outlook(hall.matches, ADA)).playing


async def test_a_season_that_is_entered_meanwhile_is_left_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match, club = await rounds(hall, ADA, BEN), Club(hall)
    league = await club.league([BEN, CLEO, DAN])

    async def enter(number: int) -> None:
        if number == match.id:
            await entries.join(hall.matches, here(ADA), league.id)

    interpose(hall, monkeypatch, after=enter)
    await privacy.forget(hall.matches, ADA)
    assert await traces(hall, ADA) == set()
    assert {one.person for one in (await club.standings(league.id)).entrants} == {BEN, CLEO, DAN}


async def test_a_person_who_never_stops_playing_is_not_forgotten_half(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rounds(hall, ADA, BEN)

    async def begin_another(_number: int) -> None:
        await rounds(hall, ADA, DAN)

    interpose(hall, monkeypatch, after=begin_another)
    with pytest.raises(KeepsPlaying):
        await privacy.forget(hall.matches, ADA)
    tables = await dump(hall.database)
    assert {row[0] for row in tables["people"]} == {ADA.id, BEN.id, DAN.id}
    assert (await privacy.outlook(hall.matches, ADA)).playing != ()


async def test_matches_that_others_end_meanwhile_do_not_prevent_a_deletion(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [await rounds(hall, ADA, BEN) for _ in range(2)]

    async def end_it(number: int) -> None:
        await hall.matches.resign(here(BEN), number)

    interpose(hall, monkeypatch, before=end_it)
    await privacy.forget(hall.matches, ADA)
    results = [(await loaded(hall, match)).result for match in matches]
    assert [result and result.places for result in results] == [(1, 2)] * 2 and await traces(hall, ADA) == set()


async def test_a_crash_between_the_steps_leaves_whole_matches_and_asking_again_resumes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await rounds(hall, ADA, BEN) for _ in range(2)]

    async def crash(number: int) -> None:
        if number == second.id:
            raise RuntimeError("the machine went down")

    with monkeypatch.context() as patched:
        interpose(hall, patched, before=crash)
        with pytest.raises(RuntimeError):
            await privacy.forget(hall.matches, ADA)
    assert (await loaded(hall, first)).state is State.FINISHED and (await loaded(hall, second)).to_move == ADA
    await privacy.forget(hall.matches, ADA)
    assert (await loaded(hall, second)).state is State.FINISHED and await traces(hall, ADA) == set()


async def test_a_crash_in_the_replacement_leaves_whole_matches_and_asking_again_resumes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [await rounds(hall, ADA, BEN) for _ in range(3)]
    for match in matches:
        await hall.matches.resign(here(BEN), match.id)
    before = (await dump(hall.database))["ratings"]
    replace_some = store.replace_some

    async def crash(connection: Connection, person_id: int, other_id: int, numbers: Sequence[int], now: Any) -> Any:
        if numbers == [matches[1].id]:
            raise RuntimeError("the machine went down")
        return await replace_some(connection, person_id, other_id, numbers, now)

    monkeypatch.setattr("bot.actions.privacy._AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(store, "replace_some", crash)
        with pytest.raises(RuntimeError):
            await privacy.forget(hall.matches, ADA)
    assert [(await loaded(hall, match)).players for match in matches] == [(FORMER, BEN), (ADA, BEN), (ADA, BEN)]
    [audit] = [audit async for audit in rating_book.audits(hall.database.read)]
    assert audit.wrong_people == 0 and audit.corrections.matches == 0, "half forgotten is one person still"
    assert before == (await dump(hall.database))["ratings"]
    await rating_book.put_right(hall.database, audit)
    await privacy.forget(hall.matches, ADA)
    assert [(await loaded(hall, match)).players for match in matches] == [(FORMER, BEN)] * 3
    assert await traces(hall, ADA) == set()
    assert [audit.agrees async for audit in rating_book.audits(hall.database.read)] == [True]


async def test_moves_of_theirs_at_the_same_moment_come_before_or_not_at_all(hall: Hall) -> None:
    for _ in range(3):
        match = await rounds(hall, ADA, BEN)
        played, _farewell = await asyncio.gather(
            hall.matches.play(here(ADA), match.id, "on"), privacy.forget(hall.matches, ADA), return_exceptions=True
        )
        after = await loaded(hall, match)
        assert after.state is State.FINISHED and await traces(hall, ADA) == set()
        assert after.ply == (0 if isinstance(played, MatchIsOver) else 1)
