"""Trying moves on a private board, turning a line into a plan, and private notes."""

from discord import app_commands

from bot.actions import analysis as analyzing
from bot.actions.analysis import LONGEST
from bot.chat.core.answers import Answer, Ask, Change, Show
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import button, modal, row_of
from bot.chat.core.request import Request
from bot.chat.replays.argument import named_or_latest
from bot.chat.replays.commands import complete_replay
from bot.chat.screens import asked_of, beside
from bot.model.match import Match
from bot.records.parsing import MOST_MOVES
from bot.screens import analysis as analysis_screens
from bot.screens.analysis import LONGEST_TYPED
from bot.screens.core import Act
from bot.texts import matches
from bot.texts.language import say


@app_commands.command(name="try", description="Try moves for all sides on a private board; nothing is played.")
@app_commands.rename(ply="step")
@app_commands.describe(
    match="Which match; the only one that runs, or your latest one, if you do not say",
    moves="Moves to try, in order, from where your board stands",
    ply="At which step of a match that is over to begin: 0 is the start",
)
@app_commands.autocomplete(match=complete_replay)
@slash
async def try_moves(
    request: Request,
    match: str | None = None,
    moves: app_commands.Range[str, 1, LONGEST_TYPED] | None = None,
    ply: app_commands.Range[int, 0, MOST_MOVES] | None = None,
) -> Answer:
    """Show the person's analysis board of a match."""
    going_on = Act("try", detail="" if ply is None else str(ply))
    target = await named_or_latest(request, match, going_on, prefers_running=ply is None)
    asked = asked_of(request)
    board = await analysis_screens.begun(asked, target, ply)
    if moves is None:
        return await beside(analysis_screens.board_of(asked, board))
    act = Act("try_play", target.id, board.analysis.revision)
    return await beside(await analysis_screens.TRIED.typed(asked_of(request, act), board, moves))


def _post(match: Match, text: str) -> Post:
    return Post(plain(matches.note(match, text), row_of(button(say("Write"), Act("note_edit", match.id)))))


@on_press("note")
async def show_note(request: Request) -> Answer:
    """Handle Note, behind More."""
    return Show(_post(*await analyzing.read(request.context, request.actor, request.act.match_id)))


@on_press("note_edit", opens_modal=True)
async def edit(request: Request) -> Answer:
    """Handle Write, under a note: open a modal with its text."""
    match, text = await analyzing.read(request.context, request.actor, request.act.match_id)
    form = modal(matches.modal_title(match), Act("note_save", match.id), matches.modal_label(), text, LONGEST)
    return Ask(form)


@on_press("note_save", in_place=True, takes_value=True)
async def save(request: Request) -> Answer:
    """Handle the note submitted in that modal."""
    return Change(_post(*await analyzing.write(request.context, request.actor, request.act.match_id, request.value)))
