"""Plans as data instead of text.

What somebody had planned was a list of texts: moves, played one after the other, and then lines such as
`after e5<e4: c4xe3, after d2<d3: a1<b2`, one for every way through what the others may play. It becomes a tree:
`{"moves": […], "branches": [{"after": […], "moves": […], "branches": […]}, …]}`.

A plan that cannot be read is dropped: its owner finds nothing planned. No version of the bot has stored such a plan.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_Tree = dict[str, Any]
_PLANS = sa.table("plans", sa.column("match_id"), sa.column("person_id"), sa.column("moves", sa.JSON()))
_AFTER = re.compile(r"\bafter\b", re.IGNORECASE)
_COMMA = re.compile(r",(?![0-9])")  # before a digit it belongs to a square
_ANYTHING = "anything else"


def upgrade() -> None:
    """Apply the change."""
    _rewrite(_tree)
    with op.batch_alter_table("plans", schema=None) as batch_op:
        batch_op.alter_column("moves", new_column_name="tree")


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("plans", schema=None) as batch_op:
        batch_op.alter_column("tree", new_column_name="moves")
    _rewrite(_texts)


def _rewrite(convert: Callable[[Any], Any]) -> None:
    """Convert what stands in every row, and delete the rows that it cannot convert."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_PLANS)).all():
        this = (_PLANS.c.match_id == row.match_id, _PLANS.c.person_id == row.person_id)
        try:
            connection.execute(sa.update(_PLANS).where(*this).values(moves=convert(row.moves)))
        except (TypeError, ValueError):
            connection.execute(sa.delete(_PLANS).where(*this))


def _tree(texts: list[str]) -> _Tree:
    """The tree of a list of texts. Raises ValueError or TypeError if it is none."""
    tree: _Tree = {"moves": [text for text in texts if not _AFTER.match(text)], "branches": []}
    for line in filter(_AFTER.match, texts):
        place = tree
        for after, moves in _parts(line):
            place = _branch(place, after, moves)
    return tree


def _branch(tree: _Tree, after: list[str], moves: list[str]) -> _Tree:
    """The branch of a tree that answers `after` with `moves`; it is added if there is none."""
    branches: list[_Tree] = tree["branches"]
    for branch in branches:
        if branch["after"] == after and branch["moves"] == moves:
            return branch
        if branch["after"] == after:
            raise ValueError("two lines answer the same thing in two ways")
    branches.append({"after": after, "moves": moves, "branches": []})
    return branches[-1]


def _parts(line: str) -> Iterator[tuple[list[str], list[str]]]:
    """What the others play and what answers it, one after the other. Raises ValueError if a line does not say so."""
    for part in _AFTER.split(line)[1:]:
        after, _colon, answer = part.partition(":")
        names, moves = _items(after), _items(answer)
        if not names or not moves:
            raise ValueError("something is missing")
        yield ([] if names == [_ANYTHING] else names), moves


def _items(text: str) -> list[str]:
    return [item.strip() for item in _COMMA.split(text) if item.strip()]


def _texts(tree: _Tree) -> list[str]:
    return [*tree["moves"], *(line for branch in tree["branches"] for line in _lines(branch))]


def _lines(branch: _Tree) -> list[str]:
    """Every way through a branch, as a line of text."""
    beginning = f"after {', '.join(branch['after']) or _ANYTHING}: {', '.join(branch['moves'])}"
    deeper = [line for inner in branch["branches"] for line in _lines(inner)]
    return [f"{beginning}, {line}" for line in deeper] or [beginning]
