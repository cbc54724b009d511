"""JSON for people: what is short stands on one line, and what is long is taken apart."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | None"

_WIDTH: Final = 120


def readable(value: Json, depth: int = 0) -> str:
    """A value as JSON; `depth` is how far in it stands, in steps of two spaces. The whole is never on one line."""
    line = json.dumps(value, ensure_ascii=False)
    inside, outside = "  " * (depth + 1), "  " * depth
    if isinstance(value, str) or (depth > 0 and len(inside) + len(line) <= _WIDTH):
        return line
    if isinstance(value, Mapping) and value:
        parts = [f"{json.dumps(key)}: {readable(part, depth + 1)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inside + part for part in parts) + f"\n{outside}}}"
    if isinstance(value, Sequence) and value:
        parts = [readable(part, depth + 1) for part in value]
        return "[\n" + ",\n".join(inside + part for part in parts) + f"\n{outside}]"
    return line
