"""Handlers for the buttons of a competition: joining, leaving, standings, and challenges on a ladder."""

from bot.actions import settings
from bot.actions.competitions import calendar, entries
from bot.actions.competitions import standings as read
from bot.chat.competitions import views
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post
from bot.chat.core.permissions import check_manager
from bot.chat.core.request import Request
from bot.model.competitions.competition import CompetitionStage
from bot.model.people import Person
from bot.model.refusals.competitions import NotEntered
from bot.screens.core import page_number, snowflake
from bot.texts import competitions as texts
from bot.texts import standings as standings_texts


def _number(request: Request) -> int:
    """The number of the competition in a button's detail."""
    return _division_in(request)[0]


def _division_in(request: Request) -> tuple[int, int]:
    """The numbers of competition and division in a press's detail; division 0 is the person's own."""
    number, _, division = request.act.detail.partition("/")
    return page_number(number), page_number(division)


@on_press("league_join")
async def join(request: Request) -> Answer:
    """Handle Join and Join late, under a competition."""
    competition = await entries.join(request.context, request.actor, _number(request))
    await request.services.tell()
    return Say(texts.joined(await read.standings(request.context, request.actor, competition.id)))


@on_press("season_begin")
async def begin(request: Request) -> Answer:
    """Handle Begin now, for server managers, under a competition before its first day."""
    check_manager(request)
    competition = await calendar.begin_now(request.context, request.actor, _number(request))
    await request.services.tell()
    request.services.look()
    return Say(texts.begun(competition))


@on_press("league_leave")
async def leave(request: Request) -> Answer:
    """Handle Leave, under a competition: leave at once before the first day, and ask the person after it."""
    standings = await read.standings(request.context, request.actor, _number(request))
    entrant = standings.entrant(request.person.id)
    if standings.competition.stage is not CompetitionStage.RUNNING:
        return Say(await _left(request))
    if entrant is None or entrant.is_out:
        raise NotEntered(standings.competition)
    return Show(views.leave_question(standings, texts.leave_question(standings, entrant)))


async def _left(request: Request) -> str:
    competition = await entries.leave(request.context, request.actor, _number(request))
    await request.services.tell()
    return texts.left(competition)


@on_press("league_leave_yes", in_place=True)
async def confirm(request: Request) -> Answer:
    """Handle Yes, leave, after the question."""
    return Change.to_text(await _left(request))


@on_press("league_leave_no", in_place=True)
async def stay(request: Request) -> Answer:
    """Handle Stay, after the question."""
    standings = await read.standings(request.context, request.actor, _number(request))
    return Change.to_text(texts.stayed(standings.competition))


async def season(request: Request, number: int, division: int | None = None) -> Post:
    """A private view of a competition: a division, the person's own by default, or the card before it begins."""
    found = await read.division(request.context, request.actor, number, division)
    server_id = found.competition.venue.server_id
    menus = views.menus(found, await read.of_server(request.context, server_id, request.person.id))
    is_in = await read.is_in(request.context, number, request.person.id)
    if found.division is None:
        standings = await read.standings(request.context, request.actor, number)
        return views.card(standings, menus, is_in, is_manager=request.actor.manages_server)
    theme = await settings.theme_of(request.context, server_id)
    return await views.private_standings(
        found.competition, found.division, theme, menus, request.person.id, is_in=is_in
    )


@on_press("league_tables")
async def show(request: Request) -> Answer:
    """Handle Tables, under a message about a competition."""
    return Show(await season(request, _number(request)))


@on_press("league_table", in_place=True)
async def show_division(request: Request) -> Answer:
    """Handle the menus of divisions and competitions, and the buttons Above and Below of older messages."""
    number, division = _division_in(request)
    return Change(await season(request, number, division or None))


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Handle Text, under standings."""
    found = await read.division(request.context, request.actor, *_division_in(request))
    if found.division is None:
        return Say(texts.hint(found.competition))
    return Say(standings_texts.as_text(found.competition, found.division))


@on_press("league_about")
async def explain(request: Request) -> Answer:
    """Handle How it works, under a competition."""
    standings = await read.standings(request.context, request.actor, _number(request))
    return Say(texts.how_it_works(standings.competition))


@on_press("ladder")
async def ask_whom(request: Request) -> Answer:
    """Handle Challenge, under a ladder: show the opponents that the person may challenge."""
    standings = await read.ladder(request.context, request.actor, _number(request))
    return Show(views.whom_to_challenge(standings, request.person.id, request.context.now()))


@on_press("ladder_meet", in_place=True)
async def challenge(request: Request) -> Answer:
    """Handle the choice of an opponent from the list."""
    opponent = Person(snowflake(request.act.detail.partition("/")[2]), "")
    return Change.to_text(await challenged(request, _number(request), opponent))


async def challenged(request: Request, number: int, opponent: Person) -> str:
    """Challenge a person on a ladder, show it, and return the answer. Raises the errors of `entries.challenge`."""
    change, before = await entries.challenge(request.context, request.actor, number, opponent)
    await request.show(change)
    await request.services.tell()
    return texts.challenged(before, opponent.id)
