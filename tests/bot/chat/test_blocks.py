"""Silent blocks, and who may challenge a person: all refusals sound alike, and nobody learns the reason."""

from discord import AppCommandOptionType, AppCommandType, app_commands
from simcord.actors import MemberActor

from bot.model.settings import Challengers
from tests.bot.screen import buttons_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text


async def _blocks(world: World, who: MemberActor, *others: MemberActor) -> None:
    for other in others:
        reply = text_of(answer(await who.slash(world.channel, "block", person=other)))
        assert f"**{other.name}** is blocked, and won't find out." in reply


async def _prefers(world: World, who: MemberActor, challenges: Challengers) -> None:
    card = answer(await who.slash(world.channel, "settings"))
    await who.select(card, [challenges.value], custom_id=option_ids(card)[challenges.value])


async def test_only_people_are_blocked_and_nobody_blocks_themselves(world: World) -> None:
    bot = world.guild.add_member(world.env.create_user("Beep", bot=True))
    async with world.nothing_changes():
        assert "can't block yourself" in reply_text(await world.ada.slash(world.channel, "block", person=world.ada))
        assert "is a bot, and bots don't challenge anyone" in reply_text(
            await world.ada.slash(world.channel, "block", person=bot)
        )
        empty = answer(await world.ada.slash(world.channel, "block"))
        assert "Nobody. `/block person:`" in text_of(empty) and not buttons_of(empty)
        forged = world.forged(world.ada, empty, "furlong-menu:own:0:0:challenges", "foes")
        undo = world.forged(world.ada, empty, "furlong:block_undo:0:0:zero")
        challenges, undone = await world.at_once(forged, undo)
        assert "“foes” isn't one of the choices" in reply_text(challenges) and "Nobody." in reply_text(undone)


async def _looks_up(world: World) -> list[str]:
    """The answers when Ada names Ben in everything that is not a challenge."""
    shown = [
        await world.ada.slash(world.channel, "games", player=world.ben),
        await world.ada.slash(world.channel, "profile", player=world.ben),
        await world.ada.context_menu(world.channel, "Profile", world.ben),
        await world.ada.slash(world.channel, "leaderboard"),
    ]
    window = await world.ada.context_menu(world.channel, "Challenge", world.ben)
    return [*map(reply_text, shown), str(window.modal)]


async def test_nothing_that_a_person_looks_up_differs_by_who_has_blocked_them(world: World) -> None:
    await world.start_match()
    await world.matches.resign(world.actor(world.ada), 1)
    usual = await _looks_up(world)
    await _prefers(world, world.ben, Challengers.NOBODY)
    taking_none = await _looks_up(world)
    await _prefers(world, world.ben, Challengers.EVERYONE)
    await _blocks(world, world.ben, world.ada)
    assert await _looks_up(world) == usual == taking_none


async def test_a_person_who_blocks_their_blocker_learns_nothing_of_it(world: World) -> None:
    replies: list[str] = []
    for is_blocked in (False, True):
        if is_blocked:
            await _blocks(world, world.ben, world.ada)
        blocked = answer(await world.ada.slash(world.channel, "block", person=world.ben))
        listed = answer(await world.ada.slash(world.channel, "block"))
        replies.append(f"{text_of(blocked)} {text_of(listed)}")
        ben = next(value for value in option_ids(listed) if str(world.ben.id) in value)
        await world.at_once(world.forged(world.ada, listed, ben))
        replies[-1] += text_of(answer(await world.ada.slash(world.channel, "block")))
    assert replies[0] == replies[1]


async def test_every_command_that_names_a_person_is_among_these(world: World) -> None:
    found = {
        command.qualified_name
        for command in world.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        and any(option.type is AppCommandOptionType.user for option in command.parameters)
    }
    menus = {command.name for command in world.bot.tree.get_commands(type=AppCommandType.user)}
    on_ladders = "season"  # where a block keeps nobody from challenging
    assert found == {"play", "games", "profile", "manage remove", "block", on_ladders} and menus == {
        "Challenge",
        "Profile",
    }
