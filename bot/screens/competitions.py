"""Leagues, events and ladders: how they stand, joining and leaving them, and challenges on a ladder."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import render
from bot.actions import settings
from bot.actions.competitions import calendar, entries, servers
from bot.actions.competitions import standings as competition_standings
from bot.model.competitions.competition import Competition, CompetitionStage, Entering, Format
from bot.model.competitions.servers import ServerScore, table_of
from bot.model.competitions.standings import Division, DivisionStandings, Standings
from bot.model.match import Match, Summary
from bot.model.people import Person
from bot.model.permissions import CompetitionAct, may_there
from bot.model.refusals import OnlyInServers
from bot.model.refusals.competitions import CompetitionAway, NoCompetition, NotEntered
from bot.screens import people as profiles
from bot.screens.core import (
    Act,
    Action,
    ActMenu,
    Asked,
    Gap,
    Line,
    Screen,
    Table,
    Weight,
    on,
    page_number,
    snowflake,
)
from bot.texts import competitions as competition_texts
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts import server_matches as server_texts
from bot.texts import standings as standings_texts
from bot.texts.language import say
from bot.texts.names import lines as lines_of

_ENTERING: Final = {
    Entering.CHALLENGE: ("ladder", Weight.MAIN),
    Entering.JOIN: ("league_join", Weight.ONWARD),
    Entering.JOIN_LATE: ("league_join", Weight.PLAIN),
    Entering.LEAVE: ("league_leave", Weight.PLAIN),
}
_MOST_LISTED: Final = 40  # matches that go on, and as many results


@on("seasons", beside=True, at="/seasons")
async def show_all(asked: Asked) -> Screen:
    """Show the competitions of the server, and those in which the person plays for another. Raises `OnlyInServers`."""
    if asked.actor.server_id is None:
        raise OnlyInServers
    seasons = await competition_standings.of_server(asked.context, asked.actor.server_id, asked.person.id)
    known = {entry.id for entry in seasons}
    own = await competition_standings.of_person(asked.context, asked.person.id)
    seasons = [*seasons, *(entry for entry in own if entry.between_servers and entry.id not in known)]
    calls = await servers.calls(asked.context, asked.actor)
    return Screen(
        title=say(page_texts.SEASONS),
        text="" if seasons else errors.reason(NoCompetition()),
        here=asked.act,
        lines=[
            *(Line(competition_texts.listed_one(entry), about=act_of("league_tables", entry)) for entry in seasons),
            *([Line(say(server_texts.CALLS), gap=Gap.SPACE)] if calls else ()),
            *(Line(competition_texts.called_by(entry), about=act_of("league_tables", entry)) for entry in calls),
        ],
        others=[Action(say(page_texts.OPEN_SEASON), Act("season_new"))] if asked.actor.manages_server else (),
    )


@on("league_tables", beside=True, at="/seasons/{competition}")
async def show(asked: Asked) -> Screen:
    """Handle Tables, under a message about a competition."""
    return await season(asked, number_in(asked.act))


@on("league_table", at="/seasons/{competition}/{division}")
async def show_division(asked: Asked) -> Screen:
    """Handle the menus of divisions and competitions, and the buttons Above and Below of older messages."""
    return await season(asked, *_division_in(asked))


def number_in(act: Act) -> int:
    """The number of the competition in the detail of an act."""
    return page_number(act.detail.partition("/")[0])


def _division_in(asked: Asked) -> tuple[int, int]:
    """The numbers of competition and division in the detail of an act; division 0 is the person's own."""
    return number_in(asked.act), page_number(asked.act.detail.partition("/")[2])


