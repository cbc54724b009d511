"""Texts of competitions: cards, announcements, reminders, answers, and refusals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.model.clock import Terms
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
    LadderMatch,
    LadderStandings,
)
from bot.model.competitions.pairing import is_too_short, round_ends_at, typical_length
from bot.model.competitions.standings import MOVING, Division, Standings, StandingsRow, matches_at_once
from bot.model.match import Match, Summary
from bot.model.people import Person
from bot.model.refusals.competitions import (
    AlreadyEntered,
    BusyOnLadder,
    NotOnLadder,
    OutOfReach,
    SameGame,
    SeveralCompetitions,
)
from bot.texts.clocks import agreed, limit
from bot.texts.language import (
    as_sentence,
    bracketed,
    capitalized,
    fact,
    labelled,
    listed,
    message,
    paragraph,
    say,
    sentence,
    strung,
)
from bot.texts.names import (
    because,
    lines,
    linked,
    manager,
    matched,
    mention,
    name,
    names,
    plain_text,
    season_title,
    shortened,
)
from bot.texts.outages import Obstacle
from bot.texts.standings import points
from bot.texts.vocabulary import length
from rules import GAMES

MOST_NAMED: Final = 20
"""The most people named in one sentence."""

MOST_CUT_OFF: Final = 10
"""The most matches that the announcement of the results leads to; the tables have the rest."""

_MOST_WITHDRAWN: Final = 12  # people on a card
_MOST_WINNERS: Final = 25  # the most divisions for which all three medallists are named
_AN_HOUR: Final = timedelta(hours=1)
_OUT: Final = {
    # Translators: {consequence} is “their matches don't count” or “the rest of their matches counts as lost”.
    WithdrawalCause.LEFT: message("-# {person} has left; {consequence}."),
    # Translators: {consequence} is “their matches don't count” or “the rest of their matches counts as lost”.
    WithdrawalCause.TIME: message("-# {person} lost {lost} matches on time and is out; {consequence}."),
    # Translators: {consequence} is “their matches don't count” or “the rest of their matches counts as lost”.
    WithdrawalCause.REMOVED: message("-# {person} was taken out by a server manager; {consequence}."),
}


MOST_SEALS: Final = 30
"""The most seals in a message, each of a long number and that of its match."""


def seals(sealed: Sequence[Match]) -> str:
    """The seals of matches that begin together, hidden as a spoiler until a reader clicks it."""
    numbers = " ".join(f"#{match.id} `{match.fairness.commitment}`" for match in sealed if match.fairness is not None)
    heading = say(
        "-# 🎲 Sealed beforehand: {chance}, in {count, plural, one {a match} other {# matches}}, each by its number. The "
        "number of this message is mixed in, so nobody could choose what chance decides.",
        chance=say(sealed[0].game.chance),
        count=len(sealed),
    )
    return f"{heading}\n-# ||{numbers}||"


def title(competition: Competition) -> str:
    """The name of a competition."""
    return plain_text(season_title(competition.name, competition.season))


@fact.register
def _(value: Competition, form: str) -> str:
    """The name of a competition, bold with the form `b` and in lists."""
    return f"**{title(value)}**" if form == "b" else title(value)


# Translators: The state of a league, an event or a ladder, so that words for all three are needed.
_STAGES: Final = {
    # Translators: A server calls others to a match, and none has accepted yet.
    CompetitionStage.CALLED: message("waits for a server"),
    CompetitionStage.OPEN: message("open to join"),
    CompetitionStage.RUNNING: message("running"),
    CompetitionStage.OVER: message("over"),
    CompetitionStage.CALLED_OFF: message("called off"),
}


def choice(competition: Competition) -> str:
    """The label of a competition in a list of suggestions."""
    return shortened(bracketed(season_title(competition.name, competition.season), say(_STAGES[competition.stage])))


def listed_one(competition: Competition) -> str:
    """A competition in the list of its server."""
    return f"**{title(competition)}** ({say(_STAGES[competition.stage])})"


def called_by(competition: Competition) -> str:
    """A call of another server in the list for those who can accept it."""
    facts = [games(competition.regulations), agreed(competition.regulations.terms)]
    if competition.is_among_several:
        facts.append(say("a season of up to {count} servers", count=competition.regulations.servers))
    return labelled(f"**{plain_text(competition.sides[0].name)}**", strung(facts))


def games(regulations: Regulations) -> str:
    """The names of the games of a competition."""
    return listed([game.name for game in regulations.games])


def effort(competition: Competition, entered: int) -> str:
    """The effort of taking part with `entered` entrants: matches at once, and moves a day or hours in all."""
    regulations, matches = competition.regulations, matches_at_once(competition, entered)
    if regulations.terms.bank is not None:
        return say(
            # Translators: {limit} is a time, such as “3 days a move” or “15 minutes a player + 15 seconds a turn”.
            "{matches, plural, one {one match} other {# matches at the same time}}, {limit}",
            matches=matches,
            limit=limit(regulations.terms),
        )
    days = regulations.terms.days or 1
    if competition.length >= timedelta(days=days):
        return say(
            "{matches, plural, one {one match} other {# matches at the same time}}, about {moves, plural, one {# move} other {# moves}} a day",
            matches=matches,
            moves=max(1, round(matches / days)),
        )
    hours = round(competition.length / _AN_HOUR)
    if regulations.format.has_rounds:
        return say(
            "{matches, plural, one {one match} other {# matches at the same time}}, round after round within {hours, plural, one {# hour} other {# hours}}",
            matches=matches,
            hours=hours,
        )
    return say(
        "{matches, plural, one {one match} other {# matches at the same time}}, within {hours, plural, one {# hour} other {# hours}}",
        matches=matches,
        hours=hours,
    )


def _effort(competition: Competition, entered: int) -> str:
    """The effort, and the most matches that there may be as more people join."""
    most, needed = competition.regulations.most_matches_each, effort(competition, entered)
    if not is_league(competition) or most <= matches_at_once(competition, entered):
        return needed
    return say(
        # Translators: {effort} is one of the four messages above, such as “3 matches at the same time, about 2 moves
        # a day”.
        "{effort} (up to {most, plural, one {# match} other {# matches}} if more people join)",
        effort=needed,
        most=most,
    )


def card(standings: Standings) -> str:
    """The card of a competition: its terms and its entrants."""
    competition = standings.competition
    return lines(f"### {title(competition)}", _CARDS[competition.stage](standings))


def state(standings: Standings) -> str:
    """How far a competition is that has begun, beside its standings."""
    competition = standings.competition
    regulations, terms = (
        competition.regulations,
        # Translators: {terms} are a list, such as “3 days a move, rated”.
        say("**Terms:** {terms}.", terms=agreed(competition.regulations.terms)),
    )
    if competition.stage is CompetitionStage.OVER:  # as the standings say
        return medallists(standings)
    if competition.stage is not CompetitionStage.RUNNING:
        return _CARDS[competition.stage](standings)
    headline = kind(regulations) if regulations.format is Format.LADDER else _running(standings)
    return lines(headline, terms)


GOING_ON: Final = message("**Going on**")
RESULTS: Final = message("**Results**")


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in the list of a competition's; `id` is 0 until it is made."""

    id: int
    people: tuple[int, ...]
    text: str


