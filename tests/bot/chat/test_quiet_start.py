"""Events: one post at the start, one a round and one at the end, and boards where something is played."""

from dataclasses import replace
from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from bot.actions import challenges, settings
from bot.actions.change import MatchChange
from bot.actions.competitions import calendar
from bot.model.settings import Reach
from tests.bot.chat.delivery.test_posts import grant
from tests.bot.chat.test_nothing_played import opened, passes
from tests.bot.screen import buttons_of, components_of, pictures_of, text_of
from tests.bot.world import World, answer, reply_text


async def test_the_table_tells_everybody_once_and_boards_come_with_the_first_moves(
    world: World, boss: MemberActor
) -> None:
    people = await opened(world, boss, "all play all")
    await passes(world, 1)
    _card, table = world.messages()
    assert sorted(world.pinged(table)) == sorted(person.id for person in people)
    assert "it has begun" in text_of(table) and "Your matches" in buttons_of(table)
    listed = answer(await world.ada.click(table, label="Your matches"))
    moves = [item["custom_id"] for item in components_of(listed) if item.get("label") == "Move"]
    assert moves and len([part for part in components_of(listed) if part["type"] == 9]) == 4, (
        "against each of the others"
    )
    picker = answer(await world.ada.click(listed, custom_id=moves[0]))
    number = int(moves[0].split(":")[2])
    assert f"match #{number}" in text_of(picker)
    match = await world.match(number)
    await world.types(world.ada, match.position.legal_moves()[0], match=f"{number}")
    board, other = world.board(), next(player for player in match.players if player.id != world.ada.id)
    assert len(world.messages()) == 3 and pictures_of(board) and world.pinged(board) == [other.id]
    await world.ada.slash(world.channel, "vacation", days="2 days")
    await passes(world, 1)
    assert [message.id for message in world.messages()][-1] == board.id, "a vacation posts no boards"


