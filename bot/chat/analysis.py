"""Trying moves on a private board, and posting a review of a match in a channel."""

from discord import app_commands

from bot.chat.core.answers import Answer
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.request import Request
from bot.chat.replays.argument import named_or_latest
from bot.chat.replays.commands import channel_to_post_in, complete_replay, post_once, tell_posted
from bot.chat.screens import asked_of, beside, post_of
from bot.model.refusals import UnknownButton
from bot.records.parsing import MOST_MOVES
from bot.screens import analysis as analysis_screens
from bot.screens import reviews
from bot.screens.analysis import LONGEST_TYPED_MOVES
from bot.screens.core import Act, Screen
from bot.texts.language import speaking
from bot.texts.names import posted


@app_commands.command(name="try", description="Try moves for all sides on a private board; nothing is played.")
@app_commands.rename(ply="step")
@app_commands.describe(
    match="Which match; leave it out for the only one you're playing, or your latest",
    moves="Moves to try, in order, from where your board is",
    ply="Which step of a finished match to start at; 0 is the opening position",
)
@app_commands.autocomplete(match=complete_replay)
@slash
async def try_moves(
    request: Request,
    match: str | None = None,
    moves: app_commands.Range[str, 1, LONGEST_TYPED_MOVES] | None = None,
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


@on_press("review_post", in_place=True)
async def post(request: Request) -> Answer | None:
    """Handle Post here: post a review in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    shown = await reviews.reviewed_or_progress(asked_of(request))
    assert not isinstance(shown, Screen), "the chat waits until it is made"
    with speaking(await request.language_here()):
        for_all = await post_of(reviews.for_all(shown, request.person))
    sent = await post_once(request, message, channel, for_all)
    screen = reviews.overview(shown, posted(sent.jump_url), may_post=False)
    return await tell_posted(request, await post_of(screen), sent)
