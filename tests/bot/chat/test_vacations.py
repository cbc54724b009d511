"""`/vacation` as people use it."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions.people import vacation_standing
from bot.chat import client
from bot.model.challenges import Proposal
from bot.model.clock import Pause, Terms, started, stopped_until
from bot.model.settings import Reach
from bot.model.vacations import Vacation, VacationStanding
from bot.texts import people
from rules import GAMES
from rules.core import Seat
from tests.bot.chat.delivery.correspondents import likes
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

DAY = 24 * 60 * 60


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks its due work once a day, so that months pass quickly."""
    pace = client.Pace(shows=timedelta(days=1), tends=timedelta(days=1))
    return client.Furlong(client.Options(url_of(fresh_file), pace))


async def _vacation(world: World, days: str, who: MemberActor | None = None) -> ResponseMessage:
    return answer(await (who or world.ada).slash(world.channel, "vacation", days=days))


async def _is_away(world: World, who: MemberActor) -> bool:
    return (await vacation_standing(world.bot.services.context, who.id)).running is not None


async def test_without_days_it_says_how_things_are_and_changes_nothing(world: World) -> None:
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "vacation"))
    year = world.env.now().year
    assert reply == (
        "You aren't on vacation: your clocks run.\n"
        f"-# You have 30 days left in {year}. Everybody has 30 days a year.\n"
        "-# `/vacation days:7` stops all your clocks at once."
    )


async def test_a_vacation_is_seen_on_the_board_and_pings_nobody(world: World) -> None:
    board = await world.start_match()
    before = await world.match()
    sent = len(world.messages())
    card = await _vacation(world, "5 days")
    await world.env.advance_time(DAY)
    after = await world.match()
    assert before.clock is not None and after.clock is not None and after.clock.deadline > before.clock.deadline
    assert world.board().id == board.id and len(world.messages()) == sent
    assert "On vacation: Ada until" in text_of(world.board())
    assert f"<t:{int(after.clock.deadline.timestamp())}:f>" in text_of(world.board())
    assert "You're on vacation until <t:" in text_of(card) and buttons_of(card) == ["End it now"]
    assert "on vacation" in reply_text(await world.ben.slash(world.channel, "games"))


async def test_a_player_on_vacation_may_still_move(world: World) -> None:
    await world.start_match()
    await _vacation(world, "5")
    await world.play("a4<c4")


async def test_the_button_ends_it_after_a_restart_and_only_once(world: World) -> None:
    await world.start_match()
    card, again = await _vacation(world, "5"), answer(await world.ada.slash(world.channel, "vacation"))
    await world.env.advance_time(2 * DAY)
    await world.restart()
    reply = reply_text(await world.ada.click(card, label="End it now"))
    assert reply.startswith("Welcome back! Your clocks go on from where they stopped.") and "28 days left" in reply
    assert buttons_of(card) == [] and not await _is_away(world, world.ada)
    stored = (await world.stored())["vacations"]
    assert "That vacation is over already." in reply_text(await world.ada.click(again, label="End it now"))
    assert (await world.stored())["vacations"] == stored


async def test_a_vacation_in_a_direct_message_counts_for_every_server(world: World) -> None:
    await world.start_match()
    before = await world.match()
    await world.ada.user.slash("vacation", days="a week")
    after = await world.match()
    assert before.clock is not None and after.clock is not None
    assert (after.clock.deadline - before.clock.deadline).total_seconds() == pytest.approx(7 * DAY, abs=1)


async def test_clocks_pause_for_the_whole_vacation(world: World) -> None:
    await world.start_match()
    await _vacation(world, "10")
    await world.env.advance_time(12 * DAY)
    assert (await world.match()).to_move is not None and not await _is_away(world, world.ada)
    await world.env.advance_time(3 * DAY)
    assert (await world.match()).to_move is None


async def test_the_button_of_another_ends_nothing(world: World) -> None:
    card = await _vacation(world, "5")
    await _vacation(world, "5", world.ben)
    custom_id = f"furlong:vacation_end:0:0:{(await world.stored())['vacations'][0][0]}"
    forged = [world.forged(who, card, custom_id) for who in (world.ben, world.cleo)]
    forged.append(world.forged(world.ada, card, "furlong:vacation_end:0:0:soon"))
    async with world.nothing_changes():
        for result in await world.at_once(*forged):
            assert "That vacation is over already." in reply_text(result)


async def test_fifty_clicks_at_once_end_it_once(world: World) -> None:
    await world.start_match()
    card = await _vacation(world, "5")
    presses = [world.press(world.ada, card, "End it now") for _ in range(50)]
    reply = [reply_text(result) for result in await world.at_once(*presses)]
    assert sum("That vacation is over already." in text for text in reply) == 49
    assert text_of(card).startswith("Welcome back!") and not await _is_away(world, world.ada)


