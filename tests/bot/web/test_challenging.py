"""Challenging people on the page: the people and terms on offer, and the refusals, as in the chat."""

from dataclasses import replace

import pytest

from bot.actions import people, settings
from bot.model.match import State
from bot.model.people import Person
from rules.core import Seat
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Answer, Visited, visited, words


def _number(answer: Answer) -> int:
    return int(answer.headers["Location"].rpartition("/")[2])


async def test_a_person_who_plays_on_the_server_is_challenged_on_terms_as_in_the_window_of_the_chat(
    site: Visited,
) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    form = await ada.get("/play/furl")
    assert 'href="/play/furl"' in (await ada.get("/")).text
    assert "Ben" in words(form) and "Cleo" in words(form) and "15 minutes + 15 seconds" in words(form)
    asked = {"opponent1": str(BEN.id), "time": "7 days + 12 hours", "side": "second", "casual": "on", "weekends": "on"}
    posted = await ada.post("/play/furl", csrf=await ada.csrf(), **asked)
    match = await site.matches.load(_number(posted))
    assert match.invited == (BEN,) and match.host_seat == Seat(1) and match.place.server_id == SERVER
    assert match.terms.bank is not None and match.terms.pauses_weekends and not match.terms.is_rated
    assert match.id in site.looked, "the channel is told"
    here = posted.headers["Location"]
    assert "Accept" in words(await ben.get(here))
    await ben.post(f"{here}/answer", csrf=await ben.csrf(), deed="join")
    assert (await site.matches.load(match.id)).state is State.RUNNING


