"""The menus that Discord opens on a person or a message: Challenge, Profile, Text, Replay from here."""

from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import ResponseMessage

from bot.model.match import State
from tests.bot.screen import option_ids, text_of
from tests.bot.world import World, answer, reply_text


async def test_nobody_challenges_themselves_a_bot_or_a_person_who_has_gone(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    window = await world.ada.context_menu(world.channel, "Challenge", world.ben)
    async with world.nothing_changes():
        assert "can't challenge yourself" in reply_text(
            await world.ada.context_menu(world.channel, "Challenge", world.ada)
        )
        assert "**Robot** is a bot" in reply_text(await world.ada.context_menu(world.channel, "Challenge", bot))
        world.env.backend.remove_member(world.guild.id, world.ben.id)
        reply = await world.ada.submit_modal(
            window, {"game": ["playwin"], "days": ["usual"], "is_rated": ["casual"], "host_seat": ["usual"]}
        )
        assert "they'd never find the board" in reply_text(reply)


async def test_a_message_tells_its_board_as_text_and_begins_a_replay_there(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4", "b5<c5")
    match = await world.match()
    older, newest = world.messages()[-3], world.messages()[-1]
    for who in (world.ada, world.cleo):
        reply = reply_text(await who.context_menu(world.channel, "Text", newest))
        assert f"```\n{match.position}\n```" in reply and "'s turn" in reply
        reply = reply_text(await who.context_menu(world.channel, "Text", older))
        assert f"```\n{match.history.upto(1).position}\n```" in reply
        replay = reply_text(await who.context_menu(world.channel, "Replay from here", older))
        assert "**Step 1 of 3**" in replay
        assert "**Step 3 of 3**" in reply_text(await who.context_menu(world.channel, "Replay from here", newest))


async def test_a_message_without_a_board_says_so(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    theirs = await world.ada.send(world.channel, "### Furl · match #1\n-# Ada against Ben · 1 move")
    async with world.nothing_changes():
        for message in (world.messages()[0], theirs):
            for name in ("Text", "Replay from here"):
                reply = reply_text(await world.cleo.context_menu(world.channel, name, message))
                assert reply.startswith("There's no board in this message.")


async def test_challenging_the_bot_itself_begins_a_match_with_one_of_its_characters(world: World) -> None:
    own = MemberActor(world.env, world.guild, UserHandle(world.env, world.env.backend.bot_user))
    question = answer(await world.ada.context_menu(world.channel, "Challenge", own))
    await choose(world, question, "furlong:meet:0:0:lynx")
    assert "Which game do you want to play against **Lynx**?" in text_of(question)
    await choose(world, question, "furlong:meet_one:0:0:farlander/lynx")
    assert text_of(question).startswith("You play **Lynx** (match #1, no time limit · casual).")
    assert (await world.match()).state is State.RUNNING


async def choose(world: World, question: ResponseMessage, value: str) -> None:
    await world.ada.select(question, [value], custom_id=option_ids(question)[value])