async def season(asked: Asked, number: int, division: int = 0) -> Screen:
    """A competition as a person sees it: a division, their own by default, or the card before it begins."""
    table = await competition_standings.division(asked.context, asked.actor, number, division or None)
    competition, shown, is_in = table.competition, table.division, table.is_in
    server_id, at = asked.actor.server_id, 0 if shown is None else shown.number
    seasons = [
        *await competition_standings.of_server(asked.context, server_id, asked.person.id),
        *await servers.calls(asked.context, asked.actor),
    ]
    meetings: Sequence[ServerScore] = ()
    if shown is None:
        standings = await competition_standings.standings(asked.context, asked.actor, number)
        people = standings.entrants
        screen = card(standings, is_in, is_manager=asked.actor.manages_server)
        if may_there(CompetitionAct.ACCEPT, competition, asked.actor):
            accepting = Action(say(server_texts.ACCEPT), act_of("server_accept", competition), Weight.MAIN)
            screen = replace(screen, actions=[accepting, *screen.actions])
    elif competition.between_servers:
        standings = await competition_standings.standings(asked.context, asked.actor, number)
        people = standings.entrants
        actions = [*_entering(competition, is_in), _as_text(competition, shown), _about(competition)]
        more = partial(_matches, asked, competition, shown)
        theme = await settings.theme_of(asked.context, server_id)
        screen, meetings = server_table(standings, at, theme, actions=actions, more=more), standings.meetings
    else:
        people = shown.rows
        theme = await settings.theme_of(asked.context, server_id)
        actions = [*_entering(competition, is_in), _as_text(competition, shown), _about(competition)]
        more = partial(_matches, asked, competition, shown)
        screen = _standings(competition, shown, theme, asked.person.id, actions=actions, more=more)
    if competition.is_current and competition.regulations.is_away:
        screen = replace(screen, text=lines_of(screen.text, errors.reason(CompetitionAway(competition))))
    here = Act("league_tables", detail=f"{number}") if not (division and at) else _division_act(competition, at)
    name = standings_texts.full_name(competition)
    title = name if shown is None or meetings else standings_texts.title(competition, shown)
    up = Action(say("All seasons"), Act("seasons"))
    managing = (
        *([(CompetitionAct.REMOVE, say(competition_texts.REMOVE), "season_remove")] if people else []),
        (CompetitionAct.CALL_OFF, competition_texts.cancel_label(competition), "season_cancel"),
    )
    others = [
        Action(label, act_of(name, competition))
        for right, label, name in managing
        if may_there(right, competition, asked.actor, is_in=is_in)
    ]
    return replace(screen, title=title, here=here, elsewhere=_elsewhere(table, seasons, meetings), up=up, others=others)


def _elsewhere(
    standings: DivisionStandings, listed: Sequence[Competition], meetings: Sequence[ServerScore]
) -> Sequence[ActMenu]:
    """The menus of a competition's other divisions or meetings, and of the other competitions of its server."""
    competition, shown = standings.competition, 0 if standings.division is None else standings.division.number
    choose, labels = competition_texts.CHOOSE_DIVISION, dict[int, str]()
    if competition.is_among_several and meetings:
        choose = server_texts.CHOOSE_MEETING
        labels = {
            0: say(server_texts.ALL_SERVERS),
            **dict(enumerate(map(server_texts.meeting_label, meetings), start=1)),
        }
    elif standings.count:
        labels = {number: competition_texts.division(number) for number in range(1, standings.count + 1)}
    divisions = [Action(label, _division_act(competition, number)) for number, label in labels.items()]
    seasons = [Action(competition_texts.choice(other), _division_act(other, 0)) for other in listed]
    # Discord keeps showing the chosen option of a menu as long as the menu's name stays the same.
    at = f"{competition.id}-{shown}"
    menus = (
        ActMenu(f"divisions-{at}", say(choose), divisions, _division_act(competition, shown)),
        ActMenu(
            f"seasons-{at}", say(competition_texts.CHOOSE_SEASON), seasons, _division_act(competition, 0), is_above=True
        ),
    )
    return [menu for menu in menus if len(menu.options) > 1]


def act_of(name: str, competition: Competition) -> Act:
    """An act that is about a competition."""
    return Act(name, detail=f"{competition.id}")


def _division_act(competition: Competition, number: int) -> Act:
    return Act("league_table", detail=f"{competition.id}/{number}")


def _entering(competition: Competition, is_in: bool | None = None) -> list[Action]:
    """What people can do in a competition, leaving last; `is_in` is as in `Competition.entering`."""
    ways = [(entering, *_ENTERING[entering]) for entering in competition.entering(is_in)]
    return [Action(say(entering.value), act_of(name, competition), weight) for entering, name, weight in ways]


def begin_action(competition: Competition) -> Action:
    """The button that begins a competition before its first day."""
    return Action(say("Start now"), act_of("season_begin", competition), Weight.MAIN)


