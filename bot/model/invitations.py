"""How often one person may ask another to play: a rule of the table, so that nobody is pestered.

A challenge and the offer of a rematch are invitations, and each of them pings. Whatever has become of it, one that was
not accepted counts for a day: neither taking it back nor being turned down lets somebody ask more often. Open challenges
ping nobody and do not count.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.model.people import Person
from bot.model.refusals.challenges import InvitedTooOften, NotTaking
from bot.model.settings import USUAL, Challengers, Preferences

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


def check_willing(asked: Iterable[Person], blocked_by: Collection[int], likes: Mapping[int, Preferences]) -> None:
    """Whether all of these, who are in a match with somebody, take something that they offer. Raises `NotTaking`.

    `blocked_by` are those who have blocked whoever offers it, which is refused as if they took nothing from anybody.
    """
    unwilling = tuple(
        person
        for person in asked
        if person.id in blocked_by or likes.get(person.id, USUAL).challengers is Challengers.NOBODY
    )
    if unwilling:
        raise NotTaking(unwilling)
