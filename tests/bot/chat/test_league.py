"""A league as people see it: opening it, joining, its tables, leaving, and its end."""

from datetime import timedelta

from simcord.actors import MemberActor

from bot.actions.competitions import entries
from bot.actions.competitions.standings import standings as standings_of_competition
from bot.chat.core.press import id_of
from bot.model.competitions.competition import CompetitionStage
from bot.model.jobs import Kind
from bot.screens.core import Act
from tests.bot.chat.test_moderation import allow
from tests.bot.matches import tend_competitions
from tests.bot.screen import buttons_of, picture_of, text_of
from tests.bot.world import World, answer, reply_text

DAY = timedelta(days=1)
START = {"format": "league", "game": "furl", "begins": "tomorrow", "lasts": "2 weeks"}


async def passes(world: World, days: int) -> None:
    """Let time pass while the bot checks its due work once a day."""
    for _ in range(days):
        world.env.backend.advance_clock(DAY.total_seconds())
        with world.env.time_context():
            await tend_competitions(world.bot.services.context)
            await world.bot.delivery.deliver_due()


async def opened(world: World, boss: MemberActor, **options: str) -> list[MemberActor]:
    """A league of Furl that the boss has opened and four people have joined."""
    await boss.slash(world.channel, "manage start", **{**START, **options})
    await world.bot.delivery.deliver_due()
    dan = world.guild.add_member(world.env.create_user("Dan"))
    people = [world.ada, world.ben, world.cleo, dan]
    for person in people:
        assert "You're in" in reply_text(await person.click(world.board(), label="Join"))
    return people


