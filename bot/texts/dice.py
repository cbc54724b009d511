"""Texts about sealed dice and checking them."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.fairness import Fairness, RollCheck
from bot.model.match import Match
from bot.model.offers import Offer
from bot.texts.language import message, paragraph, say
from bot.texts.names import message_link, title

_MOST_NUMBERS: Final = 10  # of plies in one sentence


def sealed(match: Match) -> str:
    """The note that the dice of an unfinished match are sealed; empty for a game without chance."""
    if match.fairness is None:
        return ""
    told = [say("-# 🎲 The dice are sealed: {commitment}.", commitment=_hidden(match.fairness))]
    if match.is_about_to_begin:
        told += [say("The number of this message is mixed in, so nobody could choose the rolls.")]
    else:
        check = say("`/match do:verify` checks every roll when the match is over.")
        told += [*_mixed(match, match.fairness), check]
    return paragraph(*told)


def _mixed(match: Match, fairness: Fairness) -> Sequence[str]:
    """A sentence with the value mixed into the dice; none before it is known."""
    number = fairness.start_message_id
    if number is None:
        return ()
    channel = match.place.shown_in if match.place.is_post else match.place.channel_id
    address = message_link(match.place.server_id, channel, int(number))
    told = say(
        "Mixed into them is `{number}`, the number of [the message that started the match]({address}).",
        number=number,
        address=address,
    )
    return (told,)


def sealed_for_rematch(offer: Offer) -> str:
    """The note that the dice of an offered rematch are sealed; empty for a game without chance."""
    if offer.fairness is None:
        return ""
    return say("-# 🎲 The dice of the rematch are sealed: {commitment}.", commitment=_hidden(offer.fairness))


def _hidden(fairness: Fairness) -> str:
    """A commitment, hidden as a spoiler until a reader clicks it."""
    return f"||`{fairness.commitment}`||"


def opened(match: Match) -> str:
    """The note that reveals the seed of a finished match; empty for a game without chance."""
    if match.fairness is None:
        return ""
    return say(
        "-# The dice were `{secret}`, mixed with `{number}`. `/match match:#{match.id} do:verify` checks every roll.",
        secret=match.fairness.secret.hex(),
        number=match.fairness.fixed_later,
        match=match,
    )


_KEPT: Final = message(
    "The secret is the one that was sealed before anybody agreed to play: its SHA-256 is the one shown then."
)


def _all_fit(rolls: int) -> str:
    return say("All {rolls} rolls of the match are what the sealed dice gave.", rolls=rolls)


def in_browser(rolls: int) -> Mapping[str, str]:
    """The messages of a browser that has checked `rolls` rolls by itself, by the result."""
    return {
        "sealed": say(_KEPT),
        "unsealed": say("The secret isn't the one that was sealed: its SHA-256 isn't the one shown then."),
        "fits": _all_fit(rolls),
        "differs": say(
            "Not all {rolls} rolls of the match are what the sealed dice gave: those with ✗ aren't.", rolls=rolls
        ),
        "how": say(
            "Your browser has just computed this from the secret, the commitment and the moves in the record below. "
            "Compare the commitment with the seal in the message that started the match."
        ),
    }


def verified(match: Match, found: RollCheck, fairness: Fairness) -> str:
    """The result of checking all rolls of a finished match."""
    broken = say("**The secret isn't the one that was sealed**: its SHA-256 isn't the one shown then.")
    lines = [f"**{title(match)}**", say(_KEPT) if fairness.keeps_its_word else broken]
    if found.wrong:
        wrong = say(
            "**{count} of {rolls} rolls {count, plural, one {is} other {are}} not what the dice gave**: in the Log, {numbers, plural, one {number {numbers}} other {numbers {numbers}}}.",
            count=len(found.wrong),
            rolls=found.rolls,
            numbers=_first(found.wrong),
        )
        lines.append(wrong)
    else:
        lines.append(_all_fit(found.rolls))
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
        "{match.game.name} leaves nothing to chance, so there are no rolls to check in match #{match.id}.", match=match
    )


def dice_still_sealed(match: Match) -> str:
    """The answer to checking the dice of an unfinished match: the seal, and when the rolls can be checked."""
    return f"{say('The dice of match #{match.id} stay sealed until the match is over.', match=match)}\n{sealed(match)}"
