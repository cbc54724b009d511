"""The slash commands and what pressing buttons does, grouped by what people do."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; ours belong to none.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands

from bot.chat.commands import (
    boards,
    games,
    guide,
    moving,
    offering,
    planning,
    playing,
    privacy,
    profile,
    replaying,
    resigning,
    rulebook,
    server,
    settings,
    standings,
    vacation,
    verifying,
)
from bot.chat.commands.handler import Handler


def all_commands() -> Sequence[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Every slash command, and the groups of those that have something in common."""
    return (
        playing.play,
        moving.move,
        boards.board,
        games.games,
        standings.leaderboard_command,
        profile.profile_command,
        planning.plan,
        offering.draw,
        offering.take_back,
        offering.time,
        offering.rematch,
        resigning.resign,
        replaying.replay,
        verifying.verify,
        settings.settings,
        vacation.vacation,
        privacy.privacy,
        rulebook.rules,
        guide.help_command,
    )


def press_handlers() -> Mapping[str, Handler]:
    """What each action of a `bot.chat.ui.press.Press` does."""
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
        "plan_edit": Handler(planning.edit, opens_window=True),
        "plan_save": Handler(planning.save, in_place=True),
        "verify": Handler(verifying.verify_pressed),
        "games": Handler(games.turn_page, in_place=True),
        "leaderboard": Handler(standings.turn_page, in_place=True),
        "leaderboard_of": Handler(standings.choose_pool, in_place=True),
        "leaderboard_open": Handler(standings.open_leaderboard),
        "leaderboard_about": Handler(standings.explain),
        "profile_open": Handler(profile.open_profile),
        "draw": Handler(offering.ask_draw),
        "draw_yes": Handler(offering.confirm_draw, in_place=True),
        "takeback": Handler(offering.ask_takeback),
        "takeback_yes": Handler(offering.confirm_takeback, in_place=True),
        "time": Handler(offering.more_time),
        "rematch": Handler(offering.press_rematch),
        "offer_yes": Handler(offering.accept),
        "offer_no": Handler(offering.decline),
        "offer_nothing": Handler(offering.offer_nothing, in_place=True),
        "resign": Handler(resigning.ask),
        "resign_yes": Handler(resigning.confirm, in_place=True),
        "resign_no": Handler(resigning.keep, in_place=True),
        "replay": Handler(replaying.open_replay),
        "replay_go": Handler(replaying.go, in_place=True),
        "replay_window": Handler(replaying.ask_ply, opens_window=True),
        "replay_jump": Handler(replaying.jump, in_place=True),
        "replay_film": Handler(replaying.film),
        "replay_record": Handler(replaying.save),
        "replay_post": Handler(replaying.post, in_place=True),
        "rules": Handler(rulebook.open_rules),
        "rules_page": Handler(rulebook.turn_page, in_place=True),
        "server_days": Handler(server.choose_days, in_place=True),
        "server_theme": Handler(server.choose_theme, in_place=True),
        "server_channel": Handler(server.choose_channel, in_place=True),
        "server_panel": Handler(server.choose_panel, in_place=True),
        "server_threads": Handler(server.choose_threads, in_place=True),
        "own_notice": Handler(settings.choose_reach, in_place=True),
        "own_quiet": Handler(settings.choose_quiet, in_place=True),
        "own_zone": Handler(settings.choose_zone, in_place=True),
        "vacation_end": Handler(vacation.end, in_place=True),
        "privacy_export": Handler(privacy.export_pressed),
        "forget_yes": Handler(privacy.confirm, in_place=True),
        "forget_no": Handler(privacy.keep, in_place=True),
    }
