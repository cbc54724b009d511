"""What is asked of a match and its offers, as a table: the plain case, and each thing that changes the answer alone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.model import offer_rules
from bot.model.characters import seated
from bot.model.clock import QUICK, Clock, Terms
from bot.model.history import History
from bot.model.match import (
    Match,
    State,
    abandoned_at,
    may_be_abandoned,
    silence_of,
    waits_for,
)
from bot.model.offers import Offer, OfferKind, OfferState
from bot.model.people import FIRST_GUEST, Actor, Person
from bot.model.permissions import Reason, reasons_of
from bot.model.place import DIRECT, Place, PlayerBoard
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NotByVote
from bot.model.refusals.offers import (
    HandoverForTwo,
    HandoverOfFixture,
    NoClock,
    OfferedAlready,
    PausedAlready,
    PauseOfFixture,
    PauseOfSitting,
    PlaysAlready,
    SeatNotFree,
    SeatRefused,
)
from bot.model.settings import Preferences, Timeouts
from bot.model.tokens import Scope
from bot.model.votes import CHANNEL as EVERYBODY
from bot.model.votes import Voter, is_majority
from players.characters import MOLE
from rules.core import Move, Seat
from tests.bot.store.small_games import STICKS, STICKS_FOR_THREE
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, SERVER

AT: Final = datetime(2030, 1, 1, tzinfo=UTC)
DAY: Final = timedelta(days=1)
THREAD: Final = CHANNEL + 1
[ANIMAL] = seated(MOLE, 1)
GUEST: Final = Person(FIRST_GUEST, "Guest")
PLAIN: Final = Match(
    id=7,
    place=Place(SERVER, CHANNEL, THREAD, message_id=9, message_ply=0),
    state=State.RUNNING,
    host=ADA,
    host_seat=Seat(0),
    is_open_challenge=False,
    invited=(),
    players=(ADA, BEN),
    history=History.beginning(STICKS, 2),
    created_at=AT,
    changed_at=AT,
    started_at=AT,
)
"""A running match of two without a limit, in which the first is to move."""

IN_DAYS: Final = replace(PLAIN, terms=Terms(3), clock=Clock(AT, 0, AT + 3 * DAY, None))
QUICKLY: Final = Terms(bank=QUICK - 1)
BY_VOTE: Final = Terms(3, vote_minutes=60)
DIRECTLY: Final = replace(PLAIN, place=Place(DIRECT, 0, by_player=True))


def _begun() -> History:
    """The first player's move, and a roll."""
    tokens: list[Move] = []
    for _ in range(2):
        tokens.append(History.of(STICKS, 2, tokens).position.legal_moves()[0])
    return History.of(STICKS, 2, tokens)


_BEGUN: Final = _begun()
_MOVE, _ROLL = _BEGUN.steps


def _offer(kind: OfferKind, state: OfferState = OfferState.OPEN, by: Person = BEN, **others: Any) -> Offer:
    return replace(Offer(1, kind, by.id, state, (), 0), **others)


def _board(person: Person, *, says_start: bool) -> PlayerBoard:
    return PlayerBoard(person.id, person.id + 1, person.id + 2, 0, says_start)


def _plays_against(other: Person, **changes: Any) -> Match:
    """A match of Ben's in which the other is to move."""
    return replace(PLAIN, players=(other, BEN), **changes)


WAIVES: Final = {BEN.id: Preferences(timeouts=Timeouts.WAIVED)}
_Questions = dict[str, tuple[Callable[[], object], object]]

