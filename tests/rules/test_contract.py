"""The contract of every game: the laws of `studio.laws.laws` for each of our games, by many random games."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import CHANCE, Game, Position
from studio.laws.laws import OF_EVERY_POSITION, OF_GAMES, OF_PLAYED, OF_POSITIONS, Law, Look, Played, reads, reads_fen
from tests.rules.playouts import RANDOM_GAMES, TABLES, of_a_thousand, playout, sample

at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)
any_table = st.sampled_from(TABLES)
typed = st.text() | st.text(alphabet="abcdefgwxy0123456789 <>+-/.,") | st.from_regex(r"[a-z]\d[<>x-]?[a-z]\d")


def says(law: object) -> str | None:
    return law.says if isinstance(law, Law) else None


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


@pytest.mark.parametrize("law", OF_GAMES, ids=says)
@pytest.mark.parametrize("key", GAMES)
def test_every_game_keeps_each_law_of_games(key: str, law: Law[Game]) -> None:
    assert law.holds(GAMES[key]), law.says


@pytest.mark.parametrize("part", range(4))
@at_every_table
def test_random_games_keep_the_quickest_laws_at_every_ply(key: str, seats: int, part: int) -> None:
    game, choice = GAMES[key], random.Random(part)
    for seed in range(part, of_a_thousand(100) if game.has_chance else RANDOM_GAMES, 4):
        for position in (game.start(seats), *(step.after for step in playout(key, seats, seed))):
            look = Look(game, seats, position, choice)
            assert [law.says for law in OF_EVERY_POSITION if not law.holds(look)] == [], position.fen()


@pytest.mark.parametrize("law", OF_POSITIONS, ids=says)
@at_every_table
def test_every_position_keeps_each_law(key: str, seats: int, law: Law[Look]) -> None:
    choice, positions = random.Random(0), sample(key, seats)
    all_moves = sorted({move for other in positions[::9] for move in other.legal_moves()})
    others = choice.sample(all_moves, min(of_a_thousand(500), len(all_moves)))
    for position in positions:
        look = Look(GAMES[key], seats, position, choice, others, of_a_thousand(300))
        assert law.holds(look), f"{law.says}: {position.fen()}"


@pytest.mark.parametrize("law", OF_PLAYED, ids=says)
@at_every_table
def test_every_random_game_keeps_each_law_of_played_games(key: str, seats: int, law: Law[Played]) -> None:
    for seed in range(5):
        assert law.holds(Played(GAMES[key], seats, tuple(playout(key, seats, seed)))), law.says


@at_every_table
def test_there_is_a_reason_for_many_moves_of_players(key: str, seats: int) -> None:
    choice, told = random.Random(0), list[bool]()
    for position in sample(key, seats):
        legal = position.legal_moves() if position.turn is not CHANCE else ()
        told += [bool(position.reason(move)) for move in choice.sample(legal, min(5, len(legal)))]
    assert sum(told) >= len(told) / 3


@at_every_table
def test_some_random_games_of_the_sample_come_to_an_end(key: str, seats: int) -> None:
    assert any(position.outcome() is not None for position in sample(key, seats))


@settings(deadline=None)
@given(table=any_table, text=typed, choice=st.randoms(use_true_random=False))
def test_any_text_is_read_as_a_legal_move_or_refused_with_a_sentence(
    table: tuple[str, int], text: str, choice: random.Random
) -> None:
    assert reads(any_position(*table, choice), text)


@settings(deadline=None)
@given(table=any_table, text=typed)
def test_any_text_is_a_position_or_refused_as_a_value_error(table: tuple[str, int], text: str) -> None:
    assert reads_fen(GAMES[table[0]], text)


@settings(deadline=None)
@given(table=any_table, choice=st.randoms(use_true_random=False), data=st.data())
def test_a_spoiled_fen_is_a_position_written_just_so_or_refused(
    table: tuple[str, int], choice: random.Random, data: st.DataObject
) -> None:
    fen = any_position(*table, choice).fen()
    at = data.draw(st.integers(0, len(fen)))
    length = data.draw(st.integers(0, 3))
    inserted = data.draw(st.text(alphabet=sorted(set(fen)) + list("0123456789 \n"), max_size=3))
    assert reads_fen(GAMES[table[0]], fen[:at] + inserted + fen[at + length :])
