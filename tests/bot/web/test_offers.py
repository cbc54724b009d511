"""Offers on the page beside draws: handing a match over, free seats, takebacks at once, and questions that change nothing."""

import re
from itertools import chain
from typing import Any, Final

import pytest

from bot.actions import votes
from bot.actions.change import enter
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor
from bot.screens.more import options
from rules import GAMES
from rules.core import Seat
from tests.bot.stages import GUEST, HOST, STAGES, STRANGER, THIRD, Ground
from tests.bot.tables import dump
from tests.bot.web.visiting import CHANNEL, SERVER, Answer, Browser, Visited, words


def _usually(stage: str, *usual: str) -> Any:
    """A stage that only sweeps try, unless it is a usual one: `tests/bot/screens/test_offers.py` has them all."""
    return pytest.param(stage, marks=() if stage in usual else pytest.mark.sweep)


async def _board(browser: Browser, match: Match) -> Answer:
    return await browser.get(f"/matches/{match.id}")


@pytest.mark.parametrize("stage", [_usually(stage, "running", "by_vote") for stage in STAGES])
async def test_the_board_asks_its_questions_without_changing_anything(site: Visited, stage: str) -> None:
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD, STRANGER)}
    match = await Ground(site.matches, SERVER, CHANNEL).make(stage)
    browsers = [await site.visit(person) for person in (HOST, GUEST, THIRD, STRANGER)]
    before = await dump(site.matches.database)
    for browser in browsers:
        await _board(browser, match)
    assert await dump(site.matches.database) == before


def _forms(page: Answer) -> list[dict[str, str]]:
    """The forms of a page that do something in a match, each with its fields."""
    forms = re.findall(r'(?s)<form method="post" action="/matches/\d+/deeds">(.*?)</form>', page.text)
    return [dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)) for form in forms]


@pytest.mark.usefixtures("without_limits")
@pytest.mark.parametrize(
    "stage",
    [_usually(stage, "running", "finished") for stage in ("running", "left_by_guest", "by_vote", "finished", "alone")],
)
async def test_every_button_beside_the_board_does_something_for_those_who_have_it(site: Visited, stage: str) -> None:
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD, STRANGER)}
    ground, done = Ground(site.matches, SERVER, CHANNEL), set[str]()
    for person in (HOST, GUEST, THIRD, STRANGER):
        browser = await site.visit(person)
        match = await ground.make(stage)
        for number in range(len(_forms(await _board(browser, match)))):
            match = await ground.make(stage)
            before = await site.matches.load(match.id)
            form = _forms(await _board(browser, match))[number]
            if form["deed"] == "follow_match":  # which is about the person, and changes no match
                continue
            answer = await browser.post(f"/matches/{match.id}/deeds", **form)
            assert answer.status in (200, 303), (person, form, words(answer))
            assert await site.matches.load(match.id) != before, (person, form)
            done.add(form["deed"])
    assert done


_UNDER_ANOTHER_NAME: Final = {"verify": "Chance"}


@pytest.mark.usefixtures("without_limits")
@pytest.mark.parametrize("stage", ["running", "left_by_guest", "by_vote", "finished", "alone"])
async def test_whatever_is_behind_more_in_the_chat_is_beside_the_board(site: Visited, stage: str) -> None:
    """All but reviews, for which this page has no thinkers, hints to the player to move, and calling off before its time."""
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD, STRANGER)}
    match = await Ground(site.matches, SERVER, CHANNEL).make(stage)
    for person in (HOST, GUEST, THIRD, STRANGER):
        shown = words(await _board(await site.visit(person), match)).casefold()
        for option in chain.from_iterable(options(match, Actor(person, SERVER, channel_id=CHANNEL))):
            if option.act.name not in ("review", "hint", "call_off"):
                label = _UNDER_ANOTHER_NAME.get(option.act.name, option.label)
                assert label.casefold() in shown, (person, label)


@pytest.mark.parametrize(
    "deed", ["draw_yes", "takeback_yes", "time_yes", "pause_for", "handover_to", "call_off_yes", "vote_now"]
)
async def test_what_was_asked_about_another_turn_does_nothing(site: Visited, deed: str) -> None:
    """A day for the opponent, say, would become one for the person who was asked."""
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD)}
    proposal = Proposal(GAMES["furl"], CHANNEL, (GUEST,), Seat(0), terms=Terms(3))
    if deed == "vote_now":
        match = await Ground(site.matches, SERVER, CHANNEL).by_vote()
    else:
        proposed = await site.matches.propose(site.actor(HOST), SERVER, proposal)
        match = await site.matches.join(site.actor(GUEST), proposed.id)
    sent = {"deed": deed, "match": str(match.id), "revision": str(match.revision), "detail": "mole"}
    for seat in (0, 1):
        async with site.matches.change(match.id) as change:
            enter(change, Seat(seat), change.match.position.legal_moves()[0])
    if deed == "vote_now":
        there = Actor(THIRD, SERVER, channel_id=CHANNEL)
        await votes.cast(site.matches, there, match.id, change.match.position.legal_moves()[0])
    before, browser = await site.matches.load(match.id), await site.visit(HOST)
    answer = await browser.post(f"/matches/{match.id}/deeds", csrf=await browser.csrf(), **sent)
    assert answer.status == 409 and "This board is out of date" in words(answer), words(answer)
    assert await site.matches.load(match.id) == before
