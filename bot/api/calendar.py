"""A calendar with the deadlines and seasons of a token's owner, which programs for calendars read again and again."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from typing import Final

import icalendar
from aiohttp import web

from bot.actions import matches
from bot.actions.competitions import standings
from bot.api.core import Call
from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.match import State, Summary, waits_for
from bot.texts import tokens as token_texts
from bot.texts.language import say
from bot.web.access import SITE, context_of

MOST_DEADLINES: Final = 100
"""The most matches in a calendar, those that wait for the person first."""


async def show(call: Call) -> web.Response:
    """Send the calendar, in the language of its owner."""
    person, context, site = call.program.person, context_of(call.request), call.request.app[SITE]
    found = icalendar.Calendar.new(prodid="Furlong", name=say(token_texts.CALENDAR))
    for match in await matches.of_person(context, person, None, State.RUNNING, most=MOST_DEADLINES):
        if match.deadline is not None and waits_for(match, person.id):
            found.add_component(_deadline(match, person.id, match.deadline, site.public, context.now()))
    for competition in await standings.of_person(context, person.id):
        for event in _days(competition, context.now()):
            found.add_component(event)
    return web.Response(body=await asyncio.to_thread(found.to_ical), content_type="text/calendar", charset="utf-8")


def _deadline(match: Summary, person_id: int, at: datetime, page: str, now: datetime) -> icalendar.Event:
    return icalendar.Event.new(
        uid=f"match-{match.id}@furlong",
        start=at,
        stamp=now,
        summary=token_texts.due(match, person_id),
        url=f"{page}/matches/{match.id}" if page else None,
    )


def _days(competition: Competition, now: datetime) -> Iterator[icalendar.Event]:
    """The beginning of a competition that has yet to begin, and its end; a ladder goes on without one."""
    days = {"begins": competition.begins_at} if competition.stage is CompetitionStage.OPEN else {}
    if competition.regulations.format is not Format.LADDER:
        days["ends"] = competition.ends_at
    for what, at in days.items():
        uid = f"competition-{competition.id}-{what}@furlong"
        text = token_texts.season(competition, begins=what == "begins")
        yield icalendar.Event.new(uid=uid, start=at, stamp=now, summary=text)
