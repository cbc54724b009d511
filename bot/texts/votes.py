"""Texts of votes: how long people can vote on a move, the choices so far, and who has chosen well."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match
from bot.model.offer_rules import has_come_thrice, open_offer
from bot.model.offers import OfferKind
from bot.model.people import Person
from bot.model.refusals.matches import VotesForOther
from bot.model.votes import DRAW, RESIGN, Agreement
from bot.texts import offers as offer_texts
from bot.texts.language import message, say, sentence
from bot.texts.names import lines
from bot.texts.vocabulary import in_own_words
from rules.core import Move, Seat

_MOST_CHOICES: Final = 8  # lines
RESIGN_LABEL: Final = message("Vote to resign")
CHANGE: Final = message("Change my vote")
PLAY_NOW: Final = message("Play the vote now")
VOTE: Final = message("Vote")


def invitation(match: Match) -> str:
    """A note on a board on which people vote: who may, and where; empty on others."""
    if match.voting is None:
        return ""
    if all(player.is_channel for player in match.seated):
        return say("-# Anybody here may vote, for one of the two sides: press **Vote**.")
    return say("-# Anybody here may vote: press **Vote**.")


def draw_label(match: Match) -> str:
    """The label of the button that votes for a draw."""
    if _may_accept_draw(match):
        return say("Vote to accept the draw")
    return say("Vote to claim the draw") if has_come_thrice(match) else say("Vote to offer a draw")


def _may_accept_draw(match: Match) -> bool:
    """Whether the channel has been offered a draw."""
    offer = open_offer(match, OfferKind.DRAW)
    return offer is not None and match.to_move is not None and offer.by_id != match.to_move.id


def _choice(match: Match, choice: str) -> str:
    if choice == RESIGN:
        return f"**{say('Resign')}**"
    if choice == DRAW:
        return f"**{say('Accept the draw') if _may_accept_draw(match) else offer_texts.draw_label(match)}**"
    move = Move(choice)
    label = match.position.named_moves().get(move)
    return f"**{say(label)}**" if label else f"`{in_own_words(move)}` {say(match.position.describe(move))}"


def so_far(match: Match, person: Person) -> str:
    """A voter's choice, the number of votes for each choice, and the deadline for changing it; empty for others."""
    voting = match.voting
    chosen = None if voting is None else voting.choice_of(person.id)
    if voting is None or chosen is None:
        return ""
    rows = [
        # Translators: {choice} is a move, or “Resign” or the like.
        say("- **{count, plural, one {# vote} other {# votes}}**: {choice}", count=count, choice=_choice(match, choice))
        for choice, count in voting.tally[:_MOST_CHOICES]
    ]
    more = len(voting.tally) - len(rows)
    return lines(
        # Translators: {choice} is a move, or “Resign” or the like.
        say("You've voted: {choice}.", choice=_choice(match, chosen)),
        say("So far (with equal votes, the earlier choice leads):"),
        *rows,
        say("- … and {count, plural, one {# more choice} other {# more choices}}", count=more) if more else "",
        say("-# You may change your vote until {at}. Those who haven't voted don't see this.", at=voting.ends_at),
    )


def waits_for_other(match: Match, person: Person, part: Seat | None) -> str:
    """The note to a person whose part of the channel is not the one to move; empty for others."""
    if part is None or match.to_move is None or part == match.position.turn:
        return ""
    facts = {"side": match.seated[part], "match": match}
    if match.voter(person.id) is None:
        return say(
            "You play for {side:b} in match #{match.id}, and it's the turn of {match.to_move:b}. **Vote** when it's yours.",
            **facts,
        )
    return say(
        "You play for {side:b} in match #{match.id} to its end, and it's the turn of {match.to_move:b}. **Vote** when it's yours.",
        **facts,
    )


def resign_question(match: Match) -> str:
    """The question to a person who is about to vote for resigning."""
    return say(
        "Should the whole channel resign match #{match.id}? It does if more than half of the votes on this move are for it.",
        match=match,
    )


def told_host(match: Match) -> str:
    """The answer to a host who has ended a vote early."""
    return say("The vote in match #{match.id} is over: the choice with the most votes counts.", match=match)


def table(agreements: Sequence[Agreement]) -> str:
    """The list, in a review, of who voted for the best moves; empty if nobody voted."""
    if not agreements:
        return ""
    rows = [
        # Translators: {best} is how often they voted for the best move, of all moves on which they voted.
        say("{place}. {voter:b}: {best} of {voted}", place=place, voter=row.person, best=row.best, voted=row.voted)
        for place, row in enumerate(agreements, 1)
    ]
    return lines(
        say("### Who voted for the best move"),
        *rows,
        say("-# Counts reviewed moves that people voted on before the match was decided."),
    )


@sentence.register
def _(error: VotesForOther) -> str:
    if error.match.to_move is None:
        return say(
            "In match #{match.id} the other team votes now: you're on the other side to the end.",
            match=error.match,
        )
    return say(
        "In match #{match.id} {match.to_move:b} votes now: you're on the other side to the end.",
        match=error.match,
    )
