"""Who may do what: a table for matches, one for competitions and one for servers, which every way in consults.

A person may act for a reason, such as that they play, host, are invited, are a member of the server or manage it. A
reason is always based on a value: two values that are both missing, such as no channel and no channel, give none. A
typed command, a button, a window, a form of the page and a forged request all end in the same action, which checks its
row of the table in the transaction that writes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final

from bot.model.competitions.competition import Competition, CompetitionStage, Format
from bot.model.engines import Engine
from bot.model.match import Match, State
from bot.model.people import Actor, Membership, Person
from bot.model.place import DIRECT
from bot.model.refusals import Refusal, UnknownButton
from bot.model.refusals.challenges import (
    AlreadyJoined,
    BeginsAnyway,
    HostStays,
    NoLongerOpen,
    NotHost,
    NotInvited,
    NotJoined,
)
from bot.model.refusals.competitions import (
    CallAnswered,
    CompetitionAway,
    CompetitionOver,
    DatesAgreed,
    EntryClosed,
    NotEntered,
    OnlyCallerCancels,
    OnlyHostRules,
    PlaysThere,
    ProfileOfAnother,
    ServerTakesPart,
    UnknownCompetition,
)
from bot.model.refusals.matches import (
    HasLeft,
    HostPlaysAgainst,
    KeptOutOfVote,
    MatchElsewhere,
    MatchIsOver,
    NotPlaying,
    NotStarted,
    OpponentMayNotVote,
    TakesPart,
    ToldAnyway,
    UnknownMatch,
    VotesElsewhere,
    VotesForOther,
)
from bot.model.refusals.offers import NoRematchYet
from bot.model.refusals.people import NoLongerThere, NotManager, NotNow, TimedOut
from bot.model.result import Ending


class MatchAct(StrEnum):
    """What people can do in a match or a challenge."""

    SEE = auto()
    JOIN = auto()
    """Accept a challenge, or join an open one."""
    DECLINE = auto()
    LEAVE = auto()
    """Leave an open challenge of another host."""
    START = auto()
    FILL = auto()
    """Give the empty seats to a character."""
    CANCEL = auto()
    MOVE = auto()
    PLAN = auto()
    HINT = auto()
    RESIGN = auto()
    CALL_OFF = auto()
    """End a match without a time limit, because the player to move no longer plays."""
    OFFER = auto()
    """Offer or claim a draw, ask for a takeback, more time or a handover."""
    ANSWER_OFFER = auto()
    TAKE_SEAT = auto()
    """Ask to play on in a seat that a player has left."""
    REMATCH = auto()
    NOTE = auto()
    FOLLOW = auto()
    """Be told how the match of others ends."""
    REPORT = auto()
    """Report the others of a match from the lobby to the host of Furlong."""
    VOTE = auto()
    PLAY_NOW = auto()
    """End the vote on a move before its time."""
    FORGET = auto()
    """Be taken out of it for good, because one's data is deleted."""
    MODERATE = auto()
    """Call a match off, close a challenge, or remove a player, as a manager of its server."""


class Stage(StrEnum):
    """The stages of a match that matter for what may be done: those of `State`, divided further."""

    WAITING = auto()
    ABOUT_TO_BEGIN = auto()
    """All have joined, and it waits for the message that starts it."""
    BOUND = auto()
    """The same, but the match belongs to a competition or is the second of a pair, so nobody can call it off."""
    RUNNING = auto()
    FINISHED = auto()
    CALLED_OFF = auto()
    CLOSED = auto()
    """It was called off before it started."""


BEFORE: Final = frozenset({Stage.WAITING, Stage.ABOUT_TO_BEGIN, Stage.BOUND})
"""The stages in which a match has yet to begin."""


def stage_of(match: Match) -> Stage:
    """The stage of a match."""
    if match.state is State.OPEN:
        if not match.is_about_to_begin:
            return Stage.WAITING
        return Stage.BOUND if match.is_fixture or match.twin is not None else Stage.ABOUT_TO_BEGIN
    if match.state is State.CALLED_OFF:
        return Stage.CALLED_OFF if match.players_are_seated else Stage.CLOSED
    return Stage(match.state)