def matches_of(standings: Standings, shown: Division) -> tuple[Sequence[ListedMatch], Sequence[ListedMatch]]:
    """The matches of a division, or of all: those that go on or are to come, and the others, the latest round first."""
    people = {entrant.person.id: entrant.person for entrant in standings.entrants}
    regulations = standings.competition.regulations
    going_on, over = list[ListedMatch](), list[ListedMatch]()
    for fixture in sorted(standings.fixtures, key=lambda fixture: -fixture.round):
        if shown.number not in (0, fixture.division) or fixture.is_bye:
            continue
        facts = [say("round {number}", number=fixture.round)] if regulations.format.has_rounds else []
        facts += [say("board {number}", number=fixture.round)] if regulations.format is Format.SERVERS else []
        facts += [regulations.game_of(fixture.round).name] if len(regulations.games) > 1 else []
        facts += [_score(fixture.points)] if fixture.is_over else []
        text = _match_line([people[person_id] for person_id in fixture.people], facts)
        match = ListedMatch(0 if fixture.match is None else fixture.match.id, fixture.people, text)
        (over if fixture.is_over else going_on).append(match)
    return going_on, over


def ladder_matches(standings: LadderStandings) -> tuple[Sequence[ListedMatch], Sequence[ListedMatch]]:
    """The challenges and matches on a ladder, and its latest results."""

    def listed_as(match: LadderMatch, note: str) -> ListedMatch:
        people = [standings.person(person_id) for person_id in match.people]
        return ListedMatch(match.id, match.people, _match_line(people, [note] if note else []))

    going_on = {match.id: match for match in standings.ladder.going_on.values()}
    return (
        [listed_as(match, "" if match.began_at else say("waits for an answer")) for match in going_on.values()],
        [listed_as(match, _score(match.points)) for match in reversed(standings.ladder.over)],
    )


def _match_line(people: Sequence[Person], facts: Sequence[str]) -> str:
    who = f"**{matched([*map(name, people)])}**"
    return f"- {labelled(who, ' · '.join(facts)) if facts else who}"


def _score(scores: tuple[float, float] | None) -> str:
    """The points of both people, or that a match counts for nobody."""
    return say("counts for nobody") if scores is None else "–".join(map(points, scores))


def more_matches(left_out: int) -> str:
    """The note under a list of matches if there are more."""
    return say("-# … and {count, plural, one {# other} other {# others}}", count=left_out)


