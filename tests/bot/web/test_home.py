"""The first page, the matches that begin there."""

import asyncio
import re
from html import unescape

import render
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.people import Actor, Person
from players.characters import CHARACTERS, OTTER
from render.theme import WIDTH
from rules import FAMILIES, GAMES
from rules.core import Seat
from tests.bot.actions.results import WON, past
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Browser, Visited, words


async def test_waiting_matches_come_first_and_everything_else_is_a_touch_away(site: Visited) -> None:
    match = await site.match()
    home = await (await site.visit(ADA)).get("/")
    assert words(home).index("1 Your turn Ben") < words(home).index("New match Furl") < words(home).index("Mole")
    assert words(home).index("Mole") < words(home).index("Puzzle of the day")
    assert f'href="/matches/{match.id}"' in home.text and len(home.text.encode()) <= 60_000
    for address in ("/puzzles", "/lessons", "/seasons", "/leaderboard", "/lessons/furl", "/puzzles/furl", "/play/furl"):
        assert f'href="{address}"' in home.text, address
    ben = words(await (await site.visit(BEN)).get("/"))
    assert "Your turn" not in ben and "Waiting for others Ada Furl" in ben


async def test_boards_that_wait_are_small_pictures_and_the_most_urgent_is_first(site: Visited) -> None:
    calm = await site.match("playwin")
    ada = await site.visit(ADA)
    proposal = Proposal(GAMES["furl"], CHANNEL, (CLEO,), Seat(0), terms=Terms(1))
    urgent = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    await site.matches.join(site.actor(CLEO), urgent.id)
    home = await ada.get("/")
    turns = re.findall(
        r'<a class="tile[^"]*" href="/matches/(\d+)"><span class="art"><img src="([^"]+)" alt="">', home.text
    )
    assert [int(number) for number, _picture in turns] == [urgent.id, calm.id]
    assert "2 boards wait for you" in words(home) and "Cleo due" in words(home)
    assert "<title>(2) Furlong<" in home.text and 'data-count="2"' in home.text
    for _number, picture in turns:
        data = await ada.get_bytes(unescape(picture))
        assert render.size(data)[0] == WIDTH // 2 and len(data) < 40_000


async def test_however_many_matches_wait_a_browser_may_ask_at_once_for_all_that_it_does(site: Visited) -> None:
    for number in range(45):
        await site.match(guest=Person((100 + number) << 22, f"Guest {number}"))
    ada = await site.visit(ADA)
    shown = re.findall(r"<img ([^>]*)>", (await ada.get("/")).text)
    at_once = [unescape(src) for image in shown if "lazy" not in image for src in re.findall('src="([^"]+)"', image)]
    answers = await asyncio.gather(*(ada.get(address) for address in at_once))
    assert {answer.status for answer in answers} == {200}


async def test_what_was_asked_says_who_waits_for_whom(site: Visited) -> None:
    match = await site.proposed(host=ADA, guest=BEN)
    assert f"Ben Furl · #{match.id} · waits for an answer" in words(await (await site.visit(ADA)).get("/"))
    assert f"1 Needs your answer A Ada challenges you Furl · #{match.id}" in words(
        await (await site.visit(BEN)).get("/")
    )


async def test_finished_matches_show_the_result_and_how_it_changed_the_rating(site: Visited) -> None:
    await past(site.matches.database, SERVER, ((ADA, BEN), WON), game="furl")
    casual = await site.match()
    await site.matches.resign(site.actor(ADA), casual.id)
    winner, loser = [words(await (await site.visit(person)).get("/")) for person in (ADA, BEN)]
    assert re.search(rf"Recently finished Ben Furl · #{casual.id} · Lost – Ben Furl · #\d+ · Won \+\d+ ★", winner)
    assert re.search(rf"Recently finished Ada Furl · #{casual.id} · Won ★ Ada Furl · #\d+ · Lost −\d+ –", loser)


