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
from tests.bot.screen import text_of
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


async def test_the_button_of_another_ends_nothing(world: World) -> None:
    card = await _vacation(world, "5")
    await _vacation(world, "5", world.ben)
    custom_id = f"furlong:vacation_end:0:0:{(await world.stored())['vacations'][0][0]}"
    forged = [world.forged(who, card, custom_id) for who in (world.ben, world.cleo)]
    forged.append(world.forged(world.ada, card, "furlong:vacation_end:0:0:soon"))
    async with world.nothing_changes():
        for result in await world.at_once(*forged):
            assert "That vacation is already over." in reply_text(result)


async def test_fifty_clicks_at_once_end_it_once(world: World) -> None:
    await world.start_match()
    card = await _vacation(world, "5")
    presses = [world.press(world.ada, card, "End it now") for _ in range(50)]
    reply = [reply_text(result) for result in await world.at_once(*presses)]
    assert sum("That vacation is already over." in text for text in reply) == 49
    assert text_of(card).startswith("Welcome back!") and not await _is_away(world, world.ada)


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