FORMATS: Final = {
    Format.LEAGUE: (message("League"), message("small divisions, where everyone meets everyone; season after season")),
    Format.KNOCKOUT: (message("Knock-out"), message("two people play, and the winner goes on")),
    Format.SWISS: (message("Swiss"), message("round after round against people with about as many points as you")),
    Format.ALL_PLAY_ALL: (message("All-play-all"), message("everyone meets everyone")),
    Format.LADDER: (message("Ladder"), message("beat someone above you and take their place")),
    Format.SERVERS: (message("Server match"), message("your members against those of another server, board by board")),
}
"""The name of each format, and its description."""

SEVERAL_GAMES: Final = message("One to three; rounds take turns between several")
BEGINS: Final = message("When does it start?")
LASTS: Final = message("How long does it last?")


def begins_hint(kind: Format) -> str:
    """The hint under the question when a competition begins."""
    if kind is Format.LEAGUE:
        return say("Tomorrow, 3 days or 2030-01-31. People can join until then; you can start it earlier.")
    if kind is Format.SERVERS:
        return say("3 days or 1 week, counted from when the call is accepted. Until then people can enter.")
    return say("2 hours, 3 days or 2030-01-31. People can join until then; you can start it earlier.")


def lasts_hint(kind: Format, terms: Terms) -> str:
    """The hint under the question how long a competition lasts, with the shortest matches on the usual `terms`."""
    hint = say("2 weeks, 3 months, or the last day") if kind is Format.LEAGUE else say("3 hours, 2 weeks, 3 months")
    lengths = [length for game in GAMES.values() if 2 in game.seats and (length := typical_length([game], terms))]
    weeks = round(min(lengths, default=timedelta()) / timedelta(weeks=1))
    takes = say(
        "a match takes {weeks, plural, one {# week} other {# weeks}} or more with {days, plural, one {# day} other {# days}} a move",
        weeks=weeks,
        days=terms.days or 0,
    )
    return f"{hint} · {takes}" if weeks else hint


def _too_short(competition: Competition) -> str:
    """The warning to the host of a competition whose end will cut most matches off; empty if there is time enough."""
    if not is_too_short(competition):
        return ""
    takes = typical_length(competition.regulations.games, competition.regulations.terms)
    # Translators: {time} is “5 days” or “3 hours”.
    return say(
        "-# ⚠️ A match on these terms takes about {time}. There isn't that much time, so the end will cut most of them off, and the position will decide them.",
        time=length(takes),
    )


ALSO_ONCE: Final = message("One season only; otherwise the next opens by itself")


def also_size(size: int) -> str:
    """The label of a larger size of divisions, in the modal of a league."""
    return say(
        "Divisions of up to {size, plural, one {# person} other {# people}}; otherwise up to {usual}",
        size=size,
        usual=USUAL_SIZE,
    )


def also_rounds(rounds: int) -> str:
    """The label of another number of rounds, in the modal of a Swiss event."""
    return say("{rounds, plural, one {# round} other {# rounds}}; otherwise enough for one winner", rounds=rounds)


CHANNEL: Final = message("Where is it shown?")
CHANNEL_HINT: Final = message("Its card and its tables are posted there.")
WHOM: Final = message("Who?")
WHY: Final = message("Why? The people it's about can read it")
REMOVE: Final = message("Take somebody out")
REMOVE_QUESTION: Final = message(
    "Who do you want to take out? They're told, and can't join again for a while. Once it has started, their matches end."
)


def cancel_label(competition: Competition) -> str:
    """The label of what calls off a competition, or closes a ladder."""
    return say("Close it") if competition.regulations.format is Format.LADDER else say("Call it off")


def cancel_question(competition: Competition) -> str:
    """The question before a competition is called off, or a ladder is closed."""
    if competition.regulations.format is Format.LADDER:
        return say("Do you want to close {competition:b}? Matches on it go on.", competition=competition)
    return say("Do you want to call off {competition:b}?", competition=competition)


CHOOSE_DIVISION: Final = message("Another division")
CHOOSE_SEASON: Final = message("Another league, event or ladder")

_NEW: Final = {
    Format.LEAGUE: message("{game} league"),
    Format.KNOCKOUT: message("{game} knock-out"),
    Format.SWISS: message("{game} Swiss"),
    Format.ALL_PLAY_ALL: message("{game} all-play-all"),
    Format.LADDER: message("{game} ladder"),
    Format.SERVERS: message("{game} server match"),
}


def new_name(regulations: Regulations) -> str:
    """The default name of a new competition, which it keeps; only a league has several games."""
    played = regulations.games
    if regulations.format is Format.SERVERS and regulations.servers > 2:
        return say("{game} season of servers", game=played[0].name)
    if len(played) == 1:
        return say(_NEW[regulations.format], game=played[0].name)
    return say("League of {count, plural, one {# game} other {# games}}", count=len(played))


def format_label(kind: Format) -> str:
    """The name of a format, on a button or as the title of a modal."""
    return say(FORMATS[kind][0])


def about_format(kind: Format) -> str:
    """The description of a format as a sentence."""
    described = say(FORMATS[kind][1])
    return as_sentence(capitalized(described))


