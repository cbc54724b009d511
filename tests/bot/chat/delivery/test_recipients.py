"""The recipients of news: whom the message pings, how the others are notified, and only while it is news."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.chat.delivery.recipients import Route, is_news, recipients_of, routes
from bot.model.jobs import Notice
from bot.model.match import Match
from bot.model.settings import Preferences, QuietHours, Reach
from rules import GAMES
from tests.bot.tables import ADA, BEN, CLEO, Hall, here

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
NIGHT = QuietHours(22 * 60, 7 * 60)
OF_MESSAGES = (Notice.CHALLENGE, Notice.TURN, Notice.RESULT)


def at(hour: int) -> datetime:
    return NOON.replace(hour=hour)


@pytest.mark.parametrize(
    ("reach", "pinged", "noticed"),
    [(Reach.CHANNEL, True, False), (Reach.DIRECT, False, True), (Reach.BOTH, True, True)],
)
async def test_a_message_pings_those_who_prefer_that_and_others_get_a_notice_at_once(
    hall: Hall, reach: Reach, *, pinged: bool, noticed: bool
) -> None:
    match = await hall.running()
    found = recipients_of(match, [BEN.id], {BEN.id: Preferences(reach, quiet=NIGHT)}, NOON)
    assert found.pings == ((BEN.id,) if pinged else ())
    assert [(due.person_id, due.kind, due.due_at) for due in found.notices] == (
        [(BEN.id, Notice.TURN, NOON)] if noticed else []
    )


@pytest.mark.parametrize("reach", Reach)
async def test_in_quiet_hours_everybody_gets_a_notice_when_they_are_over(hall: Hall, reach: Reach) -> None:
    found = recipients_of(await hall.running(), [ADA.id], {ADA.id: Preferences(reach, quiet=NIGHT)}, at(23))
    assert found.pings == () and [due.due_at for due in found.notices] == [at(7) + timedelta(days=1)]


async def test_every_player_is_notified_as_they_prefer(hall: Hall) -> None:
    likes = {ADA.id: Preferences(), BEN.id: Preferences(Reach.DIRECT), CLEO.id: Preferences(Reach.BOTH)}
    found = recipients_of(await hall.challenge(), list(likes), likes, NOON)
    assert found.pings == (ADA.id, CLEO.id)
    assert {(due.person_id, due.kind) for due in found.notices} == {
        (BEN.id, Notice.CHALLENGE),
        (CLEO.id, Notice.CHALLENGE),
    }


@pytest.mark.parametrize("kind", Notice)
@pytest.mark.parametrize("reach", Reach)
def test_if_one_route_is_closed_another_is_used(kind: Notice, reach: Reach) -> None:
    found = routes(kind, Preferences(reach, quiet=NIGHT), at(23))
    assert {route for alternatives in found for route in alternatives} == set(Route)
    assert (found[0][0] is Route.DIRECT) is reach.directly


@pytest.mark.parametrize("kind", OF_MESSAGES)
def test_a_person_pinged_by_a_message_is_not_mentioned_again(kind: Notice) -> None:
    assert list(routes(kind, Preferences(Reach.BOTH), NOON)) == [(Route.DIRECT,)]
    assert list(routes(kind, Preferences(Reach.CHANNEL), NOON)) == []


@pytest.mark.parametrize("kind", [Notice.REMINDER, Notice.OFFER])
def test_reminders_and_offers_go_both_ways_if_that_is_liked(kind: Notice) -> None:
    assert list(routes(kind, Preferences(Reach.BOTH), NOON)) == [(Route.DIRECT,), (Route.MENTION,)]


async def _after(hall: Hall, match: Match, *entries: str) -> Match:
    for entry in entries:
        assert match.to_move is not None
        match = (await hall.matches.play(here(match.to_move), match.id, entry)).match
    return match


async def test_a_turn_is_news_until_it_was_played(hall: Hall) -> None:
    match = await hall.running()
    assert is_news(match, ADA.id, Notice.TURN, 0, NOON) and not is_news(match, BEN.id, Notice.TURN, 0, NOON)
    moved = await _after(hall, match, "a4<c4")
    assert not is_news(moved, ADA.id, Notice.TURN, 0, NOON) and is_news(moved, BEN.id, Notice.TURN, 1, NOON)
    again = await _after(hall, moved, "e5<e4")
    assert not is_news(again, ADA.id, Notice.TURN, 0, NOON), "the turn of which it told is over"
    assert is_news(again, ADA.id, Notice.TURN, 2, NOON)


async def test_a_turn_is_still_news_after_another_player_has_left(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=GAMES["farlander"])
    assert match.to_move is not None
    leaver = next(person for person in (ADA, BEN, CLEO) if person != match.to_move)
    left = await hall.matches.resign(here(leaver), match.id)
    assert left.revision > match.revision and left.to_move == match.to_move
    assert is_news(left, match.to_move.id, Notice.TURN, match.revision, NOON)


async def test_a_challenge_is_news_until_it_was_answered_and_a_result_once_it_is_there(hall: Hall) -> None:
    match = await hall.challenge()
    assert is_news(match, BEN.id, Notice.CHALLENGE, 0, NOON) and not is_news(match, BEN.id, Notice.RESULT, 0, NOON)
    match = await hall.matches.join(here(BEN), match.id)
    assert not is_news(match, BEN.id, Notice.CHALLENGE, 0, NOON)
    match = await hall.matches.resign(here(ADA), match.id)
    assert is_news(match, BEN.id, Notice.RESULT, 0, NOON) and not is_news(match, ADA.id, Notice.TURN, 0, NOON)


async def test_without_a_clock_nobody_is_reminded(hall: Hall) -> None:
    assert not is_news(await hall.running(), ADA.id, Notice.REMINDER, 0, NOON)
