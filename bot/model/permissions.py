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
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals import Refusal
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
    CompetitionOver,
    EntryClosed,
    NotEntered,
    PlaysThere,
    ProfileOfAnother,
    UnknownCompetition,
)
from bot.model.refusals.matches import (
    HasLeft,
    MatchElsewhere,
    MatchIsOver,
    NotPlaying,
    NotStarted,
    TakesPart,
    UnknownMatch,
)
from bot.model.refusals.offers import NoRematchYet
from bot.model.refusals.people import NotManager
from bot.model.refusals.votes import HostPlaysAgainst, KeptOutOfVote, OpponentMayNotVote, VotesElsewhere


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
    VOTE = auto()
    PLAY_NOW = auto()
    """End the vote on a move before its time."""
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
    MEMBER = auto()
    """They ask on the server of the match or competition."""
    MANAGES = auto()
    """They ask there, and manage it."""
    ADDRESSED = auto()
    """They ask where the challenge to a direct match is posted, or have its link."""
    WAS_ADDRESSED = auto()
    """They ask where it was posted, without being in the match that has begun since, or was called off."""
    PUBLIC = auto()
    """Anyone may watch the match on the page."""
    ENTERED = auto()
    """They are in the competition."""
    SELF = auto()
    """It is about themselves."""


CONCERNED: Final = frozenset(
    {
        *(Reason.INVITED, Reason.ACCEPTED, Reason.JOINED),
        *(Reason.PLAYS, Reason.HAS_LEFT, Reason.SUBSTITUTES, Reason.ASKS_FOR_SEAT),
    }
)
"""The reasons of the people whom a match is about, who see it in direct messages too."""


def reasons_of(match: Match, actor: Actor | None, *, is_public: bool = False) -> frozenset[Reason]:
    """The reasons for which a person may act in a match from where they ask; `actor` is None for anyone."""
    found = {Reason.PUBLIC} if is_public else set[Reason]()
    if actor is None:
        return frozenset(found)
    place, person = match.place, actor.person
    found |= _reasons_on(place.server_id, actor)
    if person.id == match.host.id:
        found.add(Reason.HOSTS)
    found |= _seat_reasons(match, person) if match.players_are_seated else _joining_reasons(match, person)
    is_waiting, is_concerned = match.state is State.OPEN, bool(found & CONCERNED)
    if is_waiting and place.by_player and actor.invited_to == match.id:
        found.add(Reason.ADDRESSED)
    if place.by_player and place.channel_id and actor.channel_id == place.channel_id:
        found |= {Reason.ADDRESSED} if is_waiting else set() if is_concerned else {Reason.WAS_ADDRESSED}
    if is_waiting and match.is_open_challenge and not is_concerned and found & {Reason.MEMBER, Reason.ADDRESSED}:
        found.add(Reason.WELCOME)
    return frozenset(found | _voting_reasons(match, actor, is_concerned=is_concerned))


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
    found = {Reason.VOTES} if match.place.is_in(actor.channel_id) else set[Reason]()
    return found if voter is None else found | {Reason.HAS_VOTED}


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


