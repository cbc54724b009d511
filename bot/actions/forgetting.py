"""Deleting a person's data: their matches end, and an anonymous player takes their place in what others need.

First every match that they are in ends or goes on without them, each in a transaction of its own and in the same way as if
they had asked for it one by one. Then they are replaced in some matches at a time, so that others never wait long, and finally
everywhere else. If a match has begun meanwhile, the first step comes again. Whatever interrupts this leaves every match
whole, and asking again goes on where it stopped.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.actions import challenges, matches, playing
from bot.actions.change import MatchChange
from bot.actions.competitions import entries
from bot.actions.context import Context
from bot.model.match import Summary
from bot.model.people import Actor, Person
from bot.model.refusals.people import KeepsPlaying
from bot.model.refusals.refusal import Refusal
from bot.store import forgetting as store
from bot.store.jobs import boards

_AT_ONCE: Final = 20  # matches
_ROUNDS: Final = 3
"""How often matches that have begun meanwhile are ended, too, before the person is asked to try again."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What would happen to a person's matches; `is_known` tells whether anything is stored about them at all.

    `playing` are the matches that would end for them, `waiting` the challenges that would come to nothing,
    `finished` is how many matches would keep their result.
    """

    is_known: bool
    playing: Sequence[Summary] = ()
    waiting: Sequence[Summary] = ()
    finished: int = 0


@dataclass(frozen=True, slots=True)
class Farewell:
    """A person's data was deleted: the numbers of the matches that look different now."""

    to_show: tuple[int, ...] = ()


async def outlook(context: Context, person: Person) -> Outlook:
    """What deleting a person's data would do."""
    now, games = context.now(), context.games
    async with context.database.read() as connection:
        return Outlook(
            is_known=await store.is_known(connection, person.id),
            playing=await store.playing(connection, person.id, now, games),
            waiting=await store.waiting(connection, person.id, now, games),
            finished=await store.count_finished(connection, person.id),
        )


async def forget(context: Context, person: Person) -> Farewell:
    """Delete a person's data; nothing happens if nothing is stored about them.

    Raises `KeepsPlaying` if new matches of theirs have begun again and again meanwhile.
    """
    touched: list[int] = []
    for _ in range(_ROUNDS):
        touched += await _leave_all(context, person)
        try:
            return await _replace(context, person, touched)
        except KeepsPlaying:
            continue
    raise KeepsPlaying


async def _leave_all(context: Context, person: Person) -> Sequence[int]:
    """End a person's matches; returns the numbers of those that this has changed."""
    await entries.leave_all(context, person)
    before = await outlook(context, person)
    left = [match.id for match in before.playing if await _done(context, playing.withdraw, person, match)]
    return [
        *left,
        *[match.id for match in before.waiting if await _done(context, _way_out(person, match), person, match)],
    ]


def _way_out(person: Person, match: Summary) -> Callable[[MatchChange, Person], None]:
    """How a person gets out of a challenge that they have made, joined, or are asked to."""
    if match.host.id == person.id:
        return challenges.cancel
    return challenges.leave if match.is_table else challenges.decline


async def _done(context: Context, step: Callable[[MatchChange, Person], None], person: Person, match: Summary) -> bool:
    """Change a match; False if it has gone on without that meanwhile, which is looked at again."""
    try:
        async with matches.change(context, match.id, Actor(person, None)) as change:
            step(change, person)
    except Refusal:
        return False
    return True


async def _replace(context: Context, person: Person, touched: Sequence[int]) -> Farewell:
    """Let an anonymous player take a person's place. Raises `KeepsPlaying` if they are in a match that goes on."""
    async with context.database.write() as connection:
        if not await store.is_at_rest(connection, person.id):
            raise KeepsPlaying
        anonymous = await store.begin(connection, person.id)
    if anonymous is None:
        return Farewell(tuple(touched))
    to_show = set(touched)
    while (different := await _replace_some(context, person.id, anonymous.id, touched)) is not None:
        to_show |= different
    return Farewell(tuple(sorted(to_show)))


async def _replace_some(
    context: Context, person_id: int, anonymous_id: int, touched: Collection[int]
) -> set[int] | None:
    """Do so in some matches; returns those to show. When there are none, the rest is done: then it returns None."""
    now = context.now()
    async with context.database.write() as connection:
        numbers = await store.some_matches(connection, person_id, _AT_ONCE)
        if not numbers:
            await store.finish(connection, person_id, anonymous_id)
            return None
        if not await store.is_at_rest(connection, person_id, numbers):
            raise KeepsPlaying
        different = await store.replace_some(connection, person_id, anonymous_id, numbers, now)
        # So that a board that was sent a moment ago loses the name, too.
        to_show = {*different, *(number for number in numbers if number in touched)}
        for match_id in sorted(to_show):
            await boards.announce(connection, match_id, now, is_new_message=False)
        return to_show
