"""The commands `/help` and `/rules`, which shows the rules of a game in pages."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from discord import app_commands, ui

from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import offering
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.press import Option, PressMenu, button_of, choice, row_of
from bot.chat.core.request import Request
from bot.chat.screens import beside
from bot.model.refusals import NoRulebook
from bot.records.rulebooks import Illustration, Page, pages_of
from bot.screens.core import Act, game_named, game_of, page_number, turning
from bot.screens.guide import greeting
from bot.screens.pictures import illustration
from bot.texts import guide, limits, names
from bot.texts.language import labelled, say
from rules.core import Game


@app_commands.command(name="help", description="How Furlong works.")
@slash
async def help_command(_request: Request) -> Answer:
    """Show the greeting, with a button for all commands."""
    return await beside(greeting(is_help=True))


_log: Final = logging.getLogger(__name__)


@app_commands.command(name="rules", description="The rules of a game, with pictures.")
@app_commands.describe(game="Which game")
@offering("game")
@slash
async def rules(_request: Request, game: str) -> Answer:
    """Show the first page of a game's rules, a summary."""
    return Show(await _page(game_named(game), 0))


@on_press("rules")
async def open_rules(request: Request) -> Answer:
    """Handle Rules, on a challenge, behind More or in the help."""
    wanted = ((await request.match()).game, 0) if request.act.match_id else _wanted(request.act)
    return Show(await _page(*wanted))


@on_press("rules_page", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Handle Back, Next and the menu of pages, under a page of rules."""
    return Change(await _page(*_wanted(request.act)))


def _wanted(act: Act) -> tuple[Game, int]:
    key, _, number = act.detail.partition("/")
    return game_of(key), page_number(number)


async def _page(game: Game, number: int) -> Post:
    pages = pages_of(game)
    if not pages:
        raise NoRulebook(game)
    number = min(number, len(pages) - 1)
    page = pages[number]
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(f"### {labelled(game.name, say(page.heading))}\n{guide.page_text(page)}")
    ]
    picture, extension = None, ""
    if page.illustration is not None:
        picture, extension = await asyncio.to_thread(_illustration, game, page.illustration)
    if picture is not None and page.illustration is not None:
        items.append(image(say(page.illustration.alt), extension))
    others = turning(Act("rules_page", detail=f"{game.key}/"), number, len(pages), say("Back"), say("Next"))
    items += [ui.TextDisplay(names.page_of(number, len(pages))), row_of(*map(button_of, others))]
    if len(pages) > 1:
        items.append(row_of(_contents(game, pages, number)))
    return Post(layout(*items), picture, extension=extension)


def _contents(game: Game, pages: Sequence[Page], number: int) -> PressMenu:
    """A menu of the pages, as many as fit, with the current one chosen."""
    options = [
        Option(say(page.heading), "", Act("rules_page", detail=f"{game.key}/{index}"))
        for index, page in enumerate(pages[: limits.MENU])
    ]
    # Discord keeps showing the chosen option of a menu as long as the menu's id stays the same.
    chosen = options[number].act if number < len(options) else None
    return choice(say(guide.CONTENTS), options, name=f"rules-{number}", chosen=chosen)


def _illustration(game: Game, shown: Illustration) -> tuple[bytes | None, str]:
    try:
        return illustration(game, shown)
    except OSError as error:
        _log.warning("a picture is missing: %s", error)
        return None, ""
