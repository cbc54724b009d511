"""The names of the animals of Furbowl, in the forms that sentences need: many languages decline or bend them."""

# Translators: The forms of an animal's name: “fox” in lists, “Fox” alone as a label, “The fox” at the beginning of a
# sentence, and “the fox” for the animal that something is done with, to or beside, as in “tackle the fox”; so these
# two may be in different cases. {side} is Purple or Green: “{side} fox” begins a report such as “Purple fox dodges”,
# and “the {side} fox” is in the case of “the fox”.

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
        Phrase("rabbit"),
        Phrase("Rabbit"),
        Phrase("The rabbit"),
        Phrase("the rabbit"),
        message("{side} rabbit"),
        message("the {side} rabbit"),
    ),
    Names(
        Phrase("fox"),
        Phrase("Fox"),
        Phrase("The fox"),
        Phrase("the fox"),
        message("{side} fox"),
        message("the {side} fox"),
    ),
    Names(
        Phrase("bear"),
        Phrase("Bear"),
        Phrase("The bear"),
        Phrase("the bear"),
        message("{side} bear"),
        message("the {side} bear"),
    ),
    Names(
        Phrase("tortoise"),
        Phrase("Tortoise"),
        Phrase("The tortoise"),
        Phrase("the tortoise"),
        message("{side} tortoise"),
        message("the {side} tortoise"),
    ),
    Names(
        Phrase("cat"),
        Phrase("Cat"),
        Phrase("The cat"),
        Phrase("the cat"),
        message("{side} cat"),
        message("the {side} cat"),
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
