"""Texts about what chance decides: it is sealed beforehand, and checked when a match is over."""

# Translators: {chance} is what chance decides in a game, such as “the dice”; {commitment} is a long number in code.

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.fairness import Fairness, RollCheck
from bot.model.match import Match
from bot.model.offers import Offer
from bot.texts.language import message, paragraph, say
from bot.texts.names import message_link, title
from rules.core import Game

_MOST_NUMBERS: Final = 10  # of plies in one sentence


def sealed(match: Match) -> str:
    """The note that chance is sealed in an unfinished match; empty for a game without chance."""
    if match.fairness is None:
        return ""
    sealed = say("-# 🎲 Sealed beforehand: {chance}. The seal is {commitment}.", **_seal(match.game, match.fairness))
    sentences = [sealed]
    if match.is_about_to_begin:
        sentences += [say("The number of this message is mixed in, so nobody could choose what chance decides.")]
    else:
        check = say("`/match do:verify` checks it all when the match is over.")
        sentences += [*_mixed(match, match.fairness), check]
    return paragraph(*sentences)


def _mixed(match: Match, fairness: Fairness) -> Sequence[str]:
    """A sentence with the value mixed into the dice; none before it is known."""
    number = fairness.start_message_id
    if number is None:
        return ()
    channel = match.place.shown_in if match.place.is_post else match.place.channel_id
    address = message_link(match.place.posted_on, channel, int(number))
    sentence = say(
        "Mixed in is `{number}`, the number of [the message that started the match]({address}).",
        number=number,
        address=address,
    )
    return (sentence,)


def sealed_for_rematch(game: Game, offer: Offer) -> str:
    """The note that chance is sealed in an offered rematch, with the seal in sight; empty for a game without chance."""
    if offer.fairness is None:
        return ""
    sealed_line = say(
        "-# 🎲 Sealed for the rematch: {chance}. The seal is {commitment}.", **_seal(game, offer.fairness)
    )
    return sealed_line.replace("||", "")


def _seal(game: Game, fairness: Fairness) -> Mapping[str, str]:
    """What chance decides in a game, and the commitment, hidden as a spoiler until a reader clicks it."""
    return {"chance": say(game.chance), "commitment": f"||`{fairness.commitment}`||"}


_KEPT: Final = message(
    "The secret is the one that was sealed before anybody agreed to play: its SHA-256 is the one shown then."
)


def _all_fit(rolls: int) -> str:
    return say(
        "Chance decided {rolls, plural, one {once} other {# times}} in the match, each time as the secret says.",
        rolls=rolls,
    )


def in_browser(rolls: int) -> Mapping[str, str]:
    """The messages of a browser that has checked `rolls` rolls by itself, by the result."""
    return {
        "sealed": say(_KEPT),
        "unsealed": say("The secret isn't the one that was sealed: its SHA-256 isn't the one shown then."),
        "fits": _all_fit(rolls),
        "differs": say("Not everything that chance decided is as the secret says: the steps with ✗ aren't."),
        "how": say(
            "Your browser has just computed this from the secret, the commitment and the moves in the record below. "
            "Compare the commitment with the seal in the message that started the match."
        ),
    }


def verified(match: Match, roll_check: RollCheck, fairness: Fairness) -> str:
    """The result of checking all rolls of a finished match."""
    broken = say("**The secret isn't the one that was sealed**: its SHA-256 isn't the one shown then.")
    lines = [f"**{title(match)}**", say(_KEPT) if fairness.keeps_its_word else broken]
    if roll_check.wrong:
        wrong = say(
            "**{count} of {rolls} decisions of chance {count, plural, one {is} other {are}} not as the secret says**: in the Log, {numbers, plural, one {number {numbers}} other {numbers {numbers}}}.",
            count=len(roll_check.wrong),
            rolls=roll_check.rolls,
            numbers=_first(roll_check.wrong),
        )
        lines.append(wrong)
    else:
        lines.append(_all_fit(roll_check.rolls))
    lines += [
        say("-# Sealed: `{commitment}`", commitment=fairness.commitment),
        say("-# Secret: `{secret}`", secret=fairness.secret.hex()),
        say(
            "-# Mixed with: `{number}` (the number of the message that started the match)",
            number=fairness.fixed_later,
        ),
        say("-# To check it yourself, see docs/dice.md in Furlong's repository."),
    ]
    return "\n".join(lines)


def _first(plies: Sequence[int]) -> tuple[str, ...]:
    """The first few plies, and the number of others."""
    left_out = len(plies) - _MOST_NUMBERS
    numbers = map(str, plies[:_MOST_NUMBERS])
    return (*numbers, say("{count} more", count=left_out)) if left_out > 0 else tuple(numbers)


def no_dice(match: Match) -> str:
    """The answer to checking the dice of a game without chance."""
    return say(
        "{match.game.name} leaves nothing to chance, so there is nothing to check in match #{match.id}.", match=match
    )


def dice_still_sealed(match: Match) -> str:
    """The answer to checking the dice of an unfinished match: the seal, and when the rolls can be checked."""
    sentence = say("What chance decides in match #{match.id} stays sealed until the match is over.", match=match)
    return f"{sentence}\n{sealed(match).replace('||', '')}"  # the seal itself is what was asked for
