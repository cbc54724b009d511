"""The greeting, which is also the help, and the list of all commands and games."""

from pathlib import Path
from typing import Final

from bot.screens.core import Act, Action, Asked, Figure, Line, Screen, Weight, on
from bot.texts import guide
from bot.texts.language import say
from bot.texts.server_settings import MANAGERS_HOME
from rules import FAMILIES, GAMES

_MOST_WITH_RULES: Final = 8
"""As many games as a message has room for with a button beside each; `/rules` has the others too."""

PICTURE: Final = Path(__file__).with_name("greeting.webp")
PICTURE_SIZE: Final = (1000, 380)


@on("help", beside=True, at="/help")
async def open_help(_asked: Asked) -> Screen:
    """Handle Help, above all commands."""
    return greeting(is_help=True)


def greeting(*, is_help: bool = False) -> Screen:
    """The greeting: what Furlong is and what to do first; as help, with a button for all commands.

    That of a server asks its managers instead where matches live.
    """
    further = (
        Action(say("All commands"), Act("commands")) if is_help else Action(say(MANAGERS_HOME), Act("server_home"))
    )
    return Screen(
        title="Furlong",
        text=say(guide.GREETING),
        here=Act("help"),
        figure=Figure(PICTURE.read_bytes, say(guide.GREETING_ALT), PICTURE.suffix[1:], size=PICTURE_SIZE),
        actions=(
            Action(say("Play a character"), Act("play_character"), Weight.ONWARD),
            Action(say("Learn"), Act("learn")),
            Action(say("Puzzle"), Act("puzzle_today")),
            Action(say("Challenge a friend"), Act("friend")),
        ),
        groups=[[further]],
    )


@on("commands", beside=True, at="/help/commands")
async def list_commands(asked: Asked) -> Screen:
    """Handle All commands, in the help: list the commands and the games."""
    games = [*GAMES.values()]
    return Screen(
        title=say("All commands"),
        text=guide.commands(asked.command_ids),
        here=Act("commands"),
        explains_commands=True,
        lines=[
            Line(guide.family(game, games), Action(say("Rules"), Act("rules", detail=f"{game.key}/0")))
            for game in FAMILIES[:_MOST_WITH_RULES]
        ]
        + [Line(guide.named(FAMILIES[_MOST_WITH_RULES:]))] * (len(FAMILIES) > _MOST_WITH_RULES),
        up=Action(say("Help"), Act("help")),
    )
