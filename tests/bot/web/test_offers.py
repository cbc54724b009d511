"""Offers on the page beside draws: handing a match over, free seats, takebacks at once, and questions that change nothing."""

import re
from datetime import timedelta
from itertools import chain
from typing import Final

import pytest

from bot.actions import playing
from bot.model.challenges import Proposal
from bot.model.characters import BADGER, MOLE, seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.screens.more import options
from rules import GAMES
from rules.core import Seat
from tests.bot.stages import GUEST, HOST, STAGES, STRANGER, THIRD, Ground
from tests.bot.tables import dump
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Answer, Browser, Visited, words

DORA = Person(8 << 22, "Dora")


async def _do(browser: Browser, match: Match, deed: str, detail: str = "", revision: int | None = None) -> Answer:
    sent = {"deed": deed, "detail": detail, "revision": str(match.revision if revision is None else revision)}
    return await browser.post(f"/matches/{match.id}/deeds", csrf=await browser.csrf(), **sent)


async def _board(browser: Browser, match: Match) -> Answer:
    return await browser.get(f"/matches/{match.id}")


def _offer_in(page: Answer) -> str:
    """The number of the offer that the first button on a page accepts."""
    found = re.search(r'(?s)value="offer_yes">.*?name="detail" value="(\d+)"', page.text)
    assert found is not None
    return found[1]


async def test_a_match_is_handed_over_to_a_character_on_two_pages(site: Visited) -> None:
    match = await site.match()
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    asked = await _board(ada, match)
    assert "Who should finish match #1" in words(asked) and 'value="badger"' in asked.text
    told = await _do(ada, match, "handover_to", "badger")
    assert "You've asked for a character to finish the match" in words(told)
    shown = await _board(ben, match)
    assert "Ada asks to let Badger finish this match" in words(shown)
    assert "Who should finish" not in words(shown) and "/board" not in words(shown), "the request is on the board"
    assert "plays on for Ada" in words(await _do(ben, match, "offer_yes", _offer_in(shown)))
    after = await site.matches.load(match.id)
    assert after.seated[0].name.startswith(BADGER.name) and not after.terms.is_rated
    assert "Who should finish" not in words(await _board(ben, match))


async def test_nobody_hands_a_match_over_to_a_character_that_there_is_not_or_from_an_old_board(site: Visited) -> None:
    match = await site.match()
    ada, cleo = await site.visit(ADA), await site.visit(CLEO)
    assert (await _do(ada, match, "handover_to", "tiger")).status == 409
    assert (await _do(cleo, match, "handover_to", "mole")).status == 409
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    stale = await _do(ada, match, "handover_to", "mole", revision=0)
    assert stale.status == 409 and not (await site.matches.load(match.id)).offers


async def test_a_free_seat_is_taken_by_a_person_who_watches_if_all_agree(site: Visited) -> None:
    site.members.add((SERVER, DORA.id))
    match = await site.matches.propose(site.actor(ADA), SERVER, Proposal(GAMES["farlander"], CHANNEL, (BEN, CLEO)))
    for person in (BEN, CLEO):
        match = await site.matches.join(site.actor(person), match.id)
    async with site.matches.change(match.id, site.actor(CLEO)) as change:
        playing.resign(change, CLEO)
    ada, dora = await site.visit(ADA), await site.visit(DORA)
    assert "Play on for Cleo" not in words(await _board(ada, match)), "who plays takes no other seat"
    assert "Play on for Cleo" in words(await _board(dora, match))
    seat = str(match.seat_of(CLEO.id))
    assert "You've asked for a seat" in words(await _do(dora, match, "seat", seat))
    assert (await _do(dora, match, "seat", seat)).status == 409, "once is enough"
    offer = (await site.matches.load(match.id)).open_offers[-1]
    for person in (ADA, BEN):
        await _do(await site.visit(person), match, "offer_yes", str(offer.id))
    after = await site.matches.load(match.id)
    assert after.seat_of(DORA.id) == match.seat_of(CLEO.id)
    assert "Resign" in words(await _board(dora, match))


async def test_a_move_against_a_character_alone_is_taken_back_by_one_touch(site: Visited) -> None:
    proposal = Proposal(GAMES["furl"], CHANNEL, seated(MOLE, 1), Seat(0))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    played = (await site.matches.play(site.actor(ADA), match.id, "a4<c4")).match
    ada = await site.visit(ADA)
    assert "Ask to take your last move back" not in words(await _board(ada, match))
    assert "You've taken your move back" in words(await _do(ada, played, "takeback_yes"))
    assert (await site.matches.load(match.id)).ply == 0
    assert (await _do(ada, played, "takeback_yes")).status == 409, "a second touch takes nothing more back"


async def test_a_form_of_an_older_page_asks_first_and_changes_nothing(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    before = await dump(site.matches.database)
    for deed, button in (("resign", "resign_yes"), ("draw", "draw_yes"), ("handover", "handover_to")):
        question = await _do(ada, match, deed)
        assert (
            question.status == 200 and f'value="{button}"' in question.text and "Back to the match" in words(question)
        )
    assert (await _do(ada, match, "takeback")).status == 409, "there's nothing to take back"
    assert (await _do(ada, match, "accept")).status == 400
    assert await dump(site.matches.database) == before


@pytest.mark.parametrize("stage", STAGES)
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
@pytest.mark.parametrize("stage", ["running", "left_by_guest", "by_vote", "finished", "alone"])
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
            answer = await browser.post(f"/matches/{match.id}/deeds", **form)
            assert answer.status in (200, 303), (person, form, words(answer))
            assert await site.matches.load(match.id) != before, (person, form)
            done.add(form["deed"])
    assert done


_UNDER_ANOTHER_NAME: Final = {"verify": "Dice"}


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


async def test_a_pause_is_asked_for_agreed_on_and_ended_beside_the_board(site: Visited) -> None:
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), Seat(0), terms=Terms(3))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    match = await site.matches.join(site.actor(BEN), match.id)
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    assert "For how long should match #1 (Furl) pause?" in words(await _board(ada, match))
    assert "You've asked for a pause" in words(await _do(ada, match, "pause_for", "14"))
    shown = await _board(ben, match)
    assert "Ada asks to pause the match until" in words(shown)
    assert "Match #1 is paused until" in words(await _do(ben, match, "offer_yes", _offer_in(shown)))
    paused = await _board(ada, match)
    assert "The match is paused until" in words(paused) and "End the pause" in words(paused)
    assert "paused until" in words(await ada.get("/"))
    cleo = await site.visit(CLEO)
    assert "End the pause" not in words(await _board(cleo, match))
    assert (await _do(cleo, match, "resume")).status == 409
    assert "Match #1 goes on." in words(await _do(ada, match, "resume"))
    assert (await site.matches.load(match.id)).deadline == site.clock[0] + timedelta(days=3)
