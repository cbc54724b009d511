"""Note, behind More: what somebody writes to themselves about a match."""

from bot.actions import notes
from bot.actions.notes import LONGEST
from bot.chat.core.answers import Answer, Ask, Change, Show
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.modals import modal
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.model.match import Match
from bot.texts import matches as sentences


def _post(match: Match, text: str) -> Post:
    return Post(plain(sentences.note(match, text), row_of(button("Write", Press("note_edit", match.id)))))


@on_press("note")
async def show_note(request: Request) -> Answer:
    """Note, behind More."""
    return Show(_post(*await notes.read(request.context, request.actor, request.press.match_id)))


@on_press("note_edit", opens_modal=True)
async def edit(request: Request) -> Answer:
    """Write, under a note: a modal with its text."""
    match, text = await notes.read(request.context, request.actor, request.press.match_id)
    form = modal(sentences.modal_title(match), Press("note_save", match.id), sentences.modal_label(), text, LONGEST)
    return Ask(form)


@on_press("note_save", in_place=True, takes_value=True)
async def save(request: Request) -> Answer:
    """A note that was written in that modal."""
    return Change(_post(*await notes.write(request.context, request.actor, request.press.match_id, request.value)))
