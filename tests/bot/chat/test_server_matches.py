"""Matches between servers, as people of both see them on Discord."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from sqlalchemy import func, select

from bot.actions import privacy
from bot.actions.competitions import entries, servers
from bot.actions.competitions import standings as competition_standings
from bot.chat import client
from bot.chat.client import Pace
from bot.hosting.databases import exclude
from bot.model.competitions.competition import CompetitionStage
from bot.model.competitions.servers import COUNTED_FOR, Record
from bot.model.competitions.standings import Standings
from bot.model.match import State
from bot.model.people import NEW_FOR, Actor
from bot.model.refusals.competitions import UnknownCompetition
from bot.store import competitions as competition_store
from bot.store import departures, reliability
from bot.store import lobby as lobby_store
from bot.store.engine.schema.people import rating_changes
from tests.bot.chat.test_direct_matches import closes_messages
from tests.bot.screen import alt_texts_of, buttons_of, menus_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, reply_text, url_of

_PACE = Pace(shows=timedelta(hours=3), tends=timedelta(hours=6))


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks due work rarely, so that days pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), _PACE, games=all_games(), thinkers=AtOnce()))


@pytest.fixture(autouse=True)
def reliable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has played enough to play for a server."""

    async def record(*_given: object) -> Record:
        return Record(finished=20, on_time=0)

    monkeypatch.setattr(reliability, "record_of", record)


@dataclass
class Side:
    """A server with a manager and members who have been there for long."""

    guild: GuildHandle
    channel: ChannelHandle
    manager: MemberActor
    members: list[MemberActor] = field(default_factory=list[MemberActor])


async def _passes(world: World, **time: float) -> None:
    """Let time pass while the bot runs, and do all that is due then."""
    await world.env.advance_time(timedelta(**time).total_seconds())
    for _ in range(3):
        with world.env.time_context():
            await world.bot.delivery.deliver_due()


@pytest.fixture
async def sides(world: World, boss: MemberActor) -> tuple[Side, Side]:
    """Two servers that play against others, with six members each."""
    guild = world.env.create_guild("The Tavern")
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    chief = guild.add_member(world.env.create_user("Chief"), roles=[role])
    first = Side(world.guild, world.channel, boss, [world.ada, world.ben, world.cleo])
    second = Side(guild, guild.create_text_channel("taproom"), chief)
    for name in ("Dan", "Eve", "Finn"):
        first.members.append(world.guild.add_member(world.env.create_user(name)))
    for name in ("Uma", "Vic", "Wes", "Xia", "Yan", "Zoe"):
        second.members.append(guild.add_member(world.env.create_user(name)))
    world.env.backend.advance_clock((NEW_FOR + timedelta(days=1)).total_seconds())
    for side in (first, second):
        assert "on" in reply_text(await side.manager.slash(side.channel, "server", rivals="on"))
    return first, second


async def _called(side: Side, **options: object) -> str:
    terms = {"game": "furl", "begins": "3 days", "lasts": "8 weeks", **options}
    return reply_text(await side.manager.slash(side.channel, "manage start", format="servers", **terms))


async def _agreed(world: World, sides: tuple[Side, Side], **options: object) -> None:
    """Call and accept."""
    first, second = sides
    assert "Your call waits" in await _called(first, **options)
    await _accepts(second)
    await _passes(world, minutes=1)


async def _accepts(side: Side) -> None:
    shown = answer(await side.manager.slash(side.channel, "season", season="1"))
    asked = answer(await side.manager.click(shown, label="Accept for this server"))
    assert "is on" in reply_text(await side.manager.click(asked, label="Accept for this server"))


async def _standings(world: World) -> Standings:
    return await competition_standings.standings(world.bot.services.context, None, 1)


async def _begun(
    world: World, sides: tuple[Side, Side], counts: tuple[int, int] = (5, 4), **options: object
) -> Standings:
    """A match that so many of each server have entered, on its first day."""
    await _agreed(world, sides, **options)
    for side, count in zip(sides, counts, strict=True):
        [card] = world.messages(side.channel)
        for person in side.members[:count]:
            assert "You're in" in reply_text(await person.click(card, label="Join"))
    await _passes(world, days=3, minutes=1)
    return await _standings(world)


