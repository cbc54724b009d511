"""Texts of votes: how long people can vote on a move, the choices so far, and who has chosen well."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.model.match import Match
from bot.model.offer_rules import open_offer
from bot.model.offers import OfferKind
from bot.model.people import Person
from bot.model.refusals.votes import (
    KeptOutOfVote,
    NobodyHasVoted,
    NotByVote,
    NoTimeToVote,
    OpponentMayNotVote,
    TooManyByVote,
    TooYoungToVote,
    VotedOnInChannel,
    VotedOnIsCasual,
    VotedOnNeedsDays,
    VotesElsewhere,
    VotesForOther,
)
from bot.model.votes import DRAW, LONGEST, RESIGN, SHORTEST, Agreement
from bot.texts import offers
from bot.texts.clocks import instant, stretch
from bot.texts.names import lines, name
from bot.texts.sentence import register, sentence
from rules.core import Move, Seat
from rules.wording import plural, quotation

_MOST_CHOICES: Final = 8
RESIGN_LABEL: Final = "Vote to resign"
CHANGE: Final = "Change my vote"
PLAY_NOW: Final = "Play the vote now"
VOTE: Final = "Vote"
TIMES: Final = ("30 minutes", "1 hour", "6 hours", "12 hours", "1 day", "2 days", "3 days", "7 days")
"""The voting times on offer, as they are typed."""


def draw_label(match: Match) -> str:
    """The label of the button that votes for a draw."""
    label = _draw(match)
    return f"Vote to {label[:1].lower()}{label[1:]}"


def _draw(match: Match) -> str:
    """The channel's option regarding a draw: to accept, claim or offer one."""
    offer = open_offer(match, OfferKind.DRAW)
    is_theirs = offer is not None and match.to_move is not None and offer.by_id != match.to_move.id
    return "Accept the draw" if is_theirs else offers.draw_label(match)


def _choice(match: Match, choice: str) -> str:
    if choice == RESIGN:
        return "**Resign**"
    if choice == DRAW:
        return f"**{_draw(match)}**"
    move = Move(choice)
    label = match.position.named_moves().get(move)
    return f"**{label}**" if label else f"`{move}` {match.position.describe(move)}"


def so_far(match: Match, person: Person) -> str:
    """A voter's choice, the number of votes for each choice, and the deadline for changing it; empty for others."""
    voting = match.voting
    chosen = None if voting is None else voting.choice_of(person.id)
    if voting is None or chosen is None:
        return ""
    rows = [
        f"- **{plural(count, 'vote')}**: {_choice(match, choice)}" for choice, count in voting.tally[:_MOST_CHOICES]
    ]
    more = len(voting.tally) - len(rows)
    return lines(
        f"You have voted: {_choice(match, chosen)}.",
        "So far (with equal votes, the earlier choice leads):",
        *rows,
        f"- … and {plural(more, 'more choice')}" if more else "",
        f"-# You may change your vote until {instant(voting.ends_at)}. Those who have not voted do not see this.",
    )


def waits_for_other(match: Match, person: Person, part: Seat | None) -> str:
    """The note to a person whose part of the channel is not the one to move; empty for others."""
    if part is None or match.to_move is None or part == match.position.turn:
        return ""
    stays = "" if match.voter(person.id) is None else " to its end"
    return (
        f"You play for **{name(match.seated[part])}** in match #{match.id}{stays}, and it is the turn of "
        f"**{name(match.to_move)}**. **Vote** when it is yours."
    )


def told_host(match: Match) -> str:
    """The answer to a host who has ended a vote early."""
    return f"The vote in match #{match.id} is over: the choice with the most votes counts."


def table(agreements: Sequence[Agreement]) -> str:
    """The list, in a review, of who voted for the best moves; empty if nobody voted."""
    if not agreements:
        return ""
    rows = [f"{place}. **{name(one.person)}**: {one.best} of {one.voted}" for place, one in enumerate(agreements, 1)]
    return lines(
        "### Who voted for the best move",
        *rows,
        "-# Of the reviewed moves on which each has voted while the match was undecided.",
    )


def _time(minutes: int) -> str:
    return stretch(timedelta(minutes=minutes))


register(
    {
        VotesElsewhere: (
            "Match #{match.id} is played by those in <#{match.place.shown_in}>. You can vote there, under its board."
        ),
        TooYoungToVote: "On this server accounts vote once they are a week old. `/play` works for you at any time.",
        KeptOutOfVote: (
            "You cannot vote in match #{match.id}: its host or a server manager has kept you out. `/play` begins a match of your "
            "own."
        ),
        OpponentMayNotVote: "You play against the channel in match #{match.id}, so you cannot vote for its moves.",
        NobodyHasVoted: "Nobody has voted in match #{match.id} yet, so there is nothing to play.",
        NotByVote: (
            "Match #{match.id} is played by vote: there are no plans, hints, takebacks, handovers or rematches in it, and "
            "nobody asks for more time. A draw can be offered. `/play` with `votes` begins another one."
        ),
        VotedOnIsCasual: (
            "Matches by vote are casual, without hints, and one at a time. Leave `rated`, `hints` and `sides` out, or leave "
            "`votes` out."
        ),
        VotedOnNeedsDays: (
            "A match by vote needs a limit for each move, such as `days:3 days`, so that it ends even if nobody votes any more."
        ),
        VotedOnInChannel: (
            "A match by vote is shown in a channel of a server that has invited Furlong, where everybody can vote. Leave "
            "`votes` out, or begin it there, and not in direct messages."
        ),
        TooManyByVote: "There are already {most:# match|# matches} by vote on this server, the most at once. Vote in one of them.",
    }
)


@sentence.register
def _(error: VotesForOther) -> str:
    to_move = error.match.to_move
    who = "the other part of the channel" if to_move is None else f"**{name(to_move)}**"
    return f"In match #{error.match.id} {who} votes now, and you play for the other side until its end."


@sentence.register
def _(error: NoTimeToVote) -> str:
    return (
        f"{quotation(error.text)} is no time to vote on a move. Choose from {_time(SHORTEST)} to {_time(LONGEST)}, such as "
        "`6 hours` or `1 day`."
    )
