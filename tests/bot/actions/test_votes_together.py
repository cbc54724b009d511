"""Concurrent votes from two processes: each person has one vote, and each move is played once; and the best voters."""

import asyncio

import pytest

from bot.actions import matches, votes
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.reviews import Decision, Review
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import teams
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.actions.test_offers_together import another
from tests.bot.tables import ADA, CHANNEL, SERVER, Hall, here

_MOVES = GAMES["furl"].start(2).legal_moves()
_BY_VOTE = Terms(3, vote_minutes=60)


def _voter(number: int) -> Actor:
    return Actor(Person((number + 1) << 40, f"Voter {number}"), SERVER, channel_id=CHANNEL)


async def _begun(hall: Hall) -> Match:
    proposal = Proposal(GAMES["furl"], CHANNEL, seated(MOLE, 1), Seat(0), terms=_BY_VOTE, channels=(EVERYBODY,))
    return await hall.matches.propose(here(ADA), SERVER, proposal)


async def test_of_the_votes_of_one_person_from_two_processes_at_once_exactly_one_counts(hall: Hall) -> None:
    match, voter = await _begun(hall), _voter(0)
    async with another(hall) as other:
        places = (hall.matches, other.matches)
        cast = [votes.cast(places[number % 2], voter, match.id, move) for number, move in enumerate(_MOVES[:20])]
        await asyncio.gather(*cast)
    stored = await hall.matches.load(match.id)
    assert stored.voting is not None and [vote.person_id for vote in stored.voting.votes] == [voter.person.id]
    assert stored.voting.votes[0].choice in _MOVES[:20] and len(stored.voters) == 1


async def test_a_person_who_votes_at_once_for_two_teams_plays_for_one(hall: Hall) -> None:
    own, second = teams(2)
    proposal = Proposal(GAMES["furl"], CHANNEL, (), Seat(0), terms=_BY_VOTE, channels=(own, second))
    match = await hall.matches.propose(here(ADA), SERVER, proposal)
    async with another(hall) as other:
        places = (hall.matches, other.matches)
        cast = [votes.cast(places[number % 2], _voter(number // 2), match.id, _MOVES[0]) for number in range(12)]
        results = await asyncio.gather(*cast, return_exceptions=True)
    assert all(isinstance(result, Match | Refusal) for result in results), results
    stored = await hall.matches.load(match.id)
    assert sorted(voter.person.id for voter in stored.voters) == [_voter(number).person.id for number in range(6)]
    assert sorted(voter.seat for voter in stored.voters) == [0, 0, 0, 1, 1, 1]
    first = {voter.person.id for voter in stored.voters if voter.seat == stored.position.turn}
    assert stored.voting is not None and {vote.person_id for vote in stored.voting.votes} == first


@pytest.mark.parametrize("closes", [2, 6])
async def test_a_vote_that_two_processes_close_at_once_is_one_move(hall: Hall, closes: int) -> None:
    match = await _begun(hall)
    for number in range(3):
        await votes.cast(hall.matches, _voter(number), match.id, _MOVES[number % 2])
    hall.clock.go_on(hours=1, seconds=1)
    async with another(hall) as other:
        other.clock.at = hall.clock.at

        async def close(place: Hall) -> None:
            async with matches.change(place.matches, match.id) as change:
                votes.close(change, match.revision, frozenset())

        await asyncio.gather(*(close((hall, other)[number % 2]) for number in range(closes)))
    stored = await hall.matches.load(match.id)
    assert stored.history.tokens == (_MOVES[0],) and stored.voting is None


async def test_of_the_best_moves_those_count_with_which_the_match_was_undecided(hall: Hall) -> None:
    match = await _begun(hall)
    for number, move in ((0, _MOVES[0]), (1, _MOVES[1])):
        await votes.cast(hall.matches, _voter(number), match.id, move)
    for own, expected in ((0.5, [("Voter 1", 1, 1), ("Voter 0", 0, 1)]), (0.0, []), (1.0, [])):
        decision = Decision(0, Seat(0), (own, 1 - own), _MOVES[0], _MOVES[1], own)
        found = await votes.agreements(hall.matches, match, Review((decision,), (), 1))
        assert [(one.person.name, one.best, one.voted) for one in found] == expected
