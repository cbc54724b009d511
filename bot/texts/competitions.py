"""Texts of competitions: cards, announcements, reminders, answers, and refusals."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from bot.model.competitions.competition import (
    MOST_LOST_ON_TIME,
    MOST_VACATION,
    USUAL_SIZE,
    Competition,
    CompetitionStage,
    Entrant,
    Format,
    Regulations,
    WithdrawalCause,
)
from bot.model.competitions.ladder import (
    APART,
    DAYS_TO_ANSWER,
    LONGEST_MATCH,
    MOST_DECLINED,
    QUIET,
    REACH,
    LadderStandings,
)
from bot.model.competitions.pairing import round_ends_at
from bot.model.competitions.standings import MOVING, Division, Standings, StandingsRow, matches_at_once
from bot.model.people import Person
from bot.model.refusals.competitions import (
    AlreadyEntered,
    ApartOnLadder,
    BeginsTooFar,
    BusyOnLadder,
    CompetitionFull,
    CompetitionOver,
    CompetitionRefusal,
    DivisionTooLarge,
    EntryClosed,
    FirstDayTooFar,
    LastsTooLong,
    NoCompetition,
    NoLadder,
    NotDay,
    NotEntered,
    NoTimeLimit,
    NotMoment,
    NotOnLadder,
    OneGame,
    OutOfReach,
    SameGame,
    SeasonTooLong,
    SeasonTooShort,
    SeveralCompetitions,
    SeveralTicked,
    TooFewEntered,
    TooManyMatches,
    UnknownCompetition,
)
from bot.texts.clocks import agreed, instant, limit
from bot.texts.names import because, lines, manager, mention, name, names, plain_text, shortened
from bot.texts.sentence import register, sentence
from bot.texts.standings import points
from rules.wording import agreeing, listed, plural

MOST_NAMED: Final = 20
"""The most people named in one sentence."""

_MOST_WITHDRAWN: Final = 12
_MOST_WINNERS: Final = 25  # the most divisions for which all three medallists are named
_AN_HOUR: Final = timedelta(hours=1)
_A_DAY: Final = timedelta(days=1)
_OUT: Final = {
    WithdrawalCause.LEFT: "has left",
    WithdrawalCause.TIME: f"lost {MOST_LOST_ON_TIME} matches on time and is out",
    WithdrawalCause.REMOVED: "was taken out by a server manager",
}


def title(competition: Competition) -> str:
    """The name of a competition."""
    return plain_text(competition.full_name)


_STAGES: Final = {
    CompetitionStage.OPEN: "open to join",
    CompetitionStage.RUNNING: "running",
    CompetitionStage.OVER: "over",
    CompetitionStage.CALLED_OFF: "called off",
}


def choice(competition: Competition) -> str:
    """The label of a competition in a list of suggestions."""
    return shortened(f"{competition.full_name} ({_STAGES[competition.stage]})")


def games(regulations: Regulations) -> str:
    """The names of the games of a competition."""
    return listed([game.name for game in regulations.games])


def effort(competition: Competition, entered: int) -> str:
    """The effort of taking part with `entered` entrants: matches at once, and moves a day or hours in all."""
    regulations, matches = competition.regulations, matches_at_once(competition, entered)
    count = f"{plural(matches, 'match', 'matches')} at the same time"
    if regulations.terms.bank is not None:
        return f"{count}, {limit(regulations.terms)}"
    days = regulations.terms.days or 1
    if competition.length < timedelta(days=days):
        rounds = "round after round " if regulations.format.has_rounds else ""
        return f"{count}, {rounds}within {plural(round(competition.length / _AN_HOUR), 'hour')}"
    return f"{count}, about {plural(max(1, round(matches / days)), 'move')} a day"


def _effort(competition: Competition, entered: int) -> str:
    """The effort, and the most matches that there may be as more people join."""
    most = competition.regulations.most_matches_each
    grows = is_league(competition) and most > matches_at_once(competition, entered)
    return f"{effort(competition, entered)}{f' (up to {most} matches if more people join)' if grows else ''}"


def card(standings: Standings) -> str:
    """The card of a competition: its terms and its entrants."""
    competition = standings.competition
    return lines(f"### {title(competition)}", _CARDS[competition.stage](standings))


FORMATS: Final = {
    Format.LEAGUE: ("league", "small divisions, where everyone meets everyone; season after season"),
    Format.KNOCKOUT: ("knock-out", "two meet, and the winner goes on"),
    Format.SWISS: ("Swiss", "round after round against people with about as many points"),
    Format.ALL_PLAY_ALL: ("all-play-all", "everyone meets everyone"),
    Format.LADDER: ("ladder", "beat someone above you and take their place"),
}
"""The name of each format within a sentence, and its description."""

SEVERAL_GAMES: Final = "One to three; rounds take turns between several"
BEGINS: Final = "When does it begin?"
LASTS: Final = "How long does it last?"


def begins_hint(kind: Format) -> str:
    """The hint under the question when a competition begins."""
    soon = "Tomorrow" if kind is Format.LEAGUE else "2 hours"
    return f"{soon}, 3 days or 2030-01-31. People join until then; you can begin it earlier."


def lasts_hint(kind: Format) -> str:
    """The hint under the question how long a competition lasts."""
    return "2 weeks, 3 months, or the last day" if kind is Format.LEAGUE else "3 hours, 2 weeks, 3 months"


ALSO_ONCE: Final = "One season only; else the next opens by itself"


def also_size(size: int) -> str:
    """The label of a larger size of divisions, in the modal of a league."""
    return f"Divisions of up to {size} people; else up to {USUAL_SIZE}"


def also_rounds(rounds: int) -> str:
    """The label of another number of rounds, in the modal of a Swiss event."""
    return f"{rounds} rounds; else as many as one winner takes"


CHOOSE_DIVISION: Final = "Another division"
CHOOSE_SEASON: Final = "Another league, event or ladder"


def new_name(regulations: Regulations) -> str:
    """The default name of a new competition."""
    played, (kind, _) = regulations.games, FORMATS[regulations.format]
    return f"{played[0].name} {kind}" if len(played) == 1 else f"{kind.capitalize()} of {len(played)} games"


def format_label(kind: Format) -> str:
    """The name of a format, on a button or as the title of a modal."""
    name = FORMATS[kind][0]
    return f"{name[0].upper()}{name[1:]}"


def division(number: int) -> str:
    """The label of a division in a menu."""
    return f"Division {number}"


def choose_format(offered: Sequence[Format]) -> str:
    """The text over the buttons for the formats, each of which opens a modal."""
    return lines(
        "### What would you like to open?", *(f"- **{format_label(one)}**: {FORMATS[one][1]}" for one in offered)
    )


_KINDS: Final = {
    Format.LEAGUE: "A league of **{played}** in divisions of up to {size} people{more}. In a division everyone meets everyone "
    "{sides}, all at the same time.",
    Format.KNOCKOUT: "A knock-out of **{played}**. Two who meet play each other on both sides, and the winner goes on.",
    Format.SWISS: "Swiss rounds of **{played}**. In each round people with about as many points meet {sides}, and nobody meets "
    "anyone again. You can come late as long as another round follows.",
    Format.LADDER: f"A ladder of **{{played}}**: beat someone up to {REACH} places above you, and you take their place.",
    Format.ALL_PLAY_ALL: "An event of **{played}** for up to {size} people. Everyone meets everyone {sides}, all at the same "
    "time. You can come late in the first half.",
}


def kind(regulations: Regulations) -> str:
    """An explanation of a competition's format, in a sentence or two."""
    sides = "twice, once on each side" if regulations.both_sides else "once"
    most = regulations.most_together
    more = f", or {most} where another would be too small" if most > regulations.size else ""
    return _KINDS[regulations.format].format(played=games(regulations), size=regulations.size, more=more, sides=sides)


