"""Hints: what is advised, and how many were given."""

from discord.utils import escape_markdown

from bot.chat.sentences.names import name
from bot.model.match import Match
from rules.core import Move
from rules.wording import listed


def advice(adviser: str, move: Move, reason: str) -> str:
    """A move that a character would play, and why."""
    why = f": it {escape_markdown(reason)}" if reason else ""
    return f"💡 **{adviser}** would play `{move}`{why}."


def given(match: Match) -> str:
    """On a board: how many hints were given to whom; empty where there were none."""
    counts = [
        (player, sum(hint.seat == seat for hint in match.hints_given)) for seat, player in enumerate(match.players)
    ]
    counts_text = [f"{name(player)} {count}" for player, count in counts if count]
    return f"-# 💡 Hints: {listed(counts_text)}." if counts_text else ""
