"""Whatever happens in one match or competition leaves every row of the others as it was."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import analysis, votes
from bot.actions import privacy as privacy_actions
from bot.actions.competitions import entries
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.competitions.competition import Competition, Format, Regulations, Venue
from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.offers import OfferKind
from bot.model.votes import CHANNEL as EVERYBODY
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.matches import matches
from players.characters import MOLE
from rules.core import Seat
from tests.bot.actions.lives import FAY, full_life
from tests.bot.queue import due_jobs, forget_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Dump, Hall, dump, here

_Act = Callable[[Hall, int], Awaitable[object]]


async def _undo(hall: Hall, match_id: int) -> None:
    match = await hall.matches.ask_takeback(here(BEN), match_id)
    asked = next(offer for offer in match.open_offers if offer.kind is OfferKind.TAKEBACK)
    await hall.matches.accept_offer(here(FAY), match_id, asked.id)


_ACTS: dict[tuple[str, str], _Act] = {
    ("running", "a plan is given up"): lambda hall, number: hall.matches.plan(here(BEN), number, ""),
    ("running", "a note is deleted"): lambda hall, number: analysis.write(hall.matches, here(FAY), number, ""),
    ("running", "a move is taken back"): _undo,
    ("running", "a move is played"): lambda hall, number: hall.matches.play(here(BEN), number, "hop"),
    ("for three", "a player resigns"): lambda hall, number: hall.matches.resign(here(CLEO), number),
    ("table", "a player leaves"): lambda hall, number: hall.matches.leave(here(FAY), number),
    ("own table", "it is cancelled"): lambda hall, number: hall.matches.cancel(here(FAY), number),
    ("challenge", "it's declined"): lambda hall, number: hall.matches.decline(here(BEN), number),
    ("asked", "it is accepted"): lambda hall, number: hall.matches.join(here(FAY), number),
    ("for three", "a match ends"): lambda hall, number: hall.matches.resign(here(BEN), number),
}


def _rows_of_others(stored: Dump, key: str, numbers: set[int]) -> set[tuple[str, tuple[object, ...]]]:
    """The rows of other matches or competitions than these, each with its table; but for jobs, which come and go."""
    whose = {"match_id": matches, "competition_id": competitions}[key]
    found: set[tuple[str, tuple[object, ...]]] = set()
    for name, rows in stored.items():
        columns = list(METADATA.tables[name].columns.keys())
        place = columns.index("id" if name == whose.name else key) if name == whose.name or key in columns else None
        if place is not None and name != "jobs":
            found |= {(name, tuple(map(str, row))) for row in rows if row[place] not in {*numbers, None}}
    return found


async def test_what_happens_in_a_match_changes_no_row_of_another(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    lives = await full_life(hall, monkeypatch)
    for (situation, what), act in _ACTS.items():
        number, before = lives[situation].id, await dump(hall.database)
        await act(hall, number)
        after = await dump(hall.database)
        assert after != before, what
        others = [_rows_of_others(stored, "match_id", {number}) for stored in (before, after)]
        assert others[0] == others[1], what


async def test_a_vote_that_is_taken_back_takes_no_other_with_it(hall: Hall) -> None:
    terms = Terms(3, vote_minutes=60)
    proposal = Proposal(ROUNDS, CHANNEL, seated(MOLE, 1), Seat(0), terms=terms, channels=(EVERYBODY,))
    voters = [replace(here(person), channel_id=CHANNEL) for person in (BEN, CLEO, DAN)]
    begun = [await hall.matches.propose(here(FAY), SERVER, proposal) for _ in range(2)]

    async def chosen(match: Match) -> dict[int, str]:
        voting = (await hall.matches.load(match.id)).voting
        assert voting is not None
        return {vote.person_id: vote.choice for vote in voting.votes}

    for match in begun:
        for voter in voters:
            await votes.cast(hall.matches, voter, match.id, "on")
    await votes.cast(hall.matches, voters[0], begun[0].id, "back")
    await privacy_actions.forget(hall.matches, DAN)
    assert await chosen(begun[0]) == {BEN.id: "back", CLEO.id: "on"}
    assert await chosen(begun[1]) == {BEN.id: "on", CLEO.id: "on"}


async def test_who_leaves_a_competition_stays_in_others_and_others_stay_in_it(hall: Hall) -> None:
    begins_at = hall.clock.at + timedelta(days=1)
    venue = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)
    leagues: list[int] = []
    for game in (ROUNDS, FURL):
        regulations = Regulations(Format.LEAGUE, (game,), 4, both_sides=False, terms=Terms(3))
        wanted = Competition(
            game.name, venue, regulations, begins_at, begins_at + timedelta(days=30), FAY, hall.clock.at
        )
        leagues.append((await entries.propose(hall.matches, None, wanted)).id)
        for person in (FAY, BEN, CLEO):
            await entries.join(hall.matches, here(person), leagues[-1])
    before = await dump(hall.database)
    await entries.leave(hall.matches, here(BEN), leagues[0])
    after = await dump(hall.database)
    first, second = ([row[1] for row in after["entrants"] if row[0] == league] for league in leagues)
    assert first == [CLEO.id, FAY.id] and second == [BEN.id, CLEO.id, FAY.id]
    others = [_rows_of_others(stored, "competition_id", {leagues[0]}) for stored in (before, after)]
    assert others[0] == others[1]


async def test_a_board_that_nobody_shows_at_once_is_due_at_once(hall: Hall) -> None:
    proposal = Proposal(FURL, CHANNEL, (BEN,), both_sides=True)
    match = await hall.matches.begun(await hall.matches.propose(here(CLEO), SERVER, proposal))
    match = await hall.matches.join(here(BEN), match.id)
    assert match.twin is not None
    for act in (hall.matches.announce_again, lambda: privacy_actions.forget(hall.matches, CLEO)):
        assert {match.id, match.twin.id} <= {job.number for job in await due_jobs(hall.matches, Kind.BOARD)}
        async with hall.database.write() as connection:
            await forget_jobs(connection, Kind.BOARD)
        await act()
    assert {match.id, match.twin.id} <= {job.number for job in await due_jobs(hall.matches, Kind.BOARD)}
