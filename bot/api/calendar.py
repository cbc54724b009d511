"""A calendar with the deadlines and seasons of a token's owner, which programs for calendars read again and again."""

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import icalendar
from aiohttp import web

from bot.actions import matches
from bot.actions.competitions import standings as competition_standings
from bot.api.core import Call
from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.match import State, Summary, waits_for
from bot.texts import tokens as token_texts
from bot.texts.language import say
from bot.web.access import SITE, context_of

MOST_DEADLINES: Final = 100
"""The most matches in a calendar, those that wait for the person first."""


_LENGTH: Final = timedelta(minutes=15)
"""How long an event is: some calendars do not show one that ends when it begins."""


async def show(call: Call) -> web.Response:
    """Send the calendar, in the language of its owner."""
    person, context, site = call.program.person, context_of(call.request), call.request.app[SITE]
    uid = f"calendar-{call.program.owned.id}@furlong"
    calendar = icalendar.Calendar.new(prodid="Furlong", uid=uid, name=say(token_texts.CALENDAR))
    for match in await matches.of_person(context, person, None, State.RUNNING, most=MOST_DEADLINES):
        if match.deadline is not None and waits_for(match, person.id):
            calendar.add_component(_deadline(match, person.id, match.deadline, site.public))
    for competition in await competition_standings.of_person(context, person.id):
        for event in _days(competition):
            calendar.add_component(event)
    return web.Response(body=await asyncio.to_thread(calendar.to_ical), content_type="text/calendar", charset="utf-8")


def _deadline(match: Summary, person_id: int, at: datetime, page: str) -> icalendar.Event:
    return icalendar.Event.new(
        uid=f"match-{match.id}@furlong",
        start=at,
        end=at + _LENGTH,
        stamp=match.changed_at,
        sequence=match.revision,
        summary=token_texts.due(match, person_id),
        url=f"{page}/matches/{match.id}" if page else None,
    )


def _days(competition: Competition) -> Iterator[icalendar.Event]:
    """The beginning of a competition that has yet to begin, and its end; a ladder goes on without one."""
    days = {"begins": competition.begins_at} if competition.stage is CompetitionStage.OPEN else {}
    if competition.regulations.format is not Format.LADDER:
        days["ends"] = competition.ends_at
    for what, at in days.items():
        uid = f"competition-{competition.id}-{what}@furlong"
        text = token_texts.season(competition, begins=what == "begins")
        has_begun = competition.stage is not CompetitionStage.OPEN  # earlier than planned, perhaps, and so is its end
        stamp = competition.begins_at if has_begun else competition.created_at
        times: dict[str, Any] = {"start": at, "end": at + _LENGTH, "stamp": stamp, "sequence": int(has_begun)}
        yield icalendar.Event.new(uid=uid, summary=text, **times)
