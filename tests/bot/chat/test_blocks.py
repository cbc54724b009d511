"""Silent blocks, and who may challenge a person: all refusals sound alike, and nobody learns the reason."""

from discord import AppCommandOptionType, AppCommandType, app_commands
from simcord.actors import MemberActor

from bot.model.settings import Challengers
from tests.bot.screen import buttons_of, option_ids, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text

_BEN_TAKES_NONE = "**Ben** isn't taking challenges or offers just now. An open challenge asks everybody here."


async def _blocks(world: World, who: MemberActor, *others: MemberActor) -> None:
    for other in others:
        reply = text_of(answer(await who.slash(world.channel, "block", person=other)))
        assert f"**{other.name}** is blocked, and won't find out." in reply


async def _prefers(world: World, who: MemberActor, challenges: Challengers) -> None:
    card = answer(await who.slash(world.channel, "settings"))
    await who.select(card, [challenges.value], custom_id=option_ids(card)[challenges.value])


async def _refused_challenges(world: World) -> list[str]:
    """The refusals when Ada challenges Ben in every possible way."""
    reply = [reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))]
    reply.append(
        reply_text(await ask_to_play(world.ada, world.channel, game="farlander", people=[world.cleo, world.ben]))
    )
    window = await world.ada.context_menu(world.channel, "Challenge", world.ben)
    result = await world.ada.submit_modal(window, {"game": ["furl"], "days": ["usual"]})
    return [*reply, reply_text(result)]


async def test_a_challenge_is_refused_alike_to_who_is_blocked_and_to_everybody(world: World) -> None:
    await _prefers(world, world.ben, Challengers.NOBODY)
    async with world.nothing_changes():
        assert set(await _refused_challenges(world)) == {_BEN_TAKES_NONE}
    await _prefers(world, world.ben, Challengers.PLAYED)
    async with world.nothing_changes():
        assert set(await _refused_challenges(world)) == {_BEN_TAKES_NONE}
    await _prefers(world, world.ben, Challengers.EVERYONE)
    await _blocks(world, world.ben, world.ada)
    async with world.nothing_changes():
        assert set(await _refused_challenges(world)) == {_BEN_TAKES_NONE}
    await world.cleo.slash(world.channel, "play", game="furl", opponent=world.ben)
    assert "challenges you" in text_of(world.board()), "the others go on"


async def test_those_whom_a_person_has_played_may_challenge_them(world: World) -> None:
    await world.start_match()
    await _prefers(world, world.ben, Challengers.PLAYED)
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben)
    assert "challenges you" in text_of(world.board())
    assert (
        reply_text(await world.cleo.slash(world.channel, "play", game="fursaz", opponent=world.ben)) == _BEN_TAKES_NONE
    )


async def test_a_blocked_person_joins_nothing_and_offers_nothing(world: World) -> None:
    """Running matches go on; the blocker may still make offers, and a draw by repetition is a right."""
    board = await world.start_match()
    await _blocks(world, world.ben, world.ada)
    await world.play("a4<c4")
    board = world.board()
    async with world.nothing_changes():
        for label, confirm in (("Draw", "Offer a draw"), ("Takeback", "Ask for a takeback")):
            question = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label=label))
            result = await world.ada.click(question, label=confirm)
            assert [text_of(message) for message in result.followups] == [_BEN_TAKES_NONE]
        question = answer(await world.ada.slash(world.channel, "match", do="hand over"))
        result = await world.ada.click(question, label="Lynx")
        assert [text_of(message) for message in result.followups] == [_BEN_TAKES_NONE]
    assert "You gave **Ben** another day" in reply_text(await world.ada.slash(world.channel, "match", do="time"))
    question = answer(await world.ben.slash(world.channel, "match", do="draw"))
    await world.ben.click(question, label="Offer a draw")
    await world.ada.click(world.board(), label="Accept")
    async with world.nothing_changes():
        assert reply_text(await world.ada.click(world.board(), label="Rematch")) == _BEN_TAKES_NONE
    await world.ben.slash(world.channel, "play", game="furl")
    async with world.nothing_changes():
        for _ in range(2):
            assert reply_text(await world.ada.click(world.board(), label="Join")) == _BEN_TAKES_NONE
    await world.cleo.click(world.board(), label="Join")
    assert (await world.match(2)).players_are_seated


async def test_a_table_that_a_person_has_joined_is_theirs_too_and_nobody_is_singled_out(world: World) -> None:
    await ask_to_play(world.cleo, world.channel, game="farlander", also=["players4"])
    await world.ben.click(world.board(), label="Join")
    await _blocks(world, world.ben, world.ada)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.click(world.board(), label="Join"))
    assert reply.startswith("**Cleo** and **Ben** aren't taking challenges or offers just now.")
    await world.ben.click(world.board(), label="Leave")
    await world.ada.click(world.board(), label="Join")
    await world.ben.click(world.board(), label="Join")
    assert len((await world.match()).players) == 3, "a person who blocked another may sit down with them"


async def test_a_block_is_taken_back_from_its_list_after_a_restart_and_twice(world: World) -> None:
    await _blocks(world, world.ben, world.cleo, world.ada, world.ada)
    card = answer(await world.ben.slash(world.channel, "block"))
    assert "**Ada** and **Cleo**" in text_of(card)
    await world.restart()
    ada = next(value for value in option_ids(card) if str(world.ada.id) in value)
    await world.at_once(*[world.forged(world.ben, card, ada) for _ in range(2)])
    card = answer(await world.ben.slash(world.channel, "block"))
    assert "**Cleo**" in text_of(card) and "Ada" not in text_of(card)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    assert "challenges you" in text_of(world.board())


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
