"""`/settings`: how a player is notified, their quiet hours, and their time zone."""

from typing import Any

import pytest
from discord import app_commands
from simcord.enums import InteractionType
from simcord.results import ResponseMessage

from bot.actions import settings
from bot.model.settings import Preferences, QuietHours, Reach
from bot.outside.push import Pusher
from tests.bot.screen import components_of, option_ids, text_of
from tests.bot.world import UserAction, World, answer, reply_text

COMMAND = "settings"
NIGHT = QuietHours(22 * 60, 7 * 60)


async def _liked(world: World) -> Preferences:
    return await settings.of_person(world.bot.services.context, world.ada.id)


async def _card(world: World, **options: str) -> ResponseMessage:
    return answer(await world.ada.slash(world.channel, COMMAND, **options))


async def test_a_menu_with_a_choice_says_what_the_choice_is_about(world: World) -> None:
    """A menu with a choice shows only that choice."""
    usual = ["off", "UTC", "off", "own", "everyone", "shown", "unnamed"]
    for value in ("channel", "direct", "both"):
        card = await _card(world, notice=value)
        chosen = [option for item in components_of(card) for option in item.get("options", ()) if option.get("default")]
        assert [option["value"] for option in chosen] == ["discord", value, "once", "claimed", "final", *usual]
        assert chosen[1]["label"].startswith("Tell me ")


async def _notices_offered(world: World) -> tuple[list[str], set[str]]:
    """The ways to be told that the command offers, and those of the menu on the card."""
    command = world.bot.tree.get_command(COMMAND)
    assert isinstance(command, app_commands.Command)
    [notice] = [one for one in command.parameters if one.name == "notice"]
    return [str(choice.value) for choice in notice.choices], {*option_ids(await _card(world))} & {*Reach}


async def test_push_is_offered_where_the_host_sends_it(world: World) -> None:
    assert await _notices_offered(world) == (["channel", "direct", "both"], {"channel", "direct", "both"})
    await world.restart(pusher=Pusher("host@furlong.example"))
    assert await _notices_offered(world) == ([*Reach], {*Reach})
    await _card(world, notice="push")
    await world.restart()
    assert (await _notices_offered(world))[1] == {*Reach}, "a choice that was made before is still seen"
    assert "by push" in text_of(await _card(world))


@pytest.mark.parametrize(
    ("code", "night", "none"),
    [
        ("en", "from 10 pm to 0700 hours", "none"),
        ("de", "von 22 Uhr bis 7 Uhr", "keine"),
        ("es", "de las 22 a las 7", "ninguno"),
        ("fr", "de 22 h à 7 h 00", "aucun"),
        ("it", "dalle 22 alle 7", "nessuno"),
        ("ja", "22時から7時まで", "なし"),
        ("pl", "od 22:00 do 7:00", "brak"),
        ("pt_BR", "das 22h às 7h", "nenhum"),
    ],
)
async def test_quiet_hours_are_typed_in_the_words_of_each_language(
    world: World, code: str, night: str, none: str
) -> None:
    await _card(world, language=code)
    await _card(world, quiet=night)
    assert (await _liked(world)).quiet == NIGHT
    await _card(world, quiet=none)
    assert (await _liked(world)).quiet is None


@pytest.mark.parametrize(("locale", "named"), [("en-US", "quiet"), ("fr", "calme"), ("de", "ruhe")])
async def test_options_are_named_as_discord_shows_them_whatever_language_is_chosen(
    world: World, locale: str, named: str
) -> None:
    assert "`/settings quiet:21:30" in text_of(await _card(world))
    await world.ada.slash(world.channel, COMMAND, language="de")
    command = world.env.backend.find_command(COMMAND, world.ada.guild.id, type=1)
    assert command is not None
    data: dict[str, Any] = {"id": command["id"], "name": COMMAND, "type": 1, "options": []}
    asked = UserAction(world.ada, world.channel.id, InteractionType.APPLICATION_COMMAND, data)
    [card] = await world.at_once(asked, locale=locale)
    assert f"`/settings {named}:21:30" in reply_text(card) and "deine" in reply_text(card).casefold()


async def test_it_says_until_when_it_is_quiet_now(world: World) -> None:
    hour = world.env.now().hour
    reply = text_of(await _card(world, quiet=f"{hour}-{(hour + 2) % 24}"))
    assert f"Your quiet hours have started: messages wait until {(hour + 2) % 24:02}:00." in reply


async def test_menus_that_were_tampered_with_are_refused(world: World) -> None:
    card = await _card(world)
    forged = [
        world.forged(world.ada, card, "furlong-menu:own:0:0:notice", "pigeon"),
        world.forged(world.ada, card, "furlong-menu:own:0:0:quiet", "always"),
        world.forged(world.ada, card, "furlong-menu:own:0:0:zone", "Mars"),
        world.forged(world.ada, card, "furlong-menu:own:0:0:view", "above"),
    ]
    async with world.nothing_changes():
        notice, quiet, zone, view = [reply_text(result) for result in await world.at_once(*forged)]
    assert "“pigeon” isn't one of the choices" in notice and "“above” isn't one of the choices" in view
    assert "“always” doesn't work as quiet hours" in quiet and "no time zone called “Mars”" in zone


async def test_a_board_without_sides_is_never_turned(world: World) -> None:
    await world.ben.slash(world.channel, COMMAND, view="own")
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    assert world.painting(answer(await world.ben.slash(world.channel, "board"))).scene.viewpoint is None
