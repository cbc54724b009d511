"""Who plays whom in a division: everybody against everybody, on both sides about as often."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing_core import round_robin  # pyright: ignore[reportMissingTypeStubs]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people who are to play a match, by their ids in the order of their seats; rounds count from 1.

    Without a second one it is a bye.
    """

    round: int
    first_id: int
    second_id: int | None


def meeting(round_number: int, one: int, other: int, *, both_sides: bool) -> Sequence[Meeting]:
    """The match in which two meet, or both of them with sides swapped."""
    there, back = Meeting(round_number, one, other), Meeting(round_number, other, one)
    return (there, back) if both_sides else (there,)


def all_play_all(person_ids: Sequence[int], *, both_sides: bool) -> Sequence[Meeting]:
    """Everybody against everybody, by the tables of Berger; in a number that is uneven one has nobody in each round.

    With `both_sides` they meet twice in the same round, once in each seat.
    """
    meetings: list[Meeting] = []
    for number, boards in enumerate(round_robin(len(person_ids)), start=1):
        for first, second in boards:
            if second is None:
                continue
            meetings += meeting(number, person_ids[first - 1], person_ids[second - 1], both_sides=both_sides)
    return meetings
