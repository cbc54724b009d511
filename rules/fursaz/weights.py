"""Early and late weights of the features of `evaluation`, as `make train` has learned them."""

from collections.abc import Mapping
from typing import Final

from rules.linear import Weights

# fmt: off
WEIGHTS: Final[Mapping[str, Weights]] = {
    "fursaz": {
        "stone": (
            (647, 1032), (-14, 857), (125, 801), (-436, 850), (-115, 882), (-148, 908), (-3, 783), (149, 950), (186,
            989), (200, 500), (200, 500), (200, 500), (200, 500), (200, 500), (200, 500), (200, 500),
        ),
        "pair": (
            (180, -59),
        ),
        "territory": (
            (-59, 369), (4, 174),
        ),
        "flanked": (
            (0, 0), (-736, 325),
        ),
        "open": (
            (-176, -471), (-95, -897),
        ),
        "turn": (
            (355, 214),
        ),
    },
    "fursaz-7": {
        "stone": (
            (647, 1032), (-14, 857), (-14, 857), (-14, 857), (-436, 850), (-436, 850), (-436, 850), (-436, 850),
            (-436, 850), (-436, 850), (-148, 908), (-148, 908), (149, 950), (149, 950), (149, 950), (186, 989),
        ),
        "pair": (
            (180, -59),
        ),
        "territory": (
            (-59, 369), (4, 174),
        ),
        "flanked": (
            (0, 0), (-736, 325),
        ),
        "open": (
            (-176, -471), (-95, -897),
        ),
        "turn": (
            (355, 214),
        ),
    },
}
