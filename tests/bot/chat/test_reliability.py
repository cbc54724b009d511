"""Reliability as people see it: under a challenge, in profiles, and where a host requires it."""

from datetime import timedelta

from bot.model.clock import Terms
from tests.bot.screen import text_of
from tests.bot.tables import update_match
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _past(world: World, *, of_them_late: int) -> None:
    """Store five finished matches of Ada and Ben, some from last week; Ben has run out of time in the first ones."""
    await world.store_matches(5, host=world.ada, guest=world.ben, terms=Terms(3))
    for number in range(1, 6):
        await world.matches.resign(world.actor(world.ben), number)
    async with world.bot.services.context.database.write() as connection:
        for number in range(1, of_them_late + 1):
            await update_match(connection, number, {"ending": "time"})
        for number in range(1, 4):
            await update_match(connection, number, {"ended_at": world.bot.services.context.now() - timedelta(days=8)})


async def test_a_challenge_tells_of_its_host_before_it_is_accepted(world: World) -> None:
    await _past(world, of_them_late=1)
    await world.ben.slash(world.channel, "play", game="furl", opponent=world.cleo)
    assert "**Ben** finishes 80% of matches in time" in text_of(world.board())
    assert "**Ben** finishes 80%" in text_of(answer(await world.cleo.slash(world.channel, "board", match="6")))
    await world.cleo.slash(world.channel, "play", game="furl")
    assert "**Cleo** is new, with fewer than 5 matches with a time limit so far." in text_of(world.board())
    profile = text_of(answer(await world.ada.slash(world.channel, "profile", player=world.ben)))
    assert "**Reliability:** 80% of 5 matches finished in time" in profile


async def test_a_person_below_the_required_reliability_is_refused_with_a_sentence(world: World) -> None:
    await _past(world, of_them_late=1)
    await ask_to_play(world.ada, world.channel, game="furl", also=["reliable90"])
    assert "For people who finish at least 90% of their matches in time, or are new." in text_of(world.board())
    async with world.nothing_changes():
        reply = reply_text(await world.ben.click(world.board(), label="Join"))
        assert reply.startswith("**Ada** is looking for people who finish at least 90%")
        assert "You've finished 4 of your latest 5 matches, 80%" in reply
    await world.cleo.click(world.board(), label="Join")
    assert (await world.match(6)).players_are_seated
