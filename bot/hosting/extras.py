"""The optional parts that run beside the bot: each extra that may be missing, looked for here and nowhere else."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

EXTRAS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "metrics": ("prometheus_client",),
        "playground": ("simcord",),
        "programs": ("cryptography", "icalendar", "msgspec"),
        "push": ("webpush",),
    }
)
"""The modules that make up each extra that is looked for."""


def missing(extra: str) -> str:
    """The first module of an extra that is not installed; empty if all are."""
    return next((name for name in EXTRAS[extra] if find_spec(name) is None), "")