def division(number: int) -> str:
    """The label of a division in a menu."""
    return say("Division {number}", number=number)


def choose_format(offered: Sequence[Format]) -> str:
    """The text over the buttons for the formats, each of which opens a modal."""
    return lines(
        say("### What would you like to open?"),
        *("- " + labelled(f"**{format_label(format_)}**", say(FORMATS[format_][1])) for format_ in offered),
    )


_KINDS: Final = {
    # Translators: {sides} is “once” or “twice, once on each side”.
    Format.LEAGUE: message("In a division everyone meets everyone {sides}, all at the same time."),
    Format.KNOCKOUT: message(
        "A knock-out of **{games}**. Each pair plays one match on each side, and the winner goes on."
    ),
    Format.SWISS: message(
        # Translators: {games} is the name of a game, or several; {sides} is “once” or “twice, once on each side”.
        "Swiss rounds of **{games}**. Each round pairs people with about as many points. They meet {sides}, and never again. You can join late as long as there's another round to come."
    ),
    Format.LADDER: message(
        "A ladder of **{games}**: beat someone up to {reach} places above you, and you take their place."
    ),
    Format.ALL_PLAY_ALL: message(
        # Translators: {games} is the name of a game, or several; {sides} is “once” or “twice, once on each side”.
        "An event of **{games}** for up to {size, plural, one {# person} other {# people}}. Everyone meets everyone {sides}, all at the same time. You can join late, during the first half."
    ),
}


def kind(regulations: Regulations) -> str:
    """An explanation of a competition's format, in a sentence or two."""
    explained = say(
        _KINDS[regulations.format],
        games=games(regulations),
        size=regulations.size,
        reach=REACH,
        sides=say("twice, once on each side") if regulations.both_sides else say("once"),
    )
    return paragraph(_league(regulations), explained) if regulations.format is Format.LEAGUE else explained


def _league(regulations: Regulations) -> str:
    facts = {"games": games(regulations), "size": regulations.size, "most": regulations.most_together}
    if facts["most"] == facts["size"]:
        return say(
            "A league of **{games}** in divisions of up to {size, plural, one {# person} other {# people}}.", **facts
        )
    return say(
        "A league of **{games}** in divisions of up to {size, plural, one {# person} other {# people}}, or {most} if another division would be too small.",
        **facts,
    )


def _open(standings: Standings) -> str:
    competition = standings.competition
    regulations = competition.regulations
    return lines(
        kind(regulations),
        say("**Starts** {begin} ({begin:R}); join until then.", begin=competition.begins_at),
        say("**Ends** {end}.", end=competition.ends_at),
        say("**Terms:** {terms}.", terms=agreed(regulations.terms)),
        # Translators: {effort} is such as “3 matches at the same time, about 2 moves a day”.
        say("**What it takes:** {effort}.", effort=_effort(competition, len(standings.entrants))),
        _joined(standings),
    )


def _joined(standings: Standings) -> str:
    people = [entrant.person for entrant in standings.entrants]
    fewest = standings.competition.regulations.format.fewest
    if not people:
        return say("Nobody has joined yet. It takes {fewest, plural, one {# person} other {# people}}.", fewest=fewest)
    missing = fewest - len(people)
    joined_line = say("**Joined ({count}):** {people}.", count=len(people), people=some_names(people))
    return paragraph(joined_line, say("{missing} more needed.", missing=missing)) if missing > 0 else joined_line


def _running(standings: Standings) -> str:
    competition = standings.competition
    facts = {
        "count": len(standings.entrants),
        "games": games(competition.regulations),
        "divisions": len(standings.divisions),
        "end": competition.ends_at,
    }
    if is_league(competition) and len(standings.divisions) > 1:
        headline = say(
            "{count, plural, one {# person plays} other {# people play}} **{games}** in {divisions, plural, one {# division} other {# divisions}} until {end} ({end:R}). Then the position decides unfinished matches.",
            **facts,
        )
    else:
        headline = say(
            "{count, plural, one {# person plays} other {# people play}} **{games}** until {end} ({end:R}). Then the position decides unfinished matches.",
            **facts,
        )
    return lines(headline, _round(standings), _withdrawn(standings.entrants))


def is_league(competition: Competition) -> bool:
    """Whether a competition has seasons and divisions."""
    return competition.regulations.format is Format.LEAGUE


def _round(standings: Standings) -> str:
    """The current round of an event, who has a bye, and when it ends; empty for formats without rounds."""
    competition, latest, free = standings.competition, standings.latest_round, tuple(standings.paired(is_bye=True))
    if not latest:
        return ""
    headline = say(
        "**Round {round} of {rounds}**, over {end:R} at the latest.",
        round=latest,
        rounds=competition.regulations.rounds,
        end=round_ends_at(competition, latest),
    )
    if not free:
        return headline
    return paragraph(
        headline,
        say("{people, plural, one {{people} has} other {{people} have}} a bye, which counts as a win.", people=free),
    )


