"""The people whom a person has blocked."""

from collections.abc import Sequence
from typing import Final

from bot.model.people import Person
from bot.model.refusals.people import BlocksBot, BlocksThemselves, TooManyBlocked
from bot.texts.names import name, names
from bot.texts.sentence import sentence

_MOST_NAMED: Final = 30


def blocked(people: Sequence[Person], newest: Person | None = None) -> str:
    """The list of blocked people; `newest` was blocked just now, or is blocked already."""
    lines = ["### People whom you have blocked"]
    if newest is not None:
        lines.append(f"**{name(newest)}** is blocked, and is not told so.")
    if not people:
        lines.append("Nobody. `/block person:` blocks a person, who is not told so.")
        return "\n".join(lines)
    more = len(people) - _MOST_NAMED
    if list(people) != [newest]:
        lines.append(names(people[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else ""))
    lines.append(
        "-# They cannot challenge you, join your open challenges or offer you anything in a match, on any server: Furlong "
        "tells them that you are not taking challenges or offers just now. Matches that you play go on, and leagues and "
        "events may still pair you."
    )
    return "\n".join(lines)


def choose() -> str:
    """On the menu of blocked people."""
    return "Unblock a person"


def option(person: Person) -> str:
    """A person in that menu; plain text."""
    return " ".join(person.name.split()) or "a person"


@sentence.register
def _(_error: BlocksThemselves) -> str:
    return "You cannot block yourself. `/settings me challenges:` says who may challenge you."


@sentence.register
def _(error: BlocksBot) -> str:
    return f"**{name(error.person)}** is a bot, which challenges nobody. Name a person."


@sentence.register
def _(error: TooManyBlocked) -> str:
    return (
        f"You have blocked {error.most} people, and nobody can block more. `/block` lists them, to take some of that back; "
        "or let only those challenge you whom you have played: `/settings me challenges:`."
    )
