"""The leaderboards of a server."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.actions import ratings
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, Field, Leaderboard, LeaderboardRow
from bot.screens.core import (
    Act,
    Action,
    Asked,
    Choosable,
    Gap,
    Line,
    Menu,
    Screen,
    game_of,
    in_menus,
    on,
    page_number,
    turning,
)
from bot.screens.people import about
from bot.texts import engines as engine_texts
from bot.texts import names
from bot.texts import ratings as rating_texts
from bot.texts.language import say
from rules import GAMES

_LOOKS: Final = 3
"""The most attempts to compose a page without people who turn out to have left the server."""


def _server_of(asked: Asked) -> int:
    """The server whose matches count, or `DIRECT` if there is no server."""
    return asked.actor.server_id or DIRECT


@on("leaderboard_open", beside=True, at="/leaderboard")
async def open_leaderboard(asked: Asked) -> Screen:
    """Handle Leaderboard, under a profile."""
    return await page_of(asked, asked.act.detail or ALL_ROUND, 0)


@on("leaderboard", at="/leaderboard/{game}/{number+1}")
async def turn_page(asked: Asked) -> Screen:
    """Handle Back and Next, under a leaderboard."""
    pool, _, number = asked.act.detail.partition("/")
    return await page_of(asked, pool, page_number(number))


@on("leaderboard_of", takes_value=True, at="/leaderboard/{game}")
async def choose_pool(asked: Asked) -> Screen:
    """Handle the choice of another game in the menu under a leaderboard."""
    return await page_of(asked, asked.act.value or asked.act.detail, 0)


@on("leaderboard_about", beside=True, at="/ratings")
async def explain(asked: Asked) -> Screen:
    """Handle How it works, under a leaderboard."""
    up = Action(say("Leaderboard"), Act("leaderboard_open", detail=ALL_ROUND))
    return Screen(title=say("Ratings"), text=rating_texts.about_ratings(), here=asked.act, up=up)


async def page_of(asked: Asked, pool: str, page: int) -> Screen:
    """A page of a leaderboard, or its last one. Raises `UnknownGame`."""
    board = await leaderboard_of(asked, pool, page)
    if pool not in (ALL_ROUND, *board.pools):
        game_of(pool)
    act = Act("leaderboard", detail=f"{board.pool}/")
    has_engines = asked.has_programs and asked.actor.server_id is not None
    return Screen(
        title=say("Leaderboard"),
        text=rating_texts.leaderboard_heading(board),
        here=replace(act, detail=f"{act.detail}{board.page}"),
        lines=[*_lines(board, asked.person)],
        menus=_menus(board),
        steps=turning(act, board.page, board.pages, say("Back"), say("Next")) if board.pages > 1 else (),
        actions=(
            Action(say("My profile"), Act("profile_open")),
            Action(say("How it works"), Act("leaderboard_about")),
            *([Action(say(engine_texts.TITLE), Act("engines"))] if has_engines else ()),
        ),
    )


async def leaderboard_of(asked: Asked, pool: str, page: int, looks: int = _LOOKS) -> Leaderboard:
    """A page without the people who turn out to have left the server."""
    left = await asked.left(())
    board = await ratings.leaderboard(asked.context, Field(_server_of(asked), pool, left), page, asked.person)
    if looks and await asked.left([row.person.id for row in board.rows]) - left:
        return await leaderboard_of(asked, pool, page, looks - 1)
    return board


def _lines(board: Leaderboard, reader: Person) -> Iterator[Line]:
    """The rows of a page; then the reader's own row, if it is not there."""
    if not board.rows:
        yield Line(rating_texts.empty_leaderboard(board), gap=Gap.SPACE)
    yield from rows_of(board, reader)
    if board.rows and board.own is None:
        yield Line(rating_texts.no_own_rating(board), gap=Gap.RULE)
    elif board.rows and board.own is not None and board.own not in board.rows:
        yield _line(board, reader, board.own, Gap.RULE)
    if board.pages > 1:
        yield Line(names.page_of(board.page, board.pages))


def rows_of(board: Leaderboard, reader: Person) -> Iterator[Line]:
    """The rows of a page, with a heading over provisional ratings."""
    ranked = sum(row.position is not None for row in board.rows)
    for number, row in enumerate(board.rows):
        if number == ranked:
            yield Line(rating_texts.provisional_heading(), gap=Gap.SPACE)
        yield _line(board, reader, row, Gap.SPACE)


def _line(board: Leaderboard, reader: Person, row: LeaderboardRow, gap: Gap) -> Line:
    """A person's row, with figures padded to the widest on the page, so that they are aligned."""
    on_page = board.rows if board.own is None else (*board.rows, board.own)
    width = max(len(str(listed_row.position or "")) for listed_row in on_page)
    text = rating_texts.leaderboard_row(row, is_own=row.person.id == reader.id, width=width)
    return Line(text, gap=gap, about=about(row.person))


def _menus(board: Leaderboard) -> Sequence[Menu]:
    """The menus of other leaderboards: of all games together, and of each game, which need not be installed any more."""
    pools = [*dict.fromkeys((ALL_ROUND, *GAMES, *board.pools))]
    options = [Choosable(rating_texts.pool_name(key), "", key, is_chosen=key == board.pool) for key in pools]
    return [
        Menu(say("Another game"), Act("leaderboard_of", detail="" if start == 0 else pools[start]), part)
        for start, part in in_menus(options)
    ]
