"""The names of the animals of Furbowl, in the forms that sentences need: many languages decline or bend them."""

# Translators: The forms of an animal's name, by context: in a list, “alone” as a label, as the subject of a sentence, and as
# the object, which is the animal that something is done with, to or beside, as in “tackle the fox”. {side} is Purple or
# Green: “{side} fox” is the subject of a report such as “Purple fox dodges”.

from typing import Final, NamedTuple

from rules.core import Phrase, message
from rules.furbowl.animals import SIDES, TEAM_SIZE, seat_of


class Names(NamedTuple):
    """The forms of the name of an animal.

    `noun` stands in lists and `label` alone. `subject` begins a sentence; `object` is the animal that something is done
    with, to or beside, as in "moves the fox". `of_side` and `object_of_side` are messages for an animal of a side, the
    former for the subject of a report such as "Purple fox dodges".
    """

    noun: Phrase
    label: Phrase
    subject: Phrase
    object: Phrase
    of_side: str
    object_of_side: str


NAMES: Final = (
    Names(
        Phrase(message("rabbit", "in a list")),
        Phrase(message("Rabbit", "alone")),
        Phrase(message("The rabbit", "subject")),
        Phrase(message("the rabbit", "object")),
        message("{side} rabbit", "subject"),
        message("the {side} rabbit", "object"),
    ),
    Names(
        Phrase(message("fox", "in a list")),
        Phrase(message("Fox", "alone")),
        Phrase(message("The fox", "subject")),
        Phrase(message("the fox", "object")),
        message("{side} fox", "subject"),
        message("the {side} fox", "object"),
    ),
    Names(
        Phrase(message("bear", "in a list")),
        Phrase(message("Bear", "alone")),
        Phrase(message("The bear", "subject")),
        Phrase(message("the bear", "object")),
        message("{side} bear", "subject"),
        message("the {side} bear", "object"),
    ),
    Names(
        Phrase(message("tortoise", "in a list")),
        Phrase(message("Tortoise", "alone")),
        Phrase(message("The tortoise", "subject")),
        Phrase(message("the tortoise", "object")),
        message("{side} tortoise", "subject"),
        message("the {side} tortoise", "object"),
    ),
    Names(
        Phrase(message("cat", "in a list")),
        Phrase(message("Cat", "alone")),
        Phrase(message("The cat", "subject")),
        Phrase(message("the cat", "object")),
        message("{side} cat", "subject"),
        message("the {side} cat", "object"),
    ),
)
"""The names of the animals, in the order of `ANIMALS`."""


def names_of(piece: int) -> Names:
    """The names of the animal of a piece."""
    return NAMES[piece % TEAM_SIZE]


def piece_name(piece: int) -> Phrase:
    """The name of a piece of either side: "Purple fox"."""
    return Phrase(names_of(piece).of_side, side=SIDES[seat_of(piece)])


def piece_as_object(piece: int) -> Phrase:
    """The name of a piece of either side as the object of a sentence: "the Purple fox"."""
    return Phrase(names_of(piece).object_of_side, side=SIDES[seat_of(piece)])
