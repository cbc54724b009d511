"""Texts about sealed dice and checking them."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.model.fairness import Fairness, RollCheck
from bot.model.match import Match
from bot.model.offers import Offer
from bot.texts.names import message_link, title
from rules.wording import listed

_MOST_NUMBERS: Final = 10


def sealed(match: Match) -> str:
    """The note that the dice of an unfinished match are sealed; empty for a game without chance."""
    if match.fairness is None:
        return ""
    sealed_by = f"-# 🎲 The dice are sealed: {_hidden(match.fairness)}."
    if match.is_about_to_begin:
        return f"{sealed_by} The number of this message is mixed in, so nobody could choose the rolls."
    return f"{sealed_by}{_mixed(match, match.fairness)} `/match do:verify` checks every roll when the match is over."


def _mixed(match: Match, fairness: Fairness) -> str:
    """The value mixed into the dice, as a sentence preceded by a space; empty before it is known."""
    number = fairness.start_message_id
    if number is None:
        return ""
    channel = match.place.shown_in if match.place.is_post else match.place.channel_id
    address = message_link(match.place.server_id, channel, int(number))
    return f" Mixed into them is `{number}`, the number of [the message with which the match began]({address})."


def sealed_for_rematch(offer: Offer) -> str:
    """The note that the dice of an offered rematch are sealed; empty for a game without chance."""
    if offer.fairness is None:
        return ""
    return f"-# 🎲 The dice of the rematch are sealed: {_hidden(offer.fairness)}."


def _hidden(fairness: Fairness) -> str:
    """A commitment, hidden as a spoiler until a reader clicks it."""
    return f"||`{fairness.commitment}`||"


def opened(match: Match) -> str:
    """The note that reveals the seed of a finished match; empty for a game without chance."""
    if match.fairness is None:
        return ""
    return (
        f"-# The dice were `{match.fairness.secret.hex()}`, mixed with `{match.fairness.fixed_later}`. "
        f"`/match match:#{match.id} do:verify` checks every roll."
    )


_KEPT: Final = "The secret is the one that was sealed before anybody agreed to play: its SHA-256 is the one shown then."
_BROKEN: Final = ("The secret is not the one that was sealed", ": its SHA-256 is not the one shown then.")


def _all_fit(rolls: int) -> str:
    return f"All {rolls} rolls of the match are what the sealed dice gave."


def in_browser(rolls: int) -> Mapping[str, str]:
    """The messages of a browser that has checked `rolls` rolls by itself, by the result."""
    return {
        "sealed": _KEPT,
        "unsealed": "".join(_BROKEN),
        "fits": _all_fit(rolls),
        "differs": f"Not all {rolls} rolls of the match are what the sealed dice gave: those with ✗ are not.",
        "how": (
            "Your browser has just computed this from the secret, the commitment and the moves in the record below. "
            "Compare the commitment with the seal in the message with which the match began."
        ),
    }


def verified(match: Match, found: RollCheck, fairness: Fairness) -> str:
    """The result of checking all rolls of a finished match."""
    lines = [f"**{title(match)}**", _KEPT if fairness.keeps_its_word else f"**{_BROKEN[0]}**{_BROKEN[1]}"]
    if found.wrong:
        are, number = ("is", "number") if len(found.wrong) == 1 else ("are", "numbers")
        lines.append(
            f"**{len(found.wrong)} of {found.rolls} rolls {are} not what the dice gave**: in the Log, "
            f"{number} {_first(found.wrong)}."
        )
    else:
        lines.append(_all_fit(found.rolls))
    lines += [
        f"-# Sealed: `{fairness.commitment}`",
        f"-# Secret: `{fairness.secret.hex()}`",
        f"-# Mixed with: `{fairness.fixed_later}` (the number of the message with which the match began)",
        "-# How to check it yourself is described in docs/dice.md of Furlong's repository.",
    ]
    return "\n".join(lines)


def _first(plies_: Sequence[int]) -> str:
    """The first few plies, and the number of others."""
    left_out = len(plies_) - _MOST_NUMBERS
    numbers = [str(ply) for ply in plies_[:_MOST_NUMBERS]]
    return listed([*numbers, f"{left_out} more"] if left_out > 0 else numbers)


def no_dice(match: Match) -> str:
    """The answer to checking the dice of a game without chance."""
    return f"{match.game.name} leaves nothing to chance, so there are no rolls to check in match #{match.id}."


def dice_still_sealed(match: Match) -> str:
    """The answer to checking the dice of an unfinished match: the seal, and when the rolls can be checked."""
    return f"The dice of match #{match.id} stay sealed until the match is over.\n{sealed(match)}"
