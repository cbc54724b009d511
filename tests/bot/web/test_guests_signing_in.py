"""A guest signs in with Discord: their matches come along, and nothing that should not."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import guests as guest_actions
from bot.actions import jobs, people, playing, sessions
from bot.model.challenges import MOST_ALONE, MOST_TOGETHER
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Person
from bot.store import people as people_store
from bot.web.access import COOKIE
from rules.core import Move
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited, visited, words

pytestmark = pytest.mark.each_database


@pytest.fixture
async def site(fresh_url: str) -> AsyncIterator[Visited]:
    async with visited(fresh_url, has_guests=True) as site:
        yield site


async def _guest(site: Visited, name: str = "Ann") -> Browser:
    browser = Browser(site)
    assert (await browser.post("/guest", name=name)).status == 303
    return browser


async def _alone(browser: Browser) -> int:
    """The number of a new match against a character."""
    answer = await browser.post("/play", csrf=await browser.csrf(), game="furl", character="mole")
    assert answer.status == 303, words(answer)
    return int(answer.headers["Location"].rpartition("/")[2])


async def _invited(host: Browser) -> tuple[int, str]:
    """The number of a match that waits for a friend, in which its host moves first, and the link to it."""
    sent = await host.post("/play/furl", csrf=await host.csrf(), **{"in.host_seat": "first", "in.days": "2 days"})
    found = re.search(r'value="http://[^/]+(/invited/\d+/\w+)"', (await host.get(sent.headers["Location"])).text)
    assert found is not None
    return int(sent.headers["Location"].rpartition("/")[2]), found[1]


async def _together(host: Browser, other: Browser) -> int:
    """The number of a match that a guest has begun with somebody who opened their link."""
    match_id, link = await _invited(host)
    assert (await other.post(link, csrf=await other.csrf())).status == 303
    host.site.clock[0] += timedelta(seconds=10)
    return match_id


async def _asked(site: Visited, browser: Browser, person: Person = ADA) -> tuple[Answer, dict[str, str]]:
    """What the page asks of a guest who opens somebody's link, and what its form sends."""
    question = await browser.get(f"/enter/{await site.link(person)}")
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', question.text))
    return question, form


async def _sign_in(site: Visited, browser: Browser, person: Person = ADA) -> Answer:
    _question, form = await _asked(site, browser, person)
    answer = await browser.post("/enter", **form)
    assert answer.status == 303, words(answer)
    return answer


async def _end_guests(site: Visited) -> None:
    """Do what is due about guests."""
    for job in await jobs.due(site.matches, [Kind.GUEST], 10):
        claim = await jobs.claim(site.matches, job)
        assert claim is not None
        await guest_actions.end(site.matches, claim)


async def _players(site: Visited, match_id: int) -> list[str]:
    return [player.name for player in (await site.matches.load(match_id)).players]


async def _count(site: Visited) -> int:
    async with site.matches.database.read() as connection:
        return await people_store.count_guests(connection)


async def test_running_and_finished_matches_come_along_and_nothing_of_the_guest_is_left(site: Visited) -> None:
    ann, bea = await _guest(site), await _guest(site, "Bea")
    running, alone, over = await _together(ann, bea), await _alone(ann), await _together(ann, bea)
    before = await site.matches.load(running)
    async with site.matches.change(over) as change:
        playing.withdraw(change, before.players[1])
    question, _form = await _asked(site, ann)
    assert "You play here as Ann (guest)" in words(question) and "become theirs" in words(question)
    assert (await _count(site)) == 2, "opening a link changes nothing"
    await _sign_in(site, ann)
    assert (await site.matches.load(over)).state in (State.FINISHED, State.CALLED_OFF)
    for match_id in (running, alone, over):
        assert "Ada" in await _players(site, match_id) and "Ann" not in await _players(site, match_id)
        assert (await ann.get(f"/matches/{match_id}")).status == 200
    match = await site.matches.load(running)
    assert match.to_move == ADA and match.host == ADA and match.deadline == before.deadline
    form = {"revision": str(match.revision), "move": "a4<c4"}
    assert (await ann.post(f"/matches/{running}/moves", csrf=await ann.csrf(), **form)).status == 303
    assert (await site.matches.load(running)).history.moves == 1
    await _end_guests(site)
    assert await _count(site) == 1 and (await site.matches.load(running)).state is State.RUNNING
    assert "Ada" in words(await bea.get(f"/matches/{running}"))


async def test_who_waits_for_a_friend_still_has_the_link_and_the_friend_plays_them(site: Visited) -> None:
    ann, bea = await _guest(site), await _guest(site, "Bea")
    match_id, link = await _invited(ann)
    await _sign_in(site, ann)
    await _end_guests(site)
    assert link in (await ann.get(f"/matches/{match_id}")).text
    assert "Ada invites you" in words(await bea.get(link))
    assert (await bea.post(link, csrf=await bea.csrf())).status == 303
    assert await _players(site, match_id) == ["Ada", "Bea"]


async def test_the_opponent_is_shown_the_match_and_so_is_who_has_signed_in(site: Visited) -> None:
    ann, ben = await _guest(site), await site.visit(BEN)
    await _together(ann, ben)
    for job in await jobs.due(site.matches, [Kind.BOARD], 10):
        await jobs.claim(site.matches, job)
    await _sign_in(site, ann)
    site.clock[0] += timedelta(minutes=10)
    assert {job.person_id for job in await jobs.due(site.matches, [Kind.BOARD], 10)} == {ADA.id, BEN.id}


