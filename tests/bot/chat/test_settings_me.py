"""`/settings`: how a player is notified, their quiet hours, and their time zone."""

from datetime import timedelta
from typing import Any

import pytest
from discord import app_commands
from simcord.enums import InteractionType
from simcord.results import ResponseMessage

from bot.actions import settings
from bot.model.settings import USUAL, Preferences, QuietHours, Reach, Sharing, View
from bot.push import Pusher
from render import has_sides
from rules import FAMILIES
from rules.core import Seat
from rules.wording import listed
from tests.bot.screen import components_of, menus_of, option_ids, text_of
from tests.bot.world import UserAction, World, answer, reply_text

COMMAND = "settings"
WITHOUT_SIDES = [game.name for game in FAMILIES if not has_sides(game.start(game.seats.start))]
NIGHT = QuietHours(22 * 60, 7 * 60)


async def _liked(world: World) -> Preferences:
    return await settings.of_person(world.bot.services.context, world.ada.id)


async def _card(world: World, **options: str) -> ResponseMessage:
    return answer(await world.ada.slash(world.channel, COMMAND, **options))


async def test_the_card_shows_how_things_are_and_changes_nothing(world: World) -> None:
    async with world.nothing_changes():
        reply = text_of(await _card(world))
    assert (
        "a mention in the match's channel" in reply and "**Quiet hours:** none" in reply and "UTC, where it is" in reply
    )


async def test_a_menu_with_a_choice_says_what_the_choice_is_about(world: World) -> None:
    """A menu with a choice shows only that choice."""
    usual = ["off", "UTC", "own", "everyone", "unnamed"]
    for value in ("channel", "direct", "both"):
        card = await _card(world, notice=value)
        chosen = [option for item in components_of(card) for option in item.get("options", ()) if option.get("default")]
        assert [option["value"] for option in chosen] == ["discord", value, "once", "claimed", *usual]
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


async def test_everything_can_be_typed(world: World) -> None:
    reply = text_of(
        await _card(world, notice="both", quiet="10 pm - 7 am", zone="tokyo", view="usual", puzzles="never")
    )
    assert await _liked(world) == Preferences(Reach.BOTH, "Asia/Tokyo", NIGHT, View.USUAL, sharing=Sharing.NEVER)
    assert "a mention in the match's channel and a direct message" in reply and "22:00-07:00" in reply
    there = Preferences(time_zone="Asia/Tokyo").local(world.env.now())
    assert f"Asia/Tokyo, where it is {there:%H:%M} now" in reply


async def test_everything_can_be_clicked_and_taken_back(world: World) -> None:
    card = await _card(world)
    for value in ("direct", "22:00-07:00", "Europe/Berlin", "usual", "named"):
        await world.ada.select(card, [value], custom_id=option_ids(card)[value])
    assert await _liked(world) == Preferences(Reach.DIRECT, "Europe/Berlin", NIGHT, View.USUAL, sharing=Sharing.NAMED)
    for value in ("channel", "off", "UTC", "own", "unnamed"):
        await world.ada.select(card, [value], custom_id=option_ids(card)[value])
    assert await _liked(world) == USUAL


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


async def test_a_new_language_has_its_own_colon_at_once(world: World) -> None:
    assert "**言語：** 日本語" in text_of(await _card(world, language="ja"))
    assert "**Langue\u00a0:** Français" in text_of(await _card(world, language="fr"))


async def test_settings_that_are_not_named_stay(world: World) -> None:
    await _card(world, notice="direct", zone="Europe/Paris")
    await _card(world, quiet="22-7")
    await _card(world, zone="UTC")
    assert await _liked(world) == Preferences(Reach.DIRECT, "UTC", NIGHT)


async def test_preferences_of_one_player_do_not_affect_the_other(world: World) -> None:
    await _card(world, quiet="22-7")
    assert await settings.of_person(world.bot.services.context, world.ben.id) == USUAL


async def test_hours_and_zones_that_no_menu_has_are_shown_in_it_once_chosen(world: World) -> None:
    card = await _card(world, quiet="21:15-6:45", zone="Asia/Kathmandu")
    values = option_ids(card)
    assert "21:15-06:45" in values and "Asia/Kathmandu" in values
    assert all(len(options) <= 25 for options in menus_of(card).values())


