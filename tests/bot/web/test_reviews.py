"""The review of a match on the page: made once, with its progress, its card and its moments."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.learning import NotOver
from bot.model.reviews import Decision, Review
from bot.web import asking
from bot.web.access import Tell
from rules.core import Move
from tests.bot.web.visiting import ADA, BEN, SERVER, Visited, picture_in, visited, words


class _Reviewer:
    """Makes reviews in which every first move gave much away, once the test lets it."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()

    async def review(self, _person: Person, match: Match, tell: Tell) -> Review:
        if match.result is None:
            raise NotOver(match)
        await tell(2, 7)
        await self.may_end.wait()
        step = match.history.steps[0]
        best = next(move for move in step.before.legal_moves() if move != step.move)
        assert step.mover is not None
        decision = Decision(0, step.mover, (0.6, 0.4), step.move, best, 0.3, step.after.legal_moves()[0])
        return Review((decision,), (), 1)


@pytest.fixture
def reviewer() -> _Reviewer:
    return _Reviewer()


@pytest.fixture
async def site(tmp_path: Path, reviewer: _Reviewer) -> AsyncIterator[Visited]:
    async with visited(f"sqlite:///{tmp_path / 'page.db'}", review=reviewer.review) as site:
        yield site


async def _over(site: Visited) -> Match:
    match = await site.match()
    await site.matches.play(site.actor(ADA), match.id, Move("a4<c4"))
    return await site.matches.resign(site.actor(BEN), match.id)


async def test_a_review_shows_its_progress_and_then_its_card_and_moments(
    site: Visited, reviewer: _Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await _over(site)
    ada, here = await site.visit(ADA), f"/matches/{match.id}/review"
    for address in (f"/matches/{match.id}", "/"):
        assert f'href="{here}"' in (await ada.get(address)).text
    monkeypatch.setattr(asking, "_PATIENCE", 0.01)
    waiting = await ada.get(here)
    assert "2 of 7 moves" in words(waiting) and "refresh" in waiting.text, "the page asks again by itself"
    monkeypatch.undo()
    reviewer.may_end.set()
    made = await ada.get(here)
    assert "what turned it" in words(made) and "Moment 1" in words(made) and "refresh" not in made.text
    moments = [await ada.get(f"{here}/1/{side}") for side in ("played", "answer", "better")]
    assert all("**" not in words(moment) and "a4<c4" in words(moment) for moment in moments)
    assert "The better move" in words(moments[0]) and "As it was played" in words(moments[2])
    painted = [await ada.get_bytes(picture_in(one)) for one in (made, *moments)]
    assert len(set(painted)) == 3, "the only move is the moment"
    [graph] = re.findall(r'<svg class="graph".*?</svg>', made.text, re.DOTALL)
    assert f'<a href="{here}/1/played" aria-label="1. a4&lt;c4: Ada 60%, Ben 40%">' in graph and "<circle" in graph
    tried = {"deed": "try", "match": str(match.id), "detail": "0"}
    assert (await ada.post(f"/matches/{match.id}/try", csrf=await ada.csrf(), **tried)).status in (200, 303)
    assert 'name="deed" value="try"' in moments[0].text
    whole = await ada.get(f"{here}/0/played")
    assert whole.headers["Location"] == here


async def test_nothing_is_reviewed_before_the_end_or_for_strangers(site: Visited, reviewer: _Reviewer) -> None:
    reviewer.may_end.set()
    match = await site.match()
    ada = await site.visit(ADA)
    assert "/review" not in (await ada.get(f"/matches/{match.id}")).text
    early = await ada.get(f"/matches/{match.id}/review")
    assert early.status == 409 and "still being played" in words(early)
    assert (await site.request("GET", f"/matches/{match.id}/review")).status == 401
    elsewhere = await site.match(server_id=SERVER + 1, host=BEN, guest=Person(99 << 22, "Zoe"))
    assert (await ada.get(f"/matches/{elsewhere.id}/review")).status == 409
    over = await _over(site)
    for wrong in ("2/played", "1/other", "x/played", "1"):
        assert (await ada.get(f"/matches/{over.id}/review/{wrong}")).status == 404, wrong