def _withdrawn(entrants: Sequence[Entrant]) -> str:
    causes = [
        say(
            _OUT[entrant.withdrawal.cause],
            person=entrant.person,
            lost=MOST_LOST_ON_TIME,
            consequence=_consequence(entrant),
        )
        for entrant in entrants
        if entrant.withdrawal is not None
    ]
    more = len(causes) - _MOST_WITHDRAWN
    others = say("-# {count, plural, one {# other is} other {# others are}} out too.", count=more) if more > 0 else ""
    return lines(*causes[:_MOST_WITHDRAWN], others)


def some_names(people: Sequence[Person], most: int = MOST_NAMED) -> str:
    """The names of people, or the first of them and the number of others."""
    more = len(people) - most
    if more <= 0:
        return names(people)
    return say("{people} and {count, plural, one {# other} other {# others}}", people=names(people[:most]), count=more)


def _consequence(entrant: Entrant) -> str:
    if entrant.is_struck:
        return say("their matches don't count")
    return say("the rest of their matches counts as lost")


def _called_off(standings: Standings) -> str:
    fewest, called_off = standings.competition.regulations.format.fewest, standings.called_off
    if called_off is not None:
        return say(
            # Translators: {reason} is what the manager typed, in brackets after a space, or nothing.
            "{manager} has called it off{reason}.",
            manager=manager(called_off.by),
            reason=because(called_off.reason),
        )
    if len(standings.entrants) < fewest:
        return say(
            "It didn't take place: it takes {fewest, plural, one {# person} other {# people}}, and too few joined.",
            fewest=fewest,
        )
    return say("It was called off before it started.")


_CARDS: Final[Mapping[CompetitionStage, Callable[[Standings], str]]] = {
    CompetitionStage.OPEN: _open,
    CompetitionStage.RUNNING: _running,
    CompetitionStage.OVER: lambda standings: lines(say("It's over."), medallists(standings)),
    CompetitionStage.CALLED_OFF: _called_off,
}


def medallists(standings: Standings) -> str:
    """The first three of each division, one line per division; only the winners if there are many divisions."""
    medals = 3 if len(standings.divisions) <= _MOST_WINNERS // 2 else 1
    played = [division for division in standings.divisions if division.is_played]
    places = "\n".join(_places(standings, division, medals) for division in played)
    return places or say("Nothing was played, so nobody has won.")


def _places(standings: Standings, division: Division, medals: int) -> str:
    people = listed([_medal(row) for row in division.rows[:medals]])
    if is_league(standings.competition):
        return say("**Division {number}:** {people}", number=division.number, people=people)
    return say("**Places:** {people}", people=people)


def _medal(row: StandingsRow) -> str:
    return f"{row.place}. {bracketed(name(row.entrant.person), points(row.points))}"


def how_it_works(competition: Competition) -> str:
    """The rules of a competition, as a private answer."""
    regulations = competition.regulations
    about = _ladder_rules()
    if is_league(competition):
        about = [
            paragraph(say(_DIVISIONS, moving=MOVING), *_taking_turns(regulations)),
            say(_POINTS),
            _ends(competition),
            say(_VACATIONS, days=MOST_VACATION),
            say(_DROPPING_OUT, lost=MOST_LOST_ON_TIME),
        ]
    elif regulations.format is not Format.LADDER:
        about = [kind(regulations), say(_EVENTS[regulations.format]), _ends(competition)]
    return lines(say("### How {competition} works", competition=competition), *about)


def _taking_turns(regulations: Regulations) -> Sequence[str]:
    if len(regulations.games) == 1:
        return ()
    return (
        say(
            "The games take turns, one a round: {games}. All rounds are played at the same time.",
            games=games(regulations),
        ),
    )


_DIVISIONS: Final = message(
    "**Divisions.** Ratings decide who plays where in the first season. After each season {moving} go up and {moving} go down (one in a division of three). Newcomers start at the bottom."
)
_POINTS: Final = message(
    "**Points.** A win is worth 1, a draw ½. Between people with equal points their matches against each other decide, then Sonneborn-Berger (the points of everyone you've beaten, and half the points of everyone you drew with), then wins."
)
_VACATIONS: Final = message("**Vacations** stop your clock for up to {days} days each time it's your turn.")
_DROPPING_OUT: Final = message(
    "**Dropping out.** If you leave, or lose {lost} matches on time, you're out of the season. If fewer than half of your matches are over, none of them count in the table; otherwise the rest count as lost. You can join again next season."
)
_EVENTS: Final = {
    Format.KNOCKOUT: message(
        "**The bracket** is seeded by rating: the two best can only meet in the final, and the best get the byes. Whoever has more points from the two matches goes on; with equal points, the better seed does. All rounds are equally long, but the next starts as soon as all matches are over. If you leave, you've lost."
    ),
    Format.SWISS: message(
        "**Points.** A win is worth 1, a draw ½. A bye counts as a win, and nobody gets more than one. Between people with equal points their matches against each other decide, then Sonneborn-Berger. All rounds are equally long, but the next starts as soon as all matches are over. Latecomers get no points for the rounds they missed."
    ),
    Format.ALL_PLAY_ALL: message(
        "**Points.** A win is worth 1, a draw ½. Between people with equal points their matches against each other decide, then Sonneborn-Berger, then wins. If you leave, or lose two matches on time, you're out: if fewer than half of your matches are over, none of them count; otherwise the rest count as lost."
    ),
}