def _open(standings: Standings) -> str:
    competition = standings.competition
    regulations = competition.regulations
    return lines(
        kind(regulations),
        f"**Begins** {instant(competition.begins_at, 'f')} ({instant(competition.begins_at, 'R')}); join until then.",
        f"**Ends** {instant(competition.ends_at, 'f')}.",
        f"**Terms:** {agreed(regulations.terms)}.",
        f"**What it takes:** {_effort(competition, len(standings.entrants))}.",
        _joined(standings),
    )


def _joined(standings: Standings) -> str:
    people = [entrant.person for entrant in standings.entrants]
    if not people:
        return f"Nobody has joined yet. It takes {standings.competition.regulations.format.fewest} people."
    missing = standings.competition.regulations.format.fewest - len(people)
    more = f" It takes {missing} more." if missing > 0 else ""
    return f"**Joined ({len(people)}):** {some_names(people)}.{more}"


def _running(standings: Standings) -> str:
    competition = standings.competition
    count = len(standings.divisions)
    divisions = f" in {count} divisions" if is_league(competition) and count > 1 else ""
    return lines(
        f"{len(standings.entrants)} people play **{games(competition.regulations)}**{divisions} until "
        f"{instant(competition.ends_at, 'f')} ({instant(competition.ends_at, 'R')}). Unfinished matches are then decided on "
        "the position.",
        _round(standings),
        _withdrawn(standings.entrants),
    )


