"""Games, and the pages of their rules."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.games import NoRulebook, UnknownGame
from rules import GAMES
from rules.wording import listed, quotation


@sentence.register
def _(error: UnknownGame) -> str:
    known = listed([f"**{game.name}**" for game in GAMES.values()])
    return f"There is no game called {quotation(error.text)}. You can play {known}."


@sentence.register
def _(error: NoRulebook) -> str:
    return f"This installation has no rule pages for {error.game.name}: their file is missing."
