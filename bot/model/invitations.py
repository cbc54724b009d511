"""How often one person may ask another to play: a rule of the table, so that nobody is pestered.

A challenge and the offer of a rematch are invitations, and each of them pings. Whatever has become of it, one that was
not accepted counts for a day: neither taking it back nor being turned down lets somebody ask more often. Open challenges
ping nobody and do not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.model.person import Person
from bot.model.refusals.challenges import InvitedTooOften

MOST_INVITATIONS: Final = 3
"""How many invitations of one person to one other that were not accepted there may be within `INVITATIONS_COUNT_FOR`."""

INVITATIONS_COUNT_FOR: Final = timedelta(days=1)


def check_may_invite(people: Iterable[Person], sent: Mapping[int, Sequence[datetime]], now: datetime) -> None:
    """Whether somebody may ask these people to play; characters never tire of it. Raises `InvitedTooOften`.

    `sent` tells by person when they were invited and have not accepted, as far as that still counts.
    """
    for person in people:
        if person.is_character:
            continue
        counted = sorted(at for at in sent.get(person.id, ()) if at > now - INVITATIONS_COUNT_FOR)
        if len(counted) >= MOST_INVITATIONS:
            raise InvitedTooOften(person, MOST_INVITATIONS, counted[-MOST_INVITATIONS] + INVITATIONS_COUNT_FOR)
