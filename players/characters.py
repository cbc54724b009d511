"""The characters: five faces, how strong they are in a game, and which one is as strong as a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Final

from rules.core import Game, message


@dataclass(frozen=True, slots=True)
class Character:
    """A character that the bot plays: one of five faces, at its usual strength or a stronger one.

    `number` is stored, `key` is its name in commands, `name` what people call it. `manner` says in a sentence how it
    plays.
    """

    number: int
    key: str
    name: str
    manner: str

    steps: int = 0
    """How many hundred rating points stronger it plays than its face usually does."""

    @property
    def face(self) -> "Character":
        """The same character at its usual strength."""
        return CHARACTERS[_PLACES[self.number % _NUMBERS]]


MOLE: Final = Character(1, "mole", "Mole", message("Gentle: sees what's under its nose, and misses much of that."))
HEDGEHOG: Final = Character(
    5, "hedgehog", "Hedgehog", message("Curious: looks elsewhere each turn, and misses many answers.")
)
OTTER: Final = Character(2, "otter", "Otter", message("Playful: looks a move or two ahead, and forgives a slip."))
BADGER: Final = Character(3, "badger", "Badger", message("Stubborn: thinks things through, and seldom lets you off."))
LYNX: Final = Character(4, "lynx", "Lynx", message("Sharp: looks as far ahead as it can, and forgives nothing."))

CHARACTERS: Final = (MOLE, HEDGEHOG, OTTER, BADGER, LYNX)
"""The faces at their usual strength, from the gentlest to the strongest."""

STEP: Final = 100
"""The rating points between two strengths."""

_NUMBERS: Final = 10
"""The numbers of faces are less than this; a number of a stronger character adds so many for each step."""
_MOST_STEPS: Final = 9  # with which ids of characters stay below those of channels
_PLACES: Final = {character.number: place for place, character in enumerate(CHARACTERS)}


def stronger(face: Character, steps: int) -> Character:
    """A face that plays so many hundred rating points stronger than usual."""
    if not steps:
        return face
    more = f"+{STEP * steps}"
    number = face.number + _NUMBERS * steps
    return replace(face, number=number, key=f"{face.key}{more}", name=f"{face.name} {more}", steps=steps)


_ALL: Final = tuple(stronger(face, steps) for face in CHARACTERS for steps in range(_MOST_STEPS + 1))
_BY_NUMBER: Final = {character.number: character for character in _ALL}
_BY_KEY: Final = {character.key: character for character in _ALL}


def keyed(key: str) -> Character | None:
    """The character with a key; None if there is none."""
    return _BY_KEY.get(key)


def rating(character: Character, game: Game, seats: int) -> int | None:
    """The rough rating of a character in a game with that many players; None if it was not measured."""
    strengths, place = game.strengths.get(seats, ()), _PLACES[character.face.number]
    return strengths[place] + STEP * character.steps if place < len(strengths) else None


def scale(game: Game, seats: int) -> Iterator[Character]:
    """All strengths in a game with that many players, a step or more apart; none where they were not measured."""
    strengths = game.strengths.get(seats, ())
    for face, own, following in zip(CHARACTERS, strengths, [*strengths[1:], 0], strict=False):
        yield face
        yield from (stronger(face, steps) for steps in range(1, min((following - own) // STEP, _MOST_STEPS + 1)))


def available(character: Character, game: Game, seats: int) -> Character:
    """The character as strong as it is asked for, or as its face gets in a game with that many players."""
    alike = (one for one in scale(game, seats) if one.face == character.face and one.steps <= character.steps)
    return max(alike, key=lambda one: one.steps, default=character.face)


def nearest_to(number: float, game: Game, seats: int) -> Character | None:
    """The character whose rating is nearest to a number in a game with that many players, of two the gentler.

    None where they were not measured.
    """
    return min(scale(game, seats), key=lambda one: abs((rating(one, game, seats) or 0) - number), default=None)


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
    return nearest_to(low, game, seats)


def character_numbered(number: int | None) -> Character | None:
    """The character with this number, if there is one."""
    return None if number is None else _BY_NUMBER.get(number)
