"""`python -m tests.bench [part …]`: the benchmarks, or some parts of them, as tables of medians."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.playground import strict
from tests.bench import (
    deadlines,
    delivery,
    forgetting,
    matches,
    opponents,
    pages,
    pictures,
    reviews,
    rules,
    scale,
    seasons,
    standings,
    thinkers,
    turns,
)
from tests.bench.measure import Measurement, table

PARTS: Final[Mapping[str, Callable[[], Sequence[Measurement]]]] = {
    "rules": rules.rows,
    "opponents": opponents.rows,
    "thinkers": thinkers.rows,
    "reviews": reviews.rows,
    "pictures": pictures.rows,
    "turns": turns.rows,
    "pages": pages.rows,
    "matches": matches.rows,
    "deadlines": deadlines.rows,
    "delivery": delivery.rows,
    "forgetting": forgetting.rows,
    "standings": standings.rows,
    "scale": scale.rows,
    "seasons": seasons.rows,
}


def main() -> None:
    """Run the parts named on the command line, or all of them, and print the rows of each when it is done."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure, and print medians.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; without any, all of them")
    parts = parser.parse_args().parts
    for part in parts:
        if part not in PARTS:
            parser.error(f"there is no part “{part}”; there are {', '.join(PARTS)}")
    for part in parts or PARTS:
        with strict.enforced():
            print(table(PARTS[part]()), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
