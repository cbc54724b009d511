"""The contract of every game, checked for every game and number of seats with random games."""

import pickle
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import CHANCE, LONGEST_TOKEN, Game, IllegalMove, Move, MoveError, Position, Seat
from rules.record import replay, steps
from tests.rules.playouts import RANDOM_GAMES, TABLES, of_a_thousand, playout, sample

MOST_CHOICES = 100
LONGEST_LABEL = 80  # Discord's limit for a button
LONGEST_OPTION = 100  # Discord's limit for the description of an option
TOKEN = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")

at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)
any_table = st.sampled_from(TABLES)
typed = st.text() | st.text(alphabet="abcdefgwxy0123456789 <>+-/.,") | st.from_regex(r"[a-z]\d[<>x-]?[a-z]\d")


def any_position(key: str, seats: int, choice: random.Random) -> Position:
    return choice.choice(sample(key, seats))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_registered_under_its_key_with_its_description(key: str) -> None:
    game = GAMES[key]
    assert game.key == key
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)
    assert game.family in GAMES
    assert game.name.strip() and game.summary.strip()
    assert game.version >= 1
    assert len(game.seats) >= 1
    assert len(pickle.dumps(game)) > 0, "processes that think may be handed a game"


@pytest.mark.parametrize("key", GAMES)
def test_lots_decide_who_begins_where_the_game_says_so_and_seat_0_does_elsewhere(key: str) -> None:
    game, first = GAMES[key], set[object]()
    for seed in range(20):
        position, choice = game.start(game.seats.start), random.Random(seed)
        while position.turn is CHANCE:
            position = position.play(choice.choice(position.legal_moves()))
        first.add(position.turn)
    assert first == ({0, 1} if game.begins_by_lot else {0})


@pytest.mark.parametrize("key", GAMES)
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(key: str) -> None:
    game = GAMES[key]
    for seats in {-1, 0, 1, game.seats.start - 1, game.seats.stop} - set(game.seats):
        with pytest.raises(ValueError, match=str(seats)):
            game.start(seats)


@pytest.mark.parametrize("part", range(4))
@at_every_table
def test_random_games_keep_the_contract_at_every_ply(key: str, seats: int, part: int) -> None:
    game = GAMES[key]
    for seed in range(part, of_a_thousand(100) if game.has_chance else RANDOM_GAMES, 4):
        check_ply(game, seats, game.start(seats))
        for step in playout(key, seats, seed):
            check_ply(game, seats, step.after)


def check_ply(game: Game, seats: int, position: Position) -> None:
    moves, turn, outcome = position.legal_moves(), position.turn, position.outcome()
    assert len(set(moves)) == len(moves)
    assert position.legal_moves() == moves
    assert (turn is None) == (outcome is not None) == (not moves)
    assert turn is None or turn is CHANCE or turn in range(seats)
    fen = position.fen()
    again = game.from_fen(fen)
    assert again == position
    assert hash(again) == hash(position)
    assert again.legal_moves() == moves
    assert again.fen() == fen


@at_every_table
def test_a_token_is_short_printable_ascii_without_spaces(key: str, seats: int) -> None:
    for position in sample(key, seats):
        assert all(TOKEN.fullmatch(move) for move in position.legal_moves())


@at_every_table
def test_a_token_typed_in_any_case_and_with_extra_spaces_is_understood(key: str, seats: int) -> None:
    choice, some = random.Random(0), of_a_thousand(300)
    for position in sample(key, seats):
        legal = position.legal_moves()
        for move in choice.sample(legal, min(some, len(legal))):
            for text in {move, move.upper(), move.lower(), f"  {move} "}:
                assert position.parse(text) == move


@at_every_table
def test_every_legal_move_can_be_played_and_leaves_the_position_before_it_as_it_was(key: str, seats: int) -> None:
    for position in sample(key, seats):
        fen = position.fen()
        for move in position.legal_moves():
            assert type(position.play(move)) is type(position)
        assert position.fen() == fen


@at_every_table
def test_anything_but_a_legal_token_is_an_illegal_move(key: str, seats: int) -> None:
    choice, some = random.Random(0), of_a_thousand(500)
    all_moves = sorted({move for other in sample(key, seats)[::9] for move in other.legal_moves()})
    others = choice.sample(all_moves, min(some, len(all_moves)))
    for position in sample(key, seats):
        legal = position.legal_moves()
        few = choice.sample(legal, min(10, len(legal)))
        spoiled = {f" {move}" for move in few} | {f"{move}\n" for move in few}
        for move in {"nonsense", "", " ", "résumé", *others, *spoiled}.difference(legal):
            with pytest.raises(IllegalMove, match=r"\w"):
                position.play(Move(move))