def _ends(competition: Competition) -> str:
    """The rule on matches that are unfinished at the end."""
    return say(
        "**The end.** All matches end {end}. If one is still going on then, or when its round is over, it's a draw if its position has occurred three times. Otherwise whoever is clearly ahead wins, and if nobody is, it's a draw. If Furlong was down on the last day, those hours are added.",
        end=competition.ends_at,
    )


def result(standings: Standings, cut_off: Sequence[Summary]) -> str:
    """The announcement of the results, which mentions the winners and those whose matches the end `cut_off`."""
    moving = [row for division in standings.divisions for row in division.rows]
    up = [row.entrant.person for row in moving if row.move > 0]
    down = [row.entrant.person for row in moving if row.move < 0]
    competition, won = standings.competition, winners(standings)
    congratulations = say(
        "Congratulations to {winners, plural, one {{winners} who wins} other {{winners} who win their divisions}}!",
        winners=tuple(map(mention, won)),
    )
    return lines(
        say("### {competition} is over", competition=competition),
        congratulations if won else "",
        medallists(standings),
        _cut_off(standings, cut_off) if cut_off else "",
        say("**Up:** {people}.", people=some_names(up)) if up else "",
        say("**Down:** {people}.", people=some_names(down)) if down else "",
        say("The next season is open: join it below.") if competition.regulations.goes_on else "",
    )


def cut_short(standings: Standings) -> Sequence[Person]:
    """The people, other than winners, whose matches the end cut off."""
    concerned = {person_id for fixture in standings.cut_off for person_id in fixture.people}
    people = [entrant.person for entrant in standings.entrants if entrant.person.id in concerned]
    named = winners(standings) if standings.competition.stage is CompetitionStage.OVER else ()
    return [person for person in people if person.is_on_discord and person not in named]


_CUT_OFF: Final = message(
    "{people}: the end cut off {count, plural, one {a match} other {# matches}}, decided by the position: {matches}"
)
_ROUND_CUT_OFF: Final = message(
    "{people}: the end of the round cut off {count, plural, one {a match} other {# matches}}, decided by the position: {matches}"
)


def _cut_off(standings: Standings, shown: Sequence[Summary]) -> str:
    count = len(standings.cut_off)
    return say(
        _ROUND_CUT_OFF if standings.competition.stage is CompetitionStage.RUNNING else _CUT_OFF,
        people=listed([*map(mention, cut_short(standings))]),
        count=count,
        matches=strung([*map(linked, shown), *(["…"] if count > len(shown) else [])]),
    )


def winners(standings: Standings) -> list[Person]:
    """The winners of all divisions in which something was played, whom the announcement mentions; a server is nobody."""
    if standings.competition.between_servers:
        return []
    return [division.rows[0].entrant.person for division in standings.divisions if division.is_played]


def starts(people: Sequence[Person]) -> str:
    """The line that tells people that their matches have begun."""
    return say(
        "{people}, it has begun: your boards are behind **Your matches**.", people=listed([*map(mention, people)])
    )


def this_round(standings: Standings, begun: Sequence[Person], cut_off: Sequence[Summary]) -> str:
    """What stands above the table of a round, whose matches may just have begun; the end of the last one `cut_off` some."""
    ended = _cut_off(standings, cut_off) if cut_off else ""
    is_running = standings.competition.stage is CompetitionStage.RUNNING
    return lines(_round(standings) if is_running else "", starts(begun) if begun else "", ended)


def past_round(competition: Competition, number: int) -> str:
    """The line that is left of the table of a round."""
    return say("-# {competition}: round {number} is over.", competition=competition, number=number)


def behind(standings: Standings, *, is_last_day: bool) -> list[StandingsRow]:
    """The rows of people to remind: on the last day all with matches to play; earlier, those not yet half done."""
    rows = [row for division in standings.divisions for row in division.rows if row.to_play]
    return rows if is_last_day else [row for row in rows if row.to_play > row.played]


def reminder(standings: Standings, rows: Sequence[StandingsRow]) -> str:
    """The reminder to people who are behind."""
    competition = standings.competition
    open_matches = listed([bracketed(mention(row.entrant.person), f"{row.to_play}") for row in rows[:MOST_NAMED]])
    return lines(
        say(
            "{competition:b} ends {end}. Then the position decides unfinished matches.",
            competition=competition,
            end=competition.ends_at,
        ),
        say("These players still have matches to finish: {players}.", players=open_matches) if rows else "",
    )