class Reason(StrEnum):
    """The reasons for which people may act."""

    HOSTS = auto()
    INVITED = auto()
    ACCEPTED = auto()
    """They have joined a challenge to named people, as its host or by accepting."""
    JOINED = auto()
    """They have joined an open challenge, as its host or otherwise."""
    WELCOME = auto()
    """They see an open challenge that they have not joined."""
    PLAYS = auto()
    """They began the match and still play."""
    HAS_LEFT = auto()
    """They began the match and have left it, while the others play on."""
    SUBSTITUTES = auto()
    """They play on for a player who has left."""
    ASKS_FOR_SEAT = auto()
    """They have asked to play on for a player who has left."""
    VOTES = auto()
    """They may vote for the channel in which they ask."""
    HAS_VOTED = auto()
    """They are among the voters of a channel."""
    KEPT_OUT = auto()
    """A manager has excluded them from the vote."""
    OPPOSES = auto()
    """They play against the channel that votes."""
    AWAITS_VOTE = auto()
    """They vote for another team of the channel than the one to move."""
    MEMBER = auto()
    """They ask on the server of the match or competition."""
    MANAGES = auto()
    """They ask there, and manage it."""
    ADDRESSED = auto()
    """They ask where the challenge to a direct match is posted, or have its link, or it is for everyone on Furlong."""
    WAS_ADDRESSED = auto()
    """They ask where it was posted, without being in the match that has begun since, or was called off."""
    PUBLIC = auto()
    """Anyone may watch the match on the page."""
    ENTERED = auto()
    """They are in the competition."""
    CALLED = auto()
    """They manage a server that can accept the call to a match between servers."""
    OWNS = auto()
    """An engine of theirs is in the match, or the act is about it."""
    SELF = auto()
    """It is about themselves."""
    TIMED_OUT = auto()
    GONE = auto()
    UNKNOWN = auto()
    """These three are their `Membership` of the server of the match."""


CONCERNED: Final = frozenset(
    {
        *(Reason.INVITED, Reason.ACCEPTED, Reason.JOINED),
        *(Reason.PLAYS, Reason.HAS_LEFT, Reason.SUBSTITUTES, Reason.ASKS_FOR_SEAT),
    }
)
"""The reasons of the people whom a match is about, who see it in direct messages too."""

INTERESTED: Final = CONCERNED | {Reason.HOSTS, Reason.HAS_VOTED, Reason.OWNS}
"""The reasons that keep people from deciding about a match as managers; an engine of their own counts as themselves."""


def reasons_of(match: Match, actor: Actor | None, *, is_public: bool = False) -> frozenset[Reason]:
    """The reasons for which a person may act in a match from where they ask; `actor` is None for anyone."""
    reasons = {Reason.PUBLIC} if is_public else set[Reason]()
    if actor is None:
        return frozenset(reasons)
    place, person = match.place, actor.person
    reasons |= _reasons_on(place.server_id, actor)
    if person.id == match.host.id:
        reasons.add(Reason.HOSTS)
    if person.id in match.owners.values():
        reasons.add(Reason.OWNS)
    if place.server_id != DIRECT and actor.membership in _KEPT_AWAY:
        reasons.add(Reason(actor.membership))
    reasons |= _seat_reasons(match, person) if match.players_are_seated else _joining_reasons(match, person)
    is_waiting, is_concerned = match.state is State.OPEN, bool(reasons & CONCERNED)
    if is_waiting and place.by_player and actor.invited_to == match.id:
        reasons.add(Reason.ADDRESSED)
    if is_waiting and match.lobby_id is not None and person.is_on_discord:
        reasons.add(Reason.ADDRESSED)
    if place.by_player and place.channel_id and actor.channel_id == place.channel_id:
        reasons |= {Reason.ADDRESSED} if is_waiting else set() if is_concerned else {Reason.WAS_ADDRESSED}
    if is_waiting and match.is_open_challenge and not is_concerned and reasons & {Reason.MEMBER, Reason.ADDRESSED}:
        reasons.add(Reason.WELCOME)
    return frozenset(reasons | _voting_reasons(match, actor, is_concerned=is_concerned))


def _reasons_on(server_id: int, actor: Actor) -> set[Reason]:
    if server_id == DIRECT or actor.server_id != server_id:
        return set()
    return {Reason.MEMBER, Reason.MANAGES} if actor.manages_server else {Reason.MEMBER}


def _joining_reasons(match: Match, person: Person) -> set[Reason]:
    if any(player.id == person.id for player in match.players):
        return {Reason.JOINED if match.is_open_challenge else Reason.ACCEPTED}
    return {Reason.INVITED} if any(other.id == person.id for other in match.invited) else set()