async def test_nobody_plays_themselves_by_signing_in(site: Visited) -> None:
    ann, ada = await _guest(site), await site.visit(ADA)
    match_id, link = await _invited(ann)
    assert (await ada.post(link, csrf=await ada.csrf())).status == 303
    other = await _alone(ann)
    await _sign_in(site, ann)
    assert sorted(await _players(site, match_id)) == ["Ada", "Ann"] and "Ada" in await _players(site, other)
    await _end_guests(site)
    assert (await site.matches.load(match_id)).state in (State.FINISHED, State.CALLED_OFF)
    assert await _count(site) == 0


@pytest.mark.parametrize("is_blocked_by_other", [True, False])
async def test_nobody_reaches_by_signing_in_somebody_who_is_blocked_either_way(
    site: Visited, *, is_blocked_by_other: bool
) -> None:
    ann, ben = await _guest(site), await site.visit(BEN)
    match_id, alone = await _together(ann, ben), await _alone(ann)
    await people.block(site.matches, *((BEN, ADA) if is_blocked_by_other else (ADA, BEN)))
    await _sign_in(site, ann)
    assert "Ada" not in await _players(site, match_id) and "Ada" in await _players(site, alone)
    assert str(match_id) not in re.findall(r"/matches/(\d+)", (await ann.get("/")).text)


async def test_two_people_have_no_more_matches_with_each_other_by_signing_in(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = await site.visit(BEN)
    assert MOST_TOGETHER > 2
    monkeypatch.setattr(guest_actions, "MOST_TOGETHER", 2)
    numbers: list[int] = []
    for name in ("Ann", "Cat"):
        guest = await _guest(site, name)
        numbers += [await _together(guest, ben) for _ in range(2)]
        await _sign_in(site, guest)
    assert ["Ada" in await _players(site, number) for number in numbers] == [True, True, False, False]


async def test_nobody_has_more_matches_alone_by_signing_in(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_ALONE > 3
    monkeypatch.setattr(guest_actions, "MOST_ALONE", 3)
    numbers: list[int] = []
    for name in ("Ann", "Cat"):
        guest = await _guest(site, name)
        numbers += [await _alone(guest) for _ in range(2)]
        await _sign_in(site, guest)
    assert ["Ada" in await _players(site, number) for number in numbers] == [True, True, True, False]


async def test_a_double_click_signs_in_once_and_moves_everything_once(site: Visited) -> None:
    ann = await _guest(site)
    number = await _alone(ann)
    _question, form = await _asked(site, ann)
    answers = await asyncio.gather(*(ann.post("/enter", **form) for _ in range(4)))
    assert {answer.status for answer in answers} <= {303, 401, 403, 409, 410}
    assert sum("Set-Cookie" in answer.headers and COOKIE in answer.headers["Set-Cookie"] for answer in answers) == 1
    assert "Ada" in await _players(site, number)


async def test_two_guests_of_one_person_sign_in_at_once(site: Visited) -> None:
    ann, cat = await _guest(site), await _guest(site, "Cat")
    numbers = [await _alone(ann), await _alone(cat), await _together(ann, cat)]
    await asyncio.gather(_sign_in(site, ann), _sign_in(site, cat))
    found = [await _players(site, number) for number in numbers]
    assert "Ada" in found[0] and "Ada" in found[1] and found[2].count("Ada") == 1


async def test_a_link_that_fails_leaves_the_guest_as_they_were(site: Visited) -> None:
    ann = await _guest(site)
    number = await _alone(ann)
    _question, form = await _asked(site, ann)
    await sessions.end_all(site.matches, ADA.id)
    refused = await ann.post("/enter", **form)
    assert refused.status == 303 and "Set-Cookie" not in refused.headers, "the guest stays signed in"
    assert "Ann" in await _players(site, number) and (await ann.get(f"/matches/{number}")).status == 200


async def test_a_link_of_somebody_else_takes_nothing_without_the_guests_yes(site: Visited) -> None:
    ann = await _guest(site)
    number = await _alone(ann)
    asked = await ann.post("/enter", csrf=await ann.csrf(), token=await site.link(BEN))
    assert asked.status == 200 and "You play here as Ann" in words(asked)
    assert (await ann.post("/enter", token=await site.link(BEN), instead="1")).status == 403
    assert "Ann" in await _players(site, number)


async def test_a_move_that_is_on_its_way_is_kept_or_refused_whole(site: Visited) -> None:
    ann, bea = await _guest(site), await _guest(site, "Bea")
    number = await _together(ann, bea)
    match = await site.matches.load(number)
    _question, form = await _asked(site, ann)
    move = {"revision": str(match.revision), "move": str(Move("a4<c4"))}
    csrf = await ann.csrf()
    played, _entered = await asyncio.gather(
        ann.post(f"/matches/{number}/moves", csrf=csrf, **move), ann.post("/enter", **form)
    )
    after: Match = await site.matches.load(number)
    assert after.players[0] == replace(ADA) and after.history.moves == (played.status == 303)