ANSWERS: Final[_Questions] = {
    "it is shown in its channel": (lambda: PLAIN.place.is_in(CHANNEL), True),
    "it is shown in its thread": (lambda: PLAIN.place.is_in(THREAD), True),
    "it is shown nowhere else": (lambda: PLAIN.place.is_in(THREAD + 1), False),
    "no channel is none of its channels, even without a thread": (
        lambda: replace(PLAIN.place, thread_id=None).is_in(None),
        False,
    ),
    "the first waits": (lambda: (waits_for(PLAIN, ADA.id), waits_for(PLAIN, BEN.id)), (True, False)),
    "a match that is over waits for nobody": (lambda: waits_for(replace(PLAIN, state=State.FINISHED), ADA.id), False),
    "nobody is waited for": (lambda: waits_for(replace(PLAIN, state=State.FINISHED), None), False),
    # who may call a match off that has no limit
    "a player may, who waits for another": (lambda: may_be_abandoned(PLAIN, BEN.id), True),
    "not the one who is to move": (lambda: may_be_abandoned(PLAIN, ADA.id), False),
    "nobody once it is over": (lambda: may_be_abandoned(replace(PLAIN, state=State.FINISHED), BEN.id), False),
    "nobody against an animal": (lambda: may_be_abandoned(_plays_against(ANIMAL), BEN.id), False),
    "nobody against the clock": (lambda: may_be_abandoned(IN_DAYS, BEN.id), False),
    "nobody in a competition": (lambda: may_be_abandoned(replace(PLAIN, is_fixture=True), BEN.id), False),
    "a player against a channel": (lambda: may_be_abandoned(_plays_against(EVERYBODY), BEN.id), True),
    "not a channel against itself": (lambda: may_be_abandoned(_plays_against(EVERYBODY), CLEO.id), False),
    "anybody of a channel that waits": (
        lambda: may_be_abandoned(replace(PLAIN, players=(ADA, EVERYBODY)), CLEO.id),
        True,
    ),
    "silence is shorter of one who has left the server": (
        lambda: silence_of(PLAIN, ADA.id) < silence_of(PLAIN, BEN.id) == silence_of(PLAIN, None),
        True,
    ),
    "silence begins with the latest change": (
        lambda: abandoned_at(replace(PLAIN, changed_at=AT + DAY), None, ()),
        AT + DAY + silence_of(PLAIN, None),
    ),
    # direct matches
    "a match on a server is seen by all in its channel": (lambda: PLAIN.seen_by(ADA.id).place, PLAIN.place),
    "even by those with a board from before": (
        lambda: replace(PLAIN, boards=(_board(ADA, says_start=True),)).seen_by(ADA.id).place,
        PLAIN.place,
    ),
    "a direct match is seen by each in their own messages": (
        lambda: replace(DIRECTLY, boards=(_board(ADA, says_start=True),)).seen_by(ADA.id).place.channel_id,
        ADA.id + 1,
    ),
    "by those without one where it was proposed": (lambda: DIRECTLY.seen_by(ADA.id).place, DIRECTLY.place),
    "the last to accept is told first": (lambda: DIRECTLY.next_to_be_told, BEN),
    "then the host": (
        lambda: replace(DIRECTLY, boards=(_board(BEN, says_start=True),)).next_to_be_told,
        ADA,
    ),
    "again if the board was sent before it began": (
        lambda: replace(DIRECTLY, boards=(_board(BEN, says_start=False),)).next_to_be_told,
        BEN,
    ),
    "then nobody": (
        lambda: replace(DIRECTLY, boards=tuple(_board(one, says_start=True) for one in (ADA, BEN))).next_to_be_told,
        None,
    ),
    "a guest is told on the page": (lambda: replace(DIRECTLY, players=(ADA, GUEST)).next_to_be_told, ADA),
    "guests are by themselves": (
        lambda: replace(DIRECTLY, host=GUEST, players=(GUEST, ANIMAL)).is_among_guests,
        True,
    ),
    "with somebody on Discord they are not": (lambda: replace(DIRECTLY, players=(ADA, GUEST)).is_among_guests, False),
    "on a server they are not": (lambda: replace(PLAIN, players=(GUEST, ANIMAL)).is_among_guests, False),
    # who takes part
    "two people are among people": (lambda: (PLAIN.is_among_people, PLAIN.is_solitary), (True, False)),
    "one and an animal are not": (
        lambda: (_plays_against(ANIMAL).is_among_people, _plays_against(ANIMAL).is_solitary),
        (False, True),
    ),
    "one who is not yet joined is not alone": (lambda: replace(PLAIN, players=(ADA,)).is_solitary, False),
    "one and an animal that a channel plays with are": (
        lambda: (
            _plays_against(ANIMAL, terms=BY_VOTE).is_among_people,
            _plays_against(ANIMAL, terms=BY_VOTE).is_solitary,
        ),
        (True, False),
    ),
    "hints are there for one who is alone": (lambda: _plays_against(ANIMAL).has_hints, True),
    "not for a channel": (lambda: _plays_against(ANIMAL, terms=BY_VOTE).has_hints, False),
    "not for two": (lambda: PLAIN.has_hints, False),
    "but for two who agreed": (lambda: replace(PLAIN, terms=Terms(has_hints=True)).has_hints, True),
    # who made a step
    "chance is no computer player": (lambda: _plays_against(ANIMAL, history=_BEGUN).is_by_computer(_ROLL), False),
    "an animal is": (lambda: _plays_against(ANIMAL, history=_BEGUN).is_by_computer(_MOVE), True),
    "a person is not": (lambda: replace(PLAIN, history=_BEGUN).is_by_computer(_MOVE), False),
    "before the seats are known nobody is": (
        lambda: _plays_against(ANIMAL, history=_BEGUN, started_at=None).is_by_computer(_MOVE),
        False,
    ),
    # votes
    "a channel votes where it plays": (lambda: _votes(EVERYBODY, CHANNEL), True),
    "not elsewhere": (lambda: _votes(EVERYBODY, THREAD + 1), False),
    "nowhere if two people play": (lambda: _votes(ADA, CHANNEL), False),
    "not for one who was taken out": (lambda: _votes(EVERYBODY, CHANNEL, is_out=True), False),
    "half of the votes resign nothing": (lambda: is_majority(2, 4, 0, is_early=False), False),
    "more than half do": (lambda: is_majority(3, 5, 9, is_early=False), True),
    "before the end half of the voters do not": (lambda: is_majority(3, 3, 6, is_early=True), False),
    "before the end more than half of them do": (lambda: is_majority(4, 4, 7, is_early=True), True),
    "before the end those who vote for the first time count too": (lambda: is_majority(2, 4, 1, is_early=True), False),
    # wins on time that are waived
    "a win on time is waived by who wants that": (lambda: _waives(), BEN),
    "by nobody who does not": (lambda: _waives(preferences={}), None),
    "not in a competition": (lambda: _waives(is_fixture=True), None),
    "not in a sitting": (lambda: _waives(terms=QUICKLY), None),
    "not among three": (lambda: offer_rules.waives_win(_of_three(preferences=WAIVES), Seat(0)), None),
    # more time
    "more time is there with days": (lambda: offer_rules.may_ask_more_time(IN_DAYS), True),
    "not without a clock": (lambda: offer_rules.may_ask_more_time(PLAIN), False),
    "not in one sitting": (lambda: offer_rules.may_ask_more_time(replace(IN_DAYS, terms=QUICKLY)), False),
    "not for a channel's": (lambda: offer_rules.may_ask_more_time(replace(IN_DAYS, terms=BY_VOTE)), False),
    # tokens
    "what tokens permit": (
        lambda: {(one, other) for one in Scope for other in Scope if one.permits(other)},
        {*((one, one) for one in Scope), (Scope.PLAY, Scope.READ)},
    ),
}


