"""Boards that a match has left behind: the last two keep their pictures, and earlier ones shrink to a line."""

from simcord.actors import MemberActor

from tests.bot.screen import buttons_of, look_of, pictures_of, text_of
from tests.bot.world import World, answer, reply_text


async def test_a_board_that_two_others_have_followed_shrinks_to_a_line_that_leads_on(world: World) -> None:
    first = await world.start_match()
    await world.types(world.ada, "a4<c4")
    assert look_of(world.messages()[1]) == look_of(first), "the last two keep their pictures"
    requests = len(world.env.http_requests)
    await world.types(world.ben, "e5<e4")
    requests = len(world.env.http_requests) - requests
    _challenge, old, before, new = world.messages()
    link = f"(https://discord.com/channels/{world.guild.id}/{world.channel.id}/{new.id})"
    assert text_of(old) == f"-# [Furl · match #1]{link}: **Ada** (White) furls 3 discs from a4 to c4: `a4<c4`"
    assert buttons_of(old) == pictures_of(old) == [] and world.pinged(old) == []
    assert pictures_of(before) and pictures_of(new) and requests == 4, "no request more than to take buttons off"
    async with world.nothing_changes():
        replay = answer(await world.cleo.context_menu(world.channel, "Replay from here", old))
    assert world.painting(replay).position == (await world.match()).game.start(2)


async def test_move_on_the_board_before_the_last_opens_the_picker_of_the_last(world: World) -> None:
    first = await world.start_match()
    await world.play("a4<c4")
    async with world.nothing_changes():
        picker = answer(await world.ben.click(first, label="Move"))
        assert world.painting(picker).position == (await world.match()).position
        assert "It isn't your turn" in reply_text(await world.ada.click(first, label="Move"))


async def test_at_the_end_the_last_two_boards_keep_their_pictures_and_one_its_buttons(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    assert [len(pictures_of(message)) for message in world.messages()] == [0, 0, 0, 0, 1], "the same twice is once"
    await world.start_match()
    await world.play("c2<c5", "e1<e4", "b1<b3", "e4xa1", "b4<a4", number=2)
    assert (await world.match(2)).result is not None, "a piece on the far row was not captured"
    shown = [message for message in world.messages() if "match #2" in text_of(message)]
    assert [len(pictures_of(message)) for message in shown[-4:]] == [0, 0, 1, 1]
    assert [bool(buttons_of(message)) for message in shown[-4:]] == [False, False, False, True]


async def test_a_server_may_keep_all_boards(world: World, boss: MemberActor) -> None:
    await boss.slash(world.channel, "server", boards="keep")
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    assert [len(pictures_of(message)) for message in world.messages()] == [0, 1, 1, 1]
    assert [bool(buttons_of(message)) for message in world.messages()] == [False, False, False, True]