async def test_a_character_plays_the_variant_and_the_number_of_players_that_are_chosen(site: Visited) -> None:
    ada = await site.visit(ADA)
    asked = {"csrf": await ada.csrf(), "character": "otter", "game": "farlander-garrisons"}
    shown = await ada.get("/")
    assert all(f'name="game" value="{key}"' in shown.text for key in GAMES)
    begun = await ada.post("/play", **asked, **{"players.farlander-garrisons": "4", "players.farlander": "2"})
    match = await site.matches.load(int(begun.headers["Location"].rpartition("/")[2]))
    assert (match.game.key, match.seats) == ("farlander-garrisons", 4)
    assert [one.name for one in match.opponents_of(ADA.id)] == ["Otter", "Otter 2", "Otter 3"]
    for wrong in ("1", "5", "x"):
        assert (await ada.post("/play", **asked, **{"players.farlander-garrisons": wrong})).status == 400
    await ada.post("/play", **{**asked, "game": "fursaz-7"})
    again = (await ada.get("/")).text
    assert re.findall(r'name="game" value="([^"]+)"[^>]* checked', again) == ["fursaz-7"], "the latest is offered again"


async def test_whoever_is_about_as_strong_is_marked_after_three_matches(site: Visited) -> None:
    ada, otter = await site.visit(ADA), seated(OTTER, 1)[0]
    await past(site.matches.database, SERVER, *[((ADA, otter), WON)] * 2, game="furl")
    assert "About as strong as you" not in words(await ada.get("/"))
    await past(site.matches.database, SERVER, ((ADA, otter), WON), game="furl")
    assert re.findall(r"(\w+ \+?\w+) About as strong as you", words(await ada.get("/"))) == ["Otter +300"]
    begun = await ada.post("/play", csrf=await ada.csrf(), game="furl", character="otter+300")
    match = await site.matches.load(int(begun.headers["Location"].rpartition("/")[2]))
    assert [one.name for one in match.opponents_of(ADA.id)] == ["Otter +300"]
    assert 'src="/static/otter.webp' in (await ada.get(f"/matches/{match.id}")).text
    assert "About as strong as you" not in words(await (await site.visit(BEN)).get("/"))


async def test_a_stranger_reads_what_furlong_is_sees_its_games_and_how_to_get_in(site: Visited) -> None:
    browser = Browser(site)
    shown = await browser.get("/")
    assert "one move at a time" in words(shown) and "/games in Discord" in words(shown)
    pictures = re.findall(r'src="(/(?:rules/[a-z]+/picture|static/[a-z]+\.webp)[^"]*)" alt=""', shown.text)
    assert len(pictures) == 1 + len(FAMILIES) + len(CHARACTERS)
    for picture in pictures:
        assert await browser.get_bytes(unescape(picture))
    for game in FAMILIES:
        assert f'href="/rules/{game.key}"' in shown.text and (await browser.get(f"/rules/{game.key}")).status == 200