def _votes(player: Person, channel_id: int, *, is_out: bool = False) -> bool:
    """Whether Cleo may vote from a channel, in a match by vote of a player and Ben, whom Cleo doesn't oppose."""
    voters = (Voter(CLEO, Seat(0), is_out=True),) if is_out else ()
    match = replace(PLAIN, players=(player, BEN), terms=BY_VOTE, voters=voters)
    return Reason.VOTES in reasons_of(match, Actor(CLEO, SERVER, channel_id=channel_id))


def _waives(**changes: Any) -> Person | None:
    return offer_rules.waives_win(replace(IN_DAYS, **{"preferences": WAIVES, **changes}), Seat(0))


def _of_three(**changes: Any) -> Match:
    return replace(IN_DAYS, players=(ADA, BEN, CLEO), history=History.beginning(STICKS_FOR_THREE, 3), **changes)


def _pause(**changes: Any) -> Callable[[], None]:
    return lambda: offer_rules.check_may_pause(replace(IN_DAYS, **changes))


def _hand_over(**changes: Any) -> Callable[[], None]:
    return lambda: offer_rules.check_may_hand_over(replace(PLAIN, **changes))


def _take_seat(person: Person, *offers: Offer, seat: int = 1) -> Callable[[], None]:
    """A person asks for a seat at a table of three, whose second player has left."""
    table = _of_three(offers=(_offer(OfferKind.STAND_IN, character=MOLE), *offers))
    return lambda: offer_rules.check_may_replace(table, Seat(seat), person)