async def test_days_that_are_none_are_refused_with_what_would_do(world: World) -> None:
    async with world.nothing_changes():
        for text in ("0", "-1", "999", "soon", "31", "1.5"):
            reply = reply_text(await world.ada.slash(world.channel, "vacation", days=text))
            assert f"“{text}” doesn't work here. Type a number of days from 1 to 30" in reply


async def test_more_than_is_left_is_refused_with_what_is_left(world: World) -> None:
    year = world.env.now().year
    await world.ada.click(await _vacation(world, "20"), label="End it now")
    await world.env.advance_time(3600)
    await _vacation(world, "20")
    await world.env.advance_time(21 * DAY)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "vacation", days="11"))
    assert reply == (
        f"You have 10 days left in {year}, so a vacation can last 10 days from now at most. Nothing has changed."
    )
    offered = await world.ada.autocomplete(world.channel, "vacation", "days", "1")
    assert [choice["name"] for choice in offered] == ["1 day", "10 days"]


async def test_a_vacation_is_not_shortened_by_asking_for_less(world: World) -> None:
    await _vacation(world, "10")
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "vacation", days="3"))
    assert "You're on vacation for longer than that already: until <t:" in reply


def test_a_vacation_over_new_year_names_both_years() -> None:
    year = datetime(2030, 12, 28, tzinfo=UTC)
    stay = Vacation(1, year, year + timedelta(days=10))
    reply = people.vacation(
        VacationStanding(stay, ((2030, timedelta(days=26)), (2031, timedelta(days=1, hours=5))), 21)
    )
    assert reply.endswith("You have 26 days left in 2030 and 1 day and 5 hours in 2031. Everybody has 30 days a year.")


def test_the_rest_of_the_budget_is_shown_to_the_hour() -> None:
    almost = timedelta(days=26, hours=23, minutes=59)
    assert people.budget_left([(2030, almost)]) == "26 days and 23 hours left in 2030"
    assert people.budget_left([(2030, timedelta(hours=1))]) == "1 hour left in 2030"
    assert people.budget_left([(2030, timedelta(minutes=59))]) == "less than an hour left in 2030"
    assert people.budget_left([(2030, timedelta())]) == "no days left in 2030"


# --- its end ---


async def test_when_a_vacation_ends_boards_say_so_and_the_person_is_told_once_what_is_due(world: World) -> None:
    await world.start_match()
    await world.start_match(world.ben, world.ada)
    await _vacation(world, "5 days")
    await world.env.advance_time(DAY)
    own, _other = [text_of(message) for message in world.messages() if "Move" in buttons_of(message)]
    assert re.search(r"-# On vacation: Ada until <t:\d+:d>; the clock is stopped\.", own)
    await world.play("a4<c4", number=2)
    await world.env.advance_time(3 * DAY)
    assert not world.direct_messages(world.ada)
    await world.env.advance_time(2 * DAY)
    assert not [message for message in world.messages() if "vacation" in text_of(message) and buttons_of(message)]
    told = [message for message in world.messages() if "your vacation is over" in text_of(message)]
    assert len(told) == 1 and world.pinged(told[0]) == [world.ada.id]
    assert text_of(told[0]).count("**your turn** · due <t:") == 2
    await world.env.advance_time(DAY)
    assert len([message for message in world.messages() if "your vacation is over" in text_of(message)]) == 1


async def test_by_direct_message_all_servers_are_told_of_and_quiet_hours_are_kept(world: World) -> None:
    await likes(world, world.ada, Reach.DIRECT, quiet=6 * 24)
    await world.start_match()
    await _vacation(world, "5 days")
    await world.env.advance_time(7 * DAY)
    assert [text for text in world.direct_messages(world.ada) if text.startswith("Your vacation is over")]


async def test_with_nothing_due_but_direct_matches_the_end_is_told_directly(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["direct", "first"])
    await world.ben.user.click(world.messages(world.ben.user.dm_channel)[-1], label="Accept")
    await _vacation(world, "5 days")
    await world.env.advance_time(7 * DAY)
    [told] = [text for text in world.direct_messages(world.ada) if text.startswith("Your vacation is over")]
    assert told.count("**your turn** · due <t:") == 1


async def test_nobody_is_told_of_the_end_of_a_vacation_after_which_nothing_is_due(world: World) -> None:
    await world.start_match(world.ben, world.ada)
    await _vacation(world, "2 days")
    await world.env.advance_time(4 * DAY)
    assert not [message for message in world.messages() if "vacation is over" in text_of(message)]
    assert not world.direct_messages(world.ada)


