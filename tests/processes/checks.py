"""What must hold when all is quiet: nothing lost, nothing twice, and every clock as the outages of its shard say."""

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tests.processes.payloads import texts
from tests.processes.players import Played, as_text, revision_of
from tests.processes.stage import Stage

_PATIENCE = 120.0
_WAITING = """SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM old_boards)
    + (SELECT count(*) FROM notices WHERE due_at IS NOT NULL) AS number"""


async def quiet(stage: Stage) -> None:
    """Wait until everything that waits was sent, also what a process had claimed that was killed."""
    async with asyncio.timeout(_PATIENCE):
        while (await stage.rows(_WAITING))[0]["number"]:
            await asyncio.sleep(0.3)


async def check_matches(stage: Stage) -> None:
    """Every move that was acknowledged is stored, every position was shown once, and only the newest has buttons."""
    assert stage.discord.faults == [], stage.discord.faults[:5]
    rows = {row["id"]: row for row in await stage.rows("SELECT id, revision, message_id, state FROM matches")}
    spare = len(rows) - len(stage.players.matches)  # who gets no answer may ask twice, and both may have been stored
    assert 0 <= spare <= stage.players.failed["not answered"], "a challenge was lost, or stored twice"
    for played in stage.players.matches:
        await stage.players.look(played)
        _check_messages(stage, played, rows[played.number])


def _check_messages(stage: Stage, played: Played, row: Mapping[str, Any]) -> None:
    shown = [message for _number, message in sorted(stage.players.shown[played.number].items())]
    twice = [text for text, count in Counter(map(as_text, shown)).items() if count > 1]
    assert not twice, f"match {played.number} has two messages alike: {twice[0][:500]}"
    revisions = Counter(revision for message in shown if (revision := revision_of(message)) is not None)
    assert all(count == 1 for count in revisions.values()), (
        f"match {played.number} was shown twice: {[(one.id, one.nonce, list(texts(one.as_posted))) for one in shown]}"
    )
    with_buttons = [message.id for message in shown if {"Move", "Accept"} & message.buttons.keys()]
    if row["state"] == "running":
        assert with_buttons == [row["message_id"]], f"match {played.number} can be played in {with_buttons}"
        [board] = (message for message in shown if message.id == row["message_id"])
        assert revision_of(board) == row["revision"], f"match {played.number} is not shown as it is"
    else:
        assert with_buttons == [], f"match {played.number} is over"


@dataclass(frozen=True)
class Standing:
    """A match as it is stored: whose clock is at what."""

    state: str
    deadline: int | None
    server_id: int


async def standings(stage: Stage) -> Mapping[int, Standing]:
    """All matches by their number."""
    rows = await stage.rows("SELECT id, state, deadline, server_id FROM matches")
    return {row["id"]: Standing(row["state"], row["deadline"], row["server_id"]) for row in rows}


async def outages(stage: Stage, total: int) -> Mapping[int, int]:
    """By shard, of so many: for how many milliseconds it was cut off."""
    rows = await stage.rows(
        "SELECT shard_number, sum(ended_at - began_at)::bigint AS length FROM outages WHERE shard_total = $1 "
        "GROUP BY shard_number",
        total,
    )
    return {row["shard_number"]: row["length"] for row in rows}


async def check_clocks(
    stage: Stage, before: Mapping[int, Standing], cut_off: Collection[int], total: int, played: Collection[int]
) -> Counter[str]:
    """Compare with how things were before a day on which the shards `cut_off` were down, and the others were not.

    In the matches that are `played` somebody has moved meanwhile. Returns how many matches have kept their clock, were
    lost on time, or got the time back.
    """
    known, now = await outages(stage, total), int(stage.clock.now().timestamp() * 1000)
    assert set(known) == set(cut_off), f"outages of shards {sorted(known)}"
    after, found = await standings(stage), Counter[str]()
    for number, old in before.items():
        new, shard = after[number], (old.server_id >> 22) % total
        if number in played or old.deadline is None:
            continue
        if shard in cut_off:
            assert new.state == "running", f"match {number} was lost while its shard was down"
            assert new.deadline == old.deadline + known[shard], f"match {number} on shard {shard} is not credited"
            found["credited"] += 1
        elif old.deadline <= now:
            assert new.state != "running", f"match {number} on shard {shard} should be over"
            found["over"] += 1
        else:
            assert new == old, f"match {number} on shard {shard} has another clock: {old} {new}"
            found["kept"] += 1
    return found