def _asks(person: Person, state: OfferState = OfferState.OPEN) -> Offer:
    return _offer(OfferKind.REPLACEMENT, state, person, for_id=BEN.id)


REFUSALS: Final[dict[str, tuple[Callable[[], None], type[Refusal]]]] = {
    "a pause in a match by vote": (_pause(terms=BY_VOTE), NotByVote),
    "a pause without a clock": (_pause(terms=Terms()), NoClock),
    "a pause of a sitting": (_pause(terms=QUICKLY), PauseOfSitting),
    "a pause in a competition": (_pause(is_fixture=True), PauseOfFixture),
    "a pause in a pause": (
        _pause(offers=(_offer(OfferKind.PAUSE, OfferState.ACCEPTED, due_at=AT),)),
        PausedAlready,
    ),
    "an animal in a match by vote": (_hand_over(terms=BY_VOTE), NotByVote),
    "an animal for one of three": (
        _hand_over(players=(ADA, BEN, CLEO), history=History.beginning(STICKS_FOR_THREE, 3)),
        HandoverForTwo,
    ),
    "an animal against an animal": (_hand_over(players=(ADA, ANIMAL)), HandoverForTwo),
    "an animal in a competition": (_hand_over(is_fixture=True), HandoverOfFixture),
    "a player for another": (_take_seat(ADA), PlaysAlready),
    "a seat for one who has left another": (_take_seat(BEN), PlaysAlready),
    "a seat whose player is there": (_take_seat(DAN, seat=0), SeatNotFree),
    "a seat that another asks for": (_take_seat(DAN, _asks(CLEO)), OfferedAlready),
    "a seat that was refused before": (_take_seat(DAN, _asks(DAN, OfferState.REFUSED)), SeatRefused),
}


@pytest.mark.parametrize("question", ANSWERS)
def test_what_is_asked_of_a_match_has_this_answer(question: str) -> None:
    ask, answer = ANSWERS[question]
    assert ask() == answer


@pytest.mark.parametrize("case", REFUSALS)
def test_what_may_not_be_offered_is_refused_by_its_own_sentence(case: str) -> None:
    call, refusal = REFUSALS[case]
    with pytest.raises(Refusal) as caught:
        call()
    assert caught.type is refusal


def test_what_may_be_offered_is_not_refused() -> None:
    over, refused = _offer(OfferKind.PAUSE, OfferState.ACCEPTED), _asks(CLEO, OfferState.REFUSED)
    for call in (_pause(), _pause(offers=(over,)), _hand_over(), _take_seat(DAN), _take_seat(DAN, refused)):
        call()