def is_league(competition: Competition) -> bool:
    """Whether a competition has seasons and divisions."""
    return competition.regulations.format is Format.LEAGUE


def _round(standings: Standings) -> str:
    """The current round of an event, who has a bye, and when it ends; empty for formats without rounds."""
    competition, fixtures = standings.competition, standings.fixtures
    if not competition.regulations.format.has_rounds or not fixtures:
        return ""
    latest = max(fixture.round for fixture in fixtures)
    byes = {fixture.first_id for fixture in fixtures if fixture.round == latest and fixture.is_bye}
    free = [entrant.person for entrant in standings.entrants if entrant.person.id in byes]
    resting = (
        f" {agreeing([f'**{name(one)}**' for one in free], 'has', 'have')} nobody to meet, which counts as won."
        if free
        else ""
    )
    ends = instant(round_ends_at(competition, latest), "R")
    return f"**Round {latest} of {competition.regulations.rounds}**, decided {ends} at the latest.{resting}"


def _withdrawn(entrants: Sequence[Entrant]) -> str:
    causes = [
        f"-# {name(entrant.person)} {_OUT[entrant.withdrawal.cause]}{_consequence(entrant)}."
        for entrant in entrants
        if entrant.withdrawal is not None
    ]
    more = len(causes) - _MOST_WITHDRAWN
    return lines(*causes[:_MOST_WITHDRAWN], f"-# {plural(more, 'other is', 'others are')} out too." if more > 0 else "")


def some_names(people: Sequence[Person]) -> str:
    """The names of people, or the first of them and the number of others."""
    more = len(people) - MOST_NAMED
    return names(people) if more <= 0 else f"{names(people[:MOST_NAMED])} and {plural(more, 'other')}"


def _consequence(entrant: Entrant) -> str:
    return "; their matches count for nobody" if entrant.is_struck else "; the rest of their matches counts as lost"


def _called_off(standings: Standings) -> str:
    fewest = standings.competition.regulations.format.fewest
    if standings.called_off is not None:
        return f"{manager(standings.called_off.by)} has called it off{because(standings.called_off.reason)}."
    if len(standings.entrants) < fewest:
        return f"It did not take place: it takes {fewest} people, and too few had joined."
    return "It was called off before it began."


_CARDS: Final[Mapping[CompetitionStage, Callable[[Standings], str]]] = {
    CompetitionStage.OPEN: _open,
    CompetitionStage.RUNNING: _running,
    CompetitionStage.OVER: lambda standings: lines("It is over.", medallists(standings)),
    CompetitionStage.CALLED_OFF: _called_off,
}


