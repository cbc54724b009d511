"""What the page sends of the motion of pieces: to whom, from when on, and of what."""

import json
import re
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from bot.model.match import Match
from bot.model.people import Person
from bot.model.picking import choose
from bot.web.boards import MOST_STEPS
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited

DORA = Person(8 << 22, "Dora")


async def played(site: Visited, count: int) -> Match:
    """A match of Furl after some moves."""
    match = await site.match()
    for _ in range(count):
        assert match.to_move is not None
        move = match.position.legal_moves()[0]
        match = (await site.matches.play(site.actor(match.to_move), match.id, move)).match
    return match


def motion_in(answer: Answer) -> tuple[str, int]:
    """The address of the motion towards the board on a page, and the entries up to that board."""
    found = re.search(r'data-ply="(\d+)" data-motion="([^"]+)"', answer.text)
    assert found is not None
    return unescape(found[2]), int(found[1])


async def stages(browser: Browser, address: str) -> int:
    """The number of stages at an address."""
    answer = await browser.get(address)
    assert answer.status == 200
    return len(json.loads(answer.text)["stages"])


async def test_moves_since_the_last_board_are_stages_with_a_sheet_of_their_pieces(site: Visited) -> None:
    match, ada = await played(site, 3), await site.visit(ADA)
    address, ply = motion_in(await ada.get(f"/matches/{match.id}"))
    assert ply == 3
    found = json.loads((await ada.get(f"{address}&since=1")).text)
    assert len(found["stages"]) == 2
    sheet = Image.open(BytesIO(await ada.get_bytes(found["sheet"])))
    assert all(x + width <= sheet.width and y + height <= sheet.height for x, y, width, height in found["sprites"])
    assert await stages(ada, f"{address}&since=3") == 0, "nothing has happened since"
    assert await stages(ada, f"{address}&since=7") == 0


async def test_the_board_of_who_waits_stays_that_after_their_move_though_the_next_one_is_quicker(site: Visited) -> None:
    match, ben = await played(site, 2), await site.visit(BEN)
    shown = await ben.get(f"/matches/{match.id}")
    (motion, _ply), picture = motion_in(shown), unescape(re.findall(r'<img src="([^"]+/picture[^"]+)"', shown.text)[0])
    before = await ben.get_bytes(picture)
    await site.matches.play(site.actor(ADA), match.id, match.position.legal_moves()[0])
    assert await ben.get_bytes(picture) == before
    assert await stages(ben, f"{motion}&since=1") == 1


async def test_a_chosen_move_is_seen_before_it_is_played_by_the_player_to_move_alone(site: Visited) -> None:
    match, ada, ben = await played(site, 2), await site.visit(ADA), await site.visit(BEN)
    move = match.position.legal_moves()[0]
    choice = choose(match.position, move)
    assert choice is not None and choice.move is not None and not choice.branches
    address, ply = motion_in(await ada.get(f"/matches/{match.id}?chosen={move}"))
    assert ply == 3 and await stages(ada, f"{address}&since=2") == 1
    assert await stages(ben, f"{address}&since=2") == 0, "for him nothing has happened"


async def test_who_has_missed_more_than_a_few_steps_sees_no_motion(site: Visited) -> None:
    match, ada = await played(site, MOST_STEPS + 1), await site.visit(ADA)
    address, _ply = motion_in(await ada.get(f"/matches/{match.id}"))
    assert await stages(ada, f"{address}&since=0") == 0
    assert await stages(ada, f"{address}&since=1") == MOST_STEPS


async def test_an_address_of_an_earlier_board_has_no_motion(site: Visited) -> None:
    match, ada = await played(site, 2), await site.visit(ADA)
    address, _ply = motion_in(await ada.get(f"/matches/{match.id}"))
    assert match.to_move is not None
    await site.matches.play(site.actor(match.to_move), match.id, match.position.legal_moves()[0])
    assert await stages(ada, f"{address}&since=1") == 0


@pytest.mark.parametrize("since", ["", "-1", "x", "9" * 30])
async def test_nonsense_about_where_pieces_come_from_is_refused(site: Visited, since: str) -> None:
    match, ada = await played(site, 1), await site.visit(ADA)
    address, _ply = motion_in(await ada.get(f"/matches/{match.id}"))
    assert (await ada.get(f"{address}&since={since}")).status == 400


async def test_the_motion_of_a_match_is_for_those_who_see_its_board(site: Visited) -> None:
    match, dora = await played(site, 2), await site.visit(DORA, 99 << 22)
    address, _ply = motion_in(await (await site.visit(ADA)).get(f"/matches/{match.id}"))
    elsewhere = await dora.get(f"{address}&since=1")
    assert elsewhere.status == 409 and "stages" not in elsewhere.text
    assert (await site.request("GET", f"{address}&since=1")).status == 401
