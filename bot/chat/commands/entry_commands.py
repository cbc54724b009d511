"""What the commands for leagues and for events have in common: their choices, and joining, leaving and looking after one."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to what asks for them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.answers import Answer
from bot.chat.commands import competing
from bot.chat.commands.competition_argument import competition_named, suggestions_of
from bot.chat.dispatcher import Choices, slash, suggestions
from bot.chat.request import Request
from bot.model.balance import wants_both_sides
from bot.model.clock import DEFAULT_DAYS
from bot.model.competitions.competition import CompetitionStage, Format
from bot.model.durations import limit_in
from bot.model.intervention import LONGEST_REASON
from bot.model.refusals.competitions import NoTimeLimit
from bot.model.server import Server
from rules import GAMES
from rules.core import Game

GAME_CHOICES: Final = [
    app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values() if 2 in game.seats
]
SIDES_CHOICES: Final = [
    app_commands.Choice(name="One match, sides shared out", value="one"),
    app_commands.Choice(name="Two matches with sides swapped", value="both"),
]
_Handler = Callable[..., Awaitable[Answer]]
_Command = app_commands.Command[Any, ..., Any]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]


def limit_of(days: str | None, server: Server) -> int:
    """For how many days a player has time for a move. Raises `NoTimeLimit`: what is to end needs a limit."""
    limit = (server.days or DEFAULT_DAYS) if days is None else limit_in(days)
    if limit is None:
        raise NoTimeLimit
    return limit


def both_sides(sides: str | None, games: Sequence[Game]) -> bool:
    """Whether two who meet play twice: as somebody says, and else where a single match would be unfair."""
    return wants_both_sides(games) if sides is None else sides == "both"


def complete_from(texts: Sequence[str], suffix: str = "") -> Any:
    """What suggests those of some texts that begin with what was typed."""

    @suggestions
    async def complete(_request: Request, typed: str) -> Choices:
        fitting = [text for text in texts if text.startswith(typed.strip().casefold())]
        return [app_commands.Choice(name=f"{text}{suffix}", value=text) for text in fitting]

    return complete


def entry_commands(word: str, formats: Sequence[Format], late: Sequence[CompetitionStage]) -> Sequence[_Command]:
    """The commands join, leave, cancel and remove of a group called `word`; one can join what is in a stage of `late`."""
    option_text, a = f"Which {word}, if there are several here", f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
    closing = f"Call {a} off before it begins" if Format.LADDER not in formats else f"Close {a} for good"
    complete = suggestions_of(formats)

    async def named(request: Request, text: str | None, *stages: CompetitionStage) -> int:
        return await competition_named(request, text, formats, *stages)

    def command(name: str, description: str, **described: str) -> Callable[[_Handler], _Command]:
        """What makes a command of a handler whose option `text` says which one is meant, if there are several."""

        def made(handler: _Handler) -> _Command:
            asked = app_commands.rename(text=word)(slash(handler))
            asked = app_commands.describe(text=option_text, **described)(asked)
            asked = app_commands.autocomplete(text=complete)(asked)
            return app_commands.command(name=name, description=description)(asked)

        return made

    @command("join", f"Join {a}.")
    async def join(request: Request, text: str | None = None) -> Answer:
        return await competing.enter(request, await named(request, text, CompetitionStage.OPEN, *late))

    @command("leave", f"Leave {a}. Once it runs you are asked again.")
    async def leave(request: Request, text: str | None = None) -> Answer:
        return await competing.withdraw(
            request, await named(request, text, CompetitionStage.OPEN, CompetitionStage.RUNNING)
        )

    @command("cancel", f"{closing}, for those who manage the server.")
    async def cancel(request: Request, text: str | None = None) -> Answer:
        return await competing.call_off(request, await named(request, text, CompetitionStage.OPEN, *late))

    @command(
        "remove",
        f"Take somebody out of {a}, for those who manage the server.",
        player="Whom",
        reason="Why, for them and for the list of what was done",
    )
    async def remove(
        request: Request, player: discord.User, text: str | None = None, reason: _Reason | None = None
    ) -> Answer:
        number = await named(request, text, CompetitionStage.OPEN, CompetitionStage.RUNNING)
        return await competing.take_out(request, number, player, reason)

    return (join, leave, cancel, remove)
