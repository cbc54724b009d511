"""Votes: joining the voters of a channel, voting on a move, and playing the choice with the most votes.

These are functions over a `MatchChange`. A stored job closes a vote. It can run twice, late or in several processes:
the match's revision shows whether the move was played.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.actions import matches, offers, playing
from bot.actions.change import JoiningChange, MatchChange, check_revision, enter
from bot.actions.context import Context
from bot.model.clock import credited
from bot.model.match import Match, State
from bot.model.offer_rules import check_may_offer, has_come_thrice, open_offer
from bot.model.offers import OfferKind
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, may
from bot.model.refusals import Refusal
from bot.model.refusals.matches import (
    KeptOutOfVote,
    NobodyHasVoted,
    NotYourTurn,
    TooYoungToVote,
    VotesForOther,
)
from bot.model.reviews import Review
from bot.model.votes import DRAW, RESIGN, Agreement, Vote, Voter, Voting, is_majority, is_young
from bot.store import votes
from rules.core import Move, Seat

_AT_ONCE: Final = timedelta(seconds=1)
"""A vote that ends within this time counts as over: jobs are due to the millisecond, and clocks differ slightly."""

_MOST_LISTED: Final = 10
"""The maximum number of voters listed after a match."""


async def join(context: Context, actor: Actor, match_id: int, seen: int | None) -> Match:
    """Enter a person among the voters of the channel of the request, for good; with several teams, in the smallest.

    Returns the match then. Raises `NotStarted`, `MatchIsOver`, `NotPlaying` where no channel plays, `VotesElsewhere`,
    `OpponentMayNotVote`, `TooYoungToVote`, `KeptOutOfVote`, or what `matches.joining` raises.
    """
    async with matches.joining(context, match_id, actor, seen=seen) as change:
        _joined(change, actor)
    return change.match


def _joined(change: JoiningChange, actor: Actor) -> Voter:
    """A person as a voter of the channel. Raises what `join` raises."""
    match, person = change.match, actor.person
    change.check(MatchAct.VOTE, person)
    if change.blocked_by or change.is_kept_out:
        raise KeptOutOfVote(match)
    voter = match.voter(person.id)
    if voter is not None:
        return voter
    if not change.lets_new_accounts_vote and is_young(person.id, change.now):
        raise TooYoungToVote
    joining = Voter(person.as_stored, _smallest_part(match))
    change.remember(person)
    change.set_voter(joining)
    return joining


def _smallest_part(match: Match) -> Seat:
    """The seat of the channel with the fewest voters; of equal ones, the one to move, else the first."""
    seats = [seat for seat, player in match.seating.staying.items() if player.is_channel]
    sizes = {seat: sum(voter.seat == seat for voter in match.voters) for seat in seats}
    return min(seats, key=lambda seat: (sizes[seat], seat != match.position.turn, seat))


def part_of(match: Match, actor: Actor) -> Seat | None:
    """The seat for which a person votes, or would vote from now on, in a match by vote; None if there is none.

    This uses only what is known without asking Discord or the database.
    """
    if match.voting is None or not may(MatchAct.VOTE, match, actor):
        return None
    voter = match.voter(actor.person.id)
    return _smallest_part(match) if voter is None else voter.seat


def may_vote(match: Match, actor: Actor) -> bool:
    """Whether a person may vote on the next move of a match from where they ask, as far as is known without a query."""
    part = part_of(match, actor)
    return part is not None and part == match.position.turn


async def cast(context: Context, actor: Actor, match_id: int, text: str, revision: int | None = None) -> Match:
    """Vote for a move, for a draw or for resigning, replacing the person's earlier choice; return the match.

    A person who turns out to play for another part of the channel than the one that votes plays for that part from then
    on. Raises a `MoveError` for an illegal move, `StaleBoard`, `NotYourTurn`, `VotesForOther`, the errors of
    `check_may_offer` for a draw, or those of `join`.
    """
    async with matches.joining(context, match_id, actor, seen=revision) as change:
        voter = _joined(change, actor)
        check_revision(change.match, revision)
        if change.match.voting is None:
            raise NotYourTurn(change.match)
        is_theirs = voter.seat == change.match.position.turn
        if is_theirs:
            _cast(change, actor.person, text, change.match.voting)
    if not is_theirs:
        raise VotesForOther(change.match)
    return change.match


def _cast(change: MatchChange, person: Person, text: str, voting: Voting) -> None:
    """Store the choice of a person who may vote. Raises a `MoveError`, or what `check_may_offer` raises for a draw."""
    if text == DRAW:
        _check_may_draw(change.match)
    choice = text if text in (RESIGN, DRAW) else str(change.match.position.parse(text))
    if choice != voting.choice_of(person.id):
        change.remember(person)
        others = (vote for vote in voting.votes if vote.person_id != person.id)
        vote = Vote(person.id, choice, change.now)
        change.set_voting(replace(voting, votes=(*others, vote)))


def _check_may_draw(match: Match) -> None:
    """Check that the channel to move may agree to, claim or offer a draw. Raises the errors of `check_may_offer`."""
    channel, offer = match.to_move, open_offer(match, OfferKind.DRAW)
    assert channel is not None, "the channel is to move"
    if not has_come_thrice(match) and (offer is None or offer.by_id == channel.id):
        check_may_offer(match, OfferKind.DRAW, channel)


def may_draw(match: Match) -> bool:
    """Whether a draw is one of the choices."""
    try:
        _check_may_draw(match)
    except Refusal:
        return False
    return True


def asks_for_draw(match: Match) -> bool:
    """Whether a person has voted for a draw, so that it matters which characters would agree."""
    return match.voting is not None and any(vote.choice == DRAW for vote in match.voting.votes)


def close(change: MatchChange, revision: int | None, willing: Collection[int]) -> bool:
    """Play the choice with the most votes once a vote is over, or prolong it without votes; False while it goes on.

    Hours in which the bot was down do not count. `willing` are the characters that would agree to a draw. Safe to
    repeat.
    """
    match, voting, minutes = change.match, change.match.voting, change.match.terms.vote_minutes
    if voting is None or match.to_move is None or minutes is None or match.revision != revision:
        return True
    lasts = timedelta(minutes=minutes)
    ends_at = credited(voting.began_at, voting.began_at + lasts, change.pauses_of(match.to_move))
    if ends_at - change.now > _AT_ONCE:
        change.set_voting(replace(voting, ends_at=ends_at))
        return False
    if not _play_best(change, willing, is_early=False):
        again = replace(voting, began_at=change.now, ends_at=change.now + lasts, is_prolonged=True)
        change.set_voting(replace(again, votes=()))
        change.announce(is_new_message=not voting.is_prolonged)
    return True


def play_now(change: MatchChange, person: Person, willing: Collection[int]) -> None:
    """End the vote on a move before its time, as its host.

    Raises `NotHost`, `HostPlaysAgainst`, `VotesForOther`, `NotYourTurn` or `NobodyHasVoted`.
    """
    change.check(MatchAct.PLAY_NOW, person)
    match = change.match
    if match.voting is None:
        raise NotYourTurn(match)
    if not _play_best(change, willing, is_early=True):
        raise NobodyHasVoted(match)


def _possible(match: Match, voting: Voting, *, is_early: bool) -> Sequence[str]:
    """The choices that may be carried out, the one with the most votes first."""
    voters = sum(voter.seat == match.position.turn and not voter.is_out for voter in match.voters)
    cast = len(voting.votes)
    settled = {choice for choice, count in voting.tally if is_majority(count, cast, voters, is_early=is_early)}
    possible = {RESIGN: RESIGN in settled, DRAW: DRAW in settled and may_draw(match)}
    return [choice for choice, _count in voting.tally if possible.get(choice, True)]


def _play_best(change: MatchChange, willing: Collection[int], *, is_early: bool) -> bool:
    """Carry out the possible choice with the most votes; False if nobody has voted for a possible one.

    A vote that ends early, before its time, must not surprise those who have yet to vote: see `is_majority`.
    """
    match, voting = change.match, change.match.voting
    assert voting is not None and match.to_move is not None, "the channel votes"
    choices = _possible(match, voting, is_early=is_early)
    if not choices:
        return False
    if choices[0] == RESIGN:
        playing.resign(change, match.to_move)
    elif choices[0] == DRAW:
        _draw(change, match.to_move, willing)
    else:
        seat = match.position.turn
        assert isinstance(seat, int), "a seat is to move"
        enter(change, seat, Move(choices[0]))
        playing.follow_plans(change)
    return True


def _draw(change: MatchChange, channel: Person, willing: Collection[int]) -> None:
    """Agree to a draw, claim or offer it; an offer leaves the move to be voted on, and votes for moves count on."""
    offers.offer_draw(change, Actor(channel, None), willing=willing)
    voting, minutes = change.match.voting, change.match.terms.vote_minutes
    if voting is not None and minutes is not None and change.match.state is State.RUNNING:
        kept = tuple(vote for vote in voting.votes if vote.choice != DRAW)
        ends_at = change.now + timedelta(minutes=minutes)
        change.set_voting(replace(voting, began_at=change.now, ends_at=ends_at, votes=kept))
        change.announce(is_new_message=True)


def take_out(change: MatchChange, person_id: int) -> Person | None:
    """Remove a person and their choice from those who play for the channel; None if they are not among them."""
    match = change.match
    voter = match.voter(person_id)
    if voter is None or voter.is_out:
        return None
    change.set_voter(replace(voter, is_out=True))
    if match.voting is not None:
        left = tuple(vote for vote in match.voting.votes if vote.person_id != person_id)
        change.set_voting(replace(match.voting, votes=left))
    return voter.person


async def agreements(context: Context, match: Match, review: Review) -> Sequence[Agreement]:
    """How often each voter chose the moves that a review considers best, the most often first; empty without voters."""
    if not match.is_by_vote:
        return ()
    best = {decision.ply: decision.best for decision in review.decisions if decision.matters}
    async with context.database.read() as connection:
        cast = await votes.all_of(connection, match.id)
    rightness: defaultdict[Person, list[bool]] = defaultdict(list)
    for person, ply, choice in cast:
        if ply in best:
            rightness[person].append(best[ply] == choice)
    ranked = [Agreement(person, sum(right), len(right)) for person, right in rightness.items()]
    ranked.sort(key=lambda agreement: (-agreement.best, agreement.voted, agreement.person.id))
    return ranked[:_MOST_LISTED]
