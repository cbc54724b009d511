"""The games to learn on the page; their lessons are screens."""

from aiohttp import web

from bot.records.lessons import lessons_of
from bot.texts import lessons as lesson_texts
from bot.texts import pages as page_texts
from bot.texts.language import say
from bot.web.commands import html
from bot.web.pages import page
from bot.web.rules import picture_of
from rules import FAMILIES


async def show_games(request: web.Request) -> web.Response:
    """Show the games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    return page(
        request,
        "lessons.html",
        games=taught,
        picture_of=picture_of,
        title=say(page_texts.LESSONS),
        text=html(say(lesson_texts.WHICH_GAME)),
    )
