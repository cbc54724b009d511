"""The characters that the bot plays as, and the seats that they take like people."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Final

from bot.model.people import Person

_MOST_ALIKE: Final = 10
"""How many seats of a match one character may take: more than any game has."""


@dataclass(frozen=True, slots=True)
class Character:
    """A character that the bot plays as.

    `number` is what is stored of them, `key` their name in records and commands, `name` what people call them. `manner`
    says in a sentence how they play.
    """

    number: int
    key: str
    name: str
    manner: str


MOLE: Final = Character(1, "mole", "Mole", "Gentle: sees what lies before its nose, and overlooks much of that.")
OTTER: Final = Character(2, "otter", "Otter", "Playful: looks a move or two ahead, and forgives a slip.")
BADGER: Final = Character(3, "badger", "Badger", "Stubborn: thinks things through, and seldom lets you off.")
LYNX: Final = Character(4, "lynx", "Lynx", "Sharp: looks as far ahead as it can, and forgives nothing.")

CHARACTERS: Final = (MOLE, OTTER, BADGER, LYNX)
"""From the gentlest to the strongest."""

_BY_NUMBER: Final = {character.number: character for character in CHARACTERS}


def character_of(person: Person) -> Character | None:
    """The character that a person of a match is; None for everybody else."""
    return _BY_NUMBER.get(person.id // _MOST_ALIKE) if person.is_character else None


def character_numbered(number: int | None) -> Character | None:
    """The character of that number; None without one."""
    return None if number is None else _BY_NUMBER.get(number)


def character_keys(players: Iterable[Person]) -> tuple[str, ...]:
    """By seat: the key of the character who takes it, by which its face is known too; empty for people."""
    return tuple("" if (character := character_of(player)) is None else character.key for player in players)


def in_record(name: str, key: str = "") -> Person:
    """A player of a record file, which has no ids: the character of that key, or a person."""
    character = next((character for character in CHARACTERS if character.key == key), None)
    return Person(0 if character is None else character.number * _MOST_ALIKE, name)


def seated(character: Character, seats: int, taken: Iterable[Person] = ()) -> tuple[Person, ...]:
    """A character in so many seats, numbered from the second on; `taken` are the players who are there already."""
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
