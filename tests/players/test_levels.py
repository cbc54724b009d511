"""How well characters between two faces play."""

from dataclasses import replace

import pytest

from players.characters import BADGER, LYNX, OTTER, stronger
from players.levels import level_for, level_of
from rules import GAMES

SEEDS = range(200)


def test_a_stronger_character_plays_its_share_of_moves_as_well_as_the_next_face() -> None:
    furl = GAMES["furl"]
    for steps in range(4):
        found = [level_for(stronger(OTTER, steps), furl, 2, furl.start(2), seed) for seed in SEEDS]
        assert {*found} <= {level_of(OTTER), level_of(BADGER)}
        assert found.count(level_of(BADGER)) / len(found) == pytest.approx(steps / 4, abs=0.1)


@pytest.mark.parametrize("strengths", [(800, 900, 1000, 1000, 1000), (1000, 900, 800, 700, 600), (800, 900, 1000)])
def test_a_match_goes_on_after_the_faces_were_measured_anew(strengths: tuple[int, ...]) -> None:
    furl = replace(GAMES["furl"], strengths={2: strengths})
    for character in (stronger(OTTER, 3), stronger(LYNX, 1)):
        found = level_for(character, furl, 2, furl.start(2), 1)
        assert found in (level_of(OTTER), level_of(BADGER), level_of(LYNX))
