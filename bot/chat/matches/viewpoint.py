"""From which side somebody sees a board that is shown to them alone."""

import render
from bot.actions import settings
from bot.chat.core.request import Request
from bot.model.match import Match
from bot.model.settings import View
from rules.core import Seat


async def viewpoint(request: Request, match: Match) -> Seat | None:
    """The seat from whose side the asker sees a match, or None for the usual way round.

    Boards are shown from the first seat's side as it is; so only others are asked what they like.
    """
    seat = match.seat_of(request.person.id)
    if not seat or not render.has_sides(match.position):
        return None
    liked = await settings.of_person(request.context, request.person.id)
    return seat if liked.view is View.OWN else None