@at_every_table
def test_a_legal_move_is_described_in_one_line_of_words(key: str, seats: int) -> None:
    for position in sample(key, seats):
        for move in position.legal_moves():
            words = position.describe(move)
            # A move continues "Ada …"; a roll of chance is a clause of its own and may begin with a name.
            assert re.match(r"[A-Z]?[a-z]+\b" if position.turn is CHANCE else r"[a-z]+\b", words)
            assert "\n" not in words


@at_every_table
def test_the_choices_that_lead_to_a_move_are_its_token_in_parts(key: str, seats: int) -> None:
    for position in sample(key, seats):
        for move in position.legal_moves():
            assert all(position.choices(move))
            assert "".join(position.choices(move)) == move


@at_every_table
def test_a_player_who_picks_a_move_never_sees_more_than_a_hundred_choices_at_once(key: str, seats: int) -> None:
    for position in sample(key, seats):
        following: dict[tuple[str, ...], set[str]] = {}
        for move in position.legal_moves():
            stages = position.stages(move)
            for at, stage in enumerate(stages):
                following.setdefault(stages[:at], set()).add(stage)
        assert all(len(stages) <= MOST_CHOICES for stages in following.values())


@at_every_table
def test_a_stage_of_picking_tells_by_which_stages_it_was_reached_and_the_last_is_the_move(key: str, seats: int) -> None:
    for position in sample(key, seats):
        series: dict[str, tuple[str, ...]] = {}
        for move in position.legal_moves():
            stages = position.stages(move)
            assert stages[-1] == move
            for at in range(1, len(stages) + 1):
                assert series.setdefault(stages[at - 1], stages[:at]) == stages[:at]


@at_every_table
def test_each_stage_of_picking_asks_a_question_and_its_options_say_what_follows(key: str, seats: int) -> None:
    for position in sample(key, seats):
        paths = {move: ("", *position.stages(move)) for move in position.legal_moves()}
        for stage in {stage for path in paths.values() for stage in path[:-1]}:
            question = position.question(stage)
            assert question[0].isalnum() and question.endswith("?") and len(question) <= LONGEST_OPTION
            following: dict[str, list[Move]] = {}
            for move, path in paths.items():
                if stage in path[:-1]:
                    following.setdefault(path[path.index(stage) + 1], []).append(move)
            options = [position.option(partial, moves) for partial, moves in following.items()]
            assert len({option.label for option in options}) == len(options), "each label stands for one option"
            assert all(1 <= len(option.label.strip()) <= LONGEST_LABEL for option in options)
            assert not any("\n" in option.effect for option in options)
            assert position.turn is CHANCE or all(len(option.effect) <= LONGEST_OPTION for option in options)


@at_every_table
def test_a_move_with_a_name_of_its_own_is_legal_and_its_name_fits_a_button(key: str, seats: int) -> None:
    for position in sample(key, seats):
        named = position.named_moves()
        assert set(named) <= set(position.legal_moves())
        assert all(1 <= len(label.strip()) <= LONGEST_LABEL for label in named.values())
        assert len(set(named.values())) == len(named)


@at_every_table
def test_there_is_a_reason_for_every_move_of_a_player(key: str, seats: int) -> None:
    choice = random.Random(0)
    for position in sample(key, seats):
        legal = position.legal_moves() if position.turn is not CHANCE else ()
        assert all(position.reason(move) for move in choice.sample(legal, min(5, len(legal))))


@at_every_table
def test_the_odds_of_a_move_are_one_line_or_nothing(key: str, seats: int) -> None:
    for position in sample(key, seats):
        assert not any("\n" in position.odds(move) for move in position.legal_moves())


@pytest.mark.parametrize(("key", "seats"), [table for table in TABLES if GAMES[table[0]].longest is not None])
def test_a_game_is_over_after_the_most_moves_that_it_names(key: str, seats: int) -> None:
    longest = GAMES[key].longest
    assert longest is not None
    played = list(playout(key, seats, 1))
    limits = [longest(position) for position in (*(step.before for step in played), played[-1].after)]
    limited = [limit for limit in limits if limit is not None]
    assert limits[-len(limited) :] == limited and len(limited) > 2, "it stays limited to the end"
    assert all(limit >= left for left, limit in enumerate(reversed(limited)))
    assert all(before > after for before, after in pairwise(limited))
    by_chance = [step.before.turn is CHANCE for step in played]
    assert not any(by_chance[-len(limited) + 1 :]), "chance decides nothing more"