async def test_a_league_from_its_first_day_to_its_last(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    card = world.board()
    await passes(world, 1)
    shown = text_of(world.messages()[0])
    assert "Furl league · season 1" in shown and "4 people play" in shown
    assert buttons_of(world.messages()[0]) == ["Tables", "Leave", "How it works"]
    tables = [message for message in world.messages() if buttons_of(message) == ["Text", "How it works"]]
    assert len(tables) == 1 and "6 matches to go" in text_of(tables[0])
    boards = [message for message in world.messages() if "Move" in buttons_of(message)]
    assert len(boards) == 6
    text = reply_text(await world.ada.click(tables[0], label="Text"))
    assert "0/3" in text and "Ada" in text and "▼" not in text
    await world.restart()
    question = answer(await people[3].click(world.messages()[0], label="Leave"))
    assert "none of them will count" in text_of(question)
    await people[3].click(question, label="Yes, leave")
    await passes(world, 1)
    assert "3 matches to go" in text_of(world.messages()[1]) or any(
        "3 matches to go" in text_of(message) for message in world.messages()
    )
    await world.ben.slash(world.channel, "settings", quiet="22-7")
    await passes(world, 14)
    reminders = [message for message in world.messages() if "still have matches to finish:" in text_of(message)]
    assert [set(world.pinged(message)) for message in reminders] == [{world.ada.id, world.cleo.id}] * 2
    assert all(f"<@{world.ben.id}>" in text_of(message) for message in reminders), (
        "his name is there in his quiet hours"
    )
    standings = await standings_of_competition(world.bot.services.context, None, 1)
    assert standings is not None and standings.competition.stage is CompetitionStage.OVER
    [result] = [message for message in world.messages() if "Congratulations" in text_of(message)]
    assert world.pinged(result) == [standings.divisions[0].rows[0].entrant.person.id]
    assert any("season 2" in text_of(message) and "Join" in buttons_of(message) for message in world.messages())
    private = answer(await world.ada.slash(world.channel, "season", season="1"))
    assert picture_of(private)
    assert card.id == world.messages()[0].id
    await passes(
        world, 2
    )  # Discord lets old messages be edited a few seconds apart alone, so one can take another look
    now = {message.id: text_of(message) for message in world.messages()}
    assert "It's over." in now[card.id] and now[tables[0].id] == "-# It's over."


async def test_only_a_manager_of_the_server_opens_a_league_and_mistakes_are_explained(
    world: World, boss: MemberActor
) -> None:
    allow(world, world.ada)
    async with world.nothing_changes():
        assert "Manage Server" in reply_text(await world.ada.slash(world.channel, "manage start", **START))
        for options, reply in (
            ({"begins": "yesterday"}, "isn't a day"),
            ({"begins": "2001-01-01"}, "has to come after today"),
            ({"lasts": "3 days"}, "too short"),
            ({"lasts": "2 years"}, "isn't a day"),
            ({"days": "no limit"}, "has to end"),
        ):
            assert reply in reply_text(await boss.slash(world.channel, "manage start", **{**START, **options}))
        reply = reply_text(await world.ada.slash(world.channel, "season"))
        assert "no league, event or ladder on this server" in reply and "`/manage start`" in reply
        reply = reply_text(await world.ada.slash(world.channel, "season", season="Chess"))
        assert "no league, event or ladder “Chess” here" in reply


async def test_a_manager_of_the_server_begins_a_league_once_enough_have_joined(world: World, boss: MemberActor) -> None:
    started = answer(await boss.slash(world.channel, "manage start", **START))
    await world.bot.delivery.deliver_due()
    assert buttons_of(started) == ["Start now"]
    for person in (world.ada, world.ben, world.cleo):
        await person.click(world.board(), label="Join")
    async with world.nothing_changes():
        assert "it needs 4 people, and 3 have joined so far" in reply_text(await boss.click(started, label="Start now"))
    assert "Start now" not in buttons_of(answer(await world.ada.slash(world.channel, "season")))
    await boss.click(world.board(), label="Join")
    shown = answer(await boss.slash(world.channel, "season"))
    assert buttons_of(shown) == ["Start now", "Leave", "How it works"]
    allow(world, world.ada)
    async with world.nothing_changes():
        [forged] = await world.at_once(world.forged(world.ada, shown, id_of(Act("season_begin", detail="1"))))
        assert "Manage Server" in reply_text(forged)
    assert "has started" in reply_text(await boss.click(shown, label="Start now"))
    with world.env.time_context():
        await world.bot.delivery.deliver_due()
    assert len([message for message in world.messages() if "Move" in buttons_of(message)]) == 6
    assert "4 people play" in text_of(world.messages()[0])
    async with world.nothing_changes():
        assert "has started or is over" in reply_text(await boss.click(started, label="Start now"))


async def test_the_card_counts_the_matches_of_those_who_have_joined(world: World, boss: MemberActor) -> None:
    people = await opened(world, boss)
    assert "3 matches at the same time" in text_of(world.board())
    assert "about 1 move a day (up to 6 matches if more people join)" in text_of(world.board())
    assert "in divisions of up to 6 people, or 7 if another division would be too small." in text_of(world.board())
    joined = ""
    for number in range(2):
        joined = reply_text(
            await world.guild.add_member(world.env.create_user(f"Eve {number}")).click(world.board(), label="Join")
        )
    assert "5 matches at the same time" in text_of(world.board())
    assert "Then you play 5 matches at the same time" in joined
    await world.guild.add_member(world.env.create_user("Finn")).click(world.board(), label="Join")
    assert "6 matches at the same time" in text_of(world.board()), "seven people are too few for two divisions"
    assert people and "if more" not in text_of(world.board())


async def test_joining_twice_and_leaving_again(world: World, boss: MemberActor) -> None:
    await opened(world, boss)
    card = answer(await world.ada.slash(world.channel, "season"))
    assert "**Joined (4):**" in text_of(card) and buttons_of(card) == ["Leave", "How it works"]
    assert "already" in reply_text(await world.ada.click(world.board(), label="Join"))
    assert "Furl" in reply_text(await boss.slash(world.channel, "manage start", **START))
    assert "You've left" in reply_text(await world.ada.click(card, label="Leave"))
    assert "Nobody by that name" in reply_text(await world.ada.click(card, label="Leave"))
    shown = answer(await world.ada.slash(world.channel, "season"))
    assert "**Joined (3):**" in text_of(shown) and buttons_of(shown) == ["Join", "How it works"]
    assert "is out" in reply_text(await boss.slash(world.channel, "manage remove", player=world.ben, season="furl"))
    async with world.nothing_changes():
        for both in ({}, {"season": "furl", "match": "1"}):
            assert "not both" in reply_text(await boss.slash(world.channel, "manage cancel", **both))
    reply = reply_text(await boss.slash(world.channel, "manage cancel", season="1", reason="It is holiday time."))
    assert "called off" in reply
    await world.bot.delivery.deliver_due()
    assert "has called it off (It is holiday time)." in text_of(world.messages()[0])
    assert "(It is holiday time)" in text_of(answer(await boss.slash(world.channel, "manage log")))
    assert "too late" in reply_text(await world.ada.click(shown, label="Join"))
    assert buttons_of(answer(await world.ada.slash(world.channel, "season", season="1"))) == ["How it works"]


async def test_the_host_learns_once_that_a_channel_is_gone_and_it_is_not_tried_for_ever(
    world: World, boss: MemberActor
) -> None:
    await opened(world, boss)
    world.env.backend.delete_channel(world.channel.id)
    for hours in range(60):
        world.env.backend.advance_clock(3700)
        with world.env.time_context():
            if hours == 0:
                await entries.leave(world.bot.services.context, world.actor(world.ada), 1)
            await world.bot.delivery.deliver_due()
    [reply] = world.direct_messages(boss)
    assert "can't post in" in reply and "Furl league" in reply
    rows = (await world.stored())[Kind.BULLETIN]
    assert rows and all(job.due_at is None for job in rows), "nothing waits any more"
