"""Challenges and tables, before a match begins."""

from bot.chat.sentences import challenges, clocks, lists, names
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.match import State
from bot.model.refusals.challenges import (
    AlreadyJoined,
    HostStays,
    InvitedTooOften,
    NoLongerOpen,
    NotAtTable,
    NotHost,
    NotInvited,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    TooFewJoined,
    TooManyOpen,
    UnknownSide,
    WrongNumberOfPlayers,
)
from rules.wording import listed, plural


@sentence.register
def _(error: WrongNumberOfPlayers) -> str:
    seats = error.game.seats
    needed = str(seats.start) if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"
    if error.asked not in seats:
        return f"{error.game.name} is a game for {needed} players, and this would be {error.asked}."
    return (
        f"You asked for {error.asked} players and named {error.named}, yourself among them. Leave `players` out when you "
        "name your opponents, or name nobody and open a table."
    )


@sentence.register
def _(error: UnknownSide) -> str:
    sides = listed([f"`{value}` ({label})" for value, label in challenges.side_labels(error.game).items()], "or")
    return f"{names.quoted(error.text)} is no side of {error.game.name} that you can choose. Write {sides}."


@sentence.register
def _(_error: OpponentIsYou) -> str:
    return "You cannot challenge yourself. Name somebody else, or nobody to open a table that anyone can join."


@sentence.register
def _(error: OpponentIsBot) -> str:
    return (
        f"**{names.name(error.person)}** is a bot, and bots do not play here. Name a person, or nobody to open a table."
    )


@sentence.register
def _(error: OpponentNotHere) -> str:
    return (
        f"**{names.name(error.person)}** cannot see <#{error.channel_id}>, and would never find the board. Challenge somebody who "
        "can, or use a channel that you both see."
    )


@sentence.register
def _(error: TooManyOpen) -> str:
    waiting = lists.to_choose_from(error.waiting)
    return (
        f"{len(error.waiting)} challenges and tables of yours already wait for players here, which is the most one "
        f"person may have. Cancel one of them first:\n{waiting}"
    )


@sentence.register
def _(error: InvitedTooOften) -> str:
    return (
        f"You have asked **{names.name(error.person)}** to play {plural(error.most, 'time')} within a day and were not "
        "accepted. That is as often as anybody may, also if a challenge was withdrawn. You can ask again "
        f"{clocks.instant(error.again_at, 'R')}, or open a table with `/play` that anyone can join."
    )


@sentence.register
def _(error: NotInvited) -> str:
    guests = names.names(error.match.invited)
    return f"This challenge is for {guests}. `/play` starts a match of your own."


@sentence.register
def _(error: AlreadyJoined) -> str:
    if error.match.is_table:
        return "You already sit at this table: it starts as soon as its seats are taken."
    return f"You are in this challenge already: it waits for {names.names(error.match.invited)}."


@sentence.register
def _(error: NotHost) -> str:
    deed = "start or cancel" if error.match.is_table else "cancel"
    return f"Only **{names.name(error.match.host)}** can {deed} this."


@sentence.register
def _(error: HostStays) -> str:
    return f"This table for {error.match.game.name} is yours: **Cancel** takes it back, and nobody else can start it."


@sentence.register
def _(error: NotAtTable) -> str:
    if not error.match.is_table:
        return "This is a challenge: whoever was challenged can decline it."
    return "You do not sit at this table, so there is nothing to leave. **Join** takes a seat."


@sentence.register
def _(error: TooFewJoined) -> str:
    seats, there = error.match.game.seats, len(error.match.players)
    return (
        f"{error.match.game.name} needs at least {seats.start} players, and here {plural(there, 'is', 'are')} so far."
    )


@sentence.register
def _(error: NoLongerOpen) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"This is no longer open: {challenges.challenge_closed(error.match)}"
    if error.match.state is State.OPEN:
        return f"The players are complete: match #{error.match.id} is about to begin."
    return f"The players are complete: match #{error.match.id} has begun.{names.way_to(error.match)}"
