"""The ratings of the characters, one for each game and number of seats in which they play."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.model.characters import character_keys, character_of, seated
from bot.texts.characters import choice, here
from bot.texts.language import languages, speaking
from players.characters import (
    BADGER,
    CHARACTERS,
    HEDGEHOG,
    LYNX,
    MOLE,
    OTTER,
    Character,
    Meeting,
    available,
    equal_to,
    keyed,
    nearest_to,
    rating,
    scale,
    stronger,
)
from rules import GAMES

DOCUMENT = Path(__file__).parents[3] / "docs" / "opponents.md"
STEP = 50  # as ratings are rounded; 57 % of the points
SCALE_STEP = 100  # between two strengths
TWO_STEPS = 150  # 70 % of the points
LONGEST_HINT = 100  # Discord's limit for an option in a menu


def test_each_character_is_stronger_than_the_one_before_in_every_game_for_any_number_of_players() -> None:
    for game in GAMES.values():
        for seats in game.seats:
            known = [rating(character, game, seats) for character in CHARACTERS]
            for one, next_one in pairwise(known):
                assert one is not None and next_one is not None
                assert next_one - one >= STEP
            for one, third in zip(known, known[2:], strict=False):
                assert one is not None and third is not None and third - one >= TWO_STEPS


def test_the_document_names_the_same_numbers_as_the_menus() -> None:
    documented = {
        tuple(map(int, re.findall(r"\d+", cells)))
        for cells in re.findall(
            r"^\| [^|]+ \|((?: \d{3,4} \|){5})$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    assert documented == {
        tuple(rating(character, game, seats) for character in CHARACTERS)
        for game in GAMES.values()
        for seats in game.seats
    }


def test_a_menu_says_how_strong_a_character_is_where_that_was_measured() -> None:
    assert here(LYNX, GAMES["furl"], 2) == f"About 2350. {LYNX.manner}"
    assert rating(LYNX, GAMES["furl"], 3) is None and here(LYNX, GAMES["furl"], 3) == LYNX.manner
    said = [here(one, game, 2) for one in CHARACTERS for game in GAMES.values()]
    assert all(len(text) <= LONGEST_HINT for text in said)


@pytest.mark.parametrize("code", languages())
def test_the_label_of_a_suggested_character_is_as_long_as_discord_allows(code: str) -> None:
    with speaking(code):
        said = [choice(one, game) for game in (None, *GAMES.values()) for one in CHARACTERS]
    assert all(0 < len(text) <= LONGEST_HINT for text in said)


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.key)
def test_whoever_scores_half_against_a_character_is_as_strong_in_every_game(character: Character) -> None:
    for game in GAMES.values():
        for seats in game.seats:
            known = rating(character, game, seats)
            assert known is not None
            assert equal_to([Meeting(known, 1.0), Meeting(known, 0.0)] * 2, game, seats) == character


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([(LYNX, 0.0)] * 2, None),
        ([(LYNX, 1.0)] * 2, None),
        ([(MOLE, 0.0)] * 3, MOLE),
        ([(MOLE, 1.0)] * 3, stronger(HEDGEHOG, 1)),
        ([(MOLE, 1.0), (HEDGEHOG, 1.0), (OTTER, 1.0)], stronger(OTTER, 1)),
        ([(MOLE, 1.0), (HEDGEHOG, 1.0), (OTTER, 1.0), (BADGER, 0.5)], stronger(OTTER, 2)),
        ([(LYNX, 1.0)] * 3, LYNX),
        ([(LYNX, 0.0)] * 3, stronger(BADGER, 2)),
        ([(LYNX, 0.0)] * 30, stronger(OTTER, 2)),
    ],
)
def test_who_is_about_as_strong_follows_from_three_matches_or_more(
    scores: Sequence[tuple[Character, float]], expected: Character | None
) -> None:
    furl = GAMES["furl"]
    met = [Meeting(rating(character, furl, 2) or 0, score) for character, score in scores]
    assert equal_to(met, furl, 2) == expected


def test_one_win_more_never_makes_a_person_weaker() -> None:
    furl = GAMES["furl"]
    for most in range(3, 12):
        won = [[Meeting(1350, float(nth < wins)) for nth in range(most)] for wins in range(most + 1)]
        found = [equal_to(meetings, furl, 2) for meetings in won]
        strengths = [rating(one, furl, 2) or 0 for one in found if one is not None]
        assert strengths == sorted(strengths) and len(strengths) == most + 1


def test_the_strengths_of_every_game_are_steps_of_a_hundred_points_from_the_gentlest_face_to_the_strongest() -> None:
    for game in GAMES.values():
        for seats in game.seats:
            found = [*scale(game, seats)]
            known = [rating(one, game, seats) or 0 for one in found]
            assert [one for one in found if not one.steps] == [*CHARACTERS]
            assert all(two - one < 2 * SCALE_STEP for one, two in pairwise(known))
            assert all(
                two - one >= SCALE_STEP for (one, two), to in zip(pairwise(known), found[1:], strict=True) if to.steps
            )


def test_every_number_on_the_scale_has_a_character_within_a_step() -> None:
    for game in GAMES.values():
        lowest, highest = (rating(one, game, 2) or 0 for one in (MOLE, LYNX))
        for number in range(lowest, highest + 1, 10):
            found = nearest_to(number, game, 2)
            assert found is not None and abs((rating(found, game, 2) or 0) - number) < SCALE_STEP
        assert nearest_to(0, game, 2) == MOLE and nearest_to(9999, game, 2) == LYNX
    assert nearest_to(1000, GAMES["furl"], 3) is None


def test_a_stronger_character_is_found_again_by_its_seat_and_its_key_and_has_the_face_of_the_usual_one() -> None:
    everyone = {one for game in GAMES.values() for seats in game.seats for one in scale(game, seats)}
    assert len({one.number for one in everyone}) == len(everyone) > len(CHARACTERS)
    for one in everyone:
        first, second = seated(one, 2)
        assert first.is_character and second.is_character
        assert character_of(first) == character_of(second) == keyed(one.key) == one
        assert character_keys([first]) == (one.face.key,)
        assert one.face in CHARACTERS and one.face.steps == 0
    assert [one.name for one in seated(stronger(OTTER, 2), 2)] == ["Otter +200", "Otter 2 +200"]


def test_the_characters_of_a_match_have_seats_of_their_own_whatever_their_strength() -> None:
    ids = [person.id for steps in range(10) for face in CHARACTERS for person in seated(stronger(face, steps), 4)]
    assert len(set(ids)) == len(ids)


def test_nobody_plays_stronger_than_a_game_has_that_face() -> None:
    furl, farlander = GAMES["furl"], GAMES["farlander"]
    for asked, game, seats, able in (
        (stronger(OTTER, 2), furl, 2, stronger(OTTER, 2)),
        (stronger(OTTER, 9), furl, 2, stronger(OTTER, 3)),
        (stronger(LYNX, 9), furl, 2, LYNX),
        (stronger(BADGER, 2), farlander, 2, stronger(BADGER, 2)),
        (stronger(BADGER, 2), farlander, 3, stronger(BADGER, 1)),
        (stronger(OTTER, 1), replace(furl, strengths={}), 2, OTTER),
        (stronger(OTTER, 1), replace(furl, strengths={2: (900, 800, 800, 700, 700)}), 2, OTTER),
    ):
        assert available(asked, game, seats) == able


def test_far_apart_or_missing_strengths_of_a_foreign_game_are_no_characters_that_no_seat_can_have() -> None:
    far = replace(GAMES["furl"], strengths={2: (400, 2_000, 3_000, 9_000, 9_100)})
    found = [*scale(far, 2)]
    assert found and all(keyed(one.key) == one for one in found)
    assert all(person.is_character for one in found for person in seated(one, 4))
    few = replace(GAMES["furl"], strengths={2: (800, 1_100, 1_300)})
    assert [rating(one, few, 2) for one in CHARACTERS] == [800, 1_100, 1_300, None, None]
    assert {one.face for one in scale(few, 2)} == {MOLE, HEDGEHOG, OTTER} and nearest_to(9_999, few, 2) == OTTER