def medallists(standings: Standings) -> str:
    """The first three of each division, one line per division; only the winners if there are many divisions."""
    medals = 3 if len(standings.divisions) <= _MOST_WINNERS // 2 else 1
    return "\n".join(
        f"{_heading(standings, division)}{listed([_medal(row) for row in division.rows[:medals]])}"
        for division in standings.divisions
    )


def _heading(standings: Standings, division: Division) -> str:
    return f"**Division {division.number}:** " if is_league(standings.competition) else "**Places:** "


def _medal(row: StandingsRow) -> str:
    return f"{row.place}. {name(row.entrant.person)} ({points(row.points)})"


def how_it_works(competition: Competition) -> str:
    """The rules of a competition, as a private answer."""
    regulations = competition.regulations
    about = [LADDER_RULES]
    if is_league(competition):
        played = games(regulations)
        several = f" The games take turns: {played}, one a round, and all rounds are played at the same time."
        about = [
            f"{_DIVISIONS}{several if len(regulations.games) > 1 else ''}",
            _POINTS,
            _ends(competition),
            _DROPPING_OUT,
        ]
    elif regulations.format is not Format.LADDER:
        about = [kind(regulations), _EVENTS[regulations.format], _ends(competition)]
    return lines(f"### How {title(competition)} works", *about)


_DIVISIONS: Final = (
    f"**Divisions.** In the first season they follow from ratings, later from the season before: {MOVING} go up, {MOVING} go "
    "down (one in a division of three), and newcomers begin at the bottom."
)
_POINTS: Final = (
    "**Points.** A win is 1, a draw ½. Between people with equal points, their matches against each other count, then "
    "Sonneborn-Berger (the points of everyone you have beaten, and half the points of everyone you drew with), then wins."
)
_DROPPING_OUT: Final = (
    f"**Vacations** stop your clock for {MOST_VACATION} days at most each time you are to move.\n"
    f"**Dropping out.** A player who loses {MOST_LOST_ON_TIME} matches on time, or leaves, is out of the season. If fewer than half of "
    "their matches are over, none of them counts in the table; otherwise the rest counts as lost. They may join the next season."
)
_EVENTS: Final = {
    Format.KNOCKOUT: "**The bracket** follows from ratings, so that the two best seeds can only meet at the end; byes go to "
    "the best seeds. The player with more points from the two matches goes on; if they are level, the better seed does. All "
    "rounds are equally long, and the next one begins once all matches are over. A player who leaves has lost.",
    Format.SWISS: "**Points.** A win is 1, a draw ½, and a player with nobody to meet in a round gets 1, once at most. Between "
    "people with equal points, their matches against each other count, then Sonneborn-Berger. All rounds are equally long, "
    "and the next one begins once all matches are over. Latecomers have no points for the rounds before.",
    Format.ALL_PLAY_ALL: "**Points.** A win is 1, a draw ½. Between people with equal points, their matches against each "
    "other count, then Sonneborn-Berger, then wins. A player who loses two matches on time, or leaves, is out: if fewer than "
    "half of their matches are over, none of them counts; otherwise the rest counts as lost.",
}


def _ends(competition: Competition) -> str:
    """The rule on matches that are unfinished at the end."""
    return (
        f"**The end.** All matches end {instant(competition.ends_at, 'f')}. A match that is still going on then, or "
        "when its round is over, is a draw if its position has come three times. Otherwise the player who is clearly ahead "
        "wins, and if nobody is, it is a draw. Hours in which Furlong was down on the last day are added."
    )


def result(standings: Standings) -> str:
    """The announcement of the results, which mentions the winners."""
    first = [mention(person) for person in winners(standings)]
    moving = [row for division in standings.divisions for row in division.rows]
    up = [row.entrant.person for row in moving if row.move > 0]
    down = [row.entrant.person for row in moving if row.move < 0]
    competition = standings.competition
    goes_on = "The next season is open: join it below." if competition.regulations.goes_on else ""
    return lines(
        f"### {title(competition)} is over",
        f"Congratulations to {agreeing(first, 'who wins', 'who win their divisions')}!",
        medallists(standings),
        f"**Up:** {some_names(up)}." if up else "",
        f"**Down:** {some_names(down)}." if down else "",
        goes_on,
    )


