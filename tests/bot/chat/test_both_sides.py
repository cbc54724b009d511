"""**Both sides** in the window of `/play`: two matches at once with the seats swapped, and one result of the pair."""

import pytest
from simcord.actors import MemberActor

from bot.actions.competitions.standings import standings as standings_of_competition
from bot.model.match import State
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, ask_to_play, reply_text


async def both(world: World) -> list[str]:
    """The text of the newest messages of both matches."""
    matches = [await world.match(number) for number in (1, 2)]
    shown = {message.id: text_of(message) for message in world.messages()}
    return [shown[match.place.message_id or 0] for match in matches]


@pytest.mark.parametrize("game", ["furl", "furbowl"])
async def test_two_matches_begin_at_once_and_each_knows_the_other(world: World, game: str) -> None:
    reply = await ask_to_play(world.ada, world.channel, game=game, people=[world.ben], also=["first", "both"])
    assert "can now accept" in reply_text(reply)
    assert "two matches at the same time with sides swapped" in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    await world.bot.delivery.deliver_due()
    first, second = [await world.match(number) for number in (1, 2)]
    assert first.state is second.state is State.RUNNING
    assert first.players == tuple(reversed(second.players))
    assert first.players[0].id == world.ada.id or game != "furl"
    assert [match.twin and match.twin.id for match in (first, second)] == [2, 1]
    assert all("the other match is" in text for text in await both(world))
    await world.restart()
    for number, loser in ((1, world.ada), (2, world.ada)):
        await world.matches.resign(world.actor(loser), number)
    await world.bot.delivery.deliver_due()
    for text in await both(world):
        assert "**Ada** 0, **Ben** 2" in text or "**Ben** 2, **Ada** 0" in text


async def test_an_open_challenge_can_be_for_both_sides_and_more_than_two_cannot(world: World) -> None:
    assert "for two people" in reply_text(
        await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["both"])
    )
    await ask_to_play(world.ada, world.channel, game="furl", also=["both"])
    await world.cleo.click(world.board(), label="Join")
    await world.bot.delivery.deliver_due()
    first, second = [await world.match(number) for number in (1, 2)]
    assert {player.id for player in first.players} == {world.ada.id, world.cleo.id}
    assert first.players == tuple(reversed(second.players)) and second.state is State.RUNNING


async def test_a_game_that_favours_the_first_player_says_so_and_events_play_both_sides(
    world: World, boss: MemberActor
) -> None:
    for game, is_told in (("furl", False), ("farlander", False), ("furbowl", True), ("furbowl-even", False)):
        await ask_to_play(world.ada, world.channel, game=game)
        assert ("wins 54 of 100 matches" in text_of(world.board())) is is_told, game
        assert ("Fair to both: **Even Furbowl** or **Both sides**" in text_of(world.board())) is is_told, game
        await world.ada.click(world.board(), label="Withdraw")
    await ask_to_play(world.ada, world.channel, game="furbowl", also=["both"])
    assert "of 100" not in text_of(world.board())
    for number, (game, sides, twice) in enumerate(
        (("furl", None, False), ("furbowl", None, True), ("furbowl-even", None, False), ("playwin", "both", True)),
        start=1,
    ):
        options = {"format": "swiss", "game": game, "begins": "1 hour", "lasts": "1 day"}
        if sides is not None:
            options["sides"] = sides
        await boss.slash(world.channel, "manage start", **options)
        standings = await standings_of_competition(world.bot.services.context, world.actor(boss), number)
        assert standings.competition.regulations.both_sides is twice


async def test_a_match_is_reviewed_once_its_twin_is_over_too(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["first", "both"])
    await world.ben.click(world.board(), label="Accept")
    await world.bot.delivery.deliver_due()
    await world.play("a4<c4", "e5<e4", number=1)
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    over = next(message for message in reversed(world.messages()) if "Review" in buttons_of(message))
    pair = "The other match of this pair, #2, is still being played."
    async with world.nothing_changes():
        assert pair in reply_text(await world.ada.click(over, label="Review"))
    await world.matches.resign(world.actor(world.ada), 2)
    assert pair not in reply_text(await world.ada.click(over, label="Review"))