_PLAYING: Final = _for(Reason.PLAYS, Reason.SUBSTITUTES)
_LEFT: Final[Mapping[Reason, Refused]] = {Reason.HAS_LEFT: HasLeft}
_RUNNING: Final = Rule(_PLAYING, _while(Stage.RUNNING), NotPlaying, _LEFT)
_JOINED: Final[Mapping[Reason, Refused]] = {Reason.JOINED: AlreadyJoined, Reason.ACCEPTED: AlreadyJoined}
_OF_HOST: Final = Rule(_for(Reason.HOSTS), _while(Stage.WAITING), NotHost, too_late=NoLongerOpen, bound=NoLongerOpen)

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
        _JOINED,
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
    MatchAct.TAKE_SEAT: Rule(_for(Reason.MEMBER, *CONCERNED), _while(Stage.RUNNING), NotPlaying),
    MatchAct.REMATCH: Rule(
        _for(Reason.PLAYS, Reason.HAS_LEFT),
        _while(Stage.FINISHED),
        NotPlaying,
        too_early=NoRematchYet,
        too_late=NoRematchYet,
    ),
    MatchAct.NOTE: Rule(
        _PLAYING | {Reason.HAS_LEFT}, _while(Stage.RUNNING, Stage.FINISHED, Stage.CALLED_OFF), NotPlaying
    ),
    MatchAct.VOTE: Rule(
        _for(Reason.VOTES),
        _while(Stage.RUNNING),
        _cannot_vote,
        {Reason.KEPT_OUT: KeptOutOfVote, Reason.OPPOSES: OpponentMayNotVote},
    ),
    MatchAct.PLAY_NOW: Rule(
        _for(Reason.HOSTS),
        _while(Stage.RUNNING),
        NotHost,
        {Reason.KEPT_OUT: KeptOutOfVote, Reason.OPPOSES: HostPlaysAgainst},
    ),
    MatchAct.MODERATE: Rule(
        _for(Reason.MANAGES),
        _while(*BEFORE, Stage.RUNNING),
        _not_manager,
        dict.fromkeys((Reason.HOSTS, Reason.HAS_VOTED, *CONCERNED), TakesPart),
    ),
}
"""The table of matches."""


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


_CURRENT: Final = frozenset({CompetitionStage.OPEN, CompetitionStage.RUNNING})
_MEMBERS: Final = _for(Reason.MEMBER)
_MANAGERS: Final = _for(Reason.MANAGES)

COMPETITION_RULES: Final[Mapping[CompetitionAct, CompetitionRule]] = {
    CompetitionAct.OPEN: CompetitionRule(_MANAGERS, frozenset({CompetitionStage.OPEN}), _manages_none),
    CompetitionAct.SEE: CompetitionRule(_MEMBERS, frozenset(CompetitionStage), _unknown_competition),
    CompetitionAct.JOIN: CompetitionRule(_MEMBERS, _CURRENT, _unknown_competition, _cannot_join),
    CompetitionAct.LEAVE: CompetitionRule(_for(Reason.ENTERED), _CURRENT, NotEntered),
    CompetitionAct.CHALLENGE: CompetitionRule(_MEMBERS, frozenset({CompetitionStage.RUNNING}), _unknown_competition),
    CompetitionAct.BEGIN: CompetitionRule(_MANAGERS, frozenset({CompetitionStage.OPEN}), _manages_none, EntryClosed),
    CompetitionAct.CALL_OFF: CompetitionRule(_MANAGERS, _CURRENT, _manages_none, EntryClosed),
    CompetitionAct.REMOVE: CompetitionRule(_MANAGERS, _CURRENT, _manages_none),
}
"""The table of competitions."""


def check_competition(act: CompetitionAct, competition: Competition, actor: Actor, *, is_in: bool = False) -> None:
    """Check that a person, who `is_in` a competition or not, may do something in it. Raises the refusal of the rule.

    A manager who plays in a competition that runs removes nobody from it, because that decides matches of their own.
    Once it runs, it is called off by nobody; only a ladder can be closed.
    """
    rule, reasons = COMPETITION_RULES[act], {Reason.ENTERED} if is_in else set[Reason]()
    reasons |= _reasons_on(competition.venue.server_id, actor)
    if Reason.MEMBER not in reasons:
        raise _unknown_competition(competition)
    if competition.stage not in rule.stages:
        raise rule.otherwise(competition)
    if not reasons & rule.reasons:
        raise rule.lacking(competition)
    is_running = competition.stage is CompetitionStage.RUNNING
    if act is CompetitionAct.REMOVE and is_in and is_running:
        raise PlaysThere(competition)
    if act is CompetitionAct.CALL_OFF and is_running and competition.regulations.format is not Format.LADDER:
        raise EntryClosed(competition)


def may_there(act: CompetitionAct, competition: Competition, actor: Actor, *, is_in: bool = False) -> bool:
    """Whether a person, who `is_in` a competition or not, may do something in it."""
    try:
        check_competition(act, competition, actor, is_in=is_in)
    except Refusal:
        return False
    return True


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