async def test_a_vacation_that_was_prolonged_ends_later_and_one_that_was_ended_is_not_told_of(world: World) -> None:
    await world.start_match()
    await _vacation(world, "3 days")
    await _vacation(world, "8 days")
    await world.env.advance_time(5 * DAY)
    assert "On vacation: Ada" in text_of(world.board())
    card = answer(await world.ada.slash(world.channel, "vacation"))
    await world.ada.click(card, label="End it now")
    await world.env.advance_time(DAY)
    assert "On vacation" not in text_of(world.board())
    await world.env.advance_time(1.5 * DAY)
    assert not [message for message in world.messages() if "vacation is over" in text_of(message)]


async def test_the_end_of_a_vacation_while_the_bot_was_down_is_told_of_when_it_starts(world: World) -> None:
    await world.start_match()
    await _vacation(world, "5 days")
    await world.bot.close()
    world.env.backend.clock.advance(6 * DAY)
    await world.restart()
    await world.env.advance_time(2 * DAY)
    assert "On vacation" not in text_of(world.board())
    assert [message for message in world.messages() if "your vacation is over" in text_of(message)]


async def test_a_vacation_that_is_longer_than_agreed_says_from_when_the_clock_runs_again(world: World) -> None:
    terms = Terms(days=3, most_vacation=2)
    proposal = Proposal(GAMES["furl"], world.channel.id, (world.actor(world.ben).person,), Seat(0), terms=terms)
    await world.matches.propose(world.actor(world.ada), world.guild.id, proposal)
    await world.matches.join(world.actor(world.ben), 1)
    await _vacation(world, "5 days")
    await world.deliver(1)
    [line] = [line for line in text_of(world.board()).splitlines() if "On vacation" in line]
    assert re.fullmatch(r"-# On vacation: Ada until <t:\d+:d>; the clock runs again from <t:\d+:f>\.", line)


def test_a_board_says_how_long_a_vacation_stops_the_clock_by_what_was_agreed() -> None:
    began = datetime(2030, 1, 1, tzinfo=UTC)
    vacation = Pause(began - timedelta(days=1), began + timedelta(days=9), is_vacation=True)
    for terms, until in (
        (Terms(days=3), began + timedelta(days=9)),
        (Terms(days=3, most_vacation=2), began + timedelta(days=2)),
        (Terms(days=3, most_vacation=0), None),
        (Terms(bank=600), None),
    ):
        running = started(terms, began, [vacation], None if terms.bank is None else timedelta(seconds=terms.bank))
        assert running is not None
        assert stopped_until(terms, running, vacation) == until


async def test_a_planned_vacation_is_seen_by_who_challenges(world: World) -> None:
    day = (world.env.now() + timedelta(days=3)).date().isoformat()
    card = answer(await world.ben.slash(world.channel, "vacation", days="5", begins=day))
    assert "Your next vacation is planned from <t:" in text_of(card) and buttons_of(card) == ["Give up the plan"]
    assert not await _is_away(world, world.ben)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    assert "-# Vacation planned: Ben from <t:" in text_of(world.board())


async def test_a_vacation_begins_on_a_day_as_people_write_it_in_their_language(world: World) -> None:
    day = world.env.now().date() + timedelta(days=40)
    typed = f"{day.day}.{day.month}."
    await world.ben.slash(world.channel, "settings", language="de")
    card = answer(await world.ben.slash(world.channel, "vacation", days="5", begins=typed))
    assert f"<t:{int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())}" in text_of(card)


@pytest.mark.parametrize("day", ["today", "2000-01-01", "9999-12-31", "2030-13-01"])
async def test_a_vacation_is_planned_for_a_day_that_exists_and_is_ahead(world: World, day: str) -> None:
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "vacation", days="5", begins=day))
    assert "from tomorrow on, up to a year ahead" in reply


async def test_who_leaves_and_returns_during_a_vacation_loses_no_time_and_is_told_of_its_end_once(world: World) -> None:
    await world.start_match()
    await _vacation(world, "8 days")
    world.guild.remove_member(world.ada)
    await world.env.advance_time(3 * DAY)
    assert "On vacation: Ada" in text_of(world.board())
    world.guild.add_member(world.ada.user)
    await world.env.advance_time(6 * DAY)
    assert (await world.match()).to_move is not None, "three days for a move, and the clock stood still for eight"
    assert len([message for message in world.messages() if "vacation is over" in text_of(message)]) == 1
    await world.play("a4<c4")
