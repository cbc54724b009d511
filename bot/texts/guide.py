"""Texts of the help, the pages of a rule book, and More."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.match import Match
from bot.model.refusals import NoRulebook, UnknownGame
from bot.records.rulebooks import Page
from bot.texts.boards import versus
from bot.texts.challenges import terms
from bot.texts.language import labelled, message, say, sentence
from bot.texts.names import clickable, lines, title
from rules import GAMES
from rules.core import Game

GREETING: Final = message(
    "### Hello! I'm Furlong: board games, one move at a time\nPlay people here, a move now and then, or one of my characters at once. Nothing to install, no hurry, and no match gets lost.\n-# `/help` brings this back."
)
"""Furlong's introduction of itself, when it is added to a server and in its help."""

GREETING_ALT: Final = message(
    "Three boards in the middle of a match: black and white stones on Fursaz, the armies and castles of four players on the "
    "map of Farlander, and pieces that can capture in Play Win."
)
"""The alt text of the greeting's picture."""


def commands(command_ids: Mapping[str, int]) -> str:
    """The commands, above the list of games; those whose ids are known can be clicked."""
    text = say(
        "### All commands\n1. `/play` starts a match: on its own it opens a window; with options you type what you want.\n2. When it's your turn, you're told. Press **Move** under the board, or type `/move`: it suggests moves.\n3. `/games` lists your matches, `/board` shows one, and `/rules` explains a game with pictures.\n4. New to a game? `/learn` teaches it in five minutes, and ends with a match against a gentle opponent.\n\n- **In a match**: `/plan` `/try` `/match`, which offers a draw, takes a move back, asks for time, resigns and more\n- **When it's over**: `/replay` `/match`, which offers a rematch and checks the dice\n- **To get better**: `/learn` `/puzzle` `/try`\n- **Among friends**: `/leaderboard` `/profile` `/season`, and matches **By vote** in the window of `/play`, where everybody in a channel votes on each move\n- **Elsewhere**: `/play` with an `opponent` in a direct message with Furlong, and in any group chat or server once you've added Furlong to your account (its profile, **Add App**): each player has the board in direct messages\n- **For you**: `/settings` `/block` `/vacation` `/privacy`\n- **For server managers**: `/server` `/manage start` `/manage log`\n\n**The games**"
    )
    return clickable(text, command_ids)


def family(game: Game, games: Sequence[Game]) -> str:
    """A game with its variants below it."""
    rows = [labelled(f"**{game.name}**", say(game.summary))]
    rows += [
        "- " + labelled(f"**{other.name}**", say(other.summary))
        for other in games
        if other.family == game.key != other.key
    ]
    return "\n".join(rows)


def named(games: Sequence[Game]) -> str:
    """The names of further games."""
    return say("More games: {games}", games=tuple(f"**{game.name}**" for game in games))


def page_text(page: Page) -> str:
    """The text of a page of a rule book."""
    return "\n\n".join(map(say, page.paragraphs))


CONTENTS: Final = message("Choose a page")
"""The placeholder of the menu of pages of a rule book."""


def more(match: Match, link: str) -> str:
    """The text over the buttons behind More, with the terms, and the link to watch the match if anyone may."""
    watch = say("Link to watch, for anyone: {address}", address=link) if link else ""
    return lines(f"**{title(match)}**", versus(match), f"-# {terms(match)}", watch)


@sentence.register
def _(error: UnknownGame) -> str:
    games = tuple(f"**{game.name}**" for game in GAMES.values())
    if not error.text.strip():
        return say("Choose a game. You can play {games}.", games=games)
    return say("There's no game called {text:q}. You can play {games}.", text=error.text, games=games)


@sentence.register
def _(error: NoRulebook) -> str:
    return say("This installation has no rule pages for {game}: their file is missing.", game=error.game.name)
