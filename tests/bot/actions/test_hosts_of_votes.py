"""What the host of a match by vote may not decide for the channel."""

import pytest

from bot.actions import challenges, offers, votes
from bot.actions import engines as engine_actions
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.refusals.matches import HostPlaysAgainst, NobodyHasVoted, OpponentMayNotVote, VotesForOther
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import DRAW, teams
from rules import GAMES
from rules.core import Seat
from tests.bot.tables import ADA, BEN, CHANNEL, SERVER, Hall

_MOVES = GAMES["furl"].start(2).legal_moves()


def _there(person: Person) -> Actor:
    return Actor(person, SERVER, channel_id=CHANNEL)


async def _proposed(hall: Hall, *invited: Person, channels: tuple[Person, ...] = (EVERYBODY,)) -> Match:
    terms = Terms(3, vote_minutes=60)
    proposal = Proposal(GAMES["furl"], CHANNEL, invited, Seat(0), terms=terms, channels=channels)
    return await hall.matches.propose(_there(ADA), SERVER, proposal)


async def _vote(hall: Hall, match: Match, *choices: str) -> None:
    """Let the host make the first of these choices, and others the rest."""
    for number, choice in enumerate(choices):
        voter = Person((number + 1) << 40, f"Voter {number}") if number else ADA
        await votes.cast(hall.matches, _there(voter), match.id, choice)


async def _play_now(hall: Hall, match: Match) -> None:
    async with hall.matches.change(match.id, _there(ADA)) as change:
        votes.play_now(change, ADA, ())


@pytest.mark.parametrize("others", [10, 0])
async def test_a_draw_before_the_time_takes_more_than_half_of_the_voters(hall: Hall, others: int) -> None:
    match = await hall.matches.join(_there(BEN), (await _proposed(hall, BEN)).id)
    await _vote(hall, match, *[_MOVES[0]] * (others + 1))
    await _play_now(hall, match)
    reply = (await hall.matches.load(match.id)).position.legal_moves()[0]
    match = (await hall.matches.play(_there(BEN), match.id, reply)).match
    async with hall.matches.change(match.id, _there(BEN)) as change:
        offers.offer_draw(change, _there(BEN))
    await _vote(hall, match, DRAW)
    if others:
        with pytest.raises(NobodyHasVoted):
            await _play_now(hall, match)
    else:
        await _play_now(hall, match)
    assert ((await hall.matches.load(match.id)).result is None) is bool(others)


async def test_a_host_on_one_team_does_not_end_the_vote_of_the_other(hall: Hall) -> None:
    match = await _proposed(hall, channels=teams(2))
    await _vote(hall, match, _MOVES[0])
    await _play_now(hall, match)
    with pytest.raises(VotesForOther):
        await _play_now(hall, match)


async def test_whose_engine_plays_against_the_channel_decides_nothing_for_it(hall: Hall) -> None:
    engine, _token = await engine_actions.register(hall.matches, ADA, SERVER, "Bolt", ["furl"])
    await engine_actions.note_ready(hall.matches, engine.person)
    match = await _proposed(hall, engine.person)
    async with hall.matches.joining(match.id, Actor(engine.person, None)) as change:
        challenges.join(change, engine.person)
    with pytest.raises(OpponentMayNotVote):
        await _vote(hall, match, _MOVES[0])
    with pytest.raises(HostPlaysAgainst):
        await _play_now(hall, match)
