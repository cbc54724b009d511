"""Looking at a board: the picture, the text, and the buttons behind More."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

from bot.chat.answers import actor_of, answering, change, say, show
from bot.chat.commands.arguments import page_number
from bot.chat.commands.match_argument import complete_match, named_or_only
from bot.chat.sentences import boards, challenges, descriptions, guide
from bot.chat.ui.messages import Post, plain, private_board
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import Match, State
from bot.model.person import Person

if TYPE_CHECKING:
    from bot.chat.client import Furlong


@app_commands.command(name="board", description="Show the current board of a match, for you alone.")
@app_commands.describe(match="Which match, if you have several here", as_text="As text instead of a picture")
@app_commands.autocomplete(match=complete_match)
async def board(interaction: "discord.Interaction[Furlong]", match: str | None = None, as_text: bool = False) -> None:
    """Show a board privately."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        if as_text:
            await say(interaction, _as_text(meant))
        else:
            await show(interaction, await private_board(meant))


async def text(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Text, under a board."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    await say(interaction, _as_text(match))


def _as_text(match: Match) -> str:
    return descriptions.text_board(match) if match.players_are_seated else challenges.challenge_status(match)


async def more(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """More, under a board: what is needed now and then."""
    actor = actor_of(interaction)
    match = await interaction.client.matches.find(actor, press.match_id)
    await show(interaction, Post(plain(guide.more(match), *_more(match, actor.person))))


def _more(match: Match, person: Person) -> list[ui.ActionRow[ui.LayoutView]]:
    """What stands behind More: for everybody, then for those who play."""
    press = {action: Press(action, match.id, match.revision) for action in ("log", "plan", "draw", "takeback", "time")}
    for_all = [
        button("Log", press["log"]),
        button("Replay", Press("replay", match.id, match.revision)),
        button("Rules", Press("rules", detail=f"{match.game.key}/0")),
    ]
    seat = match.seat_of(person.id)
    if match.state is not State.RUNNING or seat is None or match.has_left(seat):
        return [row_of(*for_all)]
    for_players = [button("Draw", press["draw"]), button("Take back", press["takeback"])]
    if match.clock is not None:
        for_players.append(button("More time", press["time"]))
    resign = button("Resign", Press("resign", match.id, match.revision), discord.ButtonStyle.danger)
    return [row_of(*for_all, button("Plan", press["plan"])), row_of(*for_players, resign)]


async def log(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Log: all that has happened, the latest first."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    await show(interaction, _log(match, 0))


async def turn_log(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Earlier and Later, under the log."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    await change(interaction, _log(match, page_number(press.detail)))


def _log(match: Match, page: int) -> Post:
    last = boards.log_pages(match) - 1
    page = min(page, last)
    if not last:
        return Post(plain(boards.log_page(match, page)))
    earlier = button("Earlier", Press("log_page", match.id, 0, str(page + 1)), disabled=page == last)
    later = button("Later", Press("log_page", match.id, 0, str(max(page - 1, 0))), disabled=page == 0)
    return Post(plain(boards.log_page(match, page), row_of(earlier, later)))