def _seat_reasons(match: Match, person: Person) -> set[Reason]:
    seat = match.seat_of(person.id)
    if seat is None:
        return {Reason.ASKS_FOR_SEAT} if any(other.id == person.id for other in match.substitutes) else set()
    if match.players[seat].id != person.id:
        return {Reason.SUBSTITUTES}
    return {Reason.HAS_LEFT if match.seating.has_left(seat) else Reason.PLAYS}


def _voting_reasons(match: Match, actor: Actor, *, is_concerned: bool) -> set[Reason]:
    if not has_channel(match):
        return set()
    voter = match.voter(actor.person.id)
    if voter is not None and voter.is_out:
        return {Reason.KEPT_OUT}
    if voter is None and is_concerned:
        return {Reason.OPPOSES}
    reasons = {Reason.VOTES} if match.place.is_in(actor.channel_id) else set[Reason]()
    if voter is None:
        return reasons
    awaits = match.voting is not None and voter.seat != match.position.turn
    return reasons | {Reason.HAS_VOTED} | ({Reason.AWAITS_VOTE} if awaits else set())


def has_channel(match: Match) -> bool:
    """Whether a channel still plays in a match."""
    return match.is_by_vote and any(player.is_channel for player in match.seating.staying.values())


Refused = Callable[[Match], Refusal]
"""Makes the refusal of an act in a match."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table: who may do something, and in which stages; what everybody else is told."""

    reasons: frozenset[Reason]
    """One of these is needed."""

    stages: frozenset[Stage]

    lacking: Refused
    """Refuses people without any of the reasons."""

    but: Mapping[Reason, Refused] = field(default_factory=dict[Reason, Refused])
    """Refuses people who have one of these reasons, whatever others they have."""

    too_early: Refused = NotStarted
    too_late: Refused = MatchIsOver

    bound: Refused = BeginsAnyway
    """Refuses everybody once the match is about to begin, if nobody can call it off."""


def _while(*stages: Stage) -> frozenset[Stage]:
    return frozenset(stages)


def _for(*reasons: Reason) -> frozenset[Reason]:
    return frozenset(reasons)


def _cannot_vote(match: Match) -> Refusal:
    return VotesElsewhere(match) if has_channel(match) else NotPlaying(match)


def _not_manager(_match: Match) -> Refusal:
    return NotManager()


def _unknown(match: Match) -> Refusal:
    return UnknownMatch(f"#{match.id}")


_APART: Final[Mapping[Membership, type[Refusal]]] = {
    Membership.TIMED_OUT: TimedOut,
    Membership.GONE: NoLongerThere,
    Membership.UNKNOWN: NotNow,
}
"""What people are told who may begin and join nothing on a server. What they play goes on."""


def _kept_away(refusal: type[Refusal]) -> Refused:
    return lambda _match: refusal()


_KEPT_AWAY: Final[Mapping[Reason, Refused]] = {Reason(kind): _kept_away(refusal) for kind, refusal in _APART.items()}
_PLAYING: Final = _for(Reason.PLAYS, Reason.SUBSTITUTES)
_LEFT: Final[Mapping[Reason, Refused]] = {Reason.HAS_LEFT: HasLeft}
_RUNNING: Final = Rule(_PLAYING, _while(Stage.RUNNING), NotPlaying, _LEFT)
_JOINED: Final[Mapping[Reason, Refused]] = {Reason.JOINED: AlreadyJoined, Reason.ACCEPTED: AlreadyJoined}
_OF_HOST: Final = Rule(
    _for(Reason.HOSTS), _while(Stage.WAITING), NotHost, _KEPT_AWAY, too_late=NoLongerOpen, bound=NoLongerOpen
)