def winners(standings: Standings) -> list[Person]:
    """The winners of all divisions, whom the announcement mentions."""
    return [division.rows[0].entrant.person for division in standings.divisions if division.rows]


def behind(standings: Standings, *, is_last_day: bool) -> list[StandingsRow]:
    """The rows of people to remind: on the last day all with matches to play; earlier, those not yet half done."""
    rows = [row for division in standings.divisions for row in division.rows if row.to_play]
    return rows if is_last_day else [row for row in rows if row.to_play > row.played]


def reminder(standings: Standings, rows: Sequence[StandingsRow]) -> str:
    """The reminder to people who are behind."""
    competition = standings.competition
    open_matches = listed([f"{mention(row.entrant.person)} ({row.to_play})" for row in rows[:MOST_NAMED]])
    return lines(
        f"**{title(competition)}** ends {instant(competition.ends_at)}. Unfinished matches are then decided on the position.",
        f"These players still have matches to finish: {open_matches}." if rows else "",
    )


def joined(standings: Standings) -> str:
    """The answer to a person who has joined."""
    competition = standings.competition
    if competition.regulations.format is Format.LADDER:
        return (
            f"You are on the **{title(competition)}**, at the bottom. Press **Challenge** under it to climb. When you "
            f"are challenged, answer within {plural(DAYS_TO_ANSWER, 'day')}."
        )
    return (
        f"You are in: **{title(competition)}** begins {instant(competition.begins_at, 'R')}. Then you play "
        f"{_effort(competition, len(standings.entrants))}. Until then you can leave again."
        if competition.stage is CompetitionStage.OPEN
        else f"You are in: **{title(competition)}** is already under way, and you play from now on."
    )


def left(competition: Competition) -> str:
    """The answer to a person who has left."""
    if competition.stage is CompetitionStage.OPEN:
        return (
            f"You have left **{title(competition)}**. You can join again until {instant(competition.begins_at, 'f')}."
        )
    return f"You are out of **{title(competition)}**; your matches end in a moment."


def leave_question(standings: Standings, entrant: Entrant) -> str:
    """The question before a person leaves a running competition."""
    if standings.competition.regulations.format is Format.LADDER:
        return (
            f"Do you want to leave the **{title(standings.competition)}**? You lose a match that you are playing on it. You can "
            "join again, at the bottom."
        )
    row = next((row for division in standings.divisions for row in division.rows if row.entrant == entrant), None)
    in_rounds = standings.competition.regulations.format.has_rounds
    is_early = row is not None and row.played < row.to_play and not in_rounds
    what = "none of them will count in the table" if is_early else "those that are not over count as lost"
    again = " before the next season" if is_league(standings.competition) else ""
    return (
        f"Do you want to leave **{title(standings.competition)}**? Your matches end at once, and {what}. You cannot "
        f"come back{again}."
    )


def stayed(competition: Competition) -> str:
    """The answer to a person who did not leave after all."""
    return f"You are still in **{title(competition)}**."


def started(competition: Competition) -> str:
    """The answer to the host of a new competition."""
    if competition.regulations.format is Format.LADDER:
        return f"The **{title(competition)}** is open: people join with the button under it, at its bottom."
    return (
        f"**{title(competition)}** is open: people join with **Join** under it until "
        f"{instant(competition.begins_at, 'f')}, and it ends {instant(competition.ends_at, 'f')}.\n"
        f"-# As soon as {competition.regulations.format.fewest} people are in, you can begin it earlier: with **Begin now**, "
        "here or in `/season`."
    )


def begun(competition: Competition) -> str:
    """The answer to a manager who has begun a competition early."""
    return (
        f"**{title(competition)}** has begun: the boards of its matches appear now, and it ends "
        f"{instant(competition.ends_at, 'f')}."
    )


def called_off(competition: Competition) -> str:
    """The answer to a manager who has cancelled a competition."""
    what = "closed; matches on it go on" if competition.regulations.format is Format.LADDER else "called off"
    return f"**{title(competition)}** is {what}."