@at_every_table
def test_places_say_how_many_seats_are_ahead(key: str, seats: int) -> None:
    outcomes = [outcome for position in sample(key, seats) if (outcome := position.outcome()) is not None]
    assert outcomes, "no random game of the sample came to an end"
    for outcome in outcomes:
        assert len(outcome.places) == seats
        assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
        assert outcome.points is None or len(outcome.points) == seats
        assert outcome.reason.strip()


@at_every_table
def test_every_seat_plays_a_side_of_its_own(key: str, seats: int) -> None:
    for position in sample(key, seats):
        sides = [position.side(seat) for seat in map(Seat, range(seats))]
        assert all(side.strip() for side in sides)
        assert len(set(sides)) == seats


@at_every_table
def test_a_position_is_frozen_slotted_and_survives_pickling(key: str, seats: int) -> None:
    for position in sample(key, seats):
        assert not hasattr(position, "__dict__")
        assert is_dataclass(position)
        for name in ("turn", "anything", *(field.name for field in fields(position))):
            with pytest.raises((AttributeError, TypeError)):
                setattr(position, name, None)
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.fen() == position.fen()


@at_every_table
def test_the_text_board_has_lines_that_fit_a_code_block(key: str, seats: int) -> None:
    for position in sample(key, seats):
        lines = str(position).splitlines()
        assert len(lines) > 1
        assert all(line == line.rstrip() for line in lines)
        assert "```" not in str(position)


@at_every_table
def test_a_record_replays_to_the_position_that_was_reached(key: str, seats: int) -> None:
    for seed in range(5):
        played = tuple(playout(key, seats, seed))
        moves = [step.move for step in played]
        assert tuple(steps(GAMES[key], seats, moves)) == played
        assert replay(GAMES[key], seats, moves) == played[-1].after


@at_every_table
def test_a_seat_that_retires_is_never_to_move_again(key: str, seats: int) -> None:
    choice = random.Random(7)
    for position in sample(key, seats)[::2]:
        for seat in map(Seat, range(seats)):
            left = position.retire(seat)
            if seats == 2:
                assert left is None, "with two seats the match ends when one leaves"
            while left is not None and left.turn is not None:
                assert left.turn != seat
                left = left.play(choice.choice(left.legal_moves()))


@settings(deadline=None)
@given(table=any_table, text=typed, choice=st.randoms(use_true_random=False))
def test_any_text_is_read_as_a_legal_move_or_refused_with_a_sentence(
    table: tuple[str, int], text: str, choice: random.Random
) -> None:
    position = any_position(*table, choice)
    check_reading(position.parse, text, position.legal_moves())


@at_every_table
def test_a_text_longer_than_any_move_is_refused_before_it_is_read(key: str, seats: int) -> None:
    for position in sample(key, seats)[:3]:
        for text in ("a" * 10**6, "a1 " * 10**5, "\u0345\u0301" * 10**6):  # to normalize the last would take hours
            with pytest.raises(MoveError) as refusal:
                position.parse(text)
            assert len(str(refusal.value)) < 500


def check_reading(parse: Callable[[str], Move], text: str, legal: Sequence[Move]) -> None:
    try:
        assert parse(text) in legal
    except MoveError as refusal:
        assert re.match(r"\S", str(refusal))


@settings(deadline=None)
@given(table=any_table, text=typed)
def test_any_text_is_a_position_or_refused_as_a_value_error(table: tuple[str, int], text: str) -> None:
    check_from_fen(GAMES[table[0]], text)


@settings(deadline=None)
@given(table=any_table, choice=st.randoms(use_true_random=False), data=st.data())
def test_a_spoiled_fen_is_a_position_written_just_so_or_refused(
    table: tuple[str, int], choice: random.Random, data: st.DataObject
) -> None:
    fen = any_position(*table, choice).fen()
    at = data.draw(st.integers(0, len(fen)))
    length = data.draw(st.integers(0, 3))
    inserted = data.draw(st.text(alphabet=sorted(set(fen)) + list("0123456789 \n"), max_size=3))
    check_from_fen(GAMES[table[0]], fen[:at] + inserted + fen[at + length :])


def check_from_fen(game: Game, text: str) -> None:
    try:
        position = game.from_fen(text)
    except ValueError as refusal:
        assert str(refusal)
    else:
        assert position.fen() == text
        assert (position.outcome() is None) == bool(position.legal_moves())
