"""The message with the week in review."""

from discord import ui

from bot.chat.sentences import descriptions, weeks
from bot.chat.ui.messages import Post, image, layout
from bot.chat.ui.painting import paint
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import Match
from bot.model.week import WeekReview


async def week(review: WeekReview, best: Match | None) -> Post:
    """What has happened, with the last position of the match of the week."""
    texts = _texts(weeks.week(review), weeks.highlights(review))
    below = _texts(weeks.coming(review))
    if best is None:
        return Post(layout(*texts, *below))
    buttons = row_of(
        button("Replay", Press("replay", best.id, best.revision)), button("Review", Press("review", best.id))
    )
    return Post(layout(*texts, image(descriptions.alt_text(best)), *below, buttons), await paint(best))


def _texts(*parts: str) -> list[ui.TextDisplay[ui.LayoutView]]:
    """Those texts that are not empty, each apart from the others."""
    return [ui.TextDisplay[ui.LayoutView](part) for part in parts if part]
