"""Settings with another value than the usual one: each is stored, leaves all others alone, and reaches what follows."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any, Final

import pytest
from sqlalchemy import select

from bot.actions import settings
from bot.actions.competitions import entries
from bot.model.challenges import Proposal
from bot.model.clock import Terms, midnight
from bot.model.competitions.competition import Competition, Format, Regulations, Venue
from bot.model.servers import Lobby, Server
from bot.model.settings import (
    Challengers,
    Confirming,
    Preferences,
    Presence,
    QuietHours,
    Reach,
    Reminders,
    Sharing,
    Timeouts,
    View,
)
from bot.store import competitions as competition_store
from bot.store.engine.schema.matches import matches
from rules.core import Seat
from tests.bot.actions.competitions.club import Club, crowd
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CHANNEL, ELSEWHERE, FURL, SERVER, Hall, here

pytestmark = pytest.mark.alone

OF_SERVERS: Final[Mapping[str, Any]] = {
    "days": None,
    "channel_id": CHANNEL,
    "uses_threads": True,
    "theme": "paper",
    "panel_channel_id": CHANNEL + 1,
    "panel_message_id": CHANNEL + 2,
    "puzzle_channel_id": CHANNEL + 3,
    "review_channel_id": CHANNEL + 4,
    "challenge_days": None,
    "has_public_pages": True,
    "language": "pl",
    "lets_new_accounts_vote": False,
    "keeps_boards": True,
    "shows_solitary": True,
    "lobby": Lobby.POST,
    "meets_servers": True,
}
OF_PEOPLE: Final[Mapping[str, Any]] = {
    "reach": Reach.DIRECT,
    "time_zone": "Asia/Kolkata",
    "quiet": QuietHours(1, 2),
    "view": View.USUAL,
    "challengers": Challengers.PLAYED,
    "sharing": Sharing.NAMED,
    "language": "it",
    "discord_language": "fr",
    "reminders": Reminders.SEVERAL,
    "timeouts": Timeouts.WAIVED,
    "confirming": Confirming.EVERY,
    "theme": "night",
    "lobby": Presence.HIDDEN,
    "news_hour": 7,
}
OF_TERMS: Final[Mapping[str, Terms]] = {
    "days": Terms(days=5),
    "pauses_weekends": Terms(days=5, pauses_weekends=True),
    "is_rated": Terms(days=5, is_rated=True),
    "most_vacation": Terms(days=5, most_vacation=3),
    "has_hints": Terms(days=5, has_hints=True),
    "grants_takebacks": Terms(days=5, grants_takebacks=True),
    "bank": Terms(bank=7_200),
    "increment": Terms(bank=7_200, increment=30),
}
_OF_VOTES: Final = "vote_minutes"  # in matches that a channel plays, which have tests of their own
VENUE: Final = Venue(SERVER, CHANNEL, CHANNEL + 1, wants_threads=True)
TERMS: Final = Terms(5, pauses_weekends=True, is_rated=True, most_vacation=7)


def test_every_setting_has_an_unusual_value_here() -> None:
    assert OF_SERVERS.keys() == {one.name for one in fields(Server)}
    assert OF_PEOPLE.keys() == {one.name for one in fields(Preferences)}
    assert {*OF_TERMS, _OF_VOTES} == {one.name for one in fields(Terms)}
    for usual, unusual in ((Server(), OF_SERVERS), (Preferences(), OF_PEOPLE)):
        assert all(getattr(usual, name) != value for name, value in unusual.items())


@pytest.mark.parametrize("name", OF_SERVERS)
async def test_a_setting_of_a_server_is_kept_and_changes_no_other(hall: Hall, name: str) -> None:
    change = {name: OF_SERVERS[name]}
    await settings.settle(hall.matches, SERVER, lambda before: replace(before, **change))
    assert await settings.of_server(hall.matches, SERVER) == replace(Server(), **change)
    assert await settings.of_server(hall.matches, ELSEWHERE) == Server()


@pytest.mark.parametrize("name", OF_PEOPLE)
async def test_a_setting_of_a_person_is_kept_and_changes_no_other(hall: Hall, name: str) -> None:
    change = {name: OF_PEOPLE[name]}
    await settings.prefer(hall.matches, ADA, lambda before: replace(before, **change))
    assert await settings.of_person(hall.matches, ADA.id) == replace(Preferences(), **change)
    assert await settings.of_person(hall.matches, BEN.id) == Preferences()


@pytest.mark.parametrize("name", OF_TERMS)
async def test_the_terms_of_a_challenge_are_those_of_its_match_and_of_the_rematch(hall: Hall, name: str) -> None:
    terms = OF_TERMS[name]
    match = await hall.running(terms=terms)
    assert (await hall.matches.load(match.id)).terms == terms
    await hall.matches.resign(here(ADA), match.id)
    await hall.matches.offer_rematch(here(ADA), match.id)
    [offer] = (await hall.matches.load(match.id)).open_offers
    await hall.matches.accept_offer(here(BEN), match.id, offer.id)
    again = await hall.matches.load(match.id + 1)
    assert again.terms == terms


async def test_everything_about_a_proposal_is_kept(hall: Hall) -> None:
    proposal = Proposal(
        FURL, CHANNEL, host_seat=Seat(1), wants_thread=True, waits_days=4, least_reliability=90, terms=Terms(2)
    )
    match = await hall.matches.load((await hall.matches.propose(here(ADA), SERVER, proposal)).id)
    assert match.place.wants_thread and match.host_seat == 1 and match.terms == Terms(2)
    assert match.least_reliability == 90 and match.expires_at == hall.clock.at + timedelta(days=4)


def _unusual(hall: Hall, **changes: Any) -> Competition:
    begins_at = midnight(hall.clock.at.date() + timedelta(days=1))
    regulations = Regulations(Format.LEAGUE, (ROUNDS, STICKS), 7, True, TERMS, True, **changes)
    return Competition("Odd", VENUE, regulations, begins_at, begins_at + timedelta(days=40), ADA, hall.clock.at)


async def _stored(hall: Hall, number: int) -> Competition:
    async with hall.database.read() as connection:
        found = await competition_store.load(connection, number, hall.matches.games)
    assert found is not None
    return found


@pytest.mark.parametrize("rounds", [None, 5])
async def test_everything_about_a_competition_is_kept(hall: Hall, rounds: int | None) -> None:
    proposed = _unusual(hall, rounds=rounds)
    found = await _stored(hall, (await entries.propose(hall.matches, None, proposed)).id)
    assert (found.venue, found.regulations) == (VENUE, proposed.regulations)
    assert (found.name, found.begins_at, found.ends_at) == ("Odd", proposed.begins_at, proposed.ends_at)
    assert found.host == ADA


async def test_its_matches_and_its_next_season_have_its_terms_threads_and_channels(hall: Hall) -> None:
    club = Club(hall)
    league = await entries.propose(hall.matches, None, _unusual(hall))
    for person in crowd(4):
        await entries.join(hall.matches, here(person), league.id)
    await club.begin(league)
    async with hall.database.read() as connection:
        numbers = (await connection.scalars(select(matches.c.id))).all()
    made = [await hall.matches.load(number) for number in numbers]
    assert len(made) == 12, "four people meet on both sides"
    assert {one.terms for one in made} == {TERMS}
    assert {(one.place.channel_id, one.place.wants_thread) for one in made} == {(CHANNEL + 1, True)}
    assert {one.game.key for one in made} == {ROUNDS.key, STICKS.key}
    for _ in range(2):  # the first time, the bot was away on the last day, which goes on
        hall.clock.at = max(hall.clock.at, league.ends_at) + timedelta(days=1)
        await club.tend()
    after = await _stored(hall, league.id + 1)
    assert (after.venue, after.regulations, after.number) == (VENUE, league.regulations, 2)


async def test_the_challenges_of_a_ladder_have_its_terms_threads_and_channels(hall: Hall) -> None:
    regulations = Regulations(Format.LADDER, (ROUNDS,), 6, False, TERMS)
    ladder = await entries.propose(hall.matches, None, replace(_unusual(hall), regulations=regulations))
    first, second = crowd(2)
    for person in (first, second):
        await entries.join(hall.matches, here(person), ladder.id)
    made, _ladder = await entries.challenge(hall.matches, here(second), ladder.id, first)
    match = await hall.matches.load(made.match.id)
    assert match.terms == TERMS and match.place.wants_thread and match.place.channel_id == CHANNEL + 1
