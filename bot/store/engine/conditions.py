"""Conditions that are looked at again and again, mostly in vain, so all of them in one statement that is made once."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

_Kind = TypeVar("_Kind")


class Conditions(Generic[_Kind]):
    """A condition of each kind, with parameters of the same names."""

    def __init__(self, conditions: Mapping[_Kind, ColumnElement[bool]]) -> None:
        """Nothing is asked before `that_hold`."""
        self._kinds = tuple(conditions)
        self._statement = select(*conditions.values())

    async def that_hold(self, connection: AsyncConnection, values: Mapping[str, Any]) -> Sequence[_Kind]:
        """The kinds whose condition holds for these values of the parameters, in the caller's transaction."""
        row = (await connection.execute(self._statement, values)).one()
        return [kind for kind, holds in zip(self._kinds, row, strict=True) if holds]
