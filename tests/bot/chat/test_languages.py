"""The language of an answer, a board, a message and a picture."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from discord.app_commands import Command, Group
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.actions import settings
from bot.chat.core.languages import channel_language
from bot.chat.features import all_commands
from bot.model.settings import Preferences
from bot.texts.language import language_name, languages
from bot.texts.zones import zones_like
from rules import GAMES
from tests.bot.pseudo import english_in, speak_pseudo, words_shown
from tests.bot.screen import Shown, alt_texts_of, buttons_of, components_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

PROPER: Final = (
    *(
        [
            "ada",
            "ben",
            "cleo",
            "Ada",
            "Ben",
            "Cleo",
            "Boss",
            "Mole",
            "Hedgehog",
            "Otter",
            "Badger",
            "Lynx",
            "Furlong",
            "UTC",
            "nonsense",
        ]
    ),
    *(game.name for game in GAMES.values()),
    *map(language_name, languages()),
    *zones_like("", 25),
)
NAMES: Final = frozenset(re.findall("[A-Za-z]+", " ".join(PROPER)))


@pytest.fixture(autouse=True)
def _pseudo(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace German by the pseudo-language once the bot has started; every untranslated word is then visible."""
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
    known = {wanted: world.env.create_guild(wanted, preferred_locale=wanted) for wanted in ("pt-BR", "es-ES", "ko")}
    await world.env.settle()
    guilds = {wanted: world.bot.get_guild(handle.id) for wanted, handle in known.items()}
    assert {wanted: channel_language("", guild) for wanted, guild in guilds.items()} == {
        "pt-BR": "pt_BR",
        "es-ES": "es",
        "ko": "en",
    }
    assert channel_language("pl", guilds["pt-BR"]) == "pl" and channel_language("", None) == "en"


async def test_without_a_choice_the_language_is_that_of_discord_which_is_kept_for_direct_messages(world: World) -> None:
    await world.start_match()
    reply = await world.at_once(world.typing(world.ada, move="nonsense"), locale="de")
    assert _is_translated(reply_text(reply[0]))
    assert (await _likes(world, world.ada)).reads == "de"
    await world.at_once(world.typing(world.ada, move="nonsense"), locale="ko")
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
    assert "“tlh” isn't one of the choices" in reply_text(refused)


def _without_required_options() -> Iterator[str]:
    """The commands and subcommands that can be sent without an option."""
    for command in all_commands():
        leaves = command.walk_commands() if isinstance(command, Group) else (command,)
        for leaf in leaves:
            if isinstance(leaf, Command) and not any(option.required for option in leaf.parameters):
                yield leaf.qualified_name


def _read(result: InteractionResult) -> str:
    """All words in the answer to a command: texts, labels, menus, descriptions of pictures, or a modal."""
    if result.modal is not None:
        return "\n".join(words_shown(result.modal))
    message = answer(result)
    return "\n".join([message.content, *words_shown(message.components)])


@pytest.mark.parametrize("name", list(_without_required_options()))
async def test_every_command_is_answered_in_the_language_of_the_person(
    world: World, boss: MemberActor, name: str
) -> None:
    """Begin one match, finish another, and post a challenge."""
    await world.store_matches(2, host=boss, guest=world.ben, moves=("a4<c4",))
    await world.matches.resign(world.actor(world.ben), 2)
    await boss.slash(world.channel, "settings", language="de")
    assert _is_translated(_read(await boss.slash(world.channel, name)))


async def test_a_public_board_stays_in_the_language_of_the_server_whoever_chooses_a_move_on_it(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="playwin", level="mole", side="first")
    english = text_of(world.board())
    first = option_ids(world.board())["b1"]
    await world.at_once(world.forged(world.ada, world.board(), first), locale="ja")
    assert "Where does b1 go?" in text_of(world.board())
    await world.at_once(world.press(world.ada, world.board(), "Back"), locale="ja")
    assert text_of(world.board()) == english
