"""What a host may ask for in the window of a challenge besides its game, opponents and time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.chat.challenges.arguments import Wishes
from bot.model.ratings import RELIABILITY_CHOICES
from bot.model.refusals.challenges import TermsContradict
from bot.model.votes import MINUTES
from bot.texts import challenges as challenge_texts
from rules import GAMES
from rules.core import Seat

_MOST_SEATS: Final = max(game.seats[-1] for game in GAMES.values())


@dataclass(frozen=True, slots=True)
class Term:
    """A term on offer, and the `Wishes` of a host who chooses it."""

    value: str
    label: str
    hint: str
    wishes: Mapping[str, Any]

    needs_channel: bool = False
    """Whether it is for matches in a channel alone, rather than for direct ones."""

    needs_open: bool = False
    """Whether it is for open challenges alone, rather than for people who are named."""


TERMS: Final[Sequence[Term]] = (
    Term("casual", challenge_texts.CASUAL, challenge_texts.NOT_COUNTED, {"is_rated": False}),
    Term("rated", challenge_texts.RATED, challenge_texts.COUNTED, {"is_rated": True}),
    Term("first", challenge_texts.FIRST, challenge_texts.SIDE_HINT, {"host_seat": Seat(0)}),
    Term("second", challenge_texts.SECOND, challenge_texts.SIDE_HINT, {"host_seat": Seat(1)}),
    Term("both", challenge_texts.BOTH_SIDES, challenge_texts.ALSO_BOTH_SIDES, {"both_sides": True}),
    Term("weekends", challenge_texts.WEEKENDS_OFF, challenge_texts.ALSO_WEEKENDS, {"pauses_weekends": True}),
    Term("hints", challenge_texts.WITH_HINTS, challenge_texts.ALSO_HINTS, {"has_hints": True}),
    Term(
        "takebacks",
        challenge_texts.TAKEBACKS_AT_ONCE,
        challenge_texts.ALSO_TAKEBACKS,
        {"grants_takebacks": True},
    ),
    Term(
        "direct",
        challenge_texts.IN_DIRECT_MESSAGES,
        challenge_texts.ALSO_DIRECTLY,
        {"is_direct": True},
        needs_channel=True,
    ),
    *(
        Term(
            f"players{players}",
            challenge_texts.for_players(players),
            challenge_texts.PLAYERS_HINT,
            {"players": players},
            needs_open=True,
        )
        for players in range(2, _MOST_SEATS + 1)
    ),
    *(
        Term(
            f"reliable{least}",
            challenge_texts.reliable(least),
            challenge_texts.RELIABLE_HINT,
            {"reliability": least},
            needs_open=True,
        )
        for least in RELIABILITY_CHOICES
    ),
    *(
        Term(
            f"votes{minutes}",
            challenge_texts.by_vote(minutes),
            challenge_texts.VOTES_HINT,
            {"vote_minutes": minutes},
            needs_channel=True,
        )
        for minutes in MINUTES
    ),
)


def wished(wishes: Wishes, values: Collection[str]) -> Wishes:
    """The wishes of a host with the terms of these values too; unknown values count for nothing.

    Raises `TermsContradict` if two of them exclude each other.
    """
    asked = dict[str, Term]()
    for term in TERMS:
        for name in term.wishes if term.value in values else ():
            if name in asked:
                raise TermsContradict(asked[name].label, term.label)
            asked[name] = term
    return replace(wishes, **{name: term.wishes[name] for name, term in asked.items()})
