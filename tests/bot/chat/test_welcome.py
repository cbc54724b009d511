"""The greeting when the bot is added, and the way from there to a first match."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import State
from bot.records.lessons import lessons_of
from bot.store.engine.conditions import CLAIM
from rules import FAMILIES, GAMES
from tests.bot.screen import alt_texts_of, buttons_of, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

BUTTONS = ["Play a character", "Learn", "Puzzle", "Challenge a friend"]
_SOON = 25.0


async def _choose(world: World, message: ResponseMessage, value: str) -> None:
    await world.ada.select(message, [value], custom_id=option_ids(message)[value])


async def _joins(world: World) -> None:
    """Have Discord report that the bot was invited to all servers here, which the simulation does not report."""
    await world.env.settle()
    for guild in world.bot.guilds:
        await world.bot.on_guild_join(guild)
    await world.bot.delivery.background.idle()


@pytest.mark.greets
async def test_a_server_is_greeted_once_with_a_picture_and_four_buttons(world: World) -> None:
    await _joins(world)
    [greeting] = world.messages()
    assert text_of(greeting).startswith("### Hello! I'm Furlong") and buttons_of(greeting) == BUTTONS
    assert len(alt_texts_of(greeting)) == 1 and world.pinged(greeting) == []
    await _joins(world)
    await world.restart()
    await world.env.advance_time(_SOON)
    assert [one.id for one in world.messages()] == [greeting.id]


@pytest.mark.greets
async def test_it_greets_where_the_server_greets_newcomers_or_where_it_may_first_write(world: World) -> None:
    hall, lobby = world.guild.create_text_channel("hall"), world.guild.create_text_channel("lobby")
    world.env.backend.edit_guild(world.guild.id, {"system_channel_id": lobby.id})
    other = world.env.create_guild("Without a channel for newcomers")
    no_pictures = discord.PermissionOverwrite(attach_files=False)
    rules = other.create_text_channel("rules", overwrites={other.default_role: no_pictures})
    room = other.create_text_channel("room")
    await _joins(world)
    assert [len(world.messages(one)) for one in (world.channel, hall, lobby, rules, room)] == [0, 0, 1, 0, 1]


@pytest.mark.greets
async def test_where_it_may_write_nowhere_it_greets_nobody(world: World) -> None:
    deny = discord.Permissions(send_messages=True)
    everybody = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, everybody)
    await _joins(world)
    assert world.messages() == [] and (await world.stored())[Kind.GREETING] == []


@pytest.mark.greets
@pytest.mark.logs_errors
async def test_a_kill_between_greeting_and_noting_it_makes_no_second_greeting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.queue.keep", None)
        patched.setattr("bot.store.jobs.queue.put_back", None)
        await _joins(world)
    assert len(world.messages()) == 1
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + _SOON)
    first, second = world.sent("POST", f"/channels/{world.channel.id}/messages")
    assert first["nonce"] == second["nonce"] and first["enforce_nonce"] is second["enforce_nonce"] is True


async def test_help_is_the_greeting_with_all_commands_behind_a_button(world: World) -> None:
    for command in (world.ada.slash(world.channel, "help"), world.ada.user.slash("help")):
        shown = answer(await command)
        assert text_of(shown).startswith("### Hello! I'm Furlong")
        assert buttons_of(shown) == [*BUTTONS, "All commands"]


async def test_a_match_with_the_gentlest_character_begins_with_two_touches(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    games = answer(await world.ada.click(shown, label="Play a character"))
    assert "against **Mole**?" in text_of(games) and len(next(iter(menus_of(games).values()))) == len(GAMES)
    await _choose(world, games, "furlong:meet_one:0:0:furl/mole")
    assert text_of(games).startswith("You play **Mole** (match #1, no time limit · casual).")
    match = await world.match()
    assert match.state is State.RUNNING and match.game.key == "furl" and not match.terms.is_rated
    assert "New to Furl?" in text_of(games) and buttons_of(games) == ["Learn Furl"], "it is Ada's first match"
    again = answer(await world.ada.click(shown, label="Play a character"))
    await _choose(world, again, "furlong:meet_one:0:0:furl/mole")
    assert "New to" not in text_of(again) and buttons_of(again) == []


async def test_another_character_is_a_touch_more_also_after_a_restart(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    games = answer(await world.ada.click(shown, label="Play a character"))
    await world.restart()
    await _choose(world, games, "furlong:meet:0:0:badger")
    assert "against **Badger**?" in text_of(games)
    await _choose(world, games, "furlong:meet_one:0:0:farlander/badger")
    assert "You play **Badger**" in text_of(games) and (await world.match()).game.key == "farlander"


async def test_learn_asks_which_game_and_begins_its_first_lesson(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    for menu in (
        answer(await world.ada.click(shown, label="Learn")),
        answer(await world.ada.slash(world.channel, "learn")),
    ):
        taught = [game for game in FAMILIES if lessons_of(game)]
        assert next(iter(menus_of(menu).values())).keys() == {f"furlong:learn_game:0:0:{game.key}" for game in taught}
        await _choose(world, menu, "furlong:learn_game:0:0:furl")
        assert text_of(menu).startswith("### Furl, lesson 1 of ")


async def test_the_puzzle_of_the_greeting_is_the_same_for_everybody_on_a_server(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    first = text_of(answer(await world.ada.click(shown, label="Puzzle")))
    again = answer(await world.ben.slash(world.channel, "help"))
    second = text_of(answer(await world.ben.click(again, label="Puzzle")))
    assert first == second and "to move" in first


async def _submit(world: World, window: InteractionResult, **values: str | list[str] | list[MemberActor]) -> str:
    return reply_text(await world.ada.submit_modal(window, dict(values)))


async def test_play_without_options_opens_a_window_that_offers_the_gentlest_character_first(world: World) -> None:
    window = await world.ada.slash(world.channel, "play")
    assert window.modal is not None and window.modal["title"] == "Play" and len(window.modal["components"]) == 5
    assert (await _submit(world, window, game=["furl"], who="mole", days=["usual"])).startswith("You play **Mole**")
    match = await world.match()
    assert match.state is State.RUNNING and match.terms == Terms()


async def test_the_window_posts_an_open_challenge_on_the_terms_that_were_chosen(world: World) -> None:
    window = await world.ada.slash(world.channel, "play")
    reply = await _submit(world, window, game=["playwin"], who="anyone", days=["5 days"], also=["casual", "weekends"])
    assert reply.startswith("You posted an open challenge to Play Win")
    match = await world.match()
    assert match.is_open_challenge and match.terms == Terms(5, pauses_weekends=True)


async def test_people_named_in_the_window_are_asked_instead_of_the_character(world: World) -> None:
    window = await world.ada.slash(world.channel, "play")
    people = [world.ben, world.cleo]
    reply = await _submit(world, window, game=["farlander"], who="mole", people=people, days=["usual"], also=["hints"])
    assert reply.startswith("**Ben** and **Cleo** can now accept or decline")
    match = await world.match()
    assert [person.id for person in match.invited] == [world.ben.id, world.cleo.id] and match.terms.has_hints
    assert world.pinged(world.board()) == [world.ben.id, world.cleo.id]


async def test_challenge_a_friend_asks_for_the_friend_and_the_game(world: World) -> None:
    shown = answer(await world.ada.slash(world.channel, "help"))
    window = await world.ada.click(shown, label="Challenge a friend")
    reply = await _submit(world, window, people=[world.ben], game=["furl"], days=["usual"], also=["both"])
    assert reply.startswith("**Ben** can now accept or decline") and (await world.match()).both_sides
    await world.ben.click(world.board(), label="Accept")
    assert (await world.match()).state is State.RUNNING and (await world.match()).terms.is_rated


async def test_a_submitted_modal_can_be_refused_and_then_nothing_has_changed(world: World) -> None:
    window = await world.ada.slash(world.channel, "play")
    gone = await world.ada.slash(world.channel, "play")
    async with world.nothing_changes():
        assert "can't challenge yourself" in await _submit(
            world, window, game=["furl"], who="mole", people=[world.ada], days=["usual"]
        )
        reply = await _submit(world, gone, game=["furl"], who="mole", people=[world.ben, world.cleo], days=["usual"])
        assert "is a game for 2 players" in reply
        assert "Choose a `game`" in reply_text(await world.ada.slash(world.channel, "play", level="mole"))


async def test_direct_messages_offer_characters_and_friends(world: World) -> None:
    ada = world.ada.user
    games = answer(await ada.slash("play"))
    assert "Which game do you want to play against **Mole**?" in text_of(games)
    shown = answer(await ada.slash("help"))
    assert (await ada.click(shown, label="Challenge a friend")).modal is not None
    games = answer(await ada.click(shown, label="Play a character"))
    await ada.select(
        games, ["furlong:meet_one:0:0:furl/mole"], custom_id=option_ids(games)["furlong:meet_one:0:0:furl/mole"]
    )
    assert text_of(games).startswith("You play **Mole**")
