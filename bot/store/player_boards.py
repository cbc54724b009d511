"""The messages that show direct matches to their players. Every function works in the caller's transaction."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.place import PlayerBoard
from bot.store.engine.schema.matches import player_boards
from bot.store.engine.statements import columns_of, made, upsert

_OF_MATCH: Final = select(player_boards).where(player_boards.c.match_id == bindparam("number"))


async def of_match(connection: AsyncConnection, match_id: int) -> tuple[PlayerBoard, ...]:
    """The messages that show a direct match to its players."""
    return tuple(made(PlayerBoard, row) for row in await connection.execute(_OF_MATCH, {"number": match_id}))


async def keep(connection: AsyncConnection, match_id: int, board: PlayerBoard) -> None:
    """Note which message shows a direct match to a player now."""
    columns = columns_of(player_boards, board)
    key = {"match_id": match_id, "person_id": columns.pop("person_id")}
    await upsert(connection, player_boards, key, columns)


async def save(
    connection: AsyncConnection, match_id: int, before: Sequence[PlayerBoard], after: Sequence[PlayerBoard]
) -> None:
    """Write what differs in the messages that show a direct match."""
    for board in after:
        if board not in before:
            await keep(connection, match_id, board)
