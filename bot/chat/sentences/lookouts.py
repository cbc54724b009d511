"""Telling people that somebody looks for players, and of which games they want to be told."""

from collections.abc import Collection, Sequence

from bot.chat.sentences.names import linked, name
from bot.model.match import Match
from rules import GAMES
from rules.wording import listed

NONE = "none"
ALL = "all"


def call(match: Match) -> str:
    """To somebody who has asked for it, in a direct message."""
    return f"{_looks(match)}\n-# You are told once an hour at most; `/settings me tell:` on that server changes it."


def call_in_channel(match: Match, person_ids: Sequence[int]) -> str:
    """To those who have asked for it, all in one message."""
    people = listed([f"<@{person_id}>" for person_id in person_ids])
    return f"{people}: {_looks(match)}\n-# You have asked to be told; `/settings me tell:` changes it."


def _looks(match: Match) -> str:
    return f"**{name(match.host)}** looks for somebody to play **{match.game.name}**: {linked(match)}."


def in_settings(games: Collection[str]) -> str:
    """A line of somebody's settings; `games` are keys."""
    found = [game.name for game in GAMES.values() if game.key in games]
    return (
        f"**On this server you are told** when somebody looks for players of: {listed(found) if found else 'no game'}"
    )


def typed(games: Collection[str]) -> str:
    """Games as they can be typed."""
    return ", ".join(game.name for game in GAMES.values() if game.key in games) or NONE


def option(game_name: str) -> str:
    """A game in the menu."""
    return f"Tell me of {game_name}"


def menu_hint() -> str:
    """Over the menu of games, where none is chosen."""
    return "Tell me when somebody looks for players of…"
