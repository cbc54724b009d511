"""Puzzles."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.puzzling import NoPuzzleLeft, NoPuzzles, UnknownPuzzle
from rules.wording import plural


@sentence.register
def _(error: NoPuzzles) -> str:
    return f"There are no puzzles of {error.game.name} yet. `/puzzle` without a game finds one of another."


@sentence.register
def _(error: NoPuzzleLeft) -> str:
    return (
        f"You have tried all of {error.game.name}: {plural(error.most, 'puzzle')}. Name another game, such as "
        "`/puzzle game:`, or come back with the next version of Furlong."
    )


@sentence.register
def _(error: UnknownPuzzle) -> str:
    return f"This puzzle of {error.game.name} is not there any more. `/puzzle` gives you another one."
