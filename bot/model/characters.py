"""The seats that characters take, as players among people."""

from collections.abc import Iterable
from itertools import count
from typing import Final

from bot.model.people import Person
from players.characters import CHARACTERS, Character, character_numbered

_MOST_ALIKE: Final = 10
"""The number of seats that one character can take in a match: more than any game has."""


def character_of(person: Person) -> Character | None:
    """The character with a player's id; None for people."""
    return character_numbered(person.id // _MOST_ALIKE) if person.is_character else None


def character_keys(players: Iterable[Person]) -> tuple[str, ...]:
    """The key of the face of the character in each seat; empty for people."""
    return tuple("" if (character := character_of(player)) is None else character.face.key for player in players)


def in_record(name: str, key: str = "") -> Person:
    """A player in a record file, which has no ids: the character with this key, or a person."""
    character = next((character for character in CHARACTERS if character.key == key), None)
    return Person(0 if character is None else character.number * _MOST_ALIKE, name)


def seated(character: Character, seats: int, taken: Iterable[Person] = ()) -> tuple[Person, ...]:
    """A character in several seats, numbered from the second on; `taken` are the players already there."""
    there = {person.id for person in taken}
    people: list[Person] = []
    for nth in count():
        if len(people) == seats:
            break
        face = character.face.name
        name = character.name if not nth else f"{face} {nth + 1}{character.name.removeprefix(face)}"
        person = Person(character.number * _MOST_ALIKE + nth, name)
        if person.id not in there:
            people.append(person)
    return tuple(people)
