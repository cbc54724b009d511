"""Menus, windows and commands with more games than a menu of Discord's holds; `test_plugins.py` runs this.

The games are declared by a package that is there from the start of the process.
"""

from typing import Any

from simcord.actors import MemberActor

from bot.texts import limits
from rules import FAMILIES, GAMES
from tests.bot.screen import components_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

LAST = [*GAMES.values()][-1]


def games_in(message: Any) -> list[list[str]]:
    """The names of games that each menu has."""
    names = {game.name for game in GAMES.values()}
    menus = ([one["label"] for one in item["options"]] for item in components_of(message) if "options" in item)
    found = ([label for label in labels if label in names] for labels in menus)
    return [menu for menu in found if menu]


def test_there_are_many_games() -> None:
    assert len(GAMES) > limits.MENU + 2 and len(FAMILIES) > limits.MENU


async def test_a_command_suggests_games_by_what_is_typed_and_takes_their_names(world: World, boss: MemberActor) -> None:
    suggested = [one["value"] for one in await world.ada.autocomplete(world.channel, "rules", "game", "")]
    assert suggested == [*GAMES][: limits.SUGGESTIONS]
    for command in ("play", "learn", "leaderboard", "manage start"):
        found = await boss.autocomplete(world.channel, command, "game", LAST.name.upper()[:-1])
        assert LAST.key in [one["value"] for one in found], command
    assert LAST.name in text_of(answer(await world.ada.slash(world.channel, "leaderboard", game=LAST.name.lower())))
    assert "There's no game called" in reply_text(await world.ada.slash(world.channel, "leaderboard", game="chess"))
    await world.ada.slash(world.channel, "play", game=LAST.name)
    assert any(LAST.name in text_of(message) for message in world.messages())


async def test_menus_share_the_games(world: World) -> None:
    greeting = answer(await world.ada.slash(world.channel, "help"))
    first, second = games_in(answer(await world.ada.click(greeting, label="Play a character")))
    assert len(first) == limits.MENU and [*first, *second] == [game.name for game in GAMES.values()]
    board = answer(await world.ada.slash(world.channel, "leaderboard"))
    assert [name for menu in games_in(board) for name in menu] == [game.name for game in GAMES.values()]
    await world.ada.select(board, [LAST.key], custom_id=option_ids(board)[LAST.key])
    assert LAST.name in text_of(board)


async def test_a_choice_in_one_menu_leaves_those_of_the_other(world: World) -> None:
    card = answer(await world.ada.slash(world.channel, "settings"))
    await world.ada.select(card, ["furl", "playwin"], custom_id=option_ids(card)["furl"])
    await world.ada.select(card, [LAST.key], custom_id=option_ids(card)[LAST.key])
    assert f"Furl, Play Win and {LAST.name}" in text_of(card)
    await world.ada.select(card, [], custom_id=option_ids(card)["furl"])
    assert f"open challenges to: {LAST.name}" in text_of(card)


async def test_windows_have_the_name_typed(world: World) -> None:
    window = await world.ada.slash(world.channel, "play")
    await world.ada.submit_modal(
        window, {"game": LAST.name.lower(), "who": ["anyone"], "days": ["usual"], "is_rated": ["rated"]}
    )
    assert any(LAST.name in text_of(message) for message in world.messages())


async def test_the_help_names_all_games(world: World) -> None:
    shown = answer(await world.ada.click(answer(await world.ada.slash(world.channel, "help")), label="All commands"))
    assert all(game.name in text_of(shown) for game in FAMILIES)
