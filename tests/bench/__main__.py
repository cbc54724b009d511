"""`python -m tests.bench [part …]`: the benchmarks, or some parts of them, as a table of medians."""

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.bench import (
    deadlines,
    delivery,
    forgetting,
    matches,
    opponents,
    pictures,
    reviews,
    rules,
    scale,
    seasons,
    standings,
    statements,
    thinkers,
    turns,
)
from tests.bench.measure import Row

PARTS: Final[Mapping[str, Callable[[], Sequence[Row]]]] = {
    "rules": rules.rows,
    "opponents": opponents.rows,
    "thinkers": thinkers.rows,
    "reviews": reviews.rows,
    "pictures": pictures.rows,
    "turns": turns.rows,
    "statements": statements.rows,
    "matches": matches.rows,
    "deadlines": deadlines.rows,
    "delivery": delivery.rows,
    "forgetting": forgetting.rows,
    "standings": standings.rows,
    "scale": scale.rows,
    "seasons": seasons.rows,
}


def main() -> None:
    """Run the parts that are named, or all of them, one after the other, and print their rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure, and print medians.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; without any, all of them")
    parts = parser.parse_args().parts
    for part in parts:
        if part not in PARTS:
            parser.error(f"there is no part “{part}”; there are {', '.join(PARTS)}")
    print(table([row for part in parts or PARTS for row in PARTS[part]()]))


def table(rows: Sequence[Row]) -> str:
    """The rows as text in columns: what was measured, the median, its unit, a note."""
    cells = [("", "median", "unit", "note"), *((row.name, shown(row.value), row.unit, row.note) for row in rows)]
    name, value, unit = (max(len(line[column]) for line in cells) for column in range(3))
    return "\n".join(f"{line[0]:<{name}}  {line[1]:>{value}}  {line[2]:<{unit}}  {line[3]}".rstrip() for line in cells)


def shown(value: float) -> str:
    """Three digits that matter, or a dash for what could not be measured."""
    if math.isnan(value):
        return "-"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}" if value else "0"


if __name__ == "__main__":
    main()
