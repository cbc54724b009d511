"""What a server sees of itself: the panel, and the week in review."""

from collections.abc import Sequence

from discord import ui

from bot.chat.core.messages import Post, image, layout
from bot.chat.core.painting import paint
from bot.chat.core.press import Press, button, row_of
from bot.model.match import Match, Summary
from bot.model.weeks import Week
from bot.texts import matches, servers


def panel(matches: Sequence[Summary], count: int) -> ui.LayoutView:
    """The list of `count` running matches, of which `matches` are the first."""
    return layout(ui.TextDisplay(servers.panel(matches, count)))


async def week_post(week: Week, best: Match | None) -> Post:
    """What has happened, with the last position of the match of the week."""
    texts = _texts(servers.week(week), servers.highlights(week))
    below = _texts(servers.coming(week))
    if best is None:
        return Post(layout(*texts, *below))
    buttons = row_of(
        button("Replay", Press("replay", best.id, best.revision)), button("Review", Press("review", best.id))
    )
    return Post(layout(*texts, image(matches.alt_text(best)), *below, buttons), await paint(best))


def _texts(*parts: str) -> list[ui.TextDisplay[ui.LayoutView]]:
    """Those texts that are not empty, each apart from the others."""
    return [ui.TextDisplay[ui.LayoutView](part) for part in parts if part]