async def test_a_start_that_takes_several_rounds_is_as_quiet(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is after a crash between its beginning and its matches."""
    for limit in ("_MADE_AT_ONCE", "_MOST_MADE"):
        monkeypatch.setattr(calendar, limit, 4)
    await opened(world, boss, "all play all")
    await passes(world, 3)
    assert (await world.match(10)).to_move is not None and len(world.messages()) == 2


async def test_who_is_told_directly_hears_of_each_match_that_waits(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss, "all play all")
    ben = world.actor(world.ben).person
    await settings.prefer(world.matches, ben, lambda before: replace(before, reach=Reach.DIRECT))
    await passes(world, 1)
    waiting = [
        number for number in range(1, 11) if (mover := (await world.match(number)).to_move) is not None and mover == ben
    ]
    assert len(people) == 5 and waiting
    told = world.direct_messages(world.ben)
    assert all(any(f"match #{number}" in text for text in told) for number in waiting) and len(told) == len(waiting)


async def test_who_joins_late_has_boards_at_once(world: World, boss: MemberActor) -> None:
    await opened(world, boss, "all play all")
    await passes(world, 1)
    world.env.backend.advance_clock(1)
    late = world.guild.add_member(world.env.create_user("Finn"))
    await world.in_season(late, "Join late")
    await passes(world, 1)
    assert sum("Move" in buttons_of(message) for message in world.messages()) == 5


async def test_matches_that_the_end_cuts_off_post_no_boards_and_the_result_leads_to_them(
    world: World, boss: MemberActor
) -> None:
    people = await opened(world, boss, "all play all")
    ben = world.actor(world.ben).person
    await settings.prefer(world.matches, ben, lambda before: replace(before, reach=Reach.DIRECT))
    await passes(world, 1)
    played = list[int]()
    for number in range(1, 11):
        match = await world.match(number)
        if world.ben.id in {person.id for person in match.players} and match.to_move is not None:
            who = next(one for one in people if one.id == match.to_move.id)
            await world.types(who, match.position.legal_moves()[0], match=f"{number}")
            played.append(number)
    before = world.messages()
    await passes(world, 9)
    *others, result = world.messages()
    assert [message.id for message in others] == [message.id for message in before] and len(played) == 4
    assert all(f"match #{number}](https://discord.com/" in text_of(result) for number in played)
    assert sum("Time ran out before the match was over" in text_of(message) for message in others) == 4
    assert world.ben.id in world.pinged(result) and len(world.pinged(result)) == 5
    told = [text for text in world.direct_messages(world.ben) if "Time ran out" in text]
    assert len(told) == 4, "who is told directly hears of each"


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
async def test_a_round_is_one_post_which_leads_to_the_matches_that_the_last_one_cut_off(
    world: World, boss: MemberActor, kind: str
) -> None:
    people = await opened(world, boss, kind)
    await passes(world, 1)
    _card, first = world.messages()
    assert "**Round 1 of 3**" in text_of(first) and "a bye" in text_of(first) and "it has begun" in text_of(first)
    assert len(world.pinged(first)) == len(people) - (1 if kind == "swiss" else 3)
    match = await world.match(1)
    assert match.to_move is not None
    who = next(one for one in people if one.id == match.to_move.id)
    await world.types(who, match.position.legal_moves()[0], match="1")
    await passes(world, 2)
    second = world.messages()[-1]
    assert {person.id for person in match.people} <= set(world.pinged(second))
    assert len(world.pinged(second)) == len(set(world.pinged(second)))
    for _ in range(3):
        world.env.backend.advance_clock(60)
        with world.env.time_context():
            await world.bot.delivery.deliver_due()
    _card, line, board, second = world.messages()
    assert text_of(line).endswith("round 1 is over.") and not pictures_of(line)
    assert "Time ran out before the match was over" in text_of(board)
    assert "**Round 2 of 3**" in text_of(second) and pictures_of(second)
    assert "it has begun" in text_of(second), "until something of the round is over"
    assert "the end of the round cut off a match" in text_of(second) and "match #1](https://discord.com/" in text_of(
        second
    )
    await passes(world, 3)
    assert len(world.messages()) == 5 and "**Round 3 of 3**" in text_of(world.messages()[-1])


@pytest.mark.parametrize("game", ["furl", "furbowl"])
async def test_a_move_is_due_before_the_end_of_a_round_that_is_shorter_than_the_time_for_a_move(
    world: World, boss: MemberActor, game: str
) -> None:
    people = await opened(world, boss, "knockout", game=game)
    ends = world.env.now() + timedelta(hours=3)
    await passes(world, 1)
    with world.env.time_context():
        await world.bot.delivery.deliver_due()
    match = await world.match(1)
    assert match.to_move is not None and match.clock is not None and match.clock.deadline > ends
    assert match.deadline is not None and abs(match.deadline - ends) < timedelta(minutes=1), (
        "then the round is over, and the position decides"
    )
    who = next(one for one in people if one.id == match.to_move.id)
    listed = text_of(answer(await who.slash(world.channel, "games")))
    assert f"due <t:{int(match.deadline.timestamp())}:R>" in listed


async def test_matches_with_chance_begin_with_one_message_of_seals_which_is_never_edited(
    world: World, boss: MemberActor
) -> None:
    people = await opened(world, boss, "all play all", game="furbowl")
    ben = world.actor(world.ben).person
    await settings.prefer(world.matches, ben, lambda before: replace(before, reach=Reach.DIRECT))
    await passes(world, 2)
    _card, *others = world.messages()
    table = next(message for message in others if "Your matches" in buttons_of(message))
    [seals] = [message for message in others if message is not table]
    assert sorted(world.pinged(table)) == sorted(person.id for person in people)
    assert not world.pinged(seals) and not pictures_of(seals) and seals.edited_at is None
    begun = [await world.match(number) for number in range(1, 21)]
    for match in begun:
        assert match.fairness is not None and match.fairness.start_message_id == seals.id
        assert f"#{match.id} `{match.fairness.commitment}`" in text_of(seals)
        assert match.to_move is not None
    told = world.direct_messages(world.ben)
    assert len(told) == sum(match.to_move == ben for match in begun), "who is told directly hears of each"
    match = begun[0]
    who = next(one for one in people if match.to_move is not None and one.id == match.to_move.id)
    while match.to_move is not None and match.to_move.id == who.id:
        await world.types(who, match.position.legal_moves()[-1], match="1")
        match = await world.match(1)
    board = world.board()
    assert pictures_of(board) and "match #1" in text_of(board) and board.id != seals.id


@pytest.mark.parametrize("game", ["furl", "furbowl"])
async def test_who_leaves_before_anything_is_played_posts_nothing_of_matches_that_nobody_has_seen(
    world: World, boss: MemberActor, game: str
) -> None:
    await opened(world, boss, "all play all", game=game)
    await passes(world, 2)
    before = [message.id for message in world.messages()]
    reply = await world.ben.click(answer(await world.in_season(world.ben, "Leave")), label="Yes, leave")
    assert "You're out of" in reply_text(reply)
    await passes(world, 1)
    assert [message.id for message in world.messages()] == before


@pytest.mark.logs_errors
async def test_a_start_that_was_interrupted_after_its_seals_were_posted_begins_each_match_once(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(world, boss, "all play all", game="furbowl")
    begin_sealed, begun = challenges.begin_sealed, list[int]()

    def fails_at_the_third(change: MatchChange, message_id: int) -> None:
        if len(begun) == 2:
            raise RuntimeError
        begin_sealed(change, message_id)
        begun.append(change.match.id)

    monkeypatch.setattr(challenges, "begin_sealed", fails_at_the_third)
    await passes(world, 1)
    monkeypatch.setattr(challenges, "begin_sealed", begin_sealed)
    assert len(begun) == 2 and (await world.match(3)).is_about_to_begin
    await passes(world, 3)
    matches = [await world.match(number) for number in range(1, 21)]
    assert all(match.to_move is not None for match in matches)
    posts = {message.id: text_of(message) for message in world.messages()}
    for match in matches:
        assert match.fairness is not None and match.fairness.start_message_id is not None
        assert match.fairness.commitment in posts[int(match.fairness.start_message_id)], "it held the seal"


async def test_matches_with_chance_that_live_in_a_forum_begin_with_a_message_each_in_their_posts(
    world: World, boss: MemberActor
) -> None:
    forum = world.guild.create_forum_channel("matches")
    grant(world, forum, manage_channels=True, manage_threads=True)
    await world.env.settle()
    await boss.slash(world.channel, "server", channel=forum)
    await opened(world, boss, "knockout", game="furbowl")
    await passes(world, 2)
    match = await world.match(1)
    assert match.to_move is not None and match.fairness is not None and forum.threads
    held = {message.id: text_of(message) for post in forum.threads for message in world.messages(post)}
    assert match.fairness.commitment in held[match.fairness.start_message_id or 0]
    assert not any(match.fairness.commitment in text_of(message) for message in world.messages())
