"""Refusals about puzzles, and about reviews of matches."""

from bot.model.refusals import GameRefusal, MatchRefusal, Refusal
from rules.core import Game


class NoPuzzles(GameRefusal):
    """There are no {game.name} puzzles yet. `/puzzle` without a game finds one for another game."""


class NoPuzzleLeft(Refusal):
    """You've tried every {game.name} puzzle. `/puzzle game:` finds one for another game, and the next version of Furlong brings new ones."""

    game: Game
    most: int


class NotToday(Refusal):
    """You can only post the result of today's puzzle, once you've solved it."""


class UnknownPuzzle(GameRefusal):
    """This puzzle of {game.name} is gone. `/puzzle` gives you another one."""


class NotOver(MatchRefusal):
    """Match #{match.id} is still being played. A review says who is ahead, so there's none before the end. `/try` gives you a board to try moves on."""


class TwinGoesOn(MatchRefusal):
    """The other match of this pair, #{match.twin.id}, is still being played. The review comes when both are over."""


class HelpsElsewhere(MatchRefusal):
    """The same position is on the board in your rated match #{other_id}, so Furlong doesn't say what it thinks of it. Ask again once that match has moved on."""

    other_id: int


class TooShort(MatchRefusal):
    """Match #{match.id} was over before there was much to decide, so there's nothing to review."""


class CannotJudge(MatchRefusal):
    """Furlong can't judge positions of {match.game.name}, so it can't review this match."""


class TooManyReviews(Refusal):
    """Furlong is already making {most} reviews for you or others in your network, and that's the limit. Please ask again when one of them is done."""

    most: int


class ReviewFailed(Refusal):
    """Furlong is too busy to make the review right now. Please try again in a few minutes."""
