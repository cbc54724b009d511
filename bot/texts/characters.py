"""Texts about the characters that the bot plays as."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.model.match import Match
from bot.texts.language import listed, message, say
from bot.texts.names import escaped, name, shortened
from players.characters import LYNX, MOLE, Character, rating
from rules.core import Game, Move, Typed

_WORTH_TELLING: Final = timedelta(seconds=30)


_CHOICE: Final = "{name} · {manner}"  # without a word to translate


def choice(character: Character, game: Game | None) -> str:
    """The label of a character among suggestions, with its rating in a chosen game with the fewest players."""
    manner = say(character.manner) if game is None else here(character, game, game.seats.start)
    return shortened(say(_CHOICE, name=character.name, manner=manner))


def here(character: Character, game: Game, seats: int) -> str:
    """The description of a character in a menu: how it plays, and its rating in the game with that many players."""
    strength = rating(character, game, seats)
    manner = say(character.manner)
    # Translators: {manner} is a sentence about a character, such as “Sharp: looks as far ahead as it can, and
    # forgives nothing.”
    return shortened(manner if strength is None else say("About {rating}. {manner}", rating=strength, manner=manner))


EQUAL_NAME: Final = message("About as strong as you")
"""The label, among those of the characters, of whichever is about as strong as the reader."""

EQUAL_MANNER: Final = message("Someone about your strength; in a game that's new to you, the gentlest.")
"""What that means, where the game is not chosen yet."""


def equal_in(game: Game, equals: Mapping[str, Character]) -> str:
    """The description of a game in a menu for a match with whichever character is about as strong as the reader."""
    if game.key in equals:
        return say("Against {character}, who's about as strong as you", character=equals[game.key].name)
    return say("Against {character}, until you've played more of it", character=MOLE.name)


CHOOSE: Final = message("Choose a character")
"""The placeholder of a menu of characters."""


def queue(expected_wait: timedelta) -> str:
    """A note that a character cannot begin to think soon because many matches are waiting; empty otherwise."""
    if expected_wait <= _WORTH_TELLING:
        return ""
    minutes = max(1, round(expected_wait / timedelta(minutes=1)))
    return say(
        "-# Many matches wait for a move just now: this one may take {minutes, plural, one {# minute} other {# minutes}}.",
        minutes=minutes,
    )


def advice(move: Move, reason: str) -> str:
    """A hint: the move that Lynx, the strongest character, would play, and why."""
    if not reason:
        return say("💡 **{character}** would play `{move}`.", character=LYNX.name, move=Typed(move))
    return say(
        # Translators: {reason} follows “it”, as in “reaches the far row”; “it” is the move.
        "💡 **{character}** would play `{move}`, because it {reason}.",
        character=LYNX.name,
        move=Typed(move),
        reason=escaped(say(reason)),
    )


def given(match: Match) -> str:
    """The note on a board about the number of hints given to each player; empty if there were none."""
    counts = [
        (player, sum(hint.seat == seat for hint in match.hints_given)) for seat, player in enumerate(match.players)
    ]
    counts_text = [f"{name(player)} {count}" for player, count in counts if count]
    # Translators: {counts} are names with numbers, such as “Ada 2, Ben 1”.
    return say("-# 💡 Hints: {counts}.", counts=listed(counts_text)) if counts_text else ""
