"""Messages with offers: keeping one back, and notices with buttons that are too late."""

from bot.actions import jobs
from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Change
from bot.chat.core.dispatcher import on_press
from bot.chat.core.request import Request
from bot.chat.matches.views import presses_of
from bot.model.match import Match
from bot.texts import offers as offer_texts


@on_press("offer_nothing", in_place=True)
async def offer_nothing(request: Request) -> Answer:
    """Handle Play on, after a question."""
    match = await request.match()
    check_running(match, request.person)
    return Change.to_text(offer_texts.offer_kept_back(match))


async def renew_notice(request: Request, match: Match) -> None:
    """Edit the message of the pressed button if it is a notice, which has buttons for answering offers and no others.

    A board of the match, even an old one, has others too, and is updated anyway.
    """
    message, boards = request.message, {match.place.message_id, *(board.message_id for board in match.boards)}
    if message is None or message.flags.ephemeral or message.id in boards:
        return
    acts = presses_of(message)
    if {act.name for act in acts} <= {"offer_yes", "offer_no"}:
        asked = [offer for offer in match.offers if f"{offer.id}" in {act.detail for act in acts}]
        sent = (message.channel.id, message.id)
        await jobs.renew_notices(request.context, match, request.person.id, [sent], asked)
        request.services.look()