def _tables(competition: Competition) -> Action:
    """The button that leads to the standings of a competition."""
    return Action(say("Tables"), act_of("league_tables", competition))


def _about(competition: Competition) -> Action:
    return Action(say("How it works"), act_of("league_about", competition))


def _as_text(competition: Competition, shown: Division) -> Action:
    return Action(say("Text"), Act("league_text", detail=f"{competition.id}/{shown.number}"))


def card(standings: Standings, is_in: bool | None = None, *, is_manager: bool = False) -> Screen:
    """The card of a competition and its people, with the ways to join and leave, or only the one for a person.

    `is_in` says whether that person is in it; `is_manager` adds the way to begin it.
    """
    competition = standings.competition
    actions = _entering(competition, is_in)
    leaving = [actions.pop()] if Entering.LEAVE in competition.entering(is_in) else []
    is_waiting = competition.stage is CompetitionStage.OPEN and not competition.regulations.is_away
    if is_manager and is_waiting and not competition.between_servers:
        actions.append(begin_action(competition))
    if competition.stage in (CompetitionStage.RUNNING, CompetitionStage.OVER):
        actions.append(_tables(competition))
    actions += [*leaving, _about(competition)]
    text = (server_texts if competition.between_servers else competition_texts).card(standings)
    return Screen(text=text, is_framed=True, actions=actions)


def server_table(standings: Standings, division: int, theme: str, **rest: Any) -> Screen:
    """The boards of two servers that meet, with their points, or all servers of a season, and the rest of the screen."""
    if not division:
        return _all_servers(standings, theme, **rest)
    score = standings.meetings[division - 1]
    lines = [server_texts.line(board) for board in score.boards]
    picture = render.ResultTable(server_texts.picture_title(score), server_texts.headings(), lines, theme)
    share_over = 1 - score.left / sum(len(board.fixtures) for board in score.boards)
    table = Table(picture, [None] * len(lines), server_texts.alt(score), server_texts.as_text(score), share_over)
    return Screen(text=server_texts.state(standings.competition, score), table=table, **rest)


def _all_servers(standings: Standings, theme: str, **rest: Any) -> Screen:
    """The table of a season of servers, and the rest of the screen."""
    lines = [server_texts.server_line(row) for row in table_of(standings.meetings)]
    title = standings_texts.full_name(standings.competition)
    table = Table(
        render.ResultTable(title, server_texts.season_headings(), lines, theme),
        [None] * len(lines),
        server_texts.season_alt(standings),
        server_texts.season_as_text(standings),
        sum(fixture.is_over for fixture in standings.fixtures) / len(standings.fixtures),
    )
    return Screen(text=server_texts.season_state(standings), table=table, **rest)


def public_score(standings: Standings, theme: str) -> Screen:
    """The boards of a match between servers, or all servers of a season, for everybody."""
    competition = standings.competition
    division = 0 if competition.is_among_several else 1
    text = Action(say("Text"), Act("league_text", detail=f"{competition.id}/{division}"))
    own = Action(say("Your matches"), Act("my_games"), Weight.MAIN)
    groups = [[*([own] if competition.is_current else []), text, _about(competition)]]
    return server_table(standings, division, theme, groups=groups)


def public_standings(competition: Competition, shown: Division, theme: str, news: str = "") -> Screen:
    """The standings of a division for everybody, below what is new, with the ways to climb a running ladder."""
    is_ladder = competition.regulations.format is Format.LADDER and competition.stage is CompetitionStage.RUNNING
    entering = _entering(competition) if is_ladder else []
    is_running = competition.starts_together and competition.stage is CompetitionStage.RUNNING
    own = [Action(say("Your matches"), Act("my_games"), Weight.MAIN)] if is_running else []
    groups = [entering, [*own, _as_text(competition, shown), _about(competition)]]
    screen = _standings(competition, shown, theme, groups=groups)
    return replace(screen, text=f"{news}\n{screen.text}") if news else screen


