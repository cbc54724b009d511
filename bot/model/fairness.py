"""Dice that anyone can check: the commitment of a match, the secret it reveals, and the check of every roll.

When a match or a rematch is proposed, a secret is made and its SHA-256, the commitment, is shown. Once all players have
joined, a message says that the match begins, and shows the commitment again. The seed of the dice is the secret mixed
with the id that Discord gives to this message: everyone sees it, and the host of the bot learns it only after the
secret is fixed. When the match is over, the secret is shown, and every roll can be recomputed. `docs/dice.md` says what
is left to trust.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Self

from rules.dice import Dice, commitment, mixed_seed
from rules.record import Step

_SECRET_BYTES: Final = 32  # as many as SHA-256 has


@dataclass(frozen=True, slots=True)
class Fairness:
    """The secret of a match, its commitment, and the message id mixed into the secret."""

    secret: bytes = field(repr=False)  # must not get into a log while the match runs
    commitment: str

    start_message_id: int | None = None
    """The message with which the match began; None before."""

    @classmethod
    def seal(cls) -> Self:
        """A new secret with its commitment, before anything is mixed in."""
        secret = secrets.token_bytes(_SECRET_BYTES)
        return cls(secret, commitment(secret))

    def mixed_with(self, message_id: int) -> Self:
        """The fairness once this message has said that the match begins."""
        return replace(self, start_message_id=message_id)

    @property
    def fixed_later(self) -> str:
        """The text mixed into the secret: the id of the message that started the match."""
        return "" if self.start_message_id is None else str(self.start_message_id)

    @property
    def dice(self) -> Dice:
        """The dice of the match."""
        return Dice(mixed_seed(self.secret, fixed_later=self.fixed_later))

    @property
    def keeps_its_word(self) -> bool:
        """Whether the secret matches the commitment."""
        return commitment(self.secret) == self.commitment


@dataclass(frozen=True, slots=True)
class RollCheck:
    """The result of checking a record: the number of rolls, and the plies of rolls that differ from the dice."""

    rolls: int
    wrong: tuple[int, ...]


def check_rolls(steps: Iterable[Step], dice: Dice) -> RollCheck:
    """Recompute every roll among the steps of a record from its start."""
    rolls = 0
    wrong: list[int] = []
    for ply, step in enumerate(steps, start=1):
        if not step.is_roll:
            continue
        outcomes = step.before.legal_moves()
        if outcomes[dice.roll(rolls, len(outcomes))] != step.move:
            wrong.append(ply)
        rolls += 1
    return RollCheck(rolls, tuple(wrong))
