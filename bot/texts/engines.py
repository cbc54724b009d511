"""Texts about engines."""

from collections.abc import Sequence
from typing import Final

from bot.model.engines import Engine
from bot.texts.language import listed, message, say
from rules import GAMES

TITLE: Final = message("Engines")
REGISTER: Final = message("Register an engine")
NAME: Final = message("Its name")
PLAYS: Final = message("What it plays")
RENEW: Final = message("New token")
HINT: Final = message("Everybody sees it, with “engine” behind it.")


def introduction(*, has_any: bool) -> str:
    """What engines are, above the list."""
    about = say(
        "Engines are programs that people here have written. Challenge one with `/play` while it's connected. Engines play rated matches only against each other."
    )
    return about if has_any else f"{about}\n{say('Nobody here has registered one yet.')}"


def line(engine: Engine, *, is_ready: bool) -> str:
    """An engine in the list: whether it is connected, what it plays, and whose it is."""
    return say(
        # Translators: {state} is “connected” or “not connected”; {games} are names of games.
        "**{engine}**, {state}: {games}. It belongs to {owner}.",
        engine=engine.person,
        state=say("connected") if is_ready else say("not connected"),
        games=listed([GAMES[key].name for key in engine.games if key in GAMES]),
        owner=engine.owner,
    )


def made(engine: Engine, secret: str, page: str) -> str:
    """The answer after an engine was registered or has a new token, with its secret."""
    return say(
        "This is the token of **{engine}**. It's shown only now, so copy it: `{secret}`\nIts program sends it to `{address}`, accepts challenges and plays. It's connected while it listens for news.",
        engine=engine.person,
        secret=secret,
        address=f"{page}/api/v1",
    )


def on_list(engine: Engine) -> str:
    """What can be done with an engine."""
    return say(
        "A new token ends the one before. If you remove **{engine}**, its matches end. The next one that you register goes on from its ratings.",
        engine=engine.person,
    )


def in_privacy(own: Sequence[Engine]) -> str:
    """The engines of a person, for `/privacy`; empty if there are none."""
    return say("Engines of yours: {engines}.", engines=tuple(engine.person for engine in own)) if own else ""