MATCH_RULES: Final[Mapping[MatchAct, Rule]] = {
    MatchAct.SEE: Rule(
        CONCERNED | {Reason.MEMBER, Reason.ADDRESSED, Reason.PUBLIC},
        frozenset(Stage),
        _unknown,
        {Reason.WAS_ADDRESSED: NoLongerOpen},
    ),
    MatchAct.JOIN: Rule(
        _for(Reason.INVITED, Reason.WELCOME),
        _while(Stage.WAITING),
        NotInvited,
        {**_JOINED, **_KEPT_AWAY},
        too_late=NoLongerOpen,
        bound=NoLongerOpen,
    ),
    MatchAct.DECLINE: Rule(
        _for(Reason.INVITED, Reason.ACCEPTED),
        _while(Stage.WAITING, Stage.ABOUT_TO_BEGIN),
        NotInvited,
        {Reason.HOSTS: NotInvited},
        too_late=NoLongerOpen,
    ),
    MatchAct.LEAVE: Rule(
        _for(Reason.JOINED),
        _while(Stage.WAITING, Stage.ABOUT_TO_BEGIN),
        NotJoined,
        {Reason.HOSTS: HostStays},
        too_late=NoLongerOpen,
    ),
    MatchAct.START: _OF_HOST,
    MatchAct.FILL: _OF_HOST,
    MatchAct.CANCEL: Rule(
        _for(Reason.HOSTS), _while(Stage.WAITING, Stage.ABOUT_TO_BEGIN), NotHost, too_late=NoLongerOpen
    ),
    MatchAct.MOVE: _RUNNING,
    MatchAct.PLAN: _RUNNING,
    MatchAct.HINT: _RUNNING,
    MatchAct.RESIGN: _RUNNING,
    MatchAct.CALL_OFF: Rule(_PLAYING | {Reason.HOSTS}, _while(Stage.RUNNING), NotPlaying, _LEFT),
    MatchAct.OFFER: _RUNNING,
    MatchAct.ANSWER_OFFER: Rule(
        _PLAYING | {Reason.HAS_LEFT}, _while(Stage.RUNNING, Stage.FINISHED, Stage.CALLED_OFF), NotPlaying
    ),
    MatchAct.TAKE_SEAT: Rule(_for(Reason.MEMBER, *CONCERNED), _while(Stage.RUNNING), NotPlaying, _KEPT_AWAY),
    MatchAct.REMATCH: Rule(
        _for(Reason.PLAYS, Reason.HAS_LEFT),
        _while(Stage.FINISHED),
        NotPlaying,
        _KEPT_AWAY,
        too_early=NoRematchYet,
        too_late=NoRematchYet,
    ),
    MatchAct.NOTE: Rule(
        _PLAYING | {Reason.HAS_LEFT}, _while(Stage.RUNNING, Stage.FINISHED, Stage.CALLED_OFF), NotPlaying
    ),
    MatchAct.REPORT: Rule(
        _PLAYING | {Reason.HAS_LEFT}, _while(Stage.RUNNING, Stage.FINISHED, Stage.CALLED_OFF), NotPlaying
    ),
    MatchAct.FOLLOW: Rule(_for(Reason.MEMBER), _while(Stage.RUNNING), _unknown, dict.fromkeys(CONCERNED, ToldAnyway)),
    MatchAct.VOTE: Rule(
        _for(Reason.VOTES),
        _while(Stage.RUNNING),
        _cannot_vote,
        {
            Reason.KEPT_OUT: KeptOutOfVote,
            **dict.fromkeys((Reason.OPPOSES, Reason.OWNS), OpponentMayNotVote),
            **_KEPT_AWAY,
        },
    ),
    MatchAct.PLAY_NOW: Rule(
        _for(Reason.HOSTS),
        _while(Stage.RUNNING),
        NotHost,
        {
            Reason.KEPT_OUT: KeptOutOfVote,
            Reason.AWAITS_VOTE: VotesForOther,
            **dict.fromkeys((Reason.OPPOSES, Reason.OWNS), HostPlaysAgainst),
            **_KEPT_AWAY,
        },
    ),
    MatchAct.MODERATE: Rule(
        _for(Reason.MANAGES),
        _while(*BEFORE, Stage.RUNNING),
        _not_manager,
        {**dict.fromkeys(INTERESTED, TakesPart), **_KEPT_AWAY},
    ),
    MatchAct.FORGET: Rule(CONCERNED | {Reason.HOSTS}, _while(*BEFORE, Stage.RUNNING), NotPlaying),
}
"""The table of matches."""

STARTING: Final = frozenset(act for act, rule in MATCH_RULES.items() if _KEPT_AWAY.items() <= rule.but.items())
"""The acts for which people have to be on the server of the match, and not timed out there."""


def server_begun_on(match: Match, actor: Actor) -> int:
    """The server on which a person has to be to begin or join something in a match: from the lobby, where they ask."""
    return match.place.server_id if match.lobby_id is None else actor.server_id or DIRECT