async def test_two_servers_play_board_by_board_in_direct_messages_and_each_has_a_table_that_is_edited(
    world: World, sides: tuple[Side, Side]
) -> None:
    standings = await _begun(world, sides)
    assert standings.competition.stage is CompetitionStage.RUNNING and standings.score is not None
    assert len(standings.score.boards) == 4 and [one.person.name for one in standings.score.bench] == ["Eve"]
    matches = [await world.match(number) for number in range(1, 5)]
    assert all(match.place.by_player and match.state is State.RUNNING for match in matches)
    movers = [match.to_move.name for match in matches if match.to_move is not None]
    assert movers == ["Ada", "Vic", "Cleo", "Xia"], "the servers take turns with who begins"
    for number in range(1, 5):
        match = await world.match(number)
        home = next(one for one in match.players if one.name in ("Ada", "Ben", "Cleo", "Dan"))
        await world.matches.resign(Actor(home, None), number)
        await _passes(world, minutes=1)
    for side in sides:
        card, table, result = world.messages(side.channel)
        assert "The Tavern" in text_of(card) and world.pinged(table) == [] and world.pinged(result) == []
        assert "**The Tavern** has won" in text_of(table) and "0 – 4 **The Tavern**" in text_of(result)
    shown = answer(await sides[0].members[0].slash(sides[0].channel, "season", season="1"))
    assert "0 – 4" in text_of(shown)


async def test_whom_one_meets_there_can_be_reported_to_the_host_like_others_from_other_servers(
    world: World, sides: tuple[Side, Side], caplog: pytest.LogCaptureFixture
) -> None:
    await _begun(world, sides)
    ada = sides[0].members[0]
    board = next(one for one in reversed(ada.user.dm_channel.history()) if "More" in buttons_of(one))
    more = answer(await ada.user.click(board, label="More"))
    asked = answer(await ada.user.click(more, label="Report"))
    assert "who plays, and in which server match" in text_of(asked)
    told = reply_text(await ada.user.click(asked, label="Report"))
    [line] = [record.getMessage() for record in caplog.records if "reports" in record.getMessage()]
    code, _, rest = line.partition(": ")
    assert f"(Code {code}," in told
    assert rest == f"{ada.id} reports {sides[1].members[0].id} in match 1, a board of server match 1"


async def test_a_call_is_seen_and_accepted_only_where_managers_meet_other_servers_and_posts_nothing_before(
    world: World, sides: tuple[Side, Side]
) -> None:
    first, second = sides
    await second.manager.slash(second.channel, "server", rivals="off")
    await _called(first)
    assert "no league, event or ladder" in reply_text(await second.members[0].slash(second.channel, "season"))
    refused = reply_text(await second.members[0].slash(second.channel, "season", season="1"))
    assert "There's no league, event or ladder “1” here" in refused
    shown = answer(await second.manager.slash(second.channel, "season", season="1"))
    asked = answer(await second.manager.click(shown, label="Accept for this server"))
    accepted = reply_text(await second.manager.click(asked, label="Accept for this server"))
    assert "`/server rivals:on`" in accepted and world.messages(first.channel) == []
    await second.manager.slash(second.channel, "server", rivals="on")
    await _passes(world, days=8)
    assert "“1” here" in reply_text(await second.manager.click(asked, label="Accept for this server"))
    assert (await _standings(world)).competition.stage is CompetitionStage.CALLED_OFF


async def test_five_calls_of_a_server_wait_at_a_time(world: World, sides: tuple[Side, Side]) -> None:
    for _ in range(5):
        assert "Your call waits" in await _called(sides[0])
    assert "that's the limit" in await _called(sides[0])