def removed(competition: Competition, person: Person) -> str:
    """The answer to a manager who has removed a person."""
    return f"**{name(person)}** is out of **{title(competition)}**."


def channel_closed(competition: Competition) -> str:
    """The direct message to the host when the channel of a competition is closed to Furlong."""
    return (
        f"I cannot post in <#{competition.venue.channel_id}> any more, where **{title(competition)}** is shown: the channel is "
        "gone, or I lack **View Channel**, **Send Messages** or **Attach Files** there. Matches go on and count; `/season` has "
        "the tables. I will keep trying for a day, and whenever there is something new to show."
    )


def hint(competition: Competition) -> str:
    """The text in place of standings before a competition begins."""
    return f"There are no tables yet: it begins {instant(competition.begins_at, 'R')}."


_LONGEST_LABEL: Final = 40

LADDER_RULES: Final = (
    f"**Climbing.** Challenge someone up to {REACH} places above you. If you win, you take their place, and those between "
    "go down one; if you lose or draw, nothing changes. Chance decides who moves first. Everybody has one challenge or match "
    f"on the ladder at a time. A match lasts {LONGEST_MATCH.days} days at most; one that is not over then is decided by the position. "
    f"After a challenge or match two people cannot challenge each other for {APART.days} days, whatever came of it.\n"
    f"**Answering.** You have {DAYS_TO_ANSWER} days to answer a challenge, vacations or not; no answer counts as "
    f"declined. Neither `/block` nor closed challenges keep others from challenging on the ladder. If you decline "
    f"{MOST_DECLINED} in a row, the second challenger takes your place. Playing a match resets that.\n"
    f"**Being quiet.** Anyone who has neither challenged, accepted nor finished a match for {QUIET.days} days goes down a place "
    "every midnight (UTC), past everyone who is active.\n"
    "**Leaving.** You can leave at any time and join again, at the bottom. A match that you play on the ladder is lost then."
)


def whom(standings: LadderStandings, person_id: int) -> str:
    """The heading over the buttons for the opponents that a person can challenge."""
    ladder, place = standings.ladder, standings.ladder.place(person_id)
    if place is None:
        return f"You are not on the **{title(standings.competition)}** yet: press **Join** under it."
    where = f"You are number {place} on the **{title(standings.competition)}**."
    if place == 1:
        return f"{where} Nobody stands above you; others challenge you."
    if person_id in ladder.going_on:
        return f"{where} You already have a challenge or match on it, #{ladder.going_on[person_id].id}: one at a time."
    return lines(f"{where} Whom do you challenge?", f"-# {agreed(standings.competition.regulations.terms)}")


def challenge_label(standings: LadderStandings, person_id: int, *, is_again: bool) -> str:
    """The label of the button that challenges an opponent; `is_again` if the two must wait to play each other again."""
    person = standings.person(person_id)
    busy = ", plays" if person_id in standings.ladder.going_on else ", again later" if is_again else ""
    return shortened(f"{standings.ladder.place(person_id)}. {person.name}{busy}", _LONGEST_LABEL)


def challenged(standings: LadderStandings, person_id: int) -> str:
    """The answer to the challenger."""
    return (
        f"**{name(standings.person(person_id))}** is challenged for place {standings.ladder.place(person_id)}, and has "
        f"{DAYS_TO_ANSWER} days to answer."
    )


