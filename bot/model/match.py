"""A match: its people, terms, state, place and history; and its summary in a list.

Everything here is plain data. `bot.actions` changes it, `bot.store` keeps it, `bot.chat` shows it.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Final, Self

from bot.model.clock import FRIENDLY, Clock, Pause, Terms, instant_after
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.offers import Offer, OfferState
from bot.model.people import Away, Person, told_apart
from bot.model.place import DIRECT, Place, PlayerBoard
from bot.model.plans.tree import Plan
from bot.model.ratings import NewRating, Reliability, is_cut_short
from bot.model.result import Ending, Result
from bot.model.seating import Seating
from bot.model.settings import Preferences
from bot.model.votes import Voter, Voting
from rules.core import CHANCE, Game, MoveError, Outcome, Position, Seat
from rules.record import Step, last_turn

SKIPPED: Final = 100_000
"""How many numbers and revisions a restored database skips at least; no match has as many revisions."""

_BEGINNINGS: Final = 5_000


def first_revision() -> int:
    """The revision with which a match begins, by chance and far from any that another match with its number has had.

    Where a backup was put back and nothing could tell, a number is given twice. Whatever shows the first match, which
    names a revision too, then does nothing in the second.
    """
    return 2 * SKIPPED * (1 + secrets.randbelow(_BEGINNINGS))


class State(StrEnum):
    """The stages of a match."""

    OPEN = "open"
    """A challenge that waits for players."""
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called off"
    """Over without a result: declined or cancelled before it began, or never really played."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A hint that the player in a seat was given while the match had this revision."""

    seat: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class Twin:
    """The other match of a pair, with the seats swapped; `places`, by its seats, are empty until it is over."""

    id: int
    place: Place
    places: tuple[int, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """The facts that tell whether a view of a match is up to date."""

    state: State
    revision: int
    changed_at: datetime
    deadline: datetime | None
    open_offers: int
    latest_offer: int | None


@dataclass(frozen=True)  # no slots, because of the cached properties
class Match:
    """A match of a game, as it is stored."""

    id: int
    """The match's number; 0 until it is stored."""

    place: Place
    state: State
    host: Person

    host_seat: Seat | None
    """The seat that the host chose, for themselves or for the channel that plays by vote; None to draw lots."""

    is_open_challenge: bool
    """Whether it is an open challenge, which names nobody and which anybody may join."""

    invited: tuple[Person, ...]
    """The people who were challenged and have not answered."""

    players: tuple[Person, ...]
    """The people who have joined, in seat order once the match has begun."""

    history: History
    created_at: datetime
    changed_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    result: Result | None = None
    terms: Terms = FRIENDLY

    revision: int = 0
    """A counter that rises with every change of the record, takebacks included; buttons carry it."""

    clock: Clock | None = None
    """The clock of the player to move; None without a time limit."""

    banks: tuple[timedelta, ...] = ()
    """The time each player had left when their clock last stopped, by seat; empty unless the terms have a bank."""

    fairness: Fairness | None = None
    """The sealed dice of a game with chance."""

    plans: tuple[Plan, ...] = ()
    """The players' plans, each for its owner's eyes only."""

    offers: tuple[Offer, ...] = ()
    """All offers made so far, in order."""

    away: tuple[Away, ...] = ()
    """The people who are on vacation now."""

    away_later: tuple[Away, ...] = ()
    """The vacations that people have planned."""

    hints_given: tuple[HintGiven, ...] = ()
    """The hints given, at most one for each board."""

    ratings: tuple[NewRating, ...] = ()
    """The new ratings by seat; empty unless the match has counted."""

    counts: bool = True
    """Whether its result counts if it is rated.

    That is decided when it begins, by `MOST_ALIKE` and `MOST_FROM_ONE` of `bot.model.ratings`; only what
    repeats another is known at its end.
    """

    both_sides: bool = False
    """Whether it is one of a pair: two matches with the seats swapped and one combined result."""

    is_fixture: bool = False
    """Whether it is a fixture of a competition, ladders included."""

    twin: Twin | None = None
    """The other match of the pair, once both have begun."""

    expires_at: datetime | None = None
    """When a challenge expires, or the time for a match of an event is over; None if it never is."""

    substitutes: tuple[Person, ...] = ()
    """People who play on in seats that others have left, or have asked to."""

    least_reliability: int | None = None
    """The percentage of matches finished in time that joining requires; None if anybody may join."""

    lobby_id: int | None = None
    """The server whose member posted it for everyone on Furlong, `DIRECT` once that is gone; None for any other match."""

    lobby_rating: int | None = None
    """The strength of the host when it was posted there; None for a newcomer, and for any other match."""

    host_reliability: Reliability | None = field(default=None, compare=False)
    """The host's reliability; only known while the match waits for players."""

    theme: str = ""
    """The theme of pictures on the match's server."""

    language: str = ""
    """The language that the match's server has chosen; empty if it has chosen none."""

    keeps_boards: bool = False
    """Whether its server keeps the pictures of all its boards."""

    preferences: Mapping[int, Preferences] = field(default_factory=dict[int, Preferences], compare=False)
    """The settings of everybody in the match, by the id of the person; only known for a stored match."""

    boards: tuple[PlayerBoard, ...] = ()
    """The messages of a direct match, one for each player who has been sent one."""

    voting: Voting | None = None
    """The vote on the next move; None unless the channel is to move."""

    voters: tuple[Voter, ...] = ()
    """The people who play for the channel."""

    owners: Mapping[int, int] = field(default_factory=dict[int, int], compare=False)
    """The ids of the people whose engines are in it, by the engine's id; only known for a stored match."""

    def __post_init__(self) -> None:
        """Mark people whose names look the same."""
        distinct = iter(told_apart((self.host, *self.players, *self.invited, *self.substitutes)))
        object.__setattr__(self, "host", next(distinct))
        for group in ("players", "invited", "substitutes"):
            object.__setattr__(self, group, tuple(islice(distinct, len(getattr(self, group)))))

    def __repr__(self) -> str:
        """The match in a log, without plans, votes and whatever else is private."""
        return f"<match {self.id} of {self.game.key}, {self.state}, {self.ply} entries>"

    def is_replaced(self, ply: int | None) -> bool:
        """Whether a board after `ply` entries disappears once another follows, which shows all of it.

        None is a challenge.
        """
        is_alike = ply is not None and not self.keeps_boards and self.lets_choose_ahead(ply)
        return self.is_solitary or is_alike

    @property
    def shrinks_boards(self) -> bool:
        """Whether boards shrink that newer ones have followed; those of a solitary player disappear instead."""
        return not self.keeps_boards and not self.is_solitary

    @property
    def is_by_vote(self) -> bool:
        """Whether a channel plays at least one side by vote."""
        return self.terms.vote_minutes is not None

    def voter(self, person_id: int) -> Voter | None:
        """The voter with this id; None for a person who does not play for the channel."""
        return next((voter for voter in self.voters if voter.person.id == person_id), None)

    @property
    def answer_by(self) -> datetime | None:
        """The deadline by which people on a ladder have to answer the challenge; None for any other match."""
        return self.expires_at if self.is_fixture and self.state is State.OPEN else None

    @property
    def game(self) -> Game:
        """The ruleset that is played."""
        return self.history.game

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.history.seats

    @property
    def position(self) -> Position:
        """The current position."""
        return self.history.position

    @property
    def ply(self) -> int:
        """The number of entries in the record."""
        return self.history.ply

    @cached_property
    def latest_turns(self) -> tuple[Step, ...]:
        """The news: the steps of the last turn and, if a computer player made it, those back to a person's turn."""
        steps = self.history.last_turn
        while steps and self.is_by_computer(steps[0]):
            before = last_turn(self.history.steps[: -len(steps)])
            if not before:
                break
            steps = (*before, *steps)
        return steps

    @cached_property
    def shown_turns(self) -> tuple[Step, ...]:
        """The steps that a board shows: the latest turns, and all since the player to move last moved."""
        steps, turn = self.latest_turns, self.position.turn
        while turn is not None and steps and not self.history.goes_on:
            before = last_turn(self.history.steps[: -len(steps)])
            movers = {step.mover for step in (*before, *steps)}
            if turn in movers or all(step.mover is None for step in before):
                break
            steps = (*before, *steps)
        return steps

    def lets_choose_ahead(self, ply: int | None = None) -> bool:
        """Whether players may choose several moves ahead, on the present board or that after the first `ply` entries.

        Not where a person plays alone, to whom each turn comes back at once, or by vote.
        """
        position = self.position if ply is None else self.history.upto(ply).position
        is_phase = isinstance(position.turn, int) and position.ahead(position.turn) is not None
        return is_phase and not (self.is_solitary or self.is_by_vote)

    def is_by_computer(self, step: Step) -> bool:
        """Whether a computer player made this step."""
        return step.mover is not None and self.players_are_seated and self.seated[step.mover].is_computer

    @property
    def version(self) -> Version:
        """The version of the match as it is now."""
        numbers = [offer.id for offer in self.open_offers]
        latest = max(numbers, default=None)
        return Version(self.state, self.revision, self.changed_at, self.deadline, len(numbers), latest)

    @property
    def open_offers(self) -> tuple[Offer, ...]:
        """The offers that are neither answered nor overtaken yet."""
        return tuple(offer for offer in self.offers if offer.state is OfferState.OPEN)

    @property
    def next_end_of_offers(self) -> datetime | None:
        """When the time of the next open offer, or the pause, is over; None if there is none."""
        lasting = (offer for offer in self.offers if offer.state is OfferState.OPEN or offer.is_pause_in_force)
        return min((offer.due_at for offer in lasting if offer.due_at is not None), default=None)

    @property
    def pause(self) -> Offer | None:
        """The pause that stops the clocks now; None unless one is in force."""
        return next((offer for offer in self.offers if offer.is_pause_in_force), None)

    @cached_property
    def to_move(self) -> Person | None:
        """The player to move; None unless the match runs."""
        turn = self.position.turn if self.state is State.RUNNING else None
        return None if turn is None or turn is CHANCE or self.seating.is_vacant(turn) else self.seated[turn]

    @property
    def seated(self) -> tuple[Person, ...]:
        """The people who play now, by seat: each player, or the substitute who plays on for them."""
        return self.seating.seated

    @cached_property
    def seating(self) -> Seating:
        """Who sits where, and who has left."""
        return Seating(self.players, self.substitutes, self.offers, self.history)

    @property
    def deadline(self) -> datetime | None:
        """When the player to move runs out of time, or that for the match is over; None without a limit."""
        return None if self.clock is None else sooner(self.clock.deadline, self.expires_at)

    @property
    def is_thinking(self) -> bool:
        """Whether it is a character's turn, so that the bot itself is to move."""
        return self.to_move is not None and self.to_move.is_character

    @property
    def is_solitary(self) -> bool:
        """Whether a single person plays against computer players; it has one message, which is edited in place."""
        players = (*self.seated, *self.invited)
        return sum(not player.is_computer for player in players) == 1 < len(players) and not self.is_by_vote

    @property
    def is_rated(self) -> bool:
        """Whether its result is to count for ratings."""
        return self.terms.is_rated

    @property
    def has_characters(self) -> bool:
        """Whether characters play in it."""
        return any(player.is_character for player in self.seated)

    @property
    def has_hints(self) -> bool:
        """Whether players may ask for hints: a person alone against characters, or people who agreed on hints."""
        is_alone = sum(not player.is_character for player in self.players) == 1
        return self.terms.has_hints or (is_alone and not self.is_by_vote)

    @property
    def is_away(self) -> bool:
        """Whether the player to move is on vacation."""
        return self.to_move is not None and self.away_until(self.to_move.id) is not None

    def away_until(self, person_id: int) -> datetime | None:
        """The end of a person's vacation; None if they are not on one."""
        return next((away.until for away in self.away if away.person_id == person_id), None)

    @property
    def outcome(self) -> Outcome | None:
        """How a match ended, by the rules or otherwise; None while it waits or runs, or if it was called off."""
        return None if self.result is None else self.result.outcome(self.position)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who plays or has been asked to."""
        return self.players + self.invited + self.substitutes

    @property
    def is_among_people(self) -> bool:
        """Whether two or more people take part, rather than one person against computer players."""
        return self.is_by_vote or sum(not person.is_computer for person in self.people) > 1

    @property
    def players_are_seated(self) -> bool:
        """Whether the match has begun, so that there is a board and `players` are in seat order."""
        return self.started_at is not None

    @property
    def is_among_strangers(self) -> bool:
        """Whether people of several servers meet in it: through the lobby, or in a match between servers."""
        return self.lobby_id is not None or (self.is_fixture and self.place.server_id == DIRECT)

    @property
    def is_about_to_begin(self) -> bool:
        """Whether all players have joined, and the match waits for the message that starts it.

        Only two kinds of matches wait: those with chance, because the id of that message is mixed into their dice, and
        direct matches, because that message proves that Furlong can write to each player.
        """
        return self.state is State.OPEN and len(self.players) == self.seats

    @property
    def is_among_guests(self) -> bool:
        """Whether it is shown on the page alone, because none of its players is on Discord."""
        return self.place.by_player and not any(player.is_on_discord for player in self.players)

    @property
    def next_to_be_told(self) -> Person | None:
        """The next person to be told that a direct match begins: the last to accept comes first, the host last."""
        reached = {board.person_id for board in self.boards if board.says_start}
        waiting = (person for person in reversed(self.players) if person.is_on_discord and person.id not in reached)
        return next(waiting, None)

    def board_of(self, person_id: int) -> PlayerBoard | None:
        """The message that shows a direct match to a person; None if they have none."""
        return next((board for board in self.boards if board.person_id == person_id), None)

    def seen_by(self, person_id: int) -> Self:
        """The match with the place where a person sees it: in a direct match, their own direct messages."""
        if not self.place.by_player:
            return self
        board = self.board_of(person_id)
        return self if board is None else replace(self, place=board.within(self.place))

    @property
    def is_shown_by_start(self) -> bool:
        """Whether the only message that shows it is the one with which it began, which is never edited."""
        start = None if self.fairness is None else self.fairness.start_message_id
        return start is not None and start == self.place.message_id

    @property
    def is_cut_short(self) -> bool:
        """Whether a finished match ended too early to count for ratings."""
        entries, seats = self.history.entries, [Seat(seat) for seat in range(self.seats)]
        moves = [sum(entry.is_move and entry.seat == seat for entry in entries) for seat in seats]
        is_played_out = self.result is not None and self.result.ending is Ending.RULES
        return is_cut_short(moves, {seat for seat in seats if self.seating.has_left(seat)}, is_played_out=is_played_out)

    def seat_of(self, person_id: int) -> Seat | None:
        """A person's seat in a match that has begun, even one they have taken over; None for everybody else."""
        return self.seating.seat_of(person_id) if self.players_are_seated else None

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or has been asked to."""
        return tuple(person for person in self.people if person.id != person_id)

    def plan_of(self, person_id: int) -> Plan:
        """A person's plan; an empty one if they have none."""
        return next((plan for plan in self.plans if plan.person_id == person_id), Plan(person_id))


def sooner(deadline: datetime, ends_at: datetime | None) -> datetime:
    """When a move is due: at the deadline of the clock, or at the end of the match's time if that is sooner."""
    return deadline if ends_at is None else min(deadline, ends_at)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list: the facts that are known without replaying its record."""

    id: int
    place: Place
    game: Game
    state: State
    host: Person
    is_open_challenge: bool

    people: tuple[Person, ...]
    """Everybody who plays or has been asked to, in seat order once the match runs."""

    to_move: Person | None
    seats: int
    ply: int
    revision: int
    changed_at: datetime

    deadline: datetime | None = None
    """When the player to move runs out of time, or the vote on the move ends; None without a limit."""

    is_away: bool = False
    """Whether the player to move is on vacation."""

    paused_until: datetime | None = None
    """When an agreed pause ends; None unless the match is paused."""

    is_rated: bool = False

    asked_ids: frozenset[int] = frozenset()
    """The ids of those who are asked to join, and have not answered."""

    def is_voted_on_by(self, person: Person) -> bool:
        """Whether a channel votes on the next move, and the person does not play against it."""
        is_channel = self.to_move is not None and self.to_move.is_channel
        return is_channel and all(person.id != player.id for player in self.people)

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or has been asked to."""
        return tuple(person for person in self.people if person.id != person_id)


@dataclass(frozen=True, slots=True)
class WaitingBoard:
    """A running match that waits for a person's move or vote, with its position."""

    match: Summary
    position: Position

    def refusal(self, text: str) -> MoveError | None:
        """The reason why a text is not a legal move here; None if it is one."""
        try:
            self.position.parse(text)
        except MoveError as error:
            return error
        return None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The matches that a typed move may be meant for."""

    running: Sequence[Summary]
    """The running matches in which the person plays."""

    boards: Sequence[WaitingBoard]
    """The running matches in which the person is to move."""

    ballots: Sequence[WaitingBoard]
    """The matches played by vote in the channel of the request whose next move the person may vote on."""


def waits_for(match: Match | Summary, person_id: int | None) -> bool:
    """Whether it is this person's turn."""
    return match.to_move is not None and match.to_move.id == person_id


SILENCE: Final = timedelta(days=30)
"""How long nothing must happen in a match without a time limit before those who wait may call it off."""


def may_be_abandoned(match: Match, person_id: int) -> bool:
    """Whether a match waits for another player, or for the channel that a person plays against, without a time limit.

    Those who wait may then call it off once that player is gone or silent for long; the clock ends any other match.
    """
    absent = match.to_move
    if absent is None or absent.is_character or absent.id == person_id or match.terms.has_limit or match.is_fixture:
        return False
    return match.seat_of(person_id) is not None or not absent.is_channel


SILENCE_OF_GONE: Final = timedelta(days=1)
"""The same if the player to move has left the server, where they can still move on the page or in direct messages."""


def silence_of(match: Match, gone_id: int | None) -> timedelta:
    """How long the player to move has to be silent; `gone_id` is the player who has left the server, if one has."""
    return SILENCE_OF_GONE if waits_for(match, gone_id) else SILENCE


def abandoned_at(match: Match, gone_id: int | None, pauses: Iterable[Pause]) -> datetime:
    """When the player to move has been silent for so long that they count as gone.

    Their `pauses` since the match last changed, vacations and outages, are no silence.
    """
    return instant_after(match.changed_at, silence_of(match, gone_id), pauses)


LONGEST_RECORD: Final = 3_000
"""The number of entries, moves and rolls alike, at which a match is drawn: several times as many as a real one has."""

_WARNED_BEFORE: Final = 200  # entries


def is_endless(match: Match) -> bool:
    """Whether a running match has reached `LONGEST_RECORD`, so that it is drawn."""
    return match.state is State.RUNNING and match.ply >= LONGEST_RECORD


def is_almost_endless(match: Match) -> bool:
    """Whether a running match is close enough to `LONGEST_RECORD` to tell its players."""
    return match.state is State.RUNNING and match.ply >= LONGEST_RECORD - _WARNED_BEFORE
