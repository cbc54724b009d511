"""The card that shows what holds for a server."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import Post, image, layout, plain
from bot.chat.core.painting import paint
from bot.chat.core.press import Press, PressButton, button, menu, row_of
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.match import Match
from bot.model.servers import CHALLENGE_DAYS, MOST_CHALLENGE_DAYS, Server
from bot.model.summary import Summary
from bot.model.weeks import WeekReview
from bot.texts import matches, servers, settings
from render import THEMES

ON: Final = "on"
OFF: Final = "off"
_WAITS: Final = (1, 2, 3, CHALLENGE_DAYS, 14, MOST_CHALLENGE_DAYS, None)
NONE: Final = "none"
"""What the buttons of the card say that a thing is to be, where they name no channel."""


def server_card(server: Server, here: int | None, *, has_forum: bool) -> Post:
    """All that holds, with menus and buttons to change it.

    `here` is the text channel it is shown in, if it is one; `has_forum` tells that the server's channel is a forum.
    """
    theme = server.theme if server.theme in THEMES else next(iter(THEMES))
    times = [
        discord.SelectOption(
            label=settings.move_time_option(days), value=settings.limit(days), default=days == server.days
        )
        for days in (*range(FEWEST_DAYS, MOST_DAYS + 1), None)
    ]
    looks = [
        discord.SelectOption(label=settings.theme_option(name), value=key, default=key == theme)
        for key, name in THEMES.items()
    ]
    known = _WAITS if server.challenge_days in _WAITS else (server.challenge_days, *_WAITS)
    waits = [
        discord.SelectOption(
            label=settings.waiting_option(days),
            value=NONE if days is None else f"{days}",
            default=days == server.challenge_days,
        )
        for days in known
    ]
    return Post(
        plain(
            settings.server_settings(server, THEMES[theme], has_forum=has_forum),
            row_of(menu(settings.time_menu_hint(), Press("server_days"), times)),
            row_of(menu(settings.theme_menu_hint(), Press("server_theme"), looks)),
            row_of(menu(settings.waiting_menu_hint(), Press("server_challenges"), waits)),
            row_of(*_place_buttons(server, here, has_forum=has_forum)),
            *_posting_buttons(server, here),
        )
    )


def _posting_buttons(server: Server, here: int | None) -> list[ui.ActionRow[ui.LayoutView]]:
    """Where the puzzle of the day and the week in review are posted."""
    buttons: list[PressButton] = []
    if here not in (None, server.puzzle_channel_id):
        buttons.append(button("Daily puzzle here", Press("server_puzzles", detail=str(here))))
    if server.puzzle_channel_id is not None:
        buttons.append(button("No daily puzzle", Press("server_puzzles", detail=NONE)))
    if here not in (None, server.review_channel_id):
        buttons.append(button("Week in review here", Press("server_week", detail=str(here))))
    if server.review_channel_id is not None:
        buttons.append(button("No week in review", Press("server_week", detail=NONE)))
    return [row_of(*buttons)] if buttons else []


def _place_buttons(server: Server, here: int | None, *, has_forum: bool) -> list[PressButton]:
    """What can be settled with one press."""
    buttons: list[PressButton] = []
    if here not in (None, server.channel_id):
        buttons.append(button("Matches only here", Press("server_channel", detail=str(here))))
    if server.channel_id is not None:
        buttons.append(button("Allow every channel", Press("server_channel", detail=NONE)))
    if here not in (None, server.panel_channel_id):
        buttons.append(button("Panel here", Press("server_panel", detail=str(here))))
    if server.panel_channel_id is not None:
        buttons.append(button("Remove the panel", Press("server_panel", detail=NONE)))
    if has_forum:  # every match has a post there
        return buttons
    if server.uses_threads:
        return [*buttons, button("No threads", Press("server_threads", detail=OFF))]
    return [*buttons, button("A thread for every match", Press("server_threads", detail=ON))]


def panel(matches: Sequence[Summary], count: int) -> ui.LayoutView:
    """The list of `count` running matches, of which `matches` are the first."""
    return layout(ui.TextDisplay(servers.panel(matches, count)))


async def week(review: WeekReview, best: Match | None) -> Post:
    """What has happened, with the last position of the match of the week."""
    texts = _texts(servers.week(review), servers.highlights(review))
    below = _texts(servers.coming(review))
    if best is None:
        return Post(layout(*texts, *below))
    buttons = row_of(
        button("Replay", Press("replay", best.id, best.revision)), button("Review", Press("review", best.id))
    )
    return Post(layout(*texts, image(matches.alt_text(best)), *below, buttons), await paint(best))


def _texts(*parts: str) -> list[ui.TextDisplay[ui.LayoutView]]:
    """Those texts that are not empty, each apart from the others."""
    return [ui.TextDisplay[ui.LayoutView](part) for part in parts if part]
