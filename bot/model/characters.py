"""The characters that the bot plays, and the seats they take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import mean
from typing import Final

from bot.model.people import Person
from rules.core import Game, message

_MOST_ALIKE: Final = 10
"""The number of seats that one character can take in a match: more than any game has."""


@dataclass(frozen=True, slots=True)
class Character:
    """A character that the bot plays.

    `number` is stored, `key` is its name in records and commands, `name` what people call it. `manner` says in a
    sentence how it plays.
    """

    number: int
    key: str
    name: str
    manner: str


MOLE: Final = Character(1, "mole", "Mole", message("Gentle: sees what's under its nose, and misses much of that."))
HEDGEHOG: Final = Character(
    5, "hedgehog", "Hedgehog", message("Curious: looks elsewhere each turn, and misses many answers.")
)
OTTER: Final = Character(2, "otter", "Otter", message("Playful: looks a move or two ahead, and forgives a slip."))
BADGER: Final = Character(3, "badger", "Badger", message("Stubborn: thinks things through, and seldom lets you off."))
LYNX: Final = Character(4, "lynx", "Lynx", message("Sharp: looks as far ahead as it can, and forgives nothing."))

CHARACTERS: Final = (MOLE, HEDGEHOG, OTTER, BADGER, LYNX)
"""From the gentlest to the strongest."""

_BY_NUMBER: Final = {character.number: character for character in CHARACTERS}


def rating(character: Character, game: Game, seats: int) -> int | None:
    """The rough rating of a character in a game with that many players; None if it was not measured."""
    strengths = game.strengths.get(seats)
    return None if strengths is None else strengths[CHARACTERS.index(character)]


EQUAL: Final = "equal"
"""The key, among those of the characters, of whichever is about as strong as the person who asks."""

_LEAST_MEETINGS: Final = 3
_SCALE: Final = 400.0  # rating points between two players of whom one scores ten times as much
_HIGHEST_RATING: Final = 4000.0  # rating points, beyond every character


@dataclass(frozen=True, slots=True)
class Meeting:
    """A person's finished match with a character: its rating there, and the person's score, from 0 to 1."""

    rating: int
    score: float


def equal_to(meetings: Sequence[Meeting], game: Game, seats: int) -> Character | None:
    """The character whose rating in a game is nearest to that of a person with these meetings there.

    None after fewer than three meetings, or if the characters were not measured. A draw with a character of average
    rating is added, so that a person who has only won or only lost has a rating too.
    """
    if len(meetings) < _LEAST_MEETINGS or seats not in game.strengths:
        return None
    known = [*meetings, Meeting(round(mean(one.rating for one in meetings)), 0.5)]
    wanted = sum(one.score for one in known)
    low, high = 0.0, _HIGHEST_RATING
    while high - low > 1:
        middle = (low + high) / 2
        if sum(1 / (1 + 10 ** ((one.rating - middle) / _SCALE)) for one in known) < wanted:
            low = middle
        else:
            high = middle
    return min(CHARACTERS, key=lambda one: abs((rating(one, game, seats) or 0) - low))


def character_of(person: Person) -> Character | None:
    """The character with a player's id; None for people."""
    return _BY_NUMBER.get(person.id // _MOST_ALIKE) if person.is_character else None


def character_numbered(number: int | None) -> Character | None:
    """The character with this number, if there is one."""
    return None if number is None else _BY_NUMBER.get(number)


def character_keys(players: Iterable[Person]) -> tuple[str, ...]:
    """The key of the character in each seat, which also names its face; empty for people."""
    return tuple("" if (character := character_of(player)) is None else character.key for player in players)


def in_record(name: str, key: str = "") -> Person:
    """A player in a record file, which has no ids: the character with this key, or a person."""
    character = next((character for character in CHARACTERS if character.key == key), None)
    return Person(0 if character is None else character.number * _MOST_ALIKE, name)


def seated(character: Character, seats: int, taken: Iterable[Person] = ()) -> tuple[Person, ...]:
    """A character in several seats, numbered from the second on; `taken` are the players already there."""
    there = {person.id for person in taken}
    found: list[Person] = []
    for nth in count():
        if len(found) == seats:
            break
        name = character.name if not nth else f"{character.name} {nth + 1}"
        person = Person(character.number * _MOST_ALIKE + nth, name)
        if person.id not in there:
            found.append(person)
    return tuple(found)
