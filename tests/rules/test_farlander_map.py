"""The tiles and the map: R1, R2 and R3 of the rules specification."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import CHANCE
from rules.farlander.atlas import (
    LEFT,
    MIDDLE,
    PLACES,
    RIGHT,
    SECTORS,
    Atlas,
    Laid,
    atlas,
    digit,
    spots,
    tiles,
    touching,
)
from tests.rules.naive_farlander import TILES, borders_of

turns = st.integers(0, 5)
maps = st.permutations(range(1, 8)).flatmap(
    lambda order: st.tuples(*(st.builds(Laid, st.just(tile), turns) for tile in order))
)
tokens = st.permutations(range(1, 8)).flatmap(
    lambda order: st.tuples(*(turns.map(f"t{tile}r{{}}".format) for tile in order))
)
of_many = settings(max_examples=40, deadline=None)


def neighbours(there: Atlas, name: str) -> set[str]:
    return {there.names[near] for near in there.borders[there.index[name]]}


def joined(first: str, links: dict[str, set[str]]) -> set[str]:
    """Everything that can be reached from `first`."""
    reached, waiting = {first}, [first]
    while waiting:
        more = links[waiting.pop()] - reached
        reached |= more
        waiting += more
    return reached


def test_the_tiles_are_those_of_the_specification() -> None:
    table = {tile.number: (" ".join(tile.sectors), tile.garrison) for tile in tiles().values()}
    assert table == TILES


@pytest.mark.parametrize("number", range(1, 8))
def test_a_tile_has_three_or_four_territories_each_in_one_piece(number: int) -> None:
    laid = Laid(number, 0)
    mine = spots("a")
    parts = {spot: digit(laid, spot.sector, spot.triangle) for spot in mine}
    assert set(parts.values()) in ({1, 2, 3}, {1, 2, 3, 4})
    for territory in set(parts.values()):
        links = {str(spot): set[str]() for spot in mine if parts[spot] == territory}
        for one, other in touching():
            if parts.get(one) == parts.get(other) == territory:
                links[str(one)].add(str(other))
                links[str(other)].add(str(one))
        assert joined(next(iter(links)), links) == set(links)


@of_many
@given(laid=maps)
def test_a_map_has_24_territories_and_a_garrison_on_each_tile(laid: tuple[Laid, ...]) -> None:
    there = atlas(laid)
    assert len(there.names) == 24
    assert list(there.names) == sorted(there.names)
    garrisons = [name for at, name in enumerate(there.names) if there.garrisons >> at & 1]
    assert garrisons == [f"{place}{TILES[tile.tile][1]}" for place, tile in zip(PLACES, laid, strict=True)]


@of_many
@given(laid=maps)
def test_borders_are_mutual_and_never_with_oneself(laid: tuple[Laid, ...]) -> None:
    there = atlas(laid)
    for one, near in enumerate(there.borders):
        assert one not in near
        assert list(near) == sorted(set(near))
        assert all(one in there.borders[other] for other in near)


@of_many
@given(laid=maps)
def test_every_territory_can_be_reached_from_every_other(laid: tuple[Laid, ...]) -> None:
    there = atlas(laid)
    assert joined("a1", {name: neighbours(there, name) for name in there.names}) == set(there.names)


@of_many
@given(laid=maps, turn=turns, place=st.integers(0, 6))
def test_a_turn_of_a_tile_changes_no_border_within_it(laid: tuple[Laid, ...], turn: int, place: int) -> None:
    turned = (*laid[:place], Laid(laid[place].tile, turn), *laid[place + 1 :])
    for name in (name for name in atlas(laid).names if name[0] == PLACES[place]):
        one, other = (
            {near for near in neighbours(atlas(there), name) if near[0] == name[0]} for there in (laid, turned)
        )
        assert one == other


@of_many
@given(laid=maps, count=st.integers(0, 7))
def test_a_map_that_is_laid_in_part_has_the_borders_of_its_tiles(laid: tuple[Laid, ...], count: int) -> None:
    part = atlas(laid[:count])
    assert {name: neighbours(part, name) for name in part.names} == borders_of(
        [(tile.tile, tile.turn) for tile in laid[:count]]
    )


def test_triangles_meet_within_a_tile_and_across_its_sides_as_the_rulings_say() -> None:
    pairs = {frozenset(pair) for pair in touching()}
    assert len(pairs) == len(touching()) == 7 * 5 * SECTORS + 12 * 2
    by_place = {place: spots(place) for place in PLACES}
    a_east_left, a_east_right = (by_place["a"][1 * 4 + triangle] for triangle in (LEFT, RIGHT))
    c_west_left, c_west_right = (by_place["c"][4 * 4 + triangle] for triangle in (LEFT, RIGHT))
    assert {frozenset((a_east_left, c_west_right)), frozenset((a_east_right, c_west_left))} <= pairs
    assert frozenset((a_east_left, c_west_left)) not in pairs
    assert frozenset((by_place["a"][1 * 4 + MIDDLE], a_east_left)) in pairs


def test_r3_a_turn_moves_sector_k_of_the_table_to_sector_k_plus_the_turn() -> None:
    for turn in range(6):
        for sector in range(SECTORS):
            written = "".join(str(digit(Laid(5, turn), (sector + turn) % SECTORS, triangle)) for triangle in range(4))
            assert written == tiles()[5].sectors[sector]


def test_r3_chance_lays_the_map_with_tokens_ordered_by_tile_then_turn() -> None:
    position = GAMES["farlander"].start(2)
    assert position.turn is CHANCE
    assert position.legal_moves() == tuple(f"t{tile}r{turn}" for tile in range(1, 8) for turn in range(6))
    position = position.play(position.legal_moves()[9])
    assert position.legal_moves() == tuple(f"t{tile}r{turn}" for tile in (1, 3, 4, 5, 6, 7) for turn in range(6))


@of_many
@given(rolled=tokens)
def test_r3_tiles_go_to_the_places_in_order_and_then_it_is_rolled_who_begins(rolled: tuple[str, ...]) -> None:
    position = GAMES["farlander"].start(3)
    for move in rolled:
        assert position.turn is CHANCE
        position = position.play(position.parse(move))
    assert position.fen().startswith("/".join(rolled))
    assert position.turn is CHANCE
    assert position.legal_moves() == ("red", "blue", "green")


def test_different_rolls_lead_to_different_maps() -> None:
    choice, seen = random.Random(3), set[str]()
    for _ in range(50):
        position = GAMES["farlander"].start(4)
        for _ in range(7):
            position = position.play(choice.choice(position.legal_moves()))
        seen.add(position.fen())
    assert len(seen) == 50
