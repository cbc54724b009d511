"""Shards: the shard of a server for any total, and what is known of the last signs of life."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.shards import ALL, Shard, Shards, is_covered, latest_signs, number_of

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
ALIKE = timedelta(minutes=3)
TOTALS = st.integers(1, 40)
IDS = st.integers(0, 2**63 - 1)


def _shards(total: int) -> st.SearchStrategy[Shard]:
    return st.integers(0, total - 1).map(lambda number: Shard(number, total))


SHARDS = TOTALS.flatmap(_shards)


def holds(shard: Shard, server_id: int) -> bool:
    """Whether a server belongs to a shard, by Discord's definition."""
    return (server_id >> 22) % shard.total == shard.number


@pytest.mark.parametrize("text", ["0-3/16", "5/16", "0/1", " 0 - 15 / 16 "])
def test_shards_are_written_as_they_are_read(text: str) -> None:
    assert str(Shards.parse(text)) == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "write 0-3/16"),
        ("3", "write 0-3/16"),
        ("0-3", "write 0-3/16"),
        ("-1/4", "write 0-3/16"),
        ("0-3/16,8/16", "write 0-3/16"),
        ("٣/4", "write 0-3/16"),
        ("3-1/16", "from 3 down to 1"),
        ("0-16/16", "the last is 15, because they are counted from 0, not 16"),
        ("0/0", "there can be 1 to 100,000 shards, not 0"),
        ("0/999999", "not 999,999"),
    ],
)
def test_shards_that_make_no_sense_are_refused_with_what_would(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Shards.parse(text)
    assert wrong in str(caught.value)


@given(IDS, TOTALS)
def test_every_server_belongs_to_one_shard_of_any_number(server_id: int, total: int) -> None:
    homes = [number for number in range(total) if Shards.of([number], total).hold(server_id)]
    assert homes == [number_of(server_id, total)] and ALL.hold(server_id)


@given(SHARDS, SHARDS, IDS)
def test_shards_meet_where_a_server_can_belong_to_both(one: Shard, other: Shard, server_id: int) -> None:
    if holds(one, server_id) and holds(other, server_id):
        assert one.meets(other) and other.meets(one)
    meeting = Shards.of([one.number], one.total).meet(Shards.of([other.number], other.total))
    assert bool(meeting.numbers) is one.meets(other)
    common = range(one.number, one.total * other.total, one.total)
    assert one.meets(other) is any(number % other.total == other.number for number in common)


@given(SHARDS, st.dictionaries(SHARDS, st.integers(0, 1000), max_size=6), IDS)
def test_whatever_the_division_was_a_server_was_seen_last_when_one_of_its_shards_was(
    shard: Shard, minutes: dict[Shard, int], number: int
) -> None:
    signs = {other: NOON + timedelta(minutes=after) for other, after in minutes.items()}
    found = latest_signs(shard, signs, timedelta())
    server_id = ((number >> 22) * shard.total + shard.number) << 22
    seen = [at for other, at in signs.items() if holds(other, server_id)]
    parts = [at for part, at in found.items() if holds(part, server_id)]
    if seen and len(found) > 1:
        assert parts == [max(seen)]
    elif seen:
        assert parts[0] <= max(seen), "what cannot be told apart is credited in favour of people"


def test_dividing_anew_goes_on_from_the_signs_of_before() -> None:
    signs = {Shard(0, 16): NOON, Shard(1, 16): NOON - timedelta(days=1)}
    assert latest_signs(Shard(16, 32), signs, ALIKE) == {Shard(16, 32): NOON}
    assert latest_signs(Shard(17, 32), signs, ALIKE) == {Shard(17, 32): NOON - timedelta(days=1)}
    assert latest_signs(Shard(0, 1), signs, ALIKE) == {
        Shard(0, 16): NOON,
        Shard(1, 16): NOON - timedelta(days=1),
    }
    assert latest_signs(Shard(0, 1), dict.fromkeys(signs, NOON), ALIKE) == {Shard(0, 1): NOON}
    assert latest_signs(Shard(2, 16), signs, ALIKE) == {}


def test_a_division_has_served_its_time_when_all_of_its_servers_are_seen_to_under_another() -> None:
    halves = [Shard(0, 32), Shard(16, 32)]
    assert is_covered(Shard(0, 16), 32, halves) and not is_covered(Shard(0, 16), 32, halves[:1])
    assert is_covered(Shard(5, 32), 16, [Shard(5, 16)]) and not is_covered(Shard(5, 32), 16, [Shard(4, 16)])
