"""The messages with leaderboards and profiles."""

import asyncio
from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

import render
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.press import Press, PressMenu, button, menu, row_of
from bot.chat.matches.commands import match_line
from bot.model.match import Summary
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Leaderboard, LeaderboardRow, Profile
from bot.texts import names, ratings
from bot.texts.symbols import Symbols
from rules import GAMES

_MOST_OPTIONS: Final = 25  # in a menu of Discord's
_MOST_RUNNING: Final = 4

_Item = ui.Item[ui.LayoutView]


def leaderboard(board: Leaderboard, person_id: int) -> Post:
    """A page of a leaderboard, as `person_id` sees it."""
    items: list[_Item] = [ui.TextDisplay(ratings.leaderboard_heading(board.pool))]
    for part in _parts(board, person_id):
        items += [ui.Separator(visible=False), ui.TextDisplay(part)]
    if board.rows and board.own not in board.rows:
        own = ratings.no_own_rating(board.pool) if board.own is None else _line(board, person_id, board.own)
        items += [ui.Separator(), ui.TextDisplay(own)]
    if board.pages > 1:
        items.append(ui.TextDisplay(names.page_of(board.page, board.pages)))
    return Post(layout(*items, row_of(_menu(board.pool)), _buttons(board)))


def _parts(board: Leaderboard, person_id: int) -> list[str]:
    """The people on a page, those with provisional ratings under a heading of their own."""
    if not board.rows:
        return [ratings.empty_leaderboard(board.pool)]
    parts = [_line(board, person_id, row) for row in board.rows]
    ranked = sum(row.position is not None for row in board.rows)
    if ranked < len(parts):
        parts.insert(ranked, ratings.provisional_heading())
    return parts


def _line(board: Leaderboard, person_id: int, row: LeaderboardRow) -> str:
    """A person, with figures as wide as the page's widest, so that all stand below each other."""
    on_page = board.rows if board.own is None else (*board.rows, board.own)
    width = max(len(str(one.position or "")) for one in on_page)
    return ratings.leaderboard_row(row, is_own=row.person.id == person_id, width=width)


def _menu(pool: str) -> PressMenu:
    pools = (ALL_ROUND, *GAMES)[:_MOST_OPTIONS]
    options = [discord.SelectOption(label=ratings.pool_name(key), value=key, default=key == pool) for key in pools]
    return menu("Another game", Press("leaderboard_of"), options)


def _buttons(board: Leaderboard) -> ui.ActionRow[ui.LayoutView]:
    others = button("My profile", Press("profile_open")), button("How it works", Press("leaderboard_about"))
    if board.pages == 1:
        return row_of(*others)
    back, following = (
        Press("leaderboard", detail=f"{board.pool}/{page}") for page in (max(board.page - 1, 0), board.page + 1)
    )
    return row_of(
        button("Back", back, disabled=board.page == 0),
        button("Next", following, disabled=board.page == board.pages - 1),
        *others,
    )


async def profile(found: Profile, running: Sequence[Summary], asker: Person, symbols: Symbols, theme: str) -> Post:
    """A profile, with the first of the matches that the person is playing."""
    picture = await _picture(found, theme)
    results = ratings.profile_results(found) if found.matches else ratings.nothing_reached(found.person, asker)
    items: list[_Item] = [ui.TextDisplay(f"{ratings.profile_heading(found.person)}\n{results}")]
    if picture is not None:
        items.append(image(ratings.curve_alt(found.person, found.tracks)))
    if found.rivals:
        items += [ui.Separator(visible=False), ui.TextDisplay(ratings.profile_rivals(found.rivals))]
    if found.characters:
        items += [ui.Separator(visible=False), ui.TextDisplay(ratings.profile_characters(found.characters))]
    if running:
        items += [ui.Separator(visible=False), ui.TextDisplay("**Playing now**")]
        items += [match_line(match, found.person, asker, symbols) for match in running[:_MOST_RUNNING]]
    if len(running) > _MOST_RUNNING:
        items.append(ui.TextDisplay(ratings.more_matches(len(running) - _MOST_RUNNING)))
    return Post(layout(*items, row_of(button("Leaderboard", Press("leaderboard_open", detail=ALL_ROUND)))), picture)


async def _picture(found: Profile, theme: str) -> bytes | None:
    """How the ratings went, painted off the event loop; None without ratings."""
    if not found.tracks:
        return None
    lines = [
        render.Line(
            ratings.pool_name(track.pool), [render.Point(at.timestamp(), rating) for at, rating in track.points]
        )
        for track in found.tracks
    ]
    # The person's name stands above the picture, where every script can be written.
    return await asyncio.to_thread(render.curve, render.Curve("Ratings", lines, theme))
