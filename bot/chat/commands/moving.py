"""Moving: typed with suggestions, or picked step by step."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.actions.checks import check_running
from bot.actions.matches import Played
from bot.chat.answers import actor_of, answering, change, change_to_text, say, show
from bot.chat.commands.match_argument import complete_match, named_or_only
from bot.chat.sentences import boards, errors, moves, names
from bot.chat.ui import picker
from bot.chat.ui.press import Press
from bot.model.match import Match
from bot.model.refusals import NotYourTurn, Refusal, StaleBoard
from rules.core import Move, MoveError, Position

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_MOST_CHOICES: Final = 25
_LONGEST_TYPED: Final = 100


@app_commands.command(name="move", description="Play a move. Suggestions appear while you type.")
@app_commands.describe(move="Your move, as the suggestions show it", match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
async def move(
    interaction: "discord.Interaction[Furlong]",
    move: app_commands.Range[str, 1, _LONGEST_TYPED],
    match: str | None = None,
) -> None:
    """Play a typed move."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=True)
        played = await interaction.client.matches.play(actor_of(interaction), meant.id, move)
        await say(interaction, _told(await _shown(interaction, played), interaction.user.id, played.move))


@move.autocomplete("move")
async def _complete_move(interaction: "discord.Interaction[Furlong]", current: str) -> list[app_commands.Choice[str]]:
    named: str | None = interaction.namespace.match
    try:
        meant = await named_or_only(interaction, named, to_move=True)
        _check_turn(meant, interaction)
    except Refusal:
        return []  # the command itself says what is wrong; suggestions have no room for it
    return _suggestions(meant.position, current)


def _suggestions(position: Position, typed: str) -> list[app_commands.Choice[str]]:
    """Legal moves that fit what was typed, those that begin with it first; else why it is not legal."""
    wanted = "".join(typed.casefold().split())
    fitting = [token for token in position.legal_moves() if wanted in token]
    fitting.sort(key=lambda token: not token.startswith(wanted))
    if not fitting:
        try:
            fitting = [position.parse(typed)]
        except MoveError as error:
            return [app_commands.Choice(name=names.first_sentence(str(error)), value=typed[:_LONGEST_TYPED])]
    # Words are found only for what is shown: games have hundreds of moves, and this runs at every key that is pressed.
    shown = fitting[:_MOST_CHOICES]
    return [app_commands.Choice(name=moves.move_label(position, token), value=token) for token in shown]


async def _shown(interaction: "discord.Interaction[Furlong]", played: Played) -> Match:
    """The match after a move, once the others can see it."""
    await interaction.client.delivery.deliver(played.match.id)
    shown = await interaction.client.matches.load(played.match.id)
    # Whoever was forgotten at the same moment reads of the match as it was when they moved.
    return played.match if shown.seat_of(interaction.user.id) is None else shown


def _told(match: Match, person_id: int, move: Move) -> str:
    """What a player reads after a move."""
    seat = match.seat_of(person_id)
    assert seat is not None, "whoever has moved has a seat"
    return moves.played(match, seat, move)


def _check_turn(match: Match, interaction: "discord.Interaction[Furlong]") -> None:
    actor = actor_of(interaction)
    if match.position.turn != check_running(match, actor.person):
        raise NotYourTurn(match)


async def _match_to_move(interaction: "discord.Interaction[Furlong]", press: Press) -> Match:
    """The match of a press, if the board behind it is the current one and the person is to move."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    check_running(match, actor_of(interaction).person)
    if match.revision != press.revision:
        raise StaleBoard(match)
    _check_turn(match, interaction)
    return match


async def open_picker(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Move, or a button of a move with a name: begin to pick, privately, or look at that move before it is played."""
    match = await _match_to_move(interaction, press)
    choice = picker.choose(match.position, press.detail)
    if choice is None:
        raise StaleBoard(match)
    await show(interaction, await picker.picker(match, choice))


async def pick(interaction: "discord.Interaction[Furlong]", press: Press, values: tuple[str, ...]) -> None:
    """A choice from one of the picker's menus."""
    await _go_to(interaction, press, values[0])


async def pick_at(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Back, in the picker."""
    await _go_to(interaction, press, press.detail)


async def _go_to(interaction: "discord.Interaction[Furlong]", press: Press, chosen: str) -> None:
    try:
        match = await _match_to_move(interaction, press)
        choice = picker.choose(match.position, chosen)
        if choice is None:
            raise StaleBoard(match)
    except Refusal as refusal:
        await _close(interaction, refusal)
        return
    await change(interaction, await picker.picker(match, choice))


async def play_picked(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Play, in the picker; while the turn goes on, so does the picker."""
    matches = interaction.client.matches
    try:
        played = await matches.play(actor_of(interaction), press.match_id, press.detail, revision=press.revision)
    except StaleBoard as refusal:
        already = _played_already(refusal.match, interaction.user.id, press)
        await change_to_text(interaction, already or errors.reply(refusal))
        return
    except (Refusal, MoveError) as refusal:
        await _close(interaction, refusal)
        return
    match = await _shown(interaction, played)
    told = _told(match, interaction.user.id, played.move)
    choice = picker.choose(match.position, "") if _is_to_go_on(match, interaction.user.id) else None
    if choice is None:
        await change_to_text(interaction, told)
    else:
        await change(interaction, await picker.picker(match, choice, told))


def _is_to_go_on(match: Match, person_id: int) -> bool:
    return match.to_move is not None and match.to_move.id == person_id and boards.goes_on(match)


def _played_already(match: Match, person_id: int, press: Press) -> str:
    """What to say to the second half of a double click; empty unless the person has played just this move there."""
    ply = press.revision - (match.revision - match.ply)  # what was taken back since is not there to be found
    if not 0 <= ply < match.ply:
        return ""
    step = match.history.steps[ply]
    if step.move != press.detail or step.before.turn != match.seat_of(person_id):
        return ""
    return _told(match, person_id, step.move)


async def _close(interaction: "discord.Interaction[Furlong]", refusal: Exception) -> None:
    """Turn a picker that leads nowhere any more into the sentence that says why."""
    await change_to_text(interaction, errors.reply(refusal))
