"""Furbowl positions from a few words, so that a test shows its subject."""

from collections.abc import Iterator
from random import Random

from rules.core import Move
from rules.furbowl import FurbowlPosition, from_fen, start
from rules.record import Step

ANIMALS = ("rabbit", "fox", "bear", "tortoise", "cat")
CORNERS = {"purple": "1,1", "green": "15,10"}


def place(
    purple: str = "",
    green: str = "",
    *,
    ball: str = "8,10",
    turn: str = "purple 0 - -",
    chance: str = "-",
    sprints: str = "pg",
) -> FurbowlPosition:
    """A position: teams as "fox 4,5, bear 6,6~2, rabbit ko", and the parts of a fen for the rest.

    Animals that are not named are out, except the cats, which never are: they wait in a corner of their home column.
    """
    teams = (_team(purple, "purple"), _team(green, "green"))
    position = from_fen(f"{' '.join(teams)} {sprints} {ball} {turn} {chance}")
    assert isinstance(position, FurbowlPosition)
    return position


def _team(text: str, side: str) -> str:
    places = dict(named.split() for named in text.split(", ")) if text else {}
    assert set(places) <= set(ANIMALS)
    return "/".join(places.get(animal, CORNERS[side] if animal == "cat" else "out") for animal in ANIMALS)


def after(position: FurbowlPosition, *moves: str) -> FurbowlPosition:
    """The position after some moves, including those of chance."""
    for move in moves:
        position = position.play(Move(move))
    return position


def moves_of(position: FurbowlPosition, animal: str = "") -> set[str]:
    """The legal moves, or those of one animal."""
    return {move for move in position.legal_moves() if move.startswith(animal)}


def part(position: FurbowlPosition, at: int) -> str:
    """A part of the fen, counted from 0.

    The parts are the teams, the sprints, the ball, the side, its plays, the animals that have acted, the play in
    progress, and the roll that is due.
    """
    return position.fen().split(" ")[at]


def where(position: FurbowlPosition, side: str, animal: str) -> str:
    """The place of an animal, as the fen writes it."""
    return part(position, ("purple", "green").index(side)).split("/")[ANIMALS.index(animal)]


def ball(position: FurbowlPosition) -> str:
    """The place of the ball, as the fen writes it: a square, or its carrier."""
    return part(position, 3)


def due(position: FurbowlPosition) -> str:
    """The roll that is due, as the fen writes it, or `-`."""
    return part(position, 8)


def lively(position: FurbowlPosition, choice: Random) -> Move:
    """A random legal move that prefers actions and ways to the ball, so that games have events of all kinds."""
    moves = position.legal_moves()
    actions = [move for move in moves if "pass" in move or "tackle" in move]
    if actions and choice.random() < 0.6:
        return choice.choice(actions)
    onto_ball = [move for move in moves if move.endswith(f"-{ball(position)}")]
    if onto_ball and choice.random() < 0.5:
        return choice.choice(onto_ball)
    return choice.choice(moves)


def lively_game(seed: int, plies: int) -> Iterator[Step]:
    """The first steps of a lively game, which depends on the seed alone."""
    choice, position = Random(f"lively {seed}"), start(2)
    for _ in range(plies):
        if position.turn is None:
            return
        move = lively(position, choice)
        result = position.play(move)
        yield Step(position, move, result)
        position = result