async def test_an_open_challenge_is_posted_joined_and_begins(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    posted = await ada.post("/play/furl", csrf=await ada.csrf())
    here = posted.headers["Location"]
    assert posted.status == 303 and "Withdraw" in words(await ada.get(here))
    assert "Join" in words(await ben.get("/")) and "Join" in words(await ben.get(here))
    assert (await ben.post(f"{here}/answer", csrf=await ben.csrf(), deed="join")).headers["Location"] == here
    match = await site.matches.load(int(here.rpartition("/")[2]))
    assert match.state is State.RUNNING and match.terms.is_rated and site.looked
    again = await ben.post(f"{here}/answer", csrf=await ben.csrf(), deed="join")
    assert again.status == 409


async def test_an_open_challenge_is_withdrawn_by_its_host_alone(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    here = (await ada.post("/play/furl", csrf=await ada.csrf())).headers["Location"]
    assert (await ben.post(f"{here}/answer", csrf=await ben.csrf(), deed="cancel")).status == 409
    assert (await ada.post(f"{here}/answer", csrf=await ada.csrf(), deed="cancel")).status == 303
    assert "Join" not in words(await ben.get("/"))


async def test_those_who_have_left_the_server_neither_see_nor_join_what_is_there(site: Visited) -> None:
    ada, cleo = await site.visit(ADA), await site.visit(CLEO)
    here = (await ada.post("/play/furl", csrf=await ada.csrf())).headers["Location"]
    site.members.discard((SERVER, CLEO.id))
    assert "Join" not in words(await cleo.get("/")) and "/seasons" not in (await cleo.get("/")).text
    assert (await cleo.post(f"{here}/answer", csrf=await cleo.csrf(), deed="join")).status == 409
    assert (await cleo.get("/seasons")).status == 409
    assert (await cleo.post("/play/furl", csrf=await cleo.csrf())).status == 409


async def test_a_match_begun_from_a_direct_message_stays_there(site: Visited) -> None:
    cleo = await site.visit(CLEO, None)
    home = await cleo.get("/")
    assert "Mole" in words(home) and "With a person" not in words(home)
    here = (await cleo.post("/play", csrf=await cleo.csrf(), game="furl", character="mole")).headers["Location"]
    assert (await site.matches.load(int(here.rpartition("/")[2]))).place.server_id == 0


async def test_who_has_moved_or_whose_match_is_over_goes_on_with_the_most_urgent_match_that_waits(
    site: Visited,
) -> None:
    calm, first = await site.match(), await site.match("playwin")
    ada, label = await site.visit(ADA), "Next match that waits"
    proposal = Proposal(GAMES["furl"], CHANNEL, (CLEO,), Seat(0), terms=Terms(1))
    urgent = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    await site.matches.join(site.actor(CLEO), urgent.id)
    assert label not in words(await ada.get(f"/matches/{first.id}")), "there is a move to make here"
    move = first.position.legal_moves()[0]
    played = await ada.post(f"/matches/{first.id}/moves", csrf=await ada.csrf(), revision="0", move=move)
    assert played.status == 303
    assert f'href="/matches/{urgent.id}">{label}<' in (await ada.get(f"/matches/{first.id}")).text
    await site.matches.resign(site.actor(ADA), urgent.id)
    assert f'href="/matches/{calm.id}">Next match<' in (await ada.get(f"/matches/{urgent.id}")).text
    await site.matches.resign(site.actor(ADA), calm.id)
    assert label not in words(await ada.get(f"/matches/{calm.id}")), "nothing waits any more"


async def test_whoever_is_asked_answers_on_the_first_page_until_they_have(site: Visited) -> None:
    match = await site.proposed(host=ADA, guest=BEN)
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    assert "Accept" not in words(await ada.get("/")) and "Accept Decline" in words(await ben.get("/"))
    assert f'action="/matches/{match.id}/answer"' in (await ben.get("/")).text
    answered = await ben.post(f"/matches/{match.id}/answer", csrf=await ben.csrf(), deed="join")
    assert answered.status == 303 and (await site.matches.load(match.id)).state is State.RUNNING
    assert "Accept" not in words(await ben.get("/"))


async def test_an_offer_needs_an_answer_and_is_answered_in_place_by_those_whom_it_asks(site: Visited) -> None:
    match = await site.match()
    await site.matches.play(site.actor(ADA), match.id, match.position.legal_moves()[0])
    await site.matches.offer_draw(site.actor(BEN), match.id)
    assert "Needs your answer" not in words(await (await site.visit(BEN)).get("/"))
    ada = await site.visit(ADA)
    home = await ada.get("/")
    assert "1 Needs your answer B 🤝 Ben offers a draw." in words(home) and "<title>(1) Furlong<" in home.text
    section = home.text.partition('class="grid answers"')[2].partition("</section>")[0]
    forms = [
        dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
        for form in re.findall(r"<form.*?</form>", section, re.DOTALL)
    ]
    assert len(forms) == 2 and f'href="/matches/{match.id}"' in section
    answered = await ada.post(f"/matches/{match.id}/deeds", home="", **forms[0])
    assert answered.headers["Location"] == "/"
    assert (await site.matches.find(site.actor(ADA), match.id)).state is State.FINISHED
    assert "Needs your answer" not in words(await ada.get("/"))


async def test_an_offer_of_a_match_of_another_server_is_found_too(site: Visited) -> None:
    match = await site.match(server_id=SERVER + 1)
    await site.matches.offer_draw(Actor(BEN, SERVER + 1), match.id)
    assert "1 Needs your answer" in words(await (await site.visit(ADA)).get("/"))