async def test_who_enters_has_been_a_member_for_two_weeks_finishes_matches_and_plays_for_one_side(
    world: World, sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sides
    await _agreed(world, sides)
    [card], [other] = world.messages(first.channel), world.messages(second.channel)
    new = world.guild.add_member(world.env.create_user("New"))
    assert "been a member for 14 days" in reply_text(await new.click(card, label="Join"))
    for record, told in ((Record(4, 0), "finished 5 matches"), (Record(20, 3), "more than 2 of your last 20")):
        monkeypatch.setattr(reliability, "record_of", AsyncMock(return_value=record))
        assert told in reply_text(await world.ada.click(card, label="Join"))
    monkeypatch.setattr(reliability, "record_of", AsyncMock(return_value=Record(20, 2)))
    await world.ada.click(card, label="Join")
    both = second.guild.add_member(world.ada.user)
    assert "already" in reply_text(await both.click(other, label="Join"))
    [entrant] = (await _standings(world)).entrants
    assert entrant.side_id == first.guild.id


async def test_with_fewer_than_four_boards_nothing_is_played(world: World, sides: tuple[Side, Side]) -> None:
    standings = await _begun(world, sides, (6, 3))
    assert standings.competition.stage is CompetitionStage.CALLED_OFF and standings.fixtures == ()
    for side in sides:
        [card] = world.messages(side.channel)
        assert "it takes 4 people on each side" in text_of(card)


async def test_no_manager_takes_people_out_or_starts_earlier_and_either_calls_it_off_before_it_starts(
    world: World, sides: tuple[Side, Side]
) -> None:
    first, second = sides
    await _agreed(world, sides)
    [card] = world.messages(first.channel)
    await world.ada.click(card, label="Join")
    assert "Start now" not in buttons_of(card)
    for side in sides:
        asked = await side.manager.slash(side.channel, "manage remove", player=world.ada.user, season="1")
        assert "no manager takes anybody out" in reply_text(asked)
    asked = answer(await second.manager.slash(second.channel, "manage cancel", season="1", reason="They are rude"))
    assert "is called off" in reply_text(await second.manager.click(asked, label="Call it off"))
    await _passes(world, minutes=1)
    shown = text_of(world.messages(first.channel)[0])
    assert "**The Tavern** has called it off." in shown and "rude" not in shown and "Chief" not in shown


async def _leaves(world: World, who: MemberActor) -> None:
    shown = answer(await who.slash(world.channel, "season", season="1"))
    asked = answer(await who.click(shown, label="Leave"))
    assert "the bench may take over your boards" in text_of(asked)
    await who.click(asked, label="Yes, leave")
    await _passes(world, minutes=1)


def _names(standings: Standings) -> list[list[str]]:
    assert standings.score is not None
    return [[entrant.person.name for entrant in board.people] for board in standings.score.boards]


async def test_the_bench_takes_over_from_who_leaves_or_does_not_begin_and_nothing_is_rated(
    world: World, sides: tuple[Side, Side]
) -> None:
    standings = await _begun(world, sides, (6, 4))
    assert standings.score is not None and [one.person.name for one in standings.score.bench] == ["Eve", "Finn"]
    await _leaves(world, world.ada)
    after = await _standings(world)
    assert _names(after)[0] == ["Eve", "Uma"] and (await world.match(1)).state is State.CALLED_OFF
    await sides[1].members[1].user.slash("move", move="a4<c4", match="2")
    await _passes(world, hours=40)
    assert _names(await _standings(world)) == [["Eve", "Uma"], ["Ben", "Vic"], ["Finn", "Wes"], ["Dan", "Xia"]]
    assert (await world.match(3)).state is State.CALLED_OFF and (await world.match(6)).state is State.RUNNING
    await _leaves(world, world.ben)
    standings = await _standings(world)
    assert standings.score is not None and standings.score.points == (0, 1), "nobody is left on the bench"
    async with world.bot.services.context.database.read() as connection:
        assert (await connection.scalar(select(func.count()).select_from(rating_changes))) == 0


async def test_the_bench_comes_only_at_first(world: World, sides: tuple[Side, Side]) -> None:
    await _begun(world, sides, (5, 4), days="7 days")
    for side in sides:
        for who in side.members[:4]:
            await who.user.slash("vacation", days="3 days")
    await _passes(world, hours=70)
    assert ["Eve", "Uma"] not in _names(await _standings(world)), "a vacation is no absence"
    await _passes(world, hours=4)
    await _leaves(world, world.ada)
    assert _names(await _standings(world))[0] == ["Ada", "Uma"]


async def test_a_board_of_somebody_who_cannot_be_written_to_goes_to_the_bench_or_is_lost(
    world: World, sides: tuple[Side, Side]
) -> None:
    for who in (world.ben, sides[1].members[3]):
        closes_messages(world, who, times=None)
    standings = await _begun(world, sides, (5, 4))
    await _passes(world, minutes=1)
    standings = await _standings(world)
    assert standings.score is not None and _names(standings)[1] == ["Eve", "Vic"]
    assert standings.score.boards[3].points == (1, 0) and standings.score.points == (1, 0)


async def test_a_server_that_is_left_keeps_nobody_from_playing_on(world: World, sides: tuple[Side, Side]) -> None:
    await _begun(world, sides)
    context = world.bot.services.context
    async with context.database.write() as connection:
        while await departures.remove_some(connection, sides[0].guild.id, 100):
            pass
    match = await world.match(1)
    assert match.state is State.RUNNING
    await world.matches.resign(Actor(match.players[0], None), 1)
    await _passes(world, minutes=1)
    after = await _standings(world)
    assert after.score is not None and after.score.points == (0, 1)
    assert "0 – 1 **The Tavern**" in text_of(world.messages(sides[1].channel)[1])


async def test_of_two_servers_only_two_matches_in_ninety_days_are_rated(world: World, sides: tuple[Side, Side]) -> None:
    await _begun(world, sides, (4, 4))
    context = world.bot.services.context
    async with context.database.read() as connection:
        since, pair = context.now() - COUNTED_FOR, (sides[1].guild.id, sides[0].guild.id)
        assert await competition_store.count_between(connection, 9, pair, since) == 1
    assert (await world.match(1)).terms.is_rated


async def test_only_the_host_takes_somebody_out_whose_running_boards_are_lost_and_who_is_marked(
    world: World, sides: tuple[Side, Side], fresh_file: Path
) -> None:
    await _begun(world, sides, (4, 4))
    now, url = world.bot.services.context.now(), url_of(fresh_file)
    assert await exclude(url, 1, world.ada.id, now)
    assert not await exclude(url, 1, world.ada.id, now) and not await exclude(url, 2, 5, now)
    await _passes(world, minutes=1)
    standings = await _standings(world)
    assert standings.score is not None and standings.score.points == (0, 1)
    assert (await world.match(1)).state is State.FINISHED
    shown = answer(await world.ben.slash(world.channel, "season", season="1"))
    assert "Ada (out)" in alt_texts_of(shown)[0]


async def test_a_server_that_the_host_has_muted_neither_calls_nor_accepts(
    world: World, sides: tuple[Side, Side]
) -> None:
    first, second = sides
    await _called(first)
    context = world.bot.services.context
    async with context.database.write() as connection:
        await lobby_store.mute(connection, first.guild.id, context.now(), is_muted=True)
    assert "closed the lobby and matches between servers" in await _called(first)
    assert "no league, event or ladder" in reply_text(await second.manager.slash(second.channel, "season"))
    shown = answer(await second.manager.slash(second.channel, "season", season="1"))
    asked = answer(await second.manager.click(shown, label="Accept for this server"))
    assert "no longer waits" in reply_text(await second.manager.click(asked, label="Accept for this server"))


async def test_of_two_servers_that_accept_the_same_call_one_has_it(world: World, sides: tuple[Side, Side]) -> None:
    first, second = sides
    third = world.env.create_guild("Third")
    channel = third.create_text_channel("third")
    role = third.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    late = third.add_member(world.env.create_user("Late"), roles=[role])
    await late.slash(channel, "server", rivals="on")
    await _called(first)
    asked = answer(
        await late.click(answer(await late.slash(channel, "season", season="1")), label="Accept for this server")
    )
    await _accepts(second)
    assert "here" in reply_text(await late.click(asked, label="Accept for this server"))
    assert [side.name for side in (await _standings(world)).competition.sides] == ["The Club", "The Tavern"]


async def test_a_call_is_found_by_season_alone_and_each_server_has_one_in_the_list(
    world: World, sides: tuple[Side, Side]
) -> None:
    first, second = sides
    await _called(first)
    await _called(first, game="fursaz")
    shown = answer(await second.manager.slash(second.channel, "season"))
    assert "calls another server to a match of **Fursaz**" in text_of(shown)
    assert "no league, event or ladder" in reply_text(await second.members[0].slash(second.channel, "season"))
    calls = await servers.calls(world.bot.services.context, replace(world.actor(second.manager), manages_server=True))
    assert [call.id for call in calls] == [2]


async def test_one_person_calls_five_times_at_a_time_for_whatever_servers(
    world: World, sides: tuple[Side, Side]
) -> None:
    first, second = sides
    role = second.guild.create_role("also managers", permissions=discord.Permissions(manage_guild=True))
    also = second.guild.add_member(first.manager.user, roles=[role])
    for _ in range(5):
        await _called(first)
    assert "that's the limit" in await _called(replace(second, manager=also))


async def test_a_board_with_a_result_is_not_taken_over(world: World, sides: tuple[Side, Side]) -> None:
    await _begun(world, sides, (5, 4), game="fursaz")
    match = await world.match(1)
    uma = next(player for player in match.players if player.name == "Uma")
    await world.matches.resign(Actor(uma, None), 1)
    await _passes(world, hours=40)
    standings = await _standings(world)
    assert standings.score is not None and ["Eve", "Uma"] not in _names(standings)
    assert standings.score.boards[0].points[0] >= 1


async def test_who_moves_before_the_bench_comes_keeps_the_board(
    world: World, sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look that finds them absent and the lock."""
    await _begun(world, sides, (5, 4))
    moved = list[str]()
    absent = servers.find_absent

    async def looks(*given: Any, for_update: bool = False, **more: Any) -> frozenset[int]:
        found = await absent(*given, for_update=for_update, **more)
        if found and not for_update and not moved:
            moved.append("a4<c4")
            await world.matches.play(Actor(world.actor(world.ada).person, None), 1, "a4<c4")
        return found

    monkeypatch.setattr(servers, "find_absent", looks)
    await _passes(world, hours=40)
    assert moved and ["Ada", "Uma"] in _names(await _standings(world))


async def test_a_weekend_on_which_clocks_pause_is_no_absence(world: World, sides: tuple[Side, Side]) -> None:
    """The match begins on a Friday night."""
    days = (4 - (world.env.now() + timedelta(days=3)).weekday()) % 7
    await _passes(world, days=days, hours=1)
    await _begun(world, sides, (5, 4), weekends="pause", days="3 days")
    await _passes(world, hours=50)
    assert ["Ada", "Uma"] in _names(await _standings(world))


async def test_who_was_taken_out_by_the_host_before_it_starts_stays_out(
    world: World, sides: tuple[Side, Side], fresh_file: Path
) -> None:
    await _agreed(world, sides)
    [card] = world.messages(sides[0].channel)
    await world.ada.click(card, label="Join")
    assert await exclude(url_of(fresh_file), 1, world.ada.id, world.bot.services.context.now())
    assert "so you can't join it again" in reply_text(await world.ada.click(card, label="Join"))


# --- a season of several servers ---


@pytest.fixture
def three(world: World, sides: tuple[Side, Side]) -> tuple[Side, Side, Side]:
    """Three servers that play against others, with six, six and four members."""
    guild = world.env.create_guild("Third Place")
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    third = Side(
        guild, guild.create_text_channel("den"), guild.add_member(world.env.create_user("Third"), roles=[role])
    )
    third.members += [guild.add_member(world.env.create_user(name)) for name in ("Kit", "Lou", "Max", "Nia")]
    return (*sides, third)


async def _called_season(world: World, three: tuple[Side, Side, Side], count: int = 3, **options: object) -> None:
    """The call of the first server to a season, when all have been there for long."""
    world.env.backend.advance_clock((NEW_FOR + timedelta(days=1)).total_seconds())
    assert "on" in reply_text(await three[2].manager.slash(three[2].channel, "server", rivals="on"))
    assert f"once {count - 1} have accepted" in await _called(three[0], servers=count, **options)


async def _season_begun(
    world: World, three: tuple[Side, Side, Side], counts: tuple[int, int, int], **options: Any
) -> Standings:
    """A season that so many of each server have entered, on its first day."""
    await _called_season(world, three, **options)
    assert "takes part" in await _joins_season(three[1]) and "is on" in await _joins_season(three[2])
    await _passes(world, minutes=1)
    for side, count in zip(three, counts, strict=True):
        [card] = world.messages(side.channel)
        for person in side.members[:count]:
            assert "You're in" in reply_text(await person.click(card, label="Join"))
    await _passes(world, days=3, minutes=1)
    return await _standings(world)


async def _joins_season(side: Side) -> str:
    shown = answer(await side.manager.slash(side.channel, "season", season="1"))
    asked = answer(await side.manager.click(shown, label="Accept for this server"))
    return reply_text(await side.manager.click(asked, label="Accept for this server"))


def _loses(name: str) -> int:
    """The order in which people lose: those of the second server, then of the third."""
    return 0 if name in ("Uma", "Vic", "Wes", "Xia") else 1 if name in ("Kit", "Lou", "Max", "Nia") else 2


async def test_three_servers_play_a_season_in_which_every_two_meet_and_each_has_one_table_that_is_edited(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    standings = await _season_begun(world, three, (5, 4, 4))
    assert standings.competition.stage is CompetitionStage.RUNNING and len(standings.fixtures) == 12
    assert [[side.name for side in score.sides] for score in standings.meetings] == [
        ["The Club", "The Tavern"],
        ["The Club", "Third Place"],
        ["The Tavern", "Third Place"],
    ]
    for number in range(1, 13):  # the second server loses all, the third only against the first
        match = await world.match(number)
        by_name = {player.name: player for player in match.players}
        lost = min(by_name, key=_loses)
        await world.matches.resign(Actor(by_name[lost], None), number)
    await _passes(world, minutes=2)
    for side in three:
        card, table, result = world.messages(side.channel)
        assert "**The Club** has won" in text_of(result) and world.pinged(result) == []
        assert "**The Club** 4 – 0 **The Tavern**" in text_of(table) and "worth 2 points" in text_of(table)
        assert "1. The Club: 4 points, 8 on the boards; 2. Third Place: 2 points" in alt_texts_of(table)[0]
        assert "Join" not in buttons_of(card)
    shown = answer(await world.ada.slash(world.channel, "season", season="1"))
    assert "**The Tavern** 0 – 4 **Third Place**" in text_of(shown)
    menu, options = next((name, list(found)) for name, found in menus_of(shown).items() if len(found) == 4)
    met = answer(await world.ada.select(shown, [options[3]], custom_id=menu))
    assert "Uma – Kit: 0 – 1" in alt_texts_of(met)[0] or "Uma – Kit 0 – 1" in alt_texts_of(met)[0]
    assert "The Tavern 0 – 4 Third Place" in reply_text(await world.ada.click(met, label="Text"))


async def test_a_season_posts_nothing_before_it_opens_and_a_server_accepts_once(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    first, second, third = three
    await _called_season(world, three, 4)
    shown = answer(await second.manager.slash(second.channel, "season", season="1"))
    asked = answer(await second.manager.click(shown, label="Accept for this server"))
    assert "2 more servers have accepted" in reply_text(
        await second.manager.click(asked, label="Accept for this server")
    )
    assert "takes part" in reply_text(await second.manager.click(asked, label="Accept for this server"))
    assert "only the one that called" in reply_text(
        await second.manager.slash(second.channel, "manage cancel", season="1")
    )
    seen = text_of(answer(await first.manager.slash(first.channel, "season", season="1")))
    assert "**Accepted so far:** **The Tavern**" in seen
    assert "takes part" in await _joins_season(third)
    assert not any(world.messages(side.channel) for side in three)
    await _passes(world, days=7, minutes=1)
    assert (await _standings(world)).competition.stage is CompetitionStage.OPEN
    assert all("Every two servers meet" in text_of(*world.messages(side.channel)) for side in three)


async def test_a_season_that_only_one_other_server_has_accepted_does_not_open(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    await _called_season(world, three)
    await _joins_season(three[1])
    await _passes(world, days=7, minutes=1)
    assert (await _standings(world)).competition.stage is CompetitionStage.CALLED_OFF
    shown = answer(await three[1].manager.slash(three[1].channel, "season", season="1"))
    assert "Too few servers accepted" in text_of(shown)


async def _moves(world: World, number: int, count: int) -> None:
    """Make the first moves in a match."""
    for _ in range(count):
        match = await world.match(number)
        assert match.to_move is not None
        await world.matches.play(Actor(match.to_move, None), number, str(match.position.legal_moves()[0]))


def _first_boards(standings: Standings) -> list[list[str]]:
    return [[one.person.name for one in score.boards[0].people] for score in standings.meetings]


async def test_who_plays_in_another_meeting_of_a_season_is_not_taken_for_absent_because_of_an_absent_opponent(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    """Kit waits to begin against Ada, who never moves, and has answered Uma."""
    three[2].members.append(three[2].guild.add_member(world.env.create_user("Oda")))
    await _season_begun(world, three, (4, 4, 5), days="7 days")
    await _moves(world, 9, 2)
    await _passes(world, hours=40)
    assert _first_boards(await _standings(world)) == [["Ada", "Uma"], ["Ada", "Kit"], ["Uma", "Kit"]]


@pytest.mark.parametrize("is_over", [False, True])
async def test_who_has_moved_on_one_board_keeps_all_though_they_did_not_begin_on_another_in_time(
    world: World, three: tuple[Side, Side, Side], *, is_over: bool
) -> None:
    """Kit does not begin against Ada within a day, and has answered Uma in a match that goes on or is over."""
    three[2].members.append(three[2].guild.add_member(world.env.create_user("Oda")))
    await _season_begun(world, three, (4, 4, 5), days="1 day")
    await _moves(world, 1, 2)
    await _moves(world, 9, 2)
    if is_over:
        uma = next(player for player in (await world.match(9)).players if player.name == "Uma")
        await world.matches.resign(Actor(uma, None), 9)
    await _passes(world, hours=24, minutes=5)
    standings = await _standings(world)
    assert _first_boards(standings) == [["Ada", "Uma"], ["Ada", "Kit"], ["Uma", "Kit"]]
    assert standings.meetings[1].boards[0].points == (1, 0)


async def test_who_loses_two_boards_on_time_plays_on_the_others(world: World, three: tuple[Side, Side, Side]) -> None:
    await _season_begun(world, three, (4, 4, 4), days="1 day")
    for number, count in ((1, 2), (5, 1)):  # both wait for Ada then
        await _moves(world, number, count)
    for _ in range(4):
        await _passes(world, days=1, minutes=5)
    assert {(await world.match(number)).state for number in (1, 5)} <= {State.FINISHED, State.CALLED_OFF}
    assert not any(entrant.is_out for entrant in (await _standings(world)).entrants)


async def _refuses_others(world: World, side: Side, how: str) -> None:
    """Have a server that has accepted a call take no part any more."""
    context = world.bot.services.context
    if how == "off":
        await side.manager.slash(side.channel, "server", rivals="off")
        return
    async with context.database.write() as connection:
        if how == "muted":
            await lobby_store.mute(connection, side.guild.id, context.now(), is_muted=True)
        else:
            await departures.note_left(connection, side.guild.id, context.now())


_WITHDRAWS = pytest.mark.parametrize("how", ["off", "muted", "removed"])


@_WITHDRAWS
async def test_a_server_that_has_accepted_a_season_withdraws_while_the_call_waits(
    world: World, three: tuple[Side, Side, Side], how: str
) -> None:
    await _called_season(world, three, 4)
    assert "takes part" in await _joins_season(three[1]) and "takes part" in await _joins_season(three[2])
    await _refuses_others(world, three[1], how)
    await _passes(world, days=7, minutes=1)
    competition = (await _standings(world)).competition
    assert competition.stage is CompetitionStage.CALLED_OFF
    assert [side.name for side in competition.sides] == ["The Club", "Third Place"]


@_WITHDRAWS
async def test_a_server_that_has_withdrawn_does_not_count_when_the_last_one_accepts(
    world: World, three: tuple[Side, Side, Side], how: str
) -> None:
    await _called_season(world, three)
    assert "takes part" in await _joins_season(three[1])
    await _refuses_others(world, three[1], how)
    assert "takes part" in await _joins_season(three[2])
    competition = (await _standings(world)).competition
    assert competition.stage is CompetitionStage.CALLED
    assert [side.name for side in competition.sides] == ["The Club", "Third Place"]


async def test_a_server_that_has_withdrawn_accepts_again(world: World, three: tuple[Side, Side, Side]) -> None:
    await _called_season(world, three)
    await _joins_season(three[1])
    await _refuses_others(world, three[1], "off")
    await _joins_season(three[2])
    await three[1].manager.slash(three[1].channel, "server", rivals="on")
    assert "is on" in await _joins_season(three[1])
    assert [side.name for side in (await _standings(world)).competition.sides] == [
        *("The Club", "Third Place", "The Tavern")
    ]


# --- leaving from elsewhere, and deleting what is stored ---


async def test_who_has_entered_leaves_from_direct_messages_and_from_another_server_too(
    world: World, sides: tuple[Side, Side]
) -> None:
    await _begun(world, sides, (5, 4))
    context = world.bot.services.context
    for who, server_id in ((world.ada, None), (world.ben, 5)):
        actor = replace(world.actor(who), server_id=server_id)
        shown = await competition_standings.standings(context, actor, 1)
        assert shown.entrants
        await entries.leave(context, actor, 1)
    with pytest.raises(UnknownCompetition):
        await competition_standings.standings(context, replace(world.actor(sides[0].members[5]), server_id=None), 1)
    await _passes(world, minutes=1)
    assert _names(await _standings(world))[:2] == [["Eve", "Uma"], ["Ben", "Vic"]]


async def test_the_bench_takes_over_from_who_deletes_their_data(world: World, sides: tuple[Side, Side]) -> None:
    await _begun(world, sides, (5, 4))
    await privacy.forget(world.bot.services.context, world.actor(world.ada).person)
    await _passes(world, minutes=1)
    standings = await _standings(world)
    assert _names(standings)[0] == ["Eve", "Uma"]
    assert standings.score is not None and standings.score.points == (0, 0) and standings.score.left == 4


async def test_a_season_goes_on_without_a_server_that_removes_the_bot(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    await _season_begun(world, three, (4, 4, 4))
    context = world.bot.services.context
    async with context.database.write() as connection:
        while await departures.remove_some(connection, three[1].guild.id, 100):
            pass
    for number in range(1, 13):
        match = await world.match(number)
        await world.matches.resign(Actor(match.players[0], None), number)
    await _passes(world, minutes=2)
    assert (await _standings(world)).competition.stage is CompetitionStage.OVER
    assert [len(world.messages(side.channel)) for side in three] == [3, 2, 3]
    assert "**The Tavern**" in text_of(world.messages(three[0].channel)[1])


async def test_a_server_without_enough_people_meets_nobody_in_a_season_and_the_others_play(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    standings = await _season_begun(world, three, (4, 3, 4))
    assert [[side.name for side in score.sides] for score in standings.meetings] == [["The Club", "Third Place"]]
    assert {entrant.side_id for entrant in standings.entrants} == {three[0].guild.id, three[2].guild.id}
    for side in three:
        assert "Too few people, so no meetings: **The Tavern**" in text_of(world.messages(side.channel)[1])


async def test_a_person_of_several_servers_of_a_season_plays_for_one(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    both = three[2].guild.add_member(world.ada.user)
    await _called_season(world, three)
    await _joins_season(three[1])
    await _joins_season(three[2])
    await _passes(world, minutes=1)
    [card], [other] = world.messages(three[0].channel), world.messages(three[2].channel)
    assert "You're in" in reply_text(await world.ada.click(card, label="Join"))
    assert "already" in reply_text(await both.click(other, label="Join"))


async def test_the_call_to_a_season_of_a_server_that_the_host_mutes_is_accepted_no_more_and_does_not_open(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    await _called_season(world, three, 4)
    await _joins_season(three[1])
    await _joins_season(three[2])
    context = world.bot.services.context
    async with context.database.write() as connection:
        await lobby_store.mute(connection, three[0].guild.id, context.now(), is_muted=True)
    await _passes(world, days=7, minutes=1)
    assert (await _standings(world)).competition.stage is CompetitionStage.CALLED_OFF
    assert not any(world.messages(side.channel) for side in three)


async def test_only_the_server_that_called_calls_an_open_season_off(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    await _called_season(world, three)
    await _joins_season(three[1])
    await _joins_season(three[2])
    refused = await three[1].manager.slash(three[1].channel, "manage cancel", season="1")
    assert "only the one that called" in reply_text(refused)
    asked = answer(await three[0].manager.slash(three[0].channel, "manage cancel", season="1"))
    assert "is called off" in reply_text(await three[0].manager.click(asked, label="Call it off"))


async def test_the_bench_of_each_meeting_takes_over_from_who_leaves_a_season(
    world: World, three: tuple[Side, Side, Side]
) -> None:
    await _season_begun(world, three, (5, 4, 4))
    await _leaves(world, world.ada)
    first, second, third = (await _standings(world)).meetings
    names = [[one.person.name for one in score.boards[0].people] for score in (first, second, third)]
    assert names == [["Eve", "Uma"], ["Eve", "Kit"], ["Uma", "Kit"]]
    assert not first.bench and first.left == second.left == third.left == 4
