"""The players beside the board, its other side, and a replay that plays by itself."""

import json
from datetime import timedelta

from bot.model.challenges import Proposal
from bot.model.clock import Terms
from rules import GAMES
from rules.core import Move, Seat
from tests.bot.web.visiting import ADA, BEN, CHANNEL, SERVER, Visited, picture_in


async def test_the_players_are_beside_the_board_with_their_sides_and_the_clock_of_the_one_to_move(
    site: Visited,
) -> None:
    bank = timedelta(hours=2)
    terms = Terms(bank=int(bank.total_seconds()), increment=10)
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), Seat(0), terms=terms)
    proposed = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    match = await site.matches.join(site.actor(BEN), proposed.id)
    shown = (await (await site.visit(BEN)).get(f"/matches/{match.id}")).text
    first, second = [part.partition('<div class="picture"')[0] for part in shown.split('<div class="strip')[2::2]]
    assert "Ada" in first and "White" in first and "strip now" in shown and 'data-style="C"' in first
    assert "Ben" in second and "Black" in second and "2 hours" in second


async def test_a_board_can_be_seen_from_the_other_side_in_one_match_alone(site: Visited) -> None:
    match, other = await site.match(), await site.match()
    ada = await site.visit(ADA)

    async def seen(number: int) -> bytes:
        return await ada.get_bytes(picture_in(await ada.get(f"/matches/{number}")))

    usual = await seen(match.id)
    turned = await ada.get(f"/matches/{match.id}/flip")
    assert turned.status == 303 and turned.headers["Location"] == f"/matches/{match.id}"
    assert await seen(match.id) != usual and await seen(other.id) == usual
    await ada.get(f"/matches/{match.id}/flip")
    assert await seen(match.id) == usual
    even = await site.match("fursaz")
    assert "/flip" not in (await ada.get(f"/matches/{even.id}")).text


async def test_a_step_of_a_replay_is_seen_to_move(site: Visited) -> None:
    match = await site.match()
    await site.matches.play(site.actor(ADA), match.id, Move("a4<c4"))
    ada = await site.visit(ADA)
    assert 'class="run"' in (await ada.get(f"/matches/{match.id}/replay?ply=0")).text
    for since, moves in ((0, True), (1, False), (7, False)):
        answer = await ada.get(f"/matches/{match.id}/motion?ply=1&view=&since={since}")
        assert bool(json.loads(answer.text)["stages"]) is moves
