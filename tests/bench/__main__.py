"""`python -m tests.bench`: every benchmark, as a table of medians."""

import math
from collections.abc import Callable

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

PARTS: tuple[Callable[[], list[Row]], ...] = (
    rules.rows,
    opponents.rows,
    thinkers.rows,
    reviews.rows,
    pictures.rows,
    turns.rows,
    statements.rows,
    matches.rows,
    deadlines.rows,
    delivery.rows,
    forgetting.rows,
    standings.rows,
    scale.rows,
    seasons.rows,
)


def main() -> None:
    """Run all parts, one after the other, and print their rows."""
    print(table([row for rows in PARTS for row in rows()]))


def table(rows: list[Row]) -> str:
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