async def test_preferences_and_their_menus_outlast_a_restart_and_work_in_direct_messages(world: World) -> None:
    await _card(world, notice="both")
    card = answer(await world.ada.user.slash(COMMAND, quiet="22-7"))
    await world.restart()
    await world.ada.user.select(card, ["Asia/Tokyo"], custom_id=option_ids(card)["Asia/Tokyo"])
    assert await _liked(world) == Preferences(Reach.BOTH, "Asia/Tokyo", NIGHT)


async def test_it_says_until_when_it_is_quiet_now(world: World) -> None:
    hour = world.env.now().hour
    reply = text_of(await _card(world, quiet=f"{hour}-{(hour + 2) % 24}"))
    assert f"Your quiet hours have started: messages wait until {(hour + 2) % 24:02}:00." in reply


_NONSENSE = [
    ("quiet", "soon", "“soon” doesn't work as quiet hours. Type when they start and end"),
    ("quiet", "8-8", "“8-8” doesn't work as quiet hours."),
    ("quiet", "25-7", "“25-7” doesn't work as quiet hours."),
    ("zone", "Atlantis", "There's no time zone called “Atlantis”."),
    ("zone", "Indiana", "such as `America/Indiana/Indianapolis`"),
    ("zone", "../../etc/passwd", "There's no time zone called"),
]


async def test_nonsense_is_refused_and_nothing_else_of_the_command_is_kept(world: World) -> None:
    async with world.nothing_changes():
        for option, text, answered in _NONSENSE:
            reply = reply_text(await world.ada.slash(world.channel, COMMAND, **{"notice": "both", option: text}))
            assert answered in reply


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


async def test_zones_are_suggested_by_city_with_their_time(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, COMMAND, "zone", "New Y")
    there = Preferences(time_zone="America/New_York").local(world.env.now())
    assert offered == [{"name": f"America/New York, {there:%H:%M}", "value": "America/New_York"}]
    assert len(await world.ada.autocomplete(world.channel, COMMAND, "zone", "a")) == 25


async def test_quiet_hours_are_suggested(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, COMMAND, "quiet", "21")
    assert [choice["value"] for choice in offered] == ["21:00-06:00", "21:00-07:00"]


async def test_private_boards_show_ones_own_side_below_unless_one_prefers_otherwise(world: World) -> None:
    await world.start_match()
    by_default = answer(await world.ben.slash(world.channel, "board"))
    assert world.painting(by_default).scene.viewpoint == Seat(1)
    await world.ben.slash(world.channel, COMMAND, view="usual")
    assert world.painting(answer(await world.ben.slash(world.channel, "board"))).scene.viewpoint is None
    reply = text_of(answer(await world.ben.slash(world.channel, COMMAND, view="own")))
    assert "from your side" in reply and f"{listed(WITHOUT_SIDES)} have no sides and stay as they are" in reply
    await world.play("a4<c4")
    picker = await world.opens_picker(world.ben)
    await world.chooses(world.ben, picker, "e5")
    seen = [answer(await world.ben.slash(world.channel, "board")), picker]
    usual = [world.board(), answer(await world.ada.slash(world.channel, "board"))]
    assert [world.painting(message).scene.viewpoint for message in seen] == [Seat(1)] * len(seen)
    assert [world.painting(message).scene.viewpoint for message in usual] == [None] * len(usual)


async def test_a_board_without_sides_is_never_turned(world: World) -> None:
    await world.ben.slash(world.channel, COMMAND, view="own")
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    assert world.painting(answer(await world.ben.slash(world.channel, "board"))).scene.viewpoint is None


async def test_a_zone_typed_as_a_distance_from_utc_is_that_far_ahead_and_an_ambiguous_city_is_asked_about(
    world: World,
) -> None:
    card = text_of(await _card(world, zone="GMT+2"))
    there = world.env.now() + timedelta(hours=2)
    assert f"UTC+2, where it is {there:%H:%M} now" in card
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, COMMAND, zone="Birmingham"))
    assert "may mean several time zones" in reply and "`America/Chicago` or `Europe/London`" in reply
    offered = await world.ada.autocomplete(world.channel, COMMAND, "zone", "mumbai")
    assert [one["value"] for one in offered] == ["Asia/Kolkata"]
