"""Whoever follows the moves of a match has seen them once they have looked at it on the page."""

import pytest

from bot.actions import follows
from bot.model.follows import MOVES_LATE
from bot.model.jobs import Kind
from bot.store import follows as follow_store
from tests.bot.queue import forget_jobs, stored_jobs
from tests.bot.web.visiting import CLEO, SERVER, Visited


@pytest.mark.parametrize("way", ["", "/replay"])
async def test_whoever_looks_at_a_match_on_the_page_is_told_of_later_moves(site: Visited, way: str) -> None:
    match, context = await site.match(), site.matches
    cleo = await site.visit(CLEO)
    await follows.follow_match(context, site.actor(CLEO), match)
    [followed] = await follows.of_person(context, CLEO, SERVER)
    await follows.switch_moves(context, CLEO, followed.id)

    async def plays() -> int:
        """Make as many moves as it takes to tell of one; returns how many jobs there are then to tell of it."""
        for _ in range(MOVES_LATE + 1):
            now = await context.load(match.id)
            assert now.to_move is not None
            await context.play(site.actor(now.to_move), match.id, now.position.legal_moves()[0])
        return len(await stored_jobs(context.database, Kind.NEWS))

    assert await plays() == 1
    async with context.database.write() as connection:
        await forget_jobs(connection, Kind.NEWS)
        await follow_store.note_told(connection, CLEO.id, SERVER, context.now(), None, [match.id])
    assert await plays() == 0
    assert (await cleo.get(f"/matches/{match.id}{way}")).status == 200
    assert await plays() == 1


async def test_moves_are_chosen_in_the_list_of_what_one_is_told(site: Visited) -> None:
    match, cleo = await site.match(), await site.visit(CLEO)
    await follows.follow_match(site.matches, site.actor(CLEO), match)
    assert "and its moves" not in (await cleo.get("/settings/told")).text
    [followed] = await follows.of_person(site.matches, CLEO, SERVER)
    await cleo.post("/settings/told", csrf=await cleo.csrf(), deed="follow_moves", value=str(followed.id))
    assert "and its moves" in (await cleo.get("/settings/told")).text
