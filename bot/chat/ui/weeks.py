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
    told = ui.TextDisplay[ui.LayoutView](weeks.week(review))
    coming = weeks.coming(review)
    below = [ui.TextDisplay[ui.LayoutView](coming)] if coming else []
    if best is None:
        return Post(layout(told, *below))
    buttons = row_of(
        button("Replay", Press("replay", best.id, best.revision)), button("Review", Press("review", best.id))
    )
    return Post(layout(told, image(descriptions.alt_text(best)), *below, buttons), await paint(best))