def check_member(actor: Actor, server_id: int) -> None:
    """Check that a person, or the owner of an engine, may begin or join anything on a server, as `Context.placed` found.

    Raises `TimedOut`, `NoLongerThere`, or `NotNow` if that is unknown, even because nobody has asked.
    """
    person, membership = actor.person, actor.membership or Membership.UNKNOWN
    if server_id != DIRECT and person.is_guest:
        raise NoLongerThere
    is_asked = person.is_engine or (server_id != DIRECT and person.is_on_discord)
    if is_asked and membership in _APART:
        raise _APART[membership]


_LAST_MOVES: Final = frozenset({MatchAct.MOVE, MatchAct.PLAN, MatchAct.PLAY_NOW})
_LEAVING: Final = frozenset({MatchAct.RESIGN, MatchAct.FORGET, MatchAct.CALL_OFF, MatchAct.ANSWER_OFFER})
_AGREEING: Final = frozenset({MatchAct.OFFER, MatchAct.ANSWER_OFFER, MatchAct.PLAY_NOW})
_NOBODY: Final = frozenset[MatchAct]()

ENDINGS: Final[Mapping[Ending, tuple[frozenset[MatchAct], bool]]] = {
    Ending.RULES: (_LAST_MOVES | _LEAVING | {MatchAct.MODERATE}, True),
    Ending.ENDLESS: (_LAST_MOVES | _LEAVING | {MatchAct.MODERATE}, True),
    Ending.RESIGNED: (_LEAVING | {MatchAct.PLAY_NOW}, True),
    Ending.TIME: (frozenset({MatchAct.ANSWER_OFFER}), True),
    Ending.AGREED: (_AGREEING, True),
    Ending.REPEATED: (_AGREEING, True),
    Ending.ABANDONED: (frozenset({MatchAct.CALL_OFF}), False),
    Ending.REMOVED: (frozenset({MatchAct.MODERATE, MatchAct.ANSWER_OFFER, MatchAct.FORGET}), True),
    Ending.STOPPED: (frozenset({MatchAct.MODERATE}), False),
    Ending.DECLINED: (frozenset({MatchAct.DECLINE, MatchAct.FORGET}), True),
    Ending.CANCELLED: (frozenset({MatchAct.CANCEL, MatchAct.FORGET}), True),
    **dict.fromkeys((Ending.UNANSWERED, Ending.EXPIRED, Ending.UNPLAYED), (_NOBODY, True)),
    **dict.fromkeys((Ending.DECIDED, Ending.WITHDRAWN, Ending.STRUCK), (_NOBODY, True)),
}
"""The table of endings: the acts by which people end a match like that, and whether the bot does so by itself.

By itself it does what clocks, votes, characters and blocks decide, and what competitions do after an act of their own
table. Without a row here an ending does not exist, and without its act nothing is stored.
"""


def check_ending(match: Match, ending: Ending, actor: Actor | None) -> None:
    """Check that the actor of a unit of work, None for the bot itself, may end a match like that, as it was before.

    Raises LookupError if not: whatever ends a match is named in the table, and nothing of the unit of work is stored.
    """
    acts, is_by_itself = ENDINGS[ending]
    if not (is_by_itself if actor is None else any(may(act, match, actor) for act in acts)):
        raise LookupError(f"nobody may end match {match.id} as {ending} here: see ENDINGS")


def check(act: MatchAct, match: Match, actor: Actor) -> None:
    """Check that a person may do something in a match now, from where they ask. Raises the refusal of the rule."""
    refusal = refusal_of(act, match, reasons_of(match, actor))
    if refusal is not None:
        raise refusal


def may(act: MatchAct, match: Match, actor: Actor) -> bool:
    """Whether a person may do something in a match now, from where they ask."""
    return refusal_of(act, match, reasons_of(match, actor)) is None


def check_visible(match: Match, actor: Actor) -> None:
    """Check that a person may see a match from where they ask. Raises `MatchElsewhere` or the refusal of the rule.

    On a server people see its matches alone; in a direct message, those that they play in or are asked to join.
    """
    if not match.place.by_player and actor.server_id is not None and actor.server_id != match.place.server_id:
        raise MatchElsewhere(match.id)
    check(MatchAct.SEE, match, actor)


