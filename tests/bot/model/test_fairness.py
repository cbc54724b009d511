"""The dice of a match: sealed before anybody joins, and checked by anyone afterwards."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from bot.model.fairness import Fairness, check_rolls
from bot.model.history import History, advance
from rules.core import Move, Seat
from rules.dice import Dice
from rules.record import steps
from tests.bot.store.small_games import STICKS


def record_with(dice: Dice, rolls: int) -> tuple[Move, ...]:
    """A record in which players roll and chance answers, as the bot writes it."""
    history = History.beginning(STICKS, 2)
    for _ in range(rolls):
        turn = history.position.turn
        if turn is None:
            break
        assert isinstance(turn, int)
        history = advance(history, Seat(turn), Move("roll"), dice)
    return history.tokens


def test_the_commitment_is_the_hash_of_the_secret_and_nothing_else() -> None:
    fairness = Fairness.seal()
    assert fairness.commitment == hashlib.sha256(fairness.secret).hexdigest()
    assert fairness.keeps_its_word and len(fairness.secret) == 32
    assert Fairness.seal().secret != fairness.secret


def test_a_secret_that_was_exchanged_later_is_found_out() -> None:
    sealed, other = Fairness.seal(), Fairness.seal()
    assert not Fairness(other.secret, sealed.commitment).keeps_its_word


def test_the_seed_depends_on_the_message_with_which_the_match_began() -> None:
    secret = b"s" * 32
    seeds = {Fairness(secret, "", message).dice.seed for message in (None, 1, 2, 12, 21)}
    assert len(seeds) == 5
    assert Fairness(secret, "", 12).dice.seed == hmac.digest(secret, b"12", "sha256")


@given(st.binary(min_size=1, max_size=40), st.integers(0, 7))
def test_every_roll_of_a_true_record_is_confirmed(seed: bytes, rolls: int) -> None:
    record = record_with(Dice(seed), rolls)
    found = check_rolls(steps(STICKS, 2, record), Dice(seed))
    assert found.rolls == sum(move.startswith("rolled") for move in record) and found.wrong == ()


def test_a_roll_that_the_dice_did_not_give_is_named_by_its_ply() -> None:
    dice = Dice(b"seed")
    first = ("rolled1", "rolled2")[dice.roll(0, 2)]
    other = {"rolled1": "rolled2", "rolled2": "rolled1"}[first]
    assert check_rolls(steps(STICKS, 2, (Move("roll"), Move(first))), dice).wrong == ()
    assert check_rolls(steps(STICKS, 2, (Move("roll"), Move(other))), dice).wrong == (2,)
