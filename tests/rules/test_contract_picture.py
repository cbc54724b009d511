"""Every game can be painted: the part of the contract that `render` keeps. How a picture looks is tested beside it."""

import pytest

from render import picture
from tests.rules.playouts import TABLES, sample


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_position_has_a_picture(key: str, seats: int) -> None:
    positions = sample(key, seats)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        painted = picture(position)
        assert isinstance(painted, bytes)
        assert painted
