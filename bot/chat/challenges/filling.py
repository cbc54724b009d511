"""Fill with Furlong, under an open challenge: characters take the seats for which nobody has come."""

from bot.actions import challenges, matches
from bot.chat.challenges.company import character_called, character_menu
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, row_of
from bot.chat.core.request import Request
from bot.model.match import State
from bot.model.refusals.challenges import NoLongerOpen, NotHost
from bot.texts import challenges as sentences


@on_press("fill")
async def ask(request: Request) -> Answer:
    """Ask the host who is to come."""
    match = await request.match()
    if match.state is not State.OPEN:
        raise NoLongerOpen(match)
    if match.host.id != request.person.id:
        raise NotHost(match)
    menu = character_menu(lambda character: Press("fill_with", match.id, detail=character.key))
    return Show(Post(plain(sentences.who_fills(match), row_of(menu))))


@on_press("fill_with", in_place=True)
async def fill(request: Request) -> Answer:
    """A character, chosen from that menu."""
    async with request.change(request.press.match_id) as change:
        challenges.fill(change, request.person, character_called(request.press.detail))
    match = await request.show(change)
    return Change.to_text(sentences.filled(await matches.load(request.context, match.id)))
