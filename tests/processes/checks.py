"""The invariants at the end: nothing lost, nothing twice, and every clock in line with the outages of its shard."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tests.processes.payloads import Message
from tests.processes.players import REMINDER, PlayedMatch, as_text, revision_of
from tests.processes.stage import RunStage
from tests.processes.waiting import until_none

_QUIET_WITHIN, _A_MATCH = 120.0, 0.1
_KINDS = ("boards", "old boards", "notices", "old notices")
_WAITING = "SELECT kind, count(*) AS waiting FROM jobs WHERE due_at IS NOT NULL GROUP BY kind"
_MATCH = re.compile(r"(?<!<)#([0-9]+)\b")


async def quiet(stage: RunStage) -> None:
    """Wait until everything due has been sent, including what a killed process had claimed."""

    async def waiting() -> Mapping[str, int]:
        return {row["kind"]: row["waiting"] for row in await stage.rows(_WAITING) if row["kind"] in _KINDS}

    await until_none(waiting, "something still waits", _QUIET_WITHIN + _A_MATCH * len(stage.players.matches))


async def check_matches(stage: RunStage) -> None:
    """Every move that was acknowledged is stored, every position was shown once, and only the newest has buttons.

    Nobody gets the same notice twice.
    """
    assert stage.discord.faults == [], stage.discord.faults[:5]
    rows = {row["id"]: row for row in await stage.rows("SELECT id, revision, message_id, state FROM matches")}
    # A player without an answer may challenge twice, and both challenges may be stored.
    spare = len(rows) - len(stage.players.matches)
    assert 0 <= spare <= stage.players.failed["none"], "a challenge was lost, or stored twice"
    tokens = {played.number: await stage.players.look(played) for played in stage.players.matches}
    wrong = [
        found
        for played in stage.players.matches
        if (found := _wrong(stage, played, rows[played.number], tokens[played.number]))
    ]
    assert not wrong, f"{len(wrong)} matches are not as they should be: {'; '.join(wrong[:5])}"
    twice = [reply for reply, count in Counter(stage.players.reply.values()).items() if count > 1]
    assert not twice, f"{len(twice)} notices came twice: {twice[:3]}"


def reminders(stage: RunStage) -> Counter[int]:
    """The number of reminders by match."""
    told = [text for _channel, text in stage.players.reply.values() if REMINDER in text]
    return Counter(int(number) for text in told for number in _MATCH.findall(text))


def _wrong(stage: RunStage, played: PlayedMatch, row: Mapping[str, Any], moves: int) -> str | None:
    """The fault of the messages that show a match, or None."""
    shown = [message for _number, message in sorted(stage.players.shown[played.number].items())]
    whole = f"match {played.number}, {row['state']}, revision {row['revision']}, {moves} moves: {list(map(_in_short, shown))}"
    revisions = Counter(revision for message in shown if (revision := revision_of(message.as_posted)) is not None)
    if max([*Counter(map(as_text, shown)).values(), *revisions.values()]) > 1:
        return f"something was shown twice of {whole}"
    with_buttons = [message for message in shown if {"Move", "Accept"} & message.buttons.keys()]
    if row["state"] != "running":
        return f"its buttons could still play {whole}" if with_buttons else None
    if not with_buttons or with_buttons[-1].id != row["message_id"] or len(with_buttons) > 2:
        return f"the newest message and the one before it should be the only ones with buttons of {whole}"
    if revision_of(with_buttons[-1].components) != row["revision"]:
        return f"a board is shown that lags behind {whole}"
    # A move made before the board of the previous one could be shown is shown together with it.
    return None if revision_of(with_buttons[-1].as_posted) == row["revision"] else f"nobody is pinged for {whole}"


def _in_short(message: Message) -> str:
    now = revision_of(message.components)
    return f"{message.nonce} revision {revision_of(message.as_posted)}{'' if now is None else f' now {now}'}"


@dataclass(frozen=True)
class BoardStanding:
    """The stored state and deadline of a match."""

    state: str
    deadline: int | None
    server_id: int


async def standings(stage: RunStage) -> Mapping[int, BoardStanding]:
    """All matches by their number."""
    rows = await stage.rows("SELECT id, state, deadline, server_id FROM matches")
    return {row["id"]: BoardStanding(row["state"], row["deadline"], row["server_id"]) for row in rows}


async def outages(stage: RunStage, total: int) -> Mapping[int, int]:
    """The milliseconds for which each of `total` shards was cut off."""
    rows = await stage.rows(
        "SELECT shard_number, sum(ended_at - began_at)::bigint AS length FROM outages WHERE shard_total = $1 "
        "GROUP BY shard_number",
        total,
    )
    return {row["shard_number"]: row["length"] for row in rows}


async def check_clocks(
    stage: RunStage, before: Mapping[int, BoardStanding], cut_off: Collection[int], total: int, played: Collection[int]
) -> Counter[str]:
    """Compare with the state before a day on which the shards `cut_off` were down and the others were not.

    In the matches `played`, a player has moved meanwhile. Returns how many matches have kept their clock, were
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