def joined(standings: Standings) -> str:
    """The answer to a person who has joined."""
    competition = standings.competition
    if competition.regulations.format is Format.LADDER:
        if sum(len(division.rows) for division in standings.divisions) == 1:
            return say(
                "You're the first on the {competition:b}. When you're challenged, answer within {days, plural, one {# day} other {# days}}.",
                competition=competition,
                days=DAYS_TO_ANSWER,
            )
        return say(
            "You're on the {competition:b}, at the bottom. Press **Challenge** under it to climb. When you're challenged, answer within {days, plural, one {# day} other {# days}}.",
            competition=competition,
            days=DAYS_TO_ANSWER,
        )
    if competition.stage is CompetitionStage.OPEN:
        return say(
            # Translators: {effort} is such as “3 matches at the same time, about 2 moves a day”.
            "You're in: {competition:b} starts {begin:R}. Then you play {effort}. Until then you can leave again.",
            competition=competition,
            begin=competition.begins_at,
            effort=_effort(competition, len(standings.entrants)),
        )
    return say("You're in: {competition:b} is already under way, and you play from now on.", competition=competition)


def left(competition: Competition) -> str:
    """The answer to a person who has left."""
    if competition.stage is CompetitionStage.OPEN:
        return say(
            "You've left {competition:b}. You can join again until {begin}.",
            competition=competition,
            begin=competition.begins_at,
        )
    return say("You're out of {competition:b}; your matches end in a moment.", competition=competition)


def leave_question(standings: Standings, entrant: Entrant) -> str:
    """The question before a person leaves a running competition."""
    competition = standings.competition
    if competition.regulations.format is Format.LADDER:
        return say(
            "Do you want to leave the {competition:b}? If you're playing a match on it, you lose it. You can join again, at the bottom.",
            competition=competition,
        )
    if competition.between_servers:
        return say(
            "Do you want to leave {competition:b}? If you haven't moved yet, the bench may take over your boards; otherwise those that aren't over count as lost. You can't come back.",
            competition=competition,
        )
    row = next((row for division in standings.divisions for row in division.rows if row.entrant == entrant), None)
    in_rounds = competition.regulations.format.has_rounds
    if row is not None and row.played < row.to_play and not in_rounds:
        asked = say(
            "Do you want to leave {competition:b}? Your matches end at once, and none of them will count in the table. For ratings, those that aren't over count as lost.",
            competition=competition,
        )
    else:
        asked = say(
            "Do you want to leave {competition:b}? Your matches end at once, and those that aren't over count as lost.",
            competition=competition,
        )
    again = (
        say("You can't come back before the next season.") if is_league(competition) else say("You can't come back.")
    )
    return paragraph(asked, again)


def stayed(competition: Competition) -> str:
    """The answer to a person who did not leave after all."""
    return say("You're still in {competition:b}.", competition=competition)


def started(competition: Competition) -> str:
    """The answer to the host of a new competition."""
    if competition.regulations.format is Format.LADDER:
        return say(
            "The {competition:b} is open: people join with the button under it, and start at the bottom.",
            competition=competition,
        )
    opened = say(
        "{competition:b} is open: people join with **Join** under it until {begin}, and it ends {end}.\n-# Once {fewest, plural, one {# person is} other {# people are}} in, you can start it with **Start now**, here or in `/season`.",
        competition=competition,
        begin=competition.begins_at,
        end=competition.ends_at,
        fewest=competition.regulations.format.fewest,
    )
    return lines(opened, _too_short(competition))


def begun(competition: Competition) -> str:
    """The answer to a manager who has begun a competition early."""
    return say(
        "{competition:b} has started, and it ends {end}.",
        competition=competition,
        end=competition.ends_at,
    )


def called_off(competition: Competition) -> str:
    """The answer to a manager who has cancelled a competition."""
    if competition.regulations.format is Format.LADDER:
        return say("{competition:b} is closed; matches on it go on.", competition=competition)
    return say("{competition:b} is called off.", competition=competition)


def removed(competition: Competition, person: Person) -> str:
    """The answer to a manager who has removed a person."""
    return say("{person:b} is out of {competition:b}.", person=person, competition=competition)


def channel_closed(competition: Competition, channel_id: int, obstacle: Obstacle, code: int) -> str:
    """The direct message to the host when Discord refuses what Furlong posts about a competition."""
    # Translators: {reason} is a sentence, such as “The thread is locked or archived. A moderator can open it.”
    return say(
        "Furlong can't post in <#{channel}> any more, where {competition:b} is shown. {reason} Matches go on and count, and `/season` has the tables. Furlong keeps trying for a day.",
        channel=channel_id,
        competition=competition,
        reason=say(obstacle.reason, code=code),
    )


def hint(competition: Competition) -> str:
    """The text in place of standings before a competition begins."""
    return say("There are no tables yet: it starts {begin:R}.", begin=competition.begins_at)


_LONGEST_LABEL: Final = 40


