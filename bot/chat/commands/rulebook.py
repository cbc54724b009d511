"""The illustrated rules of a game, in pages."""

import asyncio
import logging
from pathlib import Path
from typing import Final

from discord import app_commands, ui

from bot.chat.answers import Answer, Change, Show
from bot.chat.commands.arguments import game_of, page_number
from bot.chat.dispatcher import slash
from bot.chat.handlers import on_press
from bot.chat.request import Request
from bot.chat.rulebooks import pages_of
from bot.chat.sentences import names
from bot.chat.ui.messages import Post, image, layout
from bot.chat.ui.press import Press, button, row_of
from bot.model.refusals.games import NoRulebook
from rules import GAMES
from rules.core import Game

_log: Final = logging.getLogger(__name__)


@app_commands.command(name="rules", description="The rules of a game, with pictures.")
@app_commands.describe(game="Which game")
@app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()])
@slash
async def rules(_request: Request, game: str) -> Answer:
    """Show the first page of a game's rules."""
    return Show(await _page(game_of(game), 0))


@on_press("rules")
async def open_rules(request: Request) -> Answer:
    """Rules, on a challenge, behind More or in the help."""
    return Show(await _page(*_wanted(request.press)))


@on_press("rules_page", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Back and Next, under a page of rules."""
    return Change(await _page(*_wanted(request.press)))


def _wanted(press: Press) -> tuple[Game, int]:
    key, _, number = press.detail.partition("/")
    return game_of(key), page_number(number)


async def _page(game: Game, number: int) -> Post:
    pages = pages_of(game)
    if not pages:
        raise NoRulebook(game)
    number = min(number, len(pages) - 1)
    page = pages[number]
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(f"### {game.name}: {page.heading}\n{page.text}")]
    picture, extension = None, ""
    if page.illustration is not None:
        picture = await asyncio.to_thread(_read, page.illustration.file)
        extension = page.illustration.file.suffix[1:]
    if picture is not None and page.illustration is not None:
        items.append(image(page.illustration.alt, extension))
    back = button("Back", Press("rules_page", detail=f"{game.key}/{max(number - 1, 0)}"), disabled=number == 0)
    following = button(
        "Next", Press("rules_page", detail=f"{game.key}/{number + 1}"), disabled=number == len(pages) - 1
    )
    items += [ui.TextDisplay(names.page_of(number, len(pages))), row_of(back, following)]
    return Post(layout(*items), picture, extension=extension)


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError as error:
        _log.warning("a picture of the rules is missing: %s", error)
        return None