register(
    {
        UnknownCompetition: (
            "There is no league, event or ladder {text:q} here. Choose one from the suggestions of `/season`."
        ),
        NoCompetition: (
            "There is no league, event or ladder on this server yet. A server manager can open one with "
            "`/manage start`."
        ),
        NoLadder: (
            "`player` is for challenges on a ladder, and this server has none. `/play opponent:` challenges anyone here."
        ),
        FirstDayTooFar: (
            "The first day, {first_day}, will not do: it has to come after today, {today} (UTC), and within {most} days."
        ),
        SeasonTooShort: (
            "From {first_day} to {last_day} is too short: a season takes at least {least} days. A few weeks give everyone time to "
            "finish."
        ),
        SeasonTooLong: "A season of {days} days is too long: it can take up to {most}.",
        BeginsTooFar: "An event has to begin in the future, within {most} days: write `2 hours`, `3 days` or a date.",
        NotDay: "{text:q} is not a day. Write a date such as 2030-01-31, or `3 days`, `2 weeks`, `2 months`.",
        NotMoment: "{text:q} does not say how long. Write `90 minutes`, `3 hours`, `2 days` or `4 weeks`.",
        DivisionTooLarge: (
            "That would be too many matches at once: with two matches for each pair, a division takes up to {most} people. Choose a "
            "smaller `size`, or one match for each pair."
        ),
        LastsTooLong: "An event lasts from {minutes} minutes to {most} days.",
        SeveralTicked: "You have ticked several numbers: tick one of {ticked}, or none.",
        OneGame: "Only a league takes several games in turn: choose one `game`.",
        NoTimeLimit: "A season has to end, so its matches need a limit for a move: choose `days` from 1 to 14.",
    }
)


@sentence.register
def _(refusal: SeveralCompetitions) -> str:
    return f"Several have that name: {listed([title(one) for one in refusal.found])}. Which one do you mean?"


@sentence.register
def _(refusal: SameGame) -> str:
    stage = "open" if refusal.other.stage is CompetitionStage.OPEN else "running"
    return (
        f"**{title(refusal.other)}** with {refusal.game.name} is {stage} on this server already. One of a kind at a time "
        "keeps it full."
    )


@sentence.register
def _(refusal: AlreadyEntered) -> str:
    if refusal.competition.regulations.format is Format.LADDER:
        return f"You are on the **{title(refusal.competition)}** already. Climb with its button **Challenge**."
    return (
        f"You are in **{title(refusal.competition)}** already. It begins {instant(refusal.competition.begins_at, 'R')}."
    )


@sentence.register
def _(refusal: TooManyMatches) -> str:
    return (
        f"With **{title(refusal.competition)}** you might have more than {plural(refusal.most, 'match', 'matches')} of "
        f"seasons at once: you are in {listed([f'**{title(one)}**' for one in refusal.entered])}. Leave one of them first."
    )


@sentence.register
def _(refusal: NotOnLadder) -> str:
    who = "You are" if refusal.is_asker else f"**{name(refusal.person)}** is"
    return f"{who} not on the **{title(refusal.competition)}**. Its button **Join** leads there."


@sentence.register
def _(refusal: OutOfReach) -> str:
    people = listed([f"**{name(one)}**" for one in refusal.reach], "or")
    reach = f"you can challenge {people}" if refusal.reach else "nobody stands above you"
    return f"On a ladder you can challenge people up to {REACH} places above you: at the moment {reach}."


@sentence.register
def _(refusal: BusyOnLadder) -> str:
    who = "You have" if refusal.is_asker else f"**{name(refusal.person)}** has"
    return (
        f"{who} a challenge or match on this ladder already, #{refusal.match_id}: everyone has one at a time. "
        "`/games` lists yours."
    )


@sentence.register
def _(refusal: ApartOnLadder) -> str:
    return (
        f"You and **{name(refusal.person)}** had a challenge or match on this ladder recently. You can challenge each other again "
        f"{instant(refusal.again_at, 'R')}; until then others can."
    )


def _titled(refusal: CompetitionRefusal) -> Mapping[str, Any]:
    return {**vars(refusal), "title": title(refusal.competition)}


register(
    {
        NotEntered: "Nobody by that name plays in **{title}**.",
        EntryClosed: (
            "**{title}** has begun or is over, so it is too late for that. When a league goes on, its next season opens by "
            "itself."
        ),
        CompetitionFull: "**{title}** is full: it takes up to {most} people.",
        CompetitionOver: "**{title}** is over.",
        TooFewEntered: (
            "**{title}** cannot begin yet: it takes {competition.regulations.format.fewest} people, and {count:# has|# have} "
            "joined so far."
        ),
    },
    _titled,
)
