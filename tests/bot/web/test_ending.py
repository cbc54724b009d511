"""The end of a match on the page: who won, what turned it, what follows, and the card to send."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

import render
from bot.actions import reviews, settings
from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.learning import NotOver
from bot.model.reviews import Decision, Review
from bot.web.access import Tell
from rules.core import Move
from tests.bot.web.visiting import ADA, BEN, CLEO, SERVER, Browser, Visited, visited, words


async def _reviewed(_person: Person, match: Match, _tell: Tell) -> Review:
    if match.result is None:
        raise NotOver(match)
    return _review(match)


def _review(match: Match) -> Review:
    step = match.history.steps[0]
    assert step.mover is not None
    best = next(move for move in step.before.legal_moves() if move != step.move)
    return Review((Decision(0, step.mover, (0.6, 0.4), step.move, best, 0.3),), (), 1)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Visited]:
    async with visited(f"sqlite:///{tmp_path / 'page.db'}", review=_reviewed) as site:
        yield site


async def _over(site: Visited) -> Match:
    match = await site.match()
    await site.matches.play(site.actor(ADA), match.id, Move("a4<c4"))
    return await site.matches.resign(site.actor(BEN), match.id)


async def test_the_end_says_who_won_to_each_and_offers_a_rematch_the_review_and_the_next_match(site: Visited) -> None:
    match, other = await _over(site), await site.match(host=CLEO, guest=ADA)
    await site.matches.play(site.actor(CLEO), other.id, Move("a4<c4"))
    for person, verdict in ((ADA, "You win!"), (BEN, "Ada wins")):
        shown = await (await site.visit(person)).get(f"/matches/{match.id}")
        assert verdict in words(shown) and "Ben resigns" in words(shown)
        assert shown.text.index("Rematch") < shown.text.index(f"/matches/{match.id}/review")
        assert (f'href="/matches/{other.id}"' in shown.text) is (person == ADA)


async def test_a_review_that_was_made_puts_the_curve_and_the_turning_point_on_the_end(site: Visited) -> None:
    match = await _over(site)
    ada, address = await site.visit(ADA), f"/matches/{match.id}/card"
    before = await ada.get(f"/matches/{match.id}")
    assert "The turning point" not in words(before) and 'class="graph"' not in before.text
    plain = await ada.get_bytes(address)
    await reviews.keep(site.matches, match.id, _review(match))
    after = await ada.get(f"/matches/{match.id}")
    assert "The turning point was move 1, by Ada: their chances fell from 60" in words(after)
    assert 'class="graph"' in after.text and f'href="/matches/{match.id}/review/' in after.text
    cards = [await ada.get_bytes(f"{address}{query}") for query in ("", "?wide")]
    assert len({plain, *cards}) == 3 and render.size(cards[1]) == render.WIDE == (1200, 630)


async def test_what_is_refused_below_a_match_leads_back_to_it_and_nothing_else_does(site: Visited) -> None:
    match, browser = await site.match(), await site.visit(ADA)
    refused = await browser.get(f"/matches/{match.id}/review")
    assert refused.status == 409 and f'href="/matches/{match.id}"' in refused.text
    assert "Back to the match" in words(refused)
    for elsewhere in ("/settings/server", "/matches/999999999", "/matches/999999999/review"):
        told = await browser.get(elsewhere)
        assert told.status in (404, 409) and "To the first page" in words(told)
        assert "Back to the match" not in words(told)


async def test_the_link_is_there_only_if_anyone_may_watch_and_then_has_the_card_as_its_preview(site: Visited) -> None:
    match = await _over(site)
    ada = await site.visit(ADA)
    assert "Copy link" not in (await ada.get(f"/matches/{match.id}")).text
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=True))
    shown = await ada.get(f"/matches/{match.id}")
    assert f'/matches/{match.id}"' in shown.text and "Copy link" in shown.text
    assert "Furl: Ada wins after 1 move." in shown.text
    preview = (await site.request("GET", f"/matches/{match.id}")).text
    assert f"/matches/{match.id}/card?wide" in preview and 'content="1200"' in preview
    stranger = Browser(site)
    assert render.size(await stranger.get_bytes(f"/matches/{match.id}/card?wide")) == render.WIDE


async def test_a_match_that_goes_on_has_no_card(site: Visited) -> None:
    match = await site.match()
    assert (await (await site.visit(ADA)).get(f"/matches/{match.id}/card")).status == 409