def _standings(
    competition: Competition, shown: Division, theme: str, person_id: int | None = None, **rest: Any
) -> Screen:
    """The standings of a division, with the row of one person marked, and the rest of the screen."""
    rows = shown.rows[: standings_texts.MOST_ROWS]
    lines = [
        render.ResultLine(
            place=str(row.place),
            name=standings_texts.entrant_name(row.entrant),
            cells=standings_texts.cells(competition, row),
            move=row.move,
            is_faint=row.entrant.is_out,
            is_marked=row.entrant.person.id == person_id,
        )
        for row in rows
    ]
    title, headings = (
        standings_texts.title(competition, shown),
        standings_texts.headings(competition.regulations.format),
    )
    table = Table(
        render.ResultTable(title, headings, lines, theme),
        [profiles.about(row.entrant.person) for row in rows],
        standings_texts.alt(competition, shown),
        standings_texts.as_text(competition, shown),
        None if competition.regulations.format is Format.LADDER else shown.share_over,
    )
    return Screen(text=standings_texts.open_matches(competition, shown), table=table, **rest)


async def _matches(asked: Asked, competition: Competition, shown: Division) -> Sequence[Line]:
    """How far a competition is, and the matches of a division: those that go on, the person's own first, and results."""
    standings = await competition_standings.standings(asked.context, asked.actor, competition.id)
    if competition.regulations.format is Format.LADDER:
        ladder_standings = await competition_standings.ladder(asked.context, asked.actor, competition.id)
        going_on, over = competition_texts.ladder_matches(ladder_standings)
    else:
        going_on, over = competition_texts.matches_of(standings, shown)
    going_on = sorted(going_on, key=lambda match: asked.person.id not in match.people)
    if competition.between_servers:  # whose boards nobody else sees
        going_on, over = ([_if_own(match, asked.person.id) for match in listed] for listed in (going_on, over))
    is_told = [] if competition.between_servers else [Line(competition_texts.state(standings), gap=Gap.RULE)]
    return [
        *is_told,
        *_listed(say(competition_texts.GOING_ON), going_on),
        *_listed(say(competition_texts.RESULTS), over),
    ]


def _if_own(match: competition_texts.ListedMatch, person_id: int) -> competition_texts.ListedMatch:
    """A direct match in a list, which leads its players to their board, and others nowhere."""
    return match if person_id in match.people else replace(match, id=0)


def _listed(heading: str, matches: Sequence[competition_texts.ListedMatch]) -> Sequence[Line]:
    """The first matches of a list under a heading, each of which leads to its board."""
    if not matches:
        return ()
    lines = [Line(match.text, about=Act("board", match.id) if match.id else None) for match in matches[:_MOST_LISTED]]
    left_out = len(matches) - len(lines)
    return [
        Line(heading, gap=Gap.SPACE),
        *lines,
        *([Line(competition_texts.more_matches(left_out))] if left_out else ()),
    ]


@on("league_text", beside=True)
async def as_text(asked: Asked) -> Screen:
    """Handle Text, under standings."""
    standings = await competition_standings.division(asked.context, asked.actor, *_division_in(asked))
    if standings.division is None:
        return Screen(text=competition_texts.hint(standings.competition))
    if standings.competition.between_servers:
        whole = await competition_standings.standings(asked.context, asked.actor, standings.competition.id)
        number = standings.division.number
        return Screen(
            text=server_texts.as_text(whole.meetings[number - 1]) if number else server_texts.season_as_text(whole)
        )
    return Screen(text=standings_texts.as_text(standings.competition, standings.division))


@on("league_about", beside=True, at="/seasons/{competition}/about")
async def explain(asked: Asked) -> Screen:
    """Handle How it works, under a competition."""
    competition = (await competition_standings.standings(asked.context, asked.actor, number_in(asked.act))).competition
    return Screen(
        title=standings_texts.full_name(competition),
        text=(server_texts if competition.between_servers else competition_texts).how_it_works(competition),
        here=asked.act,
        up=back_to(competition),
    )


def back_to(competition: Competition) -> Action:
    """The way back to a competition."""
    return Action(standings_texts.full_name(competition), act_of("league_tables", competition))


@on("league_join", beside=True, tells=True)
async def join(asked: Asked) -> Screen:
    """Handle Join and Join late, under a competition."""
    actor = await asked.actor_here()
    competition = await entries.join(asked.context, actor, number_in(asked.act))
    await asked.tell()
    return Screen(
        text=competition_texts.joined(await competition_standings.standings(asked.context, actor, competition.id))
    )


