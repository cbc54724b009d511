"""Text and Replay from here, in the menu that Discord opens on a message: what a board of ours showed."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.chat.core.answers import Answer, Say, Show
from bot.chat.core.dispatcher import slash
from bot.chat.core.request import Request
from bot.chat.replays import views as view
from bot.model.match import Match
from bot.model.refusals.matches import NoBoardThere
from bot.model.replays import Replay
from bot.texts import boards, names
from bot.texts import matches as descriptions


@app_commands.context_menu(name="Text")
@slash
async def text(request: Request, message: discord.Message) -> Answer:
    """The board of a message as text."""
    match, ply = await _shown_in(request, message)
    return Say(descriptions.text_board(match) if ply == match.ply else descriptions.text_then(Replay.of(match).at(ply)))


@app_commands.context_menu(name="Replay from here")
@slash
async def replay_from_here(request: Request, message: discord.Message) -> Answer:
    """The match of a message, from the position that it shows on."""
    match, ply = await _shown_in(request, message)
    return Show(await view.position(Replay.of(match), ply))


async def _shown_in(request: Request, message: discord.Message) -> tuple[Match, int]:
    """The match of a message of ours and the ply that it shows, as it says itself: old boards carry nothing else.

    Raises `NoBoardThere`, or what `Request.find` raises.
    """
    texts = _texts(message) if message.author == request.services.discord.user else ()
    number = next(filter(None, map(names.number_in_title, texts)), None)
    if number is None:
        raise NoBoardThere
    match = await request.find(number)
    if not match.players_are_seated:
        raise NoBoardThere
    moves = next((count for count in map(boards.number_of_moves, texts) if count is not None), None)
    if message.id == match.place.message_id or moves is None:
        return match, match.ply
    made = [match.history.moves_upto(ply) for ply in range(match.ply + 1)]
    return match, max((ply for ply, count in enumerate(made) if count <= moves), default=match.ply)


def _texts(message: discord.Message) -> Sequence[str]:
    """What can be read in a message and its frame."""
    found: list[str] = []
    for part in message.components:
        inner = part.children if isinstance(part, discord.Container) else [part]
        found += [piece.content for piece in inner if isinstance(piece, discord.TextDisplay)]
    return found