def refusal_of(act: MatchAct, match: Match, reasons: frozenset[Reason]) -> Refusal | None:
    """The refusal of an act in a match to a person with these reasons; None if they may do it."""
    rule, stage = MATCH_RULES[act], stage_of(match)
    is_possible, is_before = stage in rule.stages, stage in BEFORE
    if not is_possible and not (is_before and rule.stages & BEFORE):
        return (rule.too_early if is_before else rule.too_late)(match)
    unwelcome = next((reason for reason in rule.but if reason in reasons), None)
    if unwelcome is not None:
        return rule.but[unwelcome](match)
    if not reasons & rule.reasons:
        return rule.lacking(match)
    return None if is_possible else (rule.bound if stage is Stage.BOUND else rule.too_late)(match)


def check_profile(actor: Actor, person: Person) -> None:
    """Check that a person may see the results of another, or their own, from where they ask. Raises `ProfileOfAnother`.

    The members of a server see those on the server; the results of direct matches are for their players alone.
    """
    reasons = {Reason.SELF} if person.id == actor.person.id else set[Reason]()
    if actor.server_id is not None:
        reasons.add(Reason.MEMBER)
    if not reasons:
        raise ProfileOfAnother(person)


class CompetitionAct(StrEnum):
    """What people can do in a league, an event or a ladder."""

    OPEN = auto()
    """Open a new one for people to join."""
    SEE = auto()
    JOIN = auto()
    LEAVE = auto()
    CHALLENGE = auto()
    BEGIN = auto()
    """Begin it before its first day."""
    CALL_OFF = auto()
    REMOVE = auto()
    """Remove another person."""
    ACCEPT = auto()
    """Accept a call for one's own server."""


_CompetitionRefused = Callable[[Competition], Refusal]


@dataclass(frozen=True, slots=True)
class CompetitionRule:
    """A row of the table of competitions, as in `Rule`."""

    reasons: frozenset[Reason]
    stages: frozenset[CompetitionStage]
    lacking: _CompetitionRefused
    otherwise: _CompetitionRefused = CompetitionOver
    """Refuses everybody in another stage."""


def _unknown_competition(competition: Competition) -> Refusal:
    return UnknownCompetition(str(competition.id))


def _manages_none(_competition: Competition) -> Refusal:
    return NotManager()


def _cannot_join(competition: Competition) -> Refusal:
    is_ladder = competition.regulations.format is Format.LADDER
    return CompetitionOver(competition) if is_ladder else EntryClosed(competition)


_CALLED: Final = frozenset({CompetitionStage.CALLED})
_CURRENT: Final = frozenset({CompetitionStage.OPEN, CompetitionStage.RUNNING})
_MEMBERS: Final = _for(Reason.MEMBER)
_MANAGERS: Final = _for(Reason.MANAGES)

COMPETITION_RULES: Final[Mapping[CompetitionAct, CompetitionRule]] = {
    CompetitionAct.OPEN: CompetitionRule(_MANAGERS, frozenset({CompetitionStage.OPEN}) | _CALLED, _manages_none),
    CompetitionAct.SEE: CompetitionRule(
        _MEMBERS | {Reason.CALLED, Reason.ENTERED}, frozenset(CompetitionStage), _unknown_competition
    ),
    CompetitionAct.JOIN: CompetitionRule(_MEMBERS, _CURRENT, _unknown_competition, _cannot_join),
    CompetitionAct.LEAVE: CompetitionRule(_for(Reason.ENTERED), _CURRENT, NotEntered),
    CompetitionAct.CHALLENGE: CompetitionRule(_MEMBERS, frozenset({CompetitionStage.RUNNING}), _unknown_competition),
    CompetitionAct.BEGIN: CompetitionRule(_MANAGERS, frozenset({CompetitionStage.OPEN}), _manages_none, EntryClosed),
    CompetitionAct.CALL_OFF: CompetitionRule(_MANAGERS, _CURRENT | _CALLED, _manages_none, EntryClosed),
    CompetitionAct.REMOVE: CompetitionRule(_MANAGERS, _CURRENT, _manages_none),
    CompetitionAct.ACCEPT: CompetitionRule(_for(Reason.CALLED), _CALLED, ServerTakesPart, CallAnswered),
}
"""The table of competitions."""

_AGREED: Final[Mapping[CompetitionAct, _CompetitionRefused]] = {
    CompetitionAct.BEGIN: DatesAgreed,
    CompetitionAct.REMOVE: OnlyHostRules,
}
"""What no manager does in a match between servers, and what they are told."""

