"""Whose language an answer, a board, a message and a picture are in."""

from typing import Final

import pytest
from simcord.actors import MemberActor

from bot.actions import settings
from bot.chat.core.languages import channel_language
from bot.model.settings import Preferences
from rules import GAMES
from tests.bot.pseudo import english_in, speak_pseudo
from tests.bot.screen import Shown, alt_texts_of, buttons_of, components_of, text_of
from tests.bot.world import World, answer, reply_text

PEOPLE: Final = ("ada", "ben", "cleo", "Ada", "Ben", "Cleo", "Mole", "Otter", "Badger", "Lynx", "Furlong")
NAMES: Final = frozenset(
    (*PEOPLE, *" ".join(game.name for game in GAMES.values()).split(), "UTC", "Deutsch", "nonsense")
)


@pytest.fixture(autouse=True)
def _pseudo(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """German is the pseudo-language once the bot has started; every word that was not translated is seen in it."""
    assert world.bot.is_ready()
    speak_pseudo(monkeypatch)


def _is_translated(text: str) -> bool:
    assert not english_in(text, NAMES), text
    return bool(text)


def _id_of(message: Shown, action: str) -> str:
    """The custom id of the button for an action."""
    ids = [item.get("custom_id", "") for item in components_of(message)]
    return next(custom_id for custom_id in ids if custom_id.startswith(f"furlong:{action}:"))


async def _likes(world: World, who: MemberActor) -> Preferences:
    return await settings.of_person(world.bot.services.context, who.id)


async def test_what_one_person_sees_is_in_their_language_and_what_all_see_in_that_of_the_server(world: World) -> None:
    board = await world.start_match()
    assert _is_translated(reply_text(await world.ada.slash(world.channel, "settings", language="de")))
    assert _is_translated(reply_text(await world.ada.slash(world.channel, "board", match="1")))
    assert "it is your turn" in text_of(world.board()) and world.board().id == board.id
    assert "Your settings" in reply_text(await world.ben.slash(world.channel, "settings"))
    await world.play("a4<c4")
    assert "it is your turn" in text_of(world.board())


async def test_a_server_chooses_the_language_of_its_channels(world: World, boss: MemberActor) -> None:
    await boss.slash(world.channel, "server", language="de")
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), custom_id=_id_of(world.board(), "join"))
    board = world.board()
    assert _is_translated(text_of(board)) and _is_translated(" ".join([*alt_texts_of(board), *buttons_of(board)]))
    assert "Your settings" in reply_text(await world.ada.slash(world.channel, "settings"))
    await world.play("a4<c4")
    assert _is_translated(text_of(world.board()))


async def test_without_a_choice_a_server_has_the_language_of_its_community(world: World) -> None:
    known = {wanted: world.env.create_guild(wanted, preferred_locale=wanted) for wanted in ("pt-BR", "es-ES", "ja")}
    await world.env.settle()
    guilds = {wanted: world.bot.get_guild(handle.id) for wanted, handle in known.items()}
    assert {wanted: channel_language("", guild) for wanted, guild in guilds.items()} == {
        "pt-BR": "pt_BR",
        "es-ES": "es",
        "ja": "en",
    }
    assert channel_language("pl", guilds["pt-BR"]) == "pl" and channel_language("", None) == "en"


async def test_a_direct_message_is_in_the_language_of_its_reader(world: World) -> None:
    await world.ben.slash(world.channel, "settings", language="de", notice="direct")
    await world.ada.slash(world.channel, "settings", notice="direct")
    await world.start_match(host=world.ben, guest=world.ada)
    await world.play("a4<c4", "g1<e1")
    [told] = world.direct_messages(world.ben)[-1:]
    assert _is_translated(told)
    assert "it is your turn" in world.direct_messages(world.ada)[-1].lower()


async def test_without_a_choice_the_language_is_that_of_discord_which_is_kept_for_direct_messages(world: World) -> None:
    await world.start_match()
    reply = await world.at_once(world.typing(world.ada, move="nonsense"), locale="de")
    assert _is_translated(reply_text(reply[0]))
    assert (await _likes(world, world.ada)).reads == "de"
    await world.at_once(world.typing(world.ada, move="nonsense"), locale="ja")
    assert (await _likes(world, world.ada)).reads == ""


async def test_a_choice_counts_more_than_the_language_of_discord(world: World) -> None:
    await world.ada.slash(world.channel, "settings", language="en")
    reply = await world.at_once(world.typing(world.ada, move="nonsense"), locale="de")
    assert english_in(reply_text(reply[0]), NAMES)


async def test_of_a_person_without_anything_stored_no_language_is_kept(world: World) -> None:
    async with world.nothing_changes():
        await world.at_once(world.typing(world.cleo, move="a4"), locale="de")


async def test_a_language_that_is_not_spoken_is_refused(world: World) -> None:
    card = answer(await world.ada.slash(world.channel, "settings"))
    async with world.nothing_changes():
        [refused] = await world.at_once(world.forged(world.ada, card, "furlong-menu:own:0:0:language", "tlh"))
    assert "“tlh” is not one of the choices" in reply_text(refused)
