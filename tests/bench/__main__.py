"""`python -m tests.bench [part …]`: the benchmarks, or some parts of them, as tables of medians.

Each table says how busy the machine was.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from studio.playground import strict
from tests.bench import (
    asking,
    browser,
    caches,
    deadlines,
    delivery,
    forgetting,
    matches,
    noise,
    opponents,
    pages,
    pictures,
    reviews,
    rules,
    scale,
    seasons,
    sizes,
    standings,
    thinkers,
    turns,
    watching,
)
from tests.bench.measure import Measurement, table

PARTS: Final[Mapping[str, Callable[[], Sequence[Measurement]]]] = {
    "rules": rules.rows,
    "opponents": opponents.rows,
    "thinkers": thinkers.rows,
    "reviews": reviews.rows,
    "pictures": pictures.rows,
    "caches": caches.rows,
    "turns": turns.rows,
    "pages": pages.rows,
    "watching": watching.rows,
    "browser": browser.rows,
    "matches": matches.rows,
    "deadlines": deadlines.rows,
    "delivery": delivery.rows,
    "noise": noise.rows,
    "forgetting": forgetting.rows,
    "sizes": sizes.rows,
    "standings": standings.rows,
    "scale": scale.rows,
    "asking": asking.rows,
    "seasons": seasons.rows,
}

_MARGIN: Final = 2.0
"""By how much a ratio may miss its aim on any machine, however busy."""


def main() -> None:
    """Run the parts named on the command line, or all of them, and print the rows of each when it is done."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure, and print medians.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; without any, all of them")
    parser.add_argument("--strict", action="store_true", help="fail if an aim is missed")
    parser.add_argument("--strict-ratios", action="store_true", help="fail if one that is a ratio is missed by far")
    chosen = parser.parse_args()
    parts: Sequence[str] = chosen.parts
    for part in parts:
        if part not in PARTS:
            parser.error(f"there is no part “{part}”; there are {', '.join(PARTS)}")
    missed: list[str] = []
    for part in parts or PARTS:
        before = os.getloadavg()[0]
        with strict.enforced():
            rows = PARTS[part]()
        load = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores"
        print(f"{part}: {load}\n{table(rows)}", end="\n\n", flush=True)
        if chosen.strict or chosen.strict_ratios:
            margin = 1.0 if chosen.strict else _MARGIN
            looked_at = rows if chosen.strict else [row for row in rows if row.is_ratio]
            missed += [f"{part}: {row.name.strip()}" for row in looked_at if row.misses(margin)]
    if missed:
        sys.exit(f"Aims missed: {'; '.join(missed)}.")


if __name__ == "__main__":
    main()
