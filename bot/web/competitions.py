"""Leagues, events and ladders on the page: standings, joining, leaving, and challenges on a ladder."""

from typing import Any

from aiohttp import web

from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.model.competitions.competition import CompetitionStage, Entering
from bot.model.competitions.ladder import LadderStandings
from bot.model.people import Actor, Person
from bot.model.refusals import OnlyInServers, Refusal
from bot.model.refusals.competitions import NotEntered
from bot.texts import competitions as texts
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts import standings as standings_texts
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.access import SITE, actor_here, context_of, form_of
from bot.web.pages import number, page

_LONGEST_ID = 19  # digits of a signed 64-bit number


async def _asked(request: web.Request) -> tuple[Actor, int]:
    """The visitor on their server, and the number of the competition. Raises `OnlyInServers`."""
    actor = await actor_here(request)
    if actor.server_id is None:
        raise OnlyInServers
    return actor, int(request.match_info["competition"])


async def show_all(request: web.Request) -> web.Response:
    """The competitions of the visitor's server."""
    actor = await actor_here(request)
    if actor.server_id is None:
        raise OnlyInServers
    found = await read.of_server(context_of(request), actor.server_id, actor.person.id)
    listed = [(one.id, texts.choice(one)) for one in found]
    return page(
        request, "competitions.html", listed=listed, title=say(page_texts.SEASONS), text=say(page_texts.NO_SEASONS)
    )


async def show(request: web.Request) -> web.Response:
    """Show the standings of a competition: a division, the visitor's own by default, or the card before it begins."""
    return await _shown(request, *await _asked(request))


async def _shown(request: web.Request, actor: Actor, competition_id: int, note: str = "", **more: Any) -> web.Response:
    context = context_of(request)
    found = await read.division(context, actor, competition_id, number(request.query, "division") or None)
    competition, shown = found.competition, found.division
    is_in = await read.is_in(context, competition_id, actor.person.id)
    standings = await read.standings(context, actor, competition_id)
    values: dict[str, Any] = {
        "title": texts.title(competition),
        "here": f"/seasons/{competition.id}",
        "note": html(note),
        "card": html(texts.card(standings)),
        "about": html(texts.how_it_works(competition)),
        "entering": [
            (one.value, say(one.value)) for one in competition.entering(is_in) if one is not Entering.CHALLENGE
        ],
        "divisions": [(number, texts.division(number)) for number in range(1, found.count + 1)],
        "division": shown,
        "reach": await _reach(request, actor, competition_id)
        if Entering.CHALLENGE in competition.entering(is_in)
        else None,
        "asked": None,
    }
    if shown is not None:
        values |= {
            "headings": standings_texts.headings(competition),
            "rows": [
                (row, standings_texts.entrant_name(row.entrant), standings_texts.cells(competition, row))
                for row in shown.rows[: standings_texts.MOST_ROWS]
            ],
            "under": html(standings_texts.open_matches(competition, shown)),
        }
    return page(request, "competition.html", **{**values, **more})


async def _reach(request: web.Request, actor: Actor, competition_id: int) -> dict[str, Any]:
    """The opponents on a ladder: a text, and for each the id, the label and whether they can be challenged now."""
    context = context_of(request)
    standings: LadderStandings = await read.ladder(context, actor, competition_id)
    ladder, me, people = standings.ladder, actor.person.id, list[tuple[int, str, bool]]()
    for one in ladder.reach_of(me):
        again_at = ladder.apart_until(one, me)
        is_again = again_at is not None and again_at > context.now()
        is_busy = one in ladder.going_on or me in ladder.going_on
        people.append((one, texts.challenge_label(standings, one, is_again=is_again), not is_busy and not is_again))
    return {"text": html(texts.whom(standings, me)), "people": people}


async def act(request: web.Request) -> web.Response:
    """Join, leave, or challenge a person on a ladder."""
    (actor, competition_id), form = await _asked(request), await form_of(request)
    try:
        return await _done(request, actor, competition_id, form.get("deed", ""), form.get("person", ""))
    except Refusal as refusal:
        return await _shown(request, actor, competition_id, errors.reason(refusal))


async def _done(request: web.Request, actor: Actor, competition_id: int, deed: str, person: str) -> web.Response:
    site = request.app[SITE]
    if deed in (Entering.JOIN, Entering.JOIN_LATE):
        await entries.join(context_of(request), actor, competition_id)
        note = texts.joined(await read.standings(context_of(request), actor, competition_id))
    elif deed == Entering.LEAVE:
        standings = await read.standings(context_of(request), actor, competition_id)
        entrant = standings.entrant(actor.person.id)
        if entrant is None or entrant.is_out:
            raise NotEntered(standings.competition)
        if standings.competition.stage is CompetitionStage.RUNNING:
            asked = html(texts.leave_question(standings, entrant))
            return await _shown(request, actor, competition_id, asked=asked)
        note = texts.left(await entries.leave(context_of(request), actor, competition_id))
    elif deed == "leave_yes":
        note = texts.left(await entries.leave(context_of(request), actor, competition_id))
    elif deed == "challenge" and person.isascii() and person.isdigit() and len(person) <= _LONGEST_ID:
        opponent = Person(int(person), "")
        change, before = await entries.challenge(context_of(request), actor, competition_id, opponent)
        site.show(change)
        note = texts.challenged(before, opponent.id)
    else:
        raise web.HTTPBadRequest
    site.tell()
    return await _shown(request, actor, competition_id, note)