async def test_a_challenge_says_who_wants_to_play_and_on_which_terms_before_it_is_answered(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, ben, cleo = [await site.visit(person) for person in (ADA, BEN, CLEO)]
    posted = await ada.post(
        "/play/furl", csrf=await ada.csrf(), opponent1=str(BEN.id), time="2 days", side="second", casual="on"
    )
    here = posted.headers["Location"]
    asked = words(await ben.get(here))
    assert "Ada challenges you to a match of Furl" in asked and "Ada moves second." in asked
    assert "Terms: 2 days a move · casual." in asked and "Accept" in asked
    own = words(await ada.get(here))
    assert "You challenge Ben to a match of Furl" in own and "Terms: 2 days a move · casual." in own
    anyones = (await ada.post("/play/furl", csrf=await ada.csrf(), time="3 days")).headers["Location"]
    assert "Ada would like to play Furl and needs 1 more player." in words(await cleo.get(anyones))
    assert "Your open challenge to Furl needs 1 more player. Chance decides who moves first." in words(
        await ada.get(anyones)
    )


async def test_takebacks_at_once_are_chosen_in_the_form_and_stand_beside_the_board(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    assert "Take each move back once without asking, until another player moves; casual" in words(
        await ada.get("/play/furl")
    )
    asked = {"opponent1": str(BEN.id), "side": "first", "takebacks": "on"}
    posted = await ada.post("/play/furl", csrf=await ada.csrf(), **asked)
    match = await site.matches.load(_number(posted))
    assert match.terms.grants_takebacks and not match.terms.is_rated
    here = posted.headers["Location"]
    await ben.post(f"{here}/answer", csrf=await ben.csrf(), deed="join")
    played = (await site.matches.play(site.actor(ADA), match.id, "a4<c4")).match
    assert "Ask to take your last move back" not in words(await ada.get(here)), "nobody has to be asked"
    done = await ada.post(f"{here}/deeds", csrf=await ada.csrf(), deed="takeback_yes", revision=str(played.revision))
    assert "You've taken your move back" in words(done) and (await site.matches.load(match.id)).ply == 0


async def test_two_matches_with_sides_swapped_and_a_game_for_four(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada = await site.visit(ADA)
    both = await ada.post("/play/furl", csrf=await ada.csrf(), opponent1=str(BEN.id), both="on")
    assert (await site.matches.load(_number(both))).both_sides
    asked = {"opponent1": str(BEN.id), "opponent2": str(CLEO.id), "players": "4"}
    three = await ada.post("/play/farlander", csrf=await ada.csrf(), **asked)
    assert (await site.matches.load(_number(three))).seats == 3
    table = await ada.post("/play/farlander", csrf=await ada.csrf(), players="2")
    assert (await site.matches.load(_number(table))).seats == 2


async def test_those_whom_the_visitor_blocks_or_who_play_elsewhere_are_not_offered(site: Visited) -> None:
    elsewhere = Person(99 << 22, "Zoe")
    await site.match(host=BEN, guest=CLEO)
    await site.match(host=elsewhere, guest=BEN, server_id=SERVER + 1)
    await people.block(site.matches, ADA, CLEO)
    ada = await site.visit(ADA)
    form = words(await ada.get("/play/furl"))
    assert "Ben" in form and "Cleo" not in form and "Zoe" not in form
    for person in (elsewhere, CLEO, ADA):
        refused = await ada.post("/play/furl", csrf=await ada.csrf(), opponent1=str(person.id))
        assert refused.status == 400


async def test_refusals_are_shown_above_the_form_in_the_words_of_the_chat(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, asked = await site.visit(ADA), {"opponent1": str(BEN.id)}
    await people.block(site.matches, BEN, ADA)
    unwilling = await ada.post("/play/furl", csrf=await ada.csrf(), **asked, time="9 days")
    assert unwilling.status == 409 and "Ben" in words(unwilling) and 'value="9 days" selected' in unwilling.text
    wrong = await ada.post("/play/furl", csrf=await ada.csrf(), time="a blue moon")
    assert wrong.status == 409 and "a blue moon" in words(wrong)
    await people.unblock(site.matches, BEN, ADA.id)
    site.members.discard((SERVER, BEN.id))
    left = await ada.post("/play/furl", csrf=await ada.csrf(), **asked)
    assert left.status == 409 and "Ben" in words(left)


async def test_nobody_is_challenged_from_a_direct_message(site: Visited) -> None:
    cleo = await site.visit(CLEO, None)
    assert (await cleo.get("/play/furl")).status == 409
    assert (await cleo.post("/play/furl", csrf=await cleo.csrf())).status == 409


@pytest.mark.parametrize(
    ("is_possible", "is_wanted", "wants"), [(True, True, True), (True, False, False), (False, True, False)]
)
async def test_a_match_of_the_page_has_a_thread_where_the_server_wants_one_and_the_channel_can_have_one(
    fresh_url: str, is_possible: bool, is_wanted: bool, wants: bool
) -> None:
    asked: list[int] = []

    def opens_threads(channel_id: int) -> bool:
        asked.append(channel_id)
        return is_possible

    async with visited(fresh_url, opens_threads=opens_threads) as site:
        await site.match(host=BEN, guest=CLEO)
        await settings.settle(site.matches, SERVER, lambda server: replace(server, uses_threads=is_wanted))
        ada = await site.visit(ADA)
        posted = await ada.post("/play/furl", csrf=await ada.csrf(), opponent1=str(BEN.id))
        place = (await site.matches.load(_number(posted))).place
        assert place.wants_thread is wants and set(asked) == {CHANNEL}


@pytest.mark.parametrize(
    ("deed", "said"),
    [("decline", "Ben declined"), ("cancel", "Ada withdrew")],
)
async def test_whoever_ends_a_challenge_reads_what_became_of_it_and_so_does_everybody_who_comes_later(
    site: Visited, deed: str, said: str
) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    here = (await ada.post("/play/furl", csrf=await ada.csrf(), opponent1=str(BEN.id))).headers["Location"]
    one = ben if deed == "decline" else ada
    answer = await one.post(f"{here}/answer", csrf=await one.csrf(), deed=deed)
    for visitor in (one, ada, ben):
        told = await visitor.get(answer.headers["Location"])
        assert told.status == 200 and said in words(told) and "To the first page" in words(told)
        assert "That isn't possible" not in words(told)