_PLAYED: Final = (CompetitionAct.ACCEPT, CompetitionAct.BEGIN, CompetitionAct.CHALLENGE)
"""What leads to matches, which need their game."""


def check_competition(act: CompetitionAct, competition: Competition, actor: Actor, *, is_in: bool = False) -> None:
    """Check that a person, who `is_in` a competition or not, may do something in it. Raises the refusal of the rule.

    A manager who plays in a competition that runs, or has lately, removes nobody from it: that decides matches of their
    own, and on a ladder it clears the way for coming back.
    Once it runs, it is called off by nobody; only a ladder can be closed.
    What servers have agreed between them no manager changes: neither the dates nor who plays. Where they are several, none
    but the one that called calls it off. Whoever is in it sees and leaves it anywhere, as they play in direct messages.
    """
    rule, reasons = COMPETITION_RULES[act], {Reason.ENTERED} if is_in else set[Reason]()
    for venue in competition.venues:
        reasons |= _reasons_on(venue.server_id, actor)
    is_called = competition.stage is CompetitionStage.CALLED and Reason.MEMBER not in reasons
    if is_called and actor.server_id and actor.manages_server:
        reasons.add(Reason.CALLED)
    elsewhere = {Reason.CALLED, Reason.ENTERED} if competition.between_servers else {Reason.CALLED}
    if not reasons & {Reason.MEMBER, *(elsewhere & rule.reasons)}:
        raise _unknown_competition(competition)
    if competition.stage not in rule.stages:
        raise rule.otherwise(competition)
    if not reasons & rule.reasons:
        raise rule.lacking(competition)
    is_running = competition.stage is CompetitionStage.RUNNING
    if competition.between_servers and act in _AGREED:
        raise _AGREED[act](competition)
    is_not_theirs = competition.is_among_several and actor.server_id != competition.sides[0].server_id
    if act is CompetitionAct.CALL_OFF and is_not_theirs:
        raise OnlyCallerCancels(competition)
    if act is CompetitionAct.REMOVE and is_in and is_running:
        raise PlaysThere(competition)
    if act is CompetitionAct.CALL_OFF and is_running and competition.regulations.format is not Format.LADDER:
        raise EntryClosed(competition)
    if act in _PLAYED and competition.regulations.is_away:
        raise CompetitionAway(competition)


def may_there(act: CompetitionAct, competition: Competition, actor: Actor, *, is_in: bool = False) -> bool:
    """Whether a person, who `is_in` a competition or not, may do something in it."""
    try:
        check_competition(act, competition, actor, is_in=is_in)
    except Refusal:
        return False
    return True


class EngineAct(StrEnum):
    """What people can do with an engine."""

    RENEW = auto()
    REMOVE = auto()
    """Delete it, which ends its matches."""


ENGINE_RULES: Final[Mapping[EngineAct, frozenset[Reason]]] = {
    EngineAct.RENEW: _for(Reason.OWNS),
    EngineAct.REMOVE: _MANAGERS | {Reason.OWNS},
}
"""The table of engines."""


def check_engine(act: EngineAct, engine: Engine, actor: Actor) -> None:
    """Check that a person may do something with an engine from where they ask. Raises `UnknownButton`."""
    owns = {Reason.OWNS} if engine.owner.id == actor.person.id else set[Reason]()
    if not (owns | _reasons_on(engine.server_id, actor)) & ENGINE_RULES[act]:
        raise UnknownButton


def check_apart(match: Match, actor: Actor) -> None:
    """Check that a match is none of the actor's own, so that they may end it for others. Raises `TakesPart`."""
    if reasons_of(match, actor) & INTERESTED:
        raise TakesPart(match)


class ServerAct(StrEnum):
    """What people can do with a server itself."""

    MANAGE = auto()
    """See and change its settings, and decide about matches and competitions there, which have rules of their own."""


SERVER_RULES: Final[Mapping[ServerAct, frozenset[Reason]]] = {ServerAct.MANAGE: _MANAGERS}
"""The table of servers."""


def check_server(act: ServerAct, server_id: int, actor: Actor) -> None:
    """Check that a person may do something with a server from where they ask. Raises `NotManager`."""
    if not _reasons_on(server_id, actor) & SERVER_RULES[act]:
        raise NotManager