def _ladder_rules() -> Sequence[str]:
    return [
        say(
            "**Climbing.** Challenge someone up to {reach} places above you. If you win, you take their place, and everyone in between goes down one; if you lose or draw, nothing changes. Chance decides who moves first. Everybody has one challenge or match on the ladder at a time. A match lasts up to {longest} days; if it isn't over by then, the position decides. After a challenge or match, whatever came of it, the two of you can't challenge each other for {apart} days.",
            reach=REACH,
            longest=LONGEST_MATCH.days,
            apart=APART.days,
        ),
        say(
            "**Answering.** You have {days} days to answer a challenge, even on vacation; no answer counts as a no. `/block` and closed challenges don't help here: on the ladder others can challenge you anyway. If you decline {declined} in a row, the second challenger takes your place. Play a match, and the count starts again.",
            days=DAYS_TO_ANSWER,
            declined=MOST_DECLINED,
        ),
        say(
            "**Staying away.** If you haven't challenged anyone, accepted a challenge or finished a match for {days} days, you slide down a place every midnight (UTC), past everyone who's active.",
            days=QUIET.days,
        ),
        say(
            "**Leaving.** You can leave at any time, and join again at the bottom. If you're in a match on the ladder, you lose it."
        ),
    ]


def whom(standings: LadderStandings, person_id: int) -> str:
    """The heading over the buttons for the opponents that a person can challenge."""
    ladder, place, competition = standings.ladder, standings.ladder.place(person_id), standings.competition
    if place is None:
        return say("You aren't on the {competition:b} yet: press **Join** under it.", competition=competition)
    where = say("You're number {place} on the {competition:b}.", place=place, competition=competition)
    if place == 1:
        return paragraph(where, say("Nobody is above you: the others challenge you."))
    if person_id in ladder.going_on:
        busy = say(
            "You already have a challenge or match on it, #{match}: one at a time.", match=ladder.going_on[person_id].id
        )
        return paragraph(where, busy)
    return lines(paragraph(where, say("Who do you want to challenge?")), f"-# {agreed(competition.regulations.terms)}")


def challenge_label(standings: LadderStandings, person_id: int, *, is_again: bool) -> str:
    """The label of the button that challenges an opponent; `is_again` if the two must wait to play each other again."""
    label = f"{standings.ladder.place(person_id)}. {standings.person(person_id).name}"
    if person_id in standings.ladder.going_on:
        label = say("{player}, plays", player=label)
    elif is_again:
        label = say("{player}, again later", player=label)
    return shortened(label, _LONGEST_LABEL)


def challenged(standings: LadderStandings, person_id: int) -> str:
    """The answer to the challenger."""
    return say(
        "{player:b} is challenged for place {place}, and has {days, plural, one {# day} other {# days}} to answer.",
        player=standings.person(person_id),
        place=standings.ladder.place(person_id),
        days=DAYS_TO_ANSWER,
    )


@sentence.register
def _(refusal: SeveralCompetitions) -> str:
    return say(
        "Several have that name: {competitions}. Which one do you mean?",
        competitions=tuple(map(title, refusal.competitions)),
    )


@sentence.register
def _(refusal: SameGame) -> str:
    if refusal.other.stage is CompetitionStage.OPEN:
        return say(
            "{other:b} with {game.name} is open on this server already. Only one of each kind, so it fills up.",
            **vars(refusal),
        )
    return say(
        "{other:b} with {game.name} is running on this server already. Only one of each kind, so it fills up.",
        **vars(refusal),
    )


@sentence.register
def _(refusal: AlreadyEntered) -> str:
    competition = refusal.competition
    if competition.regulations.format is Format.LADDER:
        return say(
            "You're on the {competition:b} already. Press **Challenge** under it to climb.", competition=competition
        )
    return say(
        "You're in {competition:b} already. It starts {begin:R}.", competition=competition, begin=competition.begins_at
    )


@sentence.register
def _(refusal: NotOnLadder) -> str:
    if refusal.is_asker:
        return say("You aren't on the {competition:b}. Press **Join** under it.", **vars(refusal))
    return say("{person:b} isn't on the {competition:b}. They can press **Join** under it.", **vars(refusal))


@sentence.register
def _(refusal: OutOfReach) -> str:
    if not refusal.reach:
        return say(
            "On a ladder you can challenge people up to {places} places above you: at the moment nobody is above you.",
            places=REACH,
        )
    return say(
        "On a ladder you can challenge people up to {places} places above you: at the moment you can challenge {people:or}.",
        places=REACH,
        people=tuple(refusal.reach),
    )


@sentence.register
def _(refusal: BusyOnLadder) -> str:
    if refusal.is_asker:
        return say(
            "You have a challenge or match on this ladder already, #{match_id}: everyone has one at a time. `/games` lists "
            "yours.",
            **vars(refusal),
        )
    return say(
        "{person:b} has a challenge or match on this ladder already, #{match_id}: everyone has one at a time. `/games` "
        "lists yours.",
        **vars(refusal),
    )
