"""The slash commands and what pressing buttons does, grouped by what people do."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; ours belong to none.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands

from bot.commands import boards, games, helping, moving, planning, playing, resigning, rulebook, verifying
from bot.commands.handler import Handler


def all_commands() -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Every slash command."""
    return (
        playing.play,
        moving.move,
        boards.board,
        games.games,
        planning.plan,
        resigning.resign,
        verifying.verify,
        rulebook.rules,
        helping.help_command,
    )


def press_handlers() -> Mapping[str, Handler]:
    """What each action of a `bot.ui.press.Press` does."""
    return {
        "join": Handler(playing.join, in_place=True),
        "decline": Handler(playing.decline, in_place=True),
        "cancel": Handler(playing.cancel, in_place=True),
        "move": Handler(moving.open_picker),
        "pick": Handler(moving.pick, in_place=True),
        "pick_at": Handler(moving.pick_at, in_place=True),
        "play": Handler(moving.play_picked, in_place=True),
        "text": Handler(boards.text),
        "more": Handler(boards.more),
        "log": Handler(boards.log),
        "log_page": Handler(boards.turn_log, in_place=True),
        "plan": Handler(planning.show_plan),
        "plan_clear": Handler(planning.clear, in_place=True),
        "verify": Handler(verifying.verify_pressed),
        "games": Handler(games.turn_page, in_place=True),
        "resign": Handler(resigning.ask),
        "resign_yes": Handler(resigning.confirm, in_place=True),
        "resign_no": Handler(resigning.keep, in_place=True),
        "rules": Handler(rulebook.open_rules),
        "rules_page": Handler(rulebook.turn_page, in_place=True),
    }
