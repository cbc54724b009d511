"""Voting on the page for the moves of a channel."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.actions import settings
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.people import NotNow
from bot.model.votes import CHANNEL as EVERYBODY
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Visited, visited, words


async def _begun(site: Visited, opponent: Person | None = None) -> Match:
    """A match by vote hosted by Ada, in which the channel begins, against a character or a person who has accepted."""
    others = (opponent,) if opponent is not None else seated(MOLE, 1)
    terms = Terms(3, vote_minutes=60)
    proposal = Proposal(GAMES["furl"], CHANNEL, others, Seat(0), terms=terms, channels=(EVERYBODY,))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    return match if opponent is None else await site.matches.join(site.actor(opponent), match.id)


async def test_a_visitor_from_elsewhere_or_on_the_other_side_does_not_vote(site: Visited) -> None:
    match = await _begun(site, BEN)
    site.members |= {(SERVER, BEN.id)}
    ben, stranger = await site.visit(BEN), await site.visit(CLEO, SERVER + 1)
    for browser in (ben, stranger):
        csrf = await browser.csrf()
        sent = await browser.post(f"/matches/{match.id}/moves", csrf=csrf, revision="0", move="a4<c4")
        assert sent.status != 303, sent.text
    stored = await site.matches.load(match.id)
    assert stored.voting is not None and not stored.voting.votes and not stored.voters


async def test_a_visitor_who_was_shut_out_of_the_channel_does_not_vote_there(fresh_url: str) -> None:
    shut_out = set[int]()

    async def may_see(server_id: int, channel_id: int, person_id: int) -> bool:
        assert (server_id, channel_id) == (SERVER, CHANNEL)
        if person_id == CLEO.id:
            raise NotNow
        return person_id not in shut_out

    async with visited(fresh_url, may_see=may_see) as site:
        match, ben, cleo = await _begun(site), await site.visit(BEN), await site.visit(CLEO)
        address = f"/matches/{match.id}"
        assert "Which disc moves?" in words(await ben.get(address))
        shut_out.add(BEN.id)
        assert "Which disc moves?" not in words(await ben.get(address))
        answers = [
            await browser.post(f"{address}/moves", csrf=await browser.csrf(), revision="0", move="a4<c4")
            for browser in (ben, cleo)
        ]
        assert [answer.status for answer in answers] == [409, 409]
        assert "Discord isn't saying" in words(answers[1])
        assert (await cleo.get(address)).status == 200, "what needs no answer of Discord is shown"
        stored = await site.matches.load(match.id)
        assert stored.voting is not None and not stored.voting.votes


async def test_an_account_younger_than_a_week_does_not_vote_where_the_server_says_so(site: Visited) -> None:
    match = await _begun(site)
    await settings.settle(site.matches, SERVER, lambda before: replace(before, lets_new_accounts_vote=False))
    made_at = site.clock[0] - timedelta(days=2)
    noah = Person(int((made_at - datetime(2015, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)) << 22, "Noah")
    site.members |= {(SERVER, BEN.id), (SERVER, noah.id)}
    for visitor, status in ((noah, 409), (BEN, 303)):
        browser = await site.visit(visitor)
        sent = await browser.post(f"/matches/{match.id}/moves", csrf=await browser.csrf(), revision="0", move="a4<c4")
        assert sent.status == status and ("a week old" in words(sent)) == (visitor is noah)
    stored = await site.matches.load(match.id)
    assert stored.voting is not None and [vote.person_id for vote in stored.voting.votes] == [BEN.id]


async def test_what_is_voted_on_is_due_when_the_vote_ends(site: Visited) -> None:
    match = await _begun(site)
    site.members |= {(SERVER, BEN.id)}
    assert match.voting is not None
    assert f'datetime="{match.voting.ends_at.isoformat()}"' in (await (await site.visit(BEN)).get("/")).text
