"""The health of the bot, read from what it leaves in the database."""

from datetime import timedelta

from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.hosting.health import check_writing, health
from bot.model.clock import Terms
from bot.model.shards import Shards
from tests.bot.matches import Deadlines
from tests.bot.tables import Hall, dump, statements


async def test_a_bot_is_well_while_it_gives_signs_of_life(hall: Hall) -> None:
    keeper = Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(minutes=1)))
    assert (await health(hall.url, hall.clock())).line == "Not well: the bot was never connected to Discord."
    await keeper.tend()
    hall.clock.go_on(seconds=20)
    found = await health(hall.url, hall.clock())
    assert found.is_well and found.line.startswith(
        "Well: 1 of 1 shard connected, the last sign of life is 20 s old. Due: boards 0, "
    )
    hall.clock.go_on(minutes=4)
    found = await health(hall.url, hall.clock())
    assert not found.is_well and found.line.startswith(
        "Not well: 0 of 1 shard connected, the last sign of life is 260 s old."
    )


async def test_a_sign_of_life_far_ahead_of_the_clock_is_none(hall: Hall) -> None:
    await Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(minutes=1))).tend()
    hall.clock.go_on(hours=-1)
    found = await health(hall.url, hall.clock())
    assert not found.is_well and found.line.startswith(
        "Not well: 0 of 1 shard connected, the last sign of life is 3,600 s ahead of the clock. Due: "
    )


async def test_a_shard_that_has_never_connected_is_missed(hall: Hall) -> None:
    shards = Shards.parse("0-3/16")
    await Heartbeat(Context(hall.database, now=hall.clock, shards=lambda: shards), timedelta(minutes=1)).beat()
    found = await health(hall.url, hall.clock())
    assert not found.is_well and found.line.startswith(
        "Not well: 4 of 16 shards connected, the last sign of life is 0 s old. Not connected: 4-15/16. Due: "
    )
    assert (await health(hall.url, hall.clock(), shards)).line.startswith("Well: 4 of 4 shards connected, ")
    hall.clock.go_on(minutes=2)
    rest = Shards.parse("4-15/16")
    await Heartbeat(Context(hall.database, now=hall.clock, shards=lambda: rest), timedelta(minutes=1)).beat()
    assert (await health(hall.url, hall.clock())).is_well
    hall.clock.go_on(minutes=2)
    await Heartbeat(Context(hall.database, now=hall.clock, shards=lambda: rest), timedelta(minutes=1)).beat()
    found = await health(hall.url, hall.clock())
    assert found.line.startswith("Not well: 12 of 16 shards connected, the last sign of life is 240 s old. Not conn")
    assert "Not connected: 0-3/16. " in found.line


async def test_the_shards_of_earlier_numbers_are_no_longer_expected(hall: Hall) -> None:
    for written in ("0/4", "1-3/4", "0-1/2"):
        shards = Shards.parse(written)
        await Heartbeat(Context(hall.database, now=hall.clock, shards=lambda: shards), timedelta(minutes=1)).beat()  # noqa: B023
        hall.clock.go_on(seconds=1)
    assert (await health(hall.url, hall.clock())).line.startswith("Well: 2 of 2 shards connected, ")


async def test_due_work_is_counted_with_the_age_of_the_oldest(hall: Hall) -> None:
    await hall.running(terms=Terms(1))
    hall.clock.go_on(hours=30)
    found = await health(hall.url, hall.clock())
    assert "never connected" in found.line
    await Heartbeat(hall.matches, timedelta(minutes=1)).beat()
    found = await health(hall.url, hall.clock())
    assert "Due: boards 2, notices 0, reminders 1, deadlines 1; the first for 108,000 s." in found.line


async def test_a_check_that_writes_changes_nothing_and_takes_room_for_a_moment_only(hall: Hall) -> None:
    await hall.running()
    before = await dump(hall.database)
    with statements() as sent:
        await check_writing(hall.database)
    assert await dump(hall.database) == before and sent[0].startswith("UPDATE facts SET value=(facts.value || ")
    assert ("SET LOCAL work_mem = '64kB'" in sent) is hall.url.startswith("postgresql")