@on("season_begin", beside=True, tells=True)
async def begin(asked: Asked) -> Screen:
    """Handle Start now, for server managers, under a competition before its first day."""
    competition = await calendar.begin_now(asked.context, await asked.actor_here(), number_in(asked.act))
    await asked.tell()
    asked.look()
    return Screen(text=competition_texts.begun(competition))


@on("league_leave", beside=True, tells=True)
async def leave(asked: Asked) -> Screen:
    """Handle Leave, under a competition: leave at once before the first day, and ask the person after it."""
    standings = await competition_standings.standings(asked.context, asked.actor, number_in(asked.act))
    competition, entrant = standings.competition, standings.entrant(asked.person.id)
    if competition.stage is not CompetitionStage.RUNNING:
        return await _left(asked)
    if entrant is None or entrant.is_out:
        raise NotEntered(competition)
    yes = Action(say("Yes, leave"), act_of("league_leave_yes", competition), Weight.DANGER)
    stay = Action(say("Stay"), act_of("league_leave_no", competition))
    return Screen(
        title=standings_texts.full_name(competition),
        text=competition_texts.leave_question(standings, entrant),
        actions=(yes, stay),
    )


async def _left(asked: Asked) -> Screen:
    competition = await entries.leave(asked.context, asked.actor, number_in(asked.act))
    await asked.tell()
    return Screen(text=competition_texts.left(competition))


@on("league_leave_yes")
async def confirm(asked: Asked) -> Screen:
    """Handle Yes, leave, after the question."""
    return await _left(asked)


@on("league_leave_no")
async def stay(asked: Asked) -> Screen:
    """Handle Stay, after the question."""
    standings = await competition_standings.standings(asked.context, asked.actor, number_in(asked.act))
    return Screen(text=competition_texts.stayed(standings.competition))


@on("ladder", beside=True, at="/seasons/{competition}/challenge")
async def ask_whom(asked: Asked) -> Screen:
    """Handle Challenge, under a ladder: show the opponents that the person may challenge."""
    standings = await competition_standings.ladder(asked.context, asked.actor, number_in(asked.act))
    ladder, competition, own_id = standings.ladder, standings.competition, asked.person.id
    actions: list[Action] = []
    for person_id in ladder.reach_of(own_id):
        again_at = ladder.apart_until(person_id, own_id)
        is_again = again_at is not None and again_at > asked.context.now()
        is_busy = person_id in ladder.going_on or own_id in ladder.going_on
        label = competition_texts.challenge_label(standings, person_id, is_again=is_again)
        act = Act("ladder_meet", detail=f"{competition.id}/{person_id}")
        actions.append(Action(label, act, is_possible=not is_busy and not is_again))
    return Screen(
        title=standings_texts.full_name(competition),
        text=competition_texts.whom(standings, own_id),
        here=asked.act,
        actions=actions,
        up=back_to(competition),
    )


@on("ladder_meet")
async def challenge(asked: Asked) -> Screen:
    """Handle the choice of an opponent from the list."""
    return await challenged(asked, number_in(asked.act), snowflake(asked.act.detail.partition("/")[2]))


async def challenged(asked: Asked, number: int, opponent_id: int) -> Screen:
    """Challenge a person on a ladder, and show it. Raises the errors of `entries.challenge`."""
    actor = await asked.actor_here()
    change, before = await entries.challenge(asked.context, actor, number, Person(opponent_id, ""))
    await asked.show(change)
    await asked.tell()
    return Screen(text=competition_texts.challenged(before, opponent_id))


def result(standings: Standings, cut_off: Sequence[Summary]) -> Screen:
    """The announcement of the winners, with matches that the end cut off."""
    is_between = standings.competition.between_servers
    text = server_texts.result(standings) if is_between else competition_texts.result(standings, cut_off)
    return Screen(text=text, actions=[_tables(standings.competition)])


def seals(sealed: Sequence[Match]) -> Screen:
    """The seals of matches with chance that begin together."""
    return Screen(text=competition_texts.seals(sealed))


def past_round(competition: Competition, number: int) -> Screen:
    """What is left of the table of a round when the next one has begun."""
    return Screen(text=competition_texts.past_round(competition, number))


def reminder(standings: Standings, *, is_last_day: bool) -> Screen:
    """A reminder to those who are behind."""
    text = competition_texts.reminder(standings, competition_texts.behind(standings, is_last_day=is_last_day))
    return Screen(text=text, actions=[_tables(standings.competition)])
