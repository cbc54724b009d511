"""Challenging people on the page: the people and terms on offer, and the refusals, as in the chat."""

from dataclasses import replace

import pytest

from bot.actions import people, settings
from bot.model.people import Person
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Answer, Visited, visited, words


def _number(answer: Answer) -> int:
    return int(answer.headers["Location"].rpartition("/")[2])


async def test_two_matches_with_sides_swapped_and_a_game_for_four(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada = await site.visit(ADA)
    both = await ada.post("/play/furl", csrf=await ada.csrf(), **{"in.who": str(BEN.id), "in.also.both": "on"})
    assert (await site.matches.load(_number(both))).both_sides
    asked = {"in.who": str(BEN.id), "in.who2": str(CLEO.id), "in.players": "players4"}
    three = await ada.post("/play/farlander", csrf=await ada.csrf(), **asked)
    assert (await site.matches.load(_number(three))).seats == 3
    table = await ada.post("/play/farlander", csrf=await ada.csrf(), **{"in.players": "players2"})
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
        refused = await ada.post("/play/furl", csrf=await ada.csrf(), **{"in.who": str(person.id)})
        assert refused.status == 400


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
        posted = await ada.post("/play/furl", csrf=await ada.csrf(), **{"in.who": str(BEN.id)})
        place = (await site.matches.load(_number(posted))).place
        assert place.wants_thread is wants and set(asked) == {CHANNEL}
