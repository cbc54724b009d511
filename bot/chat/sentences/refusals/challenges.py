"""Challenges, to somebody or open to all, before a match begins."""

from bot.chat.sentences import challenges, clocks, lists, names, reliability
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.characters import CHARACTERS
from bot.model.match import State
from bot.model.refusals.challenges import (
    AlreadyJoined,
    BothSidesForTwo,
    HostStays,
    InvitedTooOften,
    NoLongerOpen,
    NoSeatLeft,
    NotAtTable,
    NotHost,
    NotInvited,
    NotTaking,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    RatedWithCharacters,
    RatedWithHints,
    ReliabilityForOpen,
    TooFewJoined,
    TooManyOpen,
    TooUnreliable,
    UnknownLevel,
    UnknownSide,
    WrongNumberOfPlayers,
)
from rules.wording import listed, plural, quotation


@sentence.register
def _(error: WrongNumberOfPlayers) -> str:
    seats = error.game.seats
    needed = str(seats.start) if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"
    if error.asked not in seats:
        return f"{error.game.name} is a game for {needed} players, and this would be {error.asked}."
    return (
        f"You asked for {error.asked} players and named {error.named}, yourself among them. Leave `players` out when you "
        "name your opponents, or name nobody: then anyone can join."
    )


@sentence.register
def _(error: UnknownSide) -> str:
    sides = listed([f"`{value}` ({label})" for value, label in challenges.side_labels(error.game).items()], "or")
    return f"{quotation(error.text)} is not a side that you can choose in {error.game.name}. Write {sides}."


@sentence.register
def _(error: UnknownLevel) -> str:
    known = listed([f"**{character.name}**" for character in CHARACTERS], "or")
    return f"{quotation(error.text)} is none of Furlong's characters. From gentle to strong, choose {known}."


@sentence.register
def _(error: NoSeatLeft) -> str:
    full = f"{error.game.name} with {error.seats} players has no seat left for {error.character.name}"
    if error.seats in error.game.seats and error.people < error.game.seats[-1]:
        return f"{full}: you have named {error.people}, yourself among them. Leave `players` out, or ask for more."
    return f"{full}. Leave `level` out to play people alone, or name fewer of them."


@sentence.register
def _(_error: RatedWithHints) -> str:
    return "Matches with hints are always casual. Leave `rated` out, or leave `hints` out."


@sentence.register
def _(_error: RatedWithCharacters) -> str:
    return (
        "Matches with Furlong's characters are always casual. Leave `rated` out, or leave `level` out to play people."
    )


@sentence.register
def _(_error: OpponentIsYou) -> str:
    return "You cannot challenge yourself. Name somebody else, or nobody for an open challenge that anyone can join."


@sentence.register
def _(error: OpponentIsBot) -> str:
    return f"**{names.name(error.person)}** is a bot that does not play here. Name a person, nobody for an open challenge, or choose a `level` to play one of Furlong's characters."


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
        f"{len(error.waiting)} challenges of yours already wait for players here, and nobody may have more. Cancel one of "
        f"them first:\n{waiting}"
    )


@sentence.register
def _(error: InvitedTooOften) -> str:
    return (
        f"You have asked **{names.name(error.person)}** to play {plural(error.most, 'time')} within a day, and they have not "
        "accepted. Nobody may ask more often, and challenges that were withdrawn count too. You can ask again "
        f"{clocks.instant(error.again_at, 'R')}, or post an open challenge with `/play`."
    )


@sentence.register
def _(error: NotTaking) -> str:
    return (
        f"{names.names_with(error.unwilling, 'is', 'are')} not taking challenges or offers just now. `/play` without an "
        "`opponent` asks everybody here."
    )


@sentence.register
def _(error: NotInvited) -> str:
    guests = names.names(error.match.invited)
    return f"This challenge is for {guests}. `/play` starts a match of your own."


@sentence.register
def _(error: AlreadyJoined) -> str:
    if error.match.is_table:
        return "You have joined already. The match starts as soon as enough others join."
    return f"You are in already. The challenge waits for {names.names(error.match.invited)}."


@sentence.register
def _(error: NotHost) -> str:
    verbs = "start, fill or cancel" if error.match.is_table else "cancel"
    return f"Only **{names.name(error.match.host)}** can {verbs} this."


@sentence.register
def _(error: HostStays) -> str:
    return "This challenge is yours, so you cannot leave it. **Cancel** withdraws it."


@sentence.register
def _(error: NotAtTable) -> str:
    if not error.match.is_table:
        return "Nobody can leave a challenge: whoever was challenged can decline it."
    return "You have not joined, so there is nothing to leave."


@sentence.register
def _(error: TooFewJoined) -> str:
    game = error.match.game
    return f"{game.name} needs at least {game.seats.start} players: wait until more have joined."


@sentence.register
def _(error: NoLongerOpen) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"This is no longer open: {challenges.challenge_closed(error.match)}"
    if error.match.state is State.OPEN:
        return f"The players are complete: match #{error.match.id} is about to begin."
    return f"The players are complete: match #{error.match.id} has begun.{names.way_to(error.match)}"


@sentence.register
def _(_error: ReliabilityForOpen) -> str:
    return (
        "Reliability is asked of those who join an open challenge. Name no opponent and no `level`, or leave `reliability` "
        "out: `/profile` shows how reliable somebody is."
    )


@sentence.register
def _(error: TooUnreliable) -> str:
    return (
        f"**{names.name(error.match.host)}** looks for {reliability.asked(error.least)}. You have finished "
        f"{reliability.share(error.known)}: with every match that you finish without running out of time it gets better."
    )


@sentence.register
def _(error: BothSidesForTwo) -> str:
    return (
        f"Both sides are for two people: name one opponent, or leave a seat of {error.game.name} open to anybody with "
        "`players:2`. Characters play one match at a time."
    )
