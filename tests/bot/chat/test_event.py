"""Events: a knock-out, Swiss rounds and an all-play-all, as people see them."""

from datetime import timedelta

from simcord.actors import MemberActor

from bot.actions.competitions.standings import standings as standings_of_competition
from bot.chat.core.press import id_of
from bot.model.competitions.competition import CompetitionStage
from bot.screens.core import Act
from tests.bot.matches import tend_competitions
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text

HOUR = timedelta(hours=1)


async def passes(world: World, hours: int) -> None:
    """Let time pass while the bot checks its due work once an hour."""
    for _ in range(hours):
        world.env.backend.advance_clock(HOUR.total_seconds())
        with world.env.time_context():
            await tend_competitions(world.bot.services.context)
            await world.bot.delivery.deliver_due()


async def opened(world: World, boss: MemberActor, kind: str, **options: object) -> list[MemberActor]:
    """An event of Furl that five people have joined."""
    reply = await boss.slash(
        world.channel, "manage start", format=kind, game="furl", begins="1 hour", lasts="6 hours", **options
    )
    assert "is open" in reply_text(reply)
    more = [world.guild.add_member(world.env.create_user(name)) for name in ("Dan", "Eve")]
    people = [world.ada, world.ben, world.cleo, *more]
    for person in people:
        assert "You're in" in reply_text(await person.click(world.messages()[0], label="Join"))
    return people


async def card(world: World) -> str:
    return text_of(world.messages()[0])


async def test_a_knock_out_of_five_with_byes_to_its_end(world: World, boss: MemberActor) -> None:
    await opened(world, boss, "knockout")
    await passes(world, 1)
    assert "Round 1 of 3" in await card(world) and "a bye" in await card(world)
    assert sum("Move" in buttons_of(message) for message in world.messages()) == 2
    late = world.guild.add_member(world.env.create_user("Finn"))
    shown = answer(await late.slash(world.channel, "season"))
    assert buttons_of(shown) == ["Text", "How it works"]
    [forged] = await world.at_once(world.forged(late, shown, id_of(Act("league_join", detail="1"))))
    assert "too late" in reply_text(forged)
    await passes(world, 2)
    assert "Round 2 of 3" in await card(world)
    await world.restart()
    await passes(world, 9)  # the hours that the first bot missed are added
    standings = await standings_of_competition(world.bot.services.context, None, 1)
    assert standings is not None and standings.competition.stage is CompetitionStage.OVER
    assert [row.wins for row in standings.divisions[0].rows][:2] == [3, 2]
    assert "**Places:** 1. " in "\n".join(text_of(message) for message in world.messages()), "no line begins a list"
    assert [row.points for row in standings.divisions[0].rows] == [
        sum(
            sum(own for who, own in zip(one.people, one.points or (), strict=False) if who == row.entrant.person.id)
            for one in standings.fixtures
            if not one.is_bye
        )
        for row in standings.divisions[0].rows
    ], "who had nobody to meet has won nothing"
    assert "Congratulations" in "\n".join(text_of(message) for message in world.messages())
    [table] = [message for message in world.messages() if buttons_of(message) == ["Text", "How it works"]]
    assert "rounds won" in reply_text(await world.ada.click(table, label="Text"))


async def test_swiss_rounds_take_late_entrants_and_continue_without_those_who_leave(
    world: World, boss: MemberActor
) -> None:
    people = await opened(world, boss, "swiss", rounds=3)
    await passes(world, 1)
    assert "Round 1 of 3" in await card(world) and "Join late" in buttons_of(world.messages()[0])
    late = world.guild.add_member(world.env.create_user("Finn"))
    assert "is already under way" in reply_text(await late.click(world.messages()[0], label="Join late"))
    question = await world.in_season(people[4], "Leave")
    assert question.response is not None
    await people[4].click(question.response, label="Yes, leave")
    await passes(world, 7)
    standings = await standings_of_competition(world.bot.services.context, None, 1)
    assert standings is not None and standings.competition.stage is CompetitionStage.OVER
    assert len(standings.divisions[0].rows) == 6 and max(one.round for one in standings.fixtures) == 3
    assert {one.person.name for one in standings.entrants if one.is_out} == {"Eve"}


async def test_an_all_play_all_meets_who_comes_late_at_once(world: World, boss: MemberActor) -> None:
    await opened(world, boss, "all play all")
    await passes(world, 1)
    late = world.guild.add_member(world.env.create_user("Finn"))
    assert "is already under way" in reply_text(await world.in_season(late, "Join late"))
    await passes(world, 1)
    assert sum("Move" in buttons_of(message) for message in world.messages()) == 15
    for reply, options in (
        ("doesn't say how long", {"lasts": "soon"}),
        ("in the future", {"begins": "0 hours"}),
        ("in the future", {"begins": "2001-01-01"}),
    ):
        answer = await boss.slash(
            world.channel,
            "manage start",
            **{"format": "swiss", "game": "furl", "begins": "1 hour", "lasts": "1 day", **options},
        )
        assert reply in reply_text(answer)
    await boss.slash(world.channel, "manage start", format="swiss", game="furl", begins="1 hour", lasts="1 day")
    await world.bot.delivery.deliver_due()
    for person in (world.ada, world.ben):
        await world.in_season(person, "Join", season="2")
    await passes(world, 1)
    assert any("It didn't take place: it takes 3 people" in text_of(message) for message in world.messages())


async def test_nobody_hands_a_match_of_an_event_over_to_a_character(world: World, boss: MemberActor) -> None:
    people = {person.id: person for person in await opened(world, boss, "swiss")}
    await passes(world, 1)
    match = await world.match()
    player = people[match.players[0].id]
    [board] = [message for message in world.messages() if "match #1\n" in text_of(message)]
    more = answer(await player.click(board, label="More"))
    assert "Resign" in buttons_of(more) and "Hand over" not in buttons_of(more)
    async with world.nothing_changes():
        reply = reply_text(await player.slash(world.channel, "match", match="1", do="handover"))
        assert reply.startswith("Match #1 belongs to a competition") and "/match do:more time" in reply
        [forged] = await world.at_once(world.forged(player, board, id_of(Act("handover_to", 1, 0, "lynx"))))
        assert "belongs to a competition" in reply_text(forged)
