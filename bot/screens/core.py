"""What screens are made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """What a button, a menu or a window does: its name and its details.

    `revision` is the revision of the match on the board with the button; `match_id` is 0 if there is no match.
    """

    name: str
    match_id: int = 0
    revision: int = 0
    detail: str = ""
