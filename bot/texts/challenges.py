"""Texts of challenges, to named people or open to all, before a match begins."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.model.challenges import even_variants
from bot.model.characters import CHARACTERS, Character
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.competitions.ladder import MOST_DECLINED
from bot.model.durations import BANKS
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals.challenges import (
    AlreadyJoined,
    BothSidesForTwo,
    CannotWriteTo,
    CannotWriteToYou,
    GameMissing,
    HostStays,
    InvitedTooOften,
    NoLongerOpen,
    NoSeatLeft,
    NotAtTable,
    NothingPublicHere,
    NotHost,
    NotInvited,
    NotTaking,
    OpenNowhere,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    RatedWithCharacters,
    RatedWithHints,
    ReliabilityForOpen,
    TooFewJoined,
    TooManyAlone,
    TooUnreliable,
    UnknownLevel,
    UnknownSide,
    WithdrawnTooOften,
    WrongNumberOfPlayers,
)
from bot.model.result import Ending
from bot.texts import ratings
from bot.texts.clocks import agreed, instant
from bot.texts.language import say
from bot.texts.names import because, lines, link, linked, manager, mention, name, names, names_with, way_to
from bot.texts.sentence import register, sentence
from bot.texts.settings import limit
from rules import GAMES
from rules.core import Game, Seat
from rules.wording import listed, plural, quotation

SIDES: Final[tuple[str, ...]] = ("first", "second")
BY_CHANCE: Final = "chance"
"""The value of `side` for a random side."""


def challenge(match: Match, *, to_host: bool = False) -> str:
    """The text of a pending challenge, as its host sees it privately or as everybody sees it."""
    host, game = f"**{name(match.host)}**", f"**{match.game.name}**"
    if match.is_table:
        wanted = plural(match.seats - len(match.players), "more player")
        so_far = f"{_so_far(match, 'joined')}{_beginning(match, to_host=to_host)}"
        asks = f"Your open challenge to {game} needs" if to_host else f"{host} would like to play {game} and needs"
        asked = f"{asks} {wanted}. {so_far}"
        until = "" if match.expires_at is None else f" Open until {instant(match.expires_at)}."
    else:
        guests = listed([mention(person) for person in match.invited])
        by = (
            f"{names(player for player in match.players if player.is_channel)} plays by vote. "
            if match.is_by_vote
            else ""
        )
        asks = f"You challenge {names(match.invited)}" if to_host else f"{guests}, {host} challenges you"
        asked = f"{asks} to a match of {game}. {by}{_so_far(match, 'accepted')}"
        until = _on_ladder(match)
    both = " · two matches at once with sides swapped" if match.both_sides else ""
    return f"{asked}{_seating(match, to_host=to_host)}\nTerms: {agreed(match.terms)}{both}.{until}{_lead(match)}"


def _lead(match: Match) -> str:
    """A note that a single match is not quite fair, and what would be; empty if it is fair or both sides are played."""
    if match.game.lead is None or match.both_sides or match.answer_by is not None:
        return ""
    variants = [f"**{game.name}**" for game in even_variants(match.game, GAMES.values())]
    return (
        f"\n-# Between equals, the player who begins wins {round(100 * match.game.lead)} of 100 matches of {match.game.name}. "
        f"Fair to both: {listed([*variants, '`/play` with `sides:` two matches at once'], 'or')}."
    )


def _on_ladder(match: Match) -> str:
    """The time limit for answering a challenge on a ladder; empty for other challenges."""
    if match.answer_by is None:
        return ""
    return (
        f"\nThis is a challenge on the ladder: answer by {instant(match.answer_by)}. No answer counts as declined, and "
        f"a player who declines {MOST_DECLINED} in a row loses their place."
    )


def _so_far(match: Match, done: str) -> str:
    """Who has joined or accepted besides the host, in sentences followed by a space; empty if nobody has."""
    there = (player for player in match.players if not player.is_character and not player.is_channel)
    others = [player for player in there if player.id != match.host.id]
    people = f"{names_with(others, 'has', 'have')} {done}. " if others else ""
    return people + (f"{_characters(match)}. " if any(player.is_character for player in match.players) else "")


def _characters(match: Match) -> str:
    return f"{names_with([player for player in match.players if player.is_character], 'plays', 'play')} too"


def _beginning(match: Match, *, to_host: bool) -> str:
    """When an open challenge begins that does not need all seats taken, as a sentence followed by a space."""
    fewest, host = match.game.seats.start, "You" if to_host else f"**{name(match.host)}**"
    if match.seats == fewest:
        return ""
    if len(match.players) < fewest:
        return f"{host} can start with {fewest} or more; with {match.seats} the match starts by itself. "
    return f"{host} can start now or wait for more. "


def who_fills(match: Match) -> str:
    """The heading over the menu of characters to fill the empty seats of an open challenge."""
    seats = plural(match.seats - len(match.players), "empty seat")
    begins = "The match begins at once."
    if match.terms.is_rated:
        begins = (
            "That makes it casual, because matches with characters never count, so everyone who has joined is asked again."
            if match.is_among_people
            else f"{begins} It will be casual, because matches with characters never count."
        )
    return f"Who takes the {seats} of match #{match.id} ({match.game.name})? {begins}"


def filled(match: Match) -> str:
    """The answer to a host after characters have filled the empty seats of an open challenge."""
    if match.invited:
        asked = names_with(match.invited, "is", "are")
        return f"{_characters(match)}. {asked} asked again, because match #{match.id} is casual now.{way_to(match)}"
    return f"{_characters(match)}: match #{match.id} begins.{way_to(match)}"


def game_with(character: Character) -> str:
    """The heading over the menus for choosing a game against a character."""
    return (
        f"Which game do you want to play against **{character.name}**? The match begins at once, and there is no time limit.\n"
        "-# The second menu changes your opponent."
    )


TIMES: Final = (*(limit(days) for days in range(FEWEST_DAYS, MOST_DAYS + 1)), *BANKS, limit(None))
"""The time limits on offer, as they are typed."""

CHOOSE_GAME: Final = "Choose a game"
"""The placeholder of a menu of games."""

PLAY: Final = "Play"
CHALLENGE_FRIEND: Final = "Challenge a friend"
CHALLENGE_PEOPLE: Final = "Challenge people"
"""Titles of the modals for challenging people; the labels of their fields follow."""

GAME: Final = "Which game?"
AGAINST: Final = "Against whom?"
ANYONE: Final = "Anyone here"
_ANYONE_HINT: Final = "Posts an open challenge that anyone can join."
DIRECT_HINT: Final = f"{_ANYONE_HINT} All else comes in direct messages."
TEAMS_HINT: Final = f"{_ANYONE_HINT} By vote, the channel plays itself in two teams."
ANYONE_ON_PAGE: Final = "Without a name it is an open challenge that anyone on the server can join."
AND_AGAINST: Final = "And against whom?"
NOBODY_ELSE: Final = "Nobody else"
PLAYERS: Final = "How many play an open challenge?"
SIDE: Final = "Which side do you play?"
OR_PEOPLE: Final = "Or against these people"
OR_PEOPLE_HINT: Final = "Only the people you choose are asked."
FRIENDS: Final = "Whom do you challenge?"
FRIENDS_HINT: Final = "Up to three, in games for more than two."
TIME: Final = "Time for a move"
ALSO: Final = "Anything else?"
ALSO_CASUAL: Final = "Casual: it does not count for ratings"
ALSO_RATED: Final = "Rated, on a list of direct matches that no server sees"
ALSO_HINTS: Final = "With hints; it does not count for ratings"
ALSO_BOTH_SIDES: Final = "Two matches at once, with sides swapped"
ALSO_VOTES: Final = "The channel plays your side: everybody votes, a day for each move"
ALSO_DIRECTLY: Final = "In direct messages, each player has the board; casual"
ALSO_WEEKENDS: Final = "Clocks pause on Saturday and Sunday (UTC)"


def challenge_title(opponent: Person) -> str:
    """The title of the modal for challenging one person."""
    return f"Challenge {opponent.name}"


def usual_time(days: int | None) -> str:
    """The label of the usual time limit."""
    return f"As usual: {limit(days)}"


USUAL_TIME_HINT: Final = "With a character there is no limit."


def side_labels(game: Game) -> dict[str, str]:
    """The labels of the sides that a host may choose, in the words of the game, by value of `side`."""
    start = game.start(game.seats.start)
    if game.begins_by_lot:
        labels = [f"I play {start.side(Seat(seat))}, chance decides who begins" for seat in range(len(SIDES))]
    else:
        labels = [f"I move {value} ({start.side(Seat(seat))})" for seat, value in enumerate(SIDES)]
    return {**dict(zip(SIDES, labels, strict=True)), BY_CHANCE: "Let chance decide"}


def _seating(match: Match, *, to_host: bool) -> str:
    by_lot = match.game.begins_by_lot
    own = next((player for player in match.players if player.is_channel), match.host)
    if match.host_seat is None:
        return f"Chance decides who {'plays which side and who begins' if by_lot else 'moves first'}."
    is_reader = to_host and own == match.host
    who = "You" if is_reader else f"**{name(own)}**"
    if by_lot:
        side = match.position.side(match.host_seat)
        return f"{who} {'play' if is_reader else 'plays'} {side}; chance decides who begins."
    return f"{who} {'move' if is_reader else 'moves'} {SIDES[match.host_seat]}."


_CLOSED: Final = {
    Ending.DECLINED: "**{result.by}** declined **{match.host}**'s challenge to a match of **{match.game.name}**.",
    Ending.UNANSWERED: (
        "**{result.by}** did not answer **{match.host}**'s challenge to a match of **{match.game.name}** in time."
    ),
    Ending.CANCELLED: "**{match.host}** withdrew the {what} to a match of **{match.game.name}**.",
    Ending.EXPIRED: (
        "**{match.host}**'s open challenge to a match of **{match.game.name}** is withdrawn, because too few had joined in "
        "time. `/play` posts another."
    ),
    Ending.UNPLAYED: (
        "The match of **{match.game.name}** is called off, because **{result.by}** never made a move in time. It has no "
        "result and does not count."
    ),
    Ending.STOPPED: "{why} has called the match of **{match.game.name}** off{reason}. It has no result and does not count.",
    Ending.STRUCK: "The match of **{match.game.name}** is called off, because {why}. It has no result.",
}


def challenge_closed(match: Match) -> str:
    """The text of a challenge that is over, with its result."""
    result = match.result
    if match.state is State.OPEN and match.invited:
        return f"**{name(match.host)}**'s challenge to a match of **{match.game.name}** waits for answers below."
    if result is None or result.ending not in _CLOSED:
        where = f"in <#{match.place.thread_id}>" if match.place.thread_id and not match.place.is_post else "below"
        return f"{names(match.players)} play **{match.game.name}**: the board is {where}."
    what = "open challenge" if match.is_table else "challenge"
    why = "its competition was over before it began"
    if result.by is not None:
        is_struck = result.ending is Ending.STRUCK
        why = f"**{name(result.by)}** is out of the competition" if is_struck else manager(result.by)
    return say(_CLOSED[result.ending], match=match, result=result, what=what, why=why, reason=because(result.reason))


def begins(match: Match) -> str:
    """The message that begins a match with dice; the message's id is mixed into the dice."""
    return f"{names(match.players)} play **{match.game.name}**: the board follows."


def called_off(match: Match) -> str:
    """The text of a match that was called off; it mentions the players if the match had begun."""
    closed = challenge_closed(match)
    if not match.players_are_seated:
        return closed
    return f"{listed([mention(player) for player in match.players])}: {closed[0].lower()}{closed[1:]}"


def challenge_sent(match: Match, *, is_here: bool = True) -> str:
    """The private answer to a host who has posted a challenge, here or in a forum."""
    channel = "this channel" if is_here else f"<#{match.place.channel_id}>"
    what = "board" if match.is_solitary or match.players_are_seated else "challenge"
    later = f"It will appear in {channel} as soon as Discord allows."
    where = f"[Go to the {what}]({link(match)})." if link(match) else later
    if match.is_solitary:
        return (
            f"You play {names(match.opponents_of(match.host.id))} (match #{match.id}, {agreed(match.terms)}). {where}"
        )
    if match.is_by_vote and not match.invited:
        return f"{names(match.players)} play {match.game.name} (match #{match.id}, {agreed(match.terms)}). {where}"
    if match.is_table:
        return f"You posted an open challenge to {match.game.name} (match #{match.id}): anyone here can join. {where}"
    return (
        f"{names(match.invited)} can now accept or decline (match #{match.id}). {where} "
        "Until they answer, you can cancel it there."
    )


_PLAYED_DIRECTLY: Final = "-# It is played in direct messages: Furlong cannot post boards or ping anybody here, so it writes to each player there."
_IS_DIRECT: Final = (
    "-# A direct match: each player has the board in their direct messages with Furlong, and nobody else sees it."
)
_RATED_DIRECTLY: Final = "-# Its result counts on the list of direct matches, which no server sees: `/leaderboard` in direct messages shows it."


def direct_match(match: Match, *, is_posted: bool) -> str:
    """The note under a challenge to a direct match, in a channel or in direct messages; empty for other challenges."""
    if not match.place.by_player:
        return ""
    return lines(_PLAYED_DIRECTLY if is_posted else _IS_DIRECT, _RATED_DIRECTLY if match.terms.is_rated else "")


def begins_directly(match: Match) -> str:
    """The text in place of a proposed direct match while Furlong sends the boards to all players."""
    return f"{names(match.players)} play **{match.game.name}** as soon as Discord lets Furlong write to all of them."


def begun_directly(match: Match) -> str:
    """The text in place of a proposed direct match once it has begun."""
    return f"{names(match.players)} play **{match.game.name}**: each of them has the board in direct messages with Furlong."


def direct_sent(match: Match, *, is_posted: bool) -> str:
    """The private answer to a host who has proposed a direct match, and possibly posted it in the channel."""
    told = {board.person_id for board in match.boards}
    waiting = [person for person in match.invited if person.id not in told]
    if match.is_solitary:
        begins = "The board comes as soon as Discord allows." if match.state is State.OPEN else ""
        others = names(match.opponents_of(match.host.id))
        return (
            f"You play {others} in direct messages with Furlong (match #{match.id}).{way_to(match)} {begins}".rstrip()
        )
    if match.is_table:
        asked = f"Anybody here can join your open challenge to {match.game.name} (match #{match.id})."
    else:
        where = "" if is_posted else " in direct messages with Furlong"
        asked = f"{names(match.invited)} can now accept or decline{where} (match #{match.id})."
    here = "Furlong can write nothing else here: boards and reminders come in direct messages." if is_posted else ""
    unheard = ""
    if match.host.id not in told:
        unheard = (
            f"Discord has not let Furlong write to you yet, and the match cannot begin until it does. {_OPEN_YOURS}"
        )
    elif waiting and not is_posted:
        unheard = (
            f"Discord has not let Furlong write to {names(waiting)} yet. Furlong tries again; they can also answer in "
            f"`/board match:{match.id}`, once they let Furlong write to them."
        )
    challenge = f"[Go to the challenge]({link(match)})." if link(match) else ""
    return " ".join(filter(None, (asked, here, unheard, challenge)))


_OPEN_YOURS: Final = (
    "Allow direct messages from a server that you share with Furlong (Discord's settings, **Content & "
    "Social**), or add Furlong to your account (its profile, **Add App**)."
)


def joined(match: Match) -> str:
    """The answer to a player who has joined an open challenge from another channel."""
    if match.state is State.OPEN and not match.is_about_to_begin:
        more = plural(match.seats - len(match.players), "more player")
        return f"You are in. Match #{match.id} ({match.game.name}) has room for {more}."
    if match.place.by_player and match.is_about_to_begin:
        return (
            f"You are in: match #{match.id} ({match.game.name}) begins as soon as Discord lets Furlong write to all players. "
            "If no board comes, press the button again: then you are told why."
        )
    return f"You are in: match #{match.id} ({match.game.name}) begins.{way_to(match)}"


def left(match: Match) -> str:
    """The text in place of a challenge in the direct messages of a person who has left it."""
    return (
        f"You have left **{name(match.host)}**'s open challenge to {match.game.name} (match #{match.id}). **Join**, where it "
        "was posted, takes a seat again."
    )


def challenge_status(match: Match) -> str:
    """The answer of `/board` for a challenge."""
    if match.state is not State.OPEN:
        return challenge_closed(match)
    if match.is_about_to_begin:
        return f"{names(match.players)} are about to play: the board appears as soon as Discord allows."
    waits = names(match.invited) or "someone to join"
    return f"This match has not begun: **{name(match.host)}** waits for {waits}. Terms: {agreed(match.terms)}."


def channel_unreachable(match: Match) -> str:
    """The message to the players of a match whose channel Furlong cannot write to."""
    return (
        f"Furlong cannot write to <#{match.place.channel_id}>, where match #{match.id} ({match.game.name}) is played: the "
        "channel is gone, or Furlong lacks **View Channel**, **Send Messages** or **Attach Files** there. Nothing is "
        "lost: `/board` and `/move` work here and in the server's other channels, and the board appears as soon as "
        "Furlong may write there again."
    )


def player_unreachable(match: Match, person: Person) -> str:
    """The message to the other players of a direct match when Furlong can no longer write to a player."""
    who = f"**{name(person)}**"
    return (
        f"Discord does not let Furlong write to {who} any more, so {who} has not got the newest board of match #{match.id} "
        f"({match.game.name}). The match goes on: Furlong keeps trying, and {who} can play with `/board` and `/move` wherever "
        "Furlong is. Perhaps you can tell them."
    )


NONE = "none"
ALL = "all"


def call(match: Match) -> str:
    """The direct message to a subscriber about an open challenge."""
    return f"{_looks(match)}\n-# You are told once an hour at most; `/settings tell:` on that server changes it."


def call_in_channel(match: Match, person_ids: Sequence[int]) -> str:
    """The message in a channel that mentions several subscribers at once."""
    people = listed([f"<@{person_id}>" for person_id in person_ids])
    return f"{people}: {_looks(match)}\n-# You have asked to be told; `/settings tell:` changes it."


def _looks(match: Match) -> str:
    return f"**{name(match.host)}** is looking for someone to play **{match.game.name}**: {linked(match)}."


def in_settings(games: Collection[str]) -> str:
    """The line about subscriptions in a person's settings; `games` are keys."""
    found = [game.name for game in GAMES.values() if game.key in games]
    return f"**On this server you are told** about open challenges to: {listed(found) if found else 'no game'}"


def typed(games: Collection[str]) -> str:
    """The games of a subscription, as they are typed."""
    return ", ".join(game.name for game in GAMES.values() if game.key in games) or NONE


def option(game_name: str) -> str:
    """The label of a game in the menu of subscriptions."""
    return f"Tell me about {game_name}"


MENU_HINT: Final = "Tell me about open challenges to…"
"""The placeholder of the menu of subscriptions if no game is chosen."""


@sentence.register
def _(error: WrongNumberOfPlayers) -> str:
    seats = error.game.seats
    needed = str(seats.start) if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"
    if error.asked not in seats:
        return f"{error.game.name} is a game for {needed} players, not {error.asked}."
    return (
        f"You asked for {error.asked} players and named {error.named}, yourself among them. Leave `players` out when you "
        "name your opponents, or name nobody: then anyone can join."
    )


@sentence.register
def _(error: UnknownSide) -> str:
    sides = listed([f"`{value}` ({label})" for value, label in side_labels(error.game).items()], "or")
    return f"{quotation(error.text)} is not a side that you can choose in {error.game.name}. Write {sides}."


@sentence.register
def _(error: NoSeatLeft) -> str:
    full = f"{error.game.name} with {error.seats} players has no seat left for {error.character.name}"
    if error.seats in error.game.seats and error.people < error.game.seats[-1]:
        return f"{full}: you have named {error.people}, yourself among them. Leave `players` out, or ask for more."
    return f"{full}. Leave `level` out to play people alone, or name fewer of them."


register(
    {
        UnknownLevel: (
            "{text:q} is not one of Furlong's characters. From gentle to strong, they are "
            + listed([f"**{character.name}**" for character in CHARACTERS])
            + "."
        ),
        GameMissing: (
            "Say which `game` you want to play. Or use `/play` with nothing else: a window then asks for everything."
        ),
        OpenNowhere: (
            "Nobody else would see an open challenge here. Name an `opponent`, who then gets the challenge in their direct "
            "messages, or a `level` to play one of Furlong's characters. An open challenge begins with `/play` in a server's "
            "channel or in a group chat."
        ),
        NothingPublicHere: (
            "On this server only you can see what Furlong answers here, so nobody could accept. Use `/play` in a group chat, or in "
            "direct messages with Furlong and name an `opponent`. Or a server manager can allow **Use External Apps** here."
        ),
        CannotWriteToYou: f"Discord does not let Furlong send you direct messages, which is where the match is played. {_OPEN_YOURS} Then try again.",
        CannotWriteTo: (
            "Discord does not let Furlong send direct messages to **{person}**, which is where the match is played. Once **{person}** "
            "allows direct messages from a server that they share with Furlong, or has added Furlong to their account, press the "
            "button again."
        ),
        RatedWithHints: "Matches with hints are always casual. Leave `rated` out, or leave `hints` out.",
        RatedWithCharacters: (
            "Matches with Furlong's characters are always casual. Leave `rated` out, or leave `level` out to play "
            "people."
        ),
        OpponentIsYou: (
            "You cannot challenge yourself. Name someone else, or nobody for an open challenge that anyone can join."
        ),
        OpponentIsBot: (
            "**{person}** is a bot that does not play here. Name a person, nobody for an open challenge, or choose a "
            "`level` to play one of Furlong's characters."
        ),
        OpponentNotHere: (
            "**{person}** cannot see <#{channel_id}>, and would never find the board. Challenge someone who can, or use "
            "a channel that you both see."
        ),
        InvitedTooOften: (
            "You have asked **{person}** to play {most:# time|# times} within a day, and they have not accepted. Nobody may ask "
            "more often, and challenges that were withdrawn count too. You can ask again {again_at:R}, or post an open "
            "challenge with `/play`."
        ),
        TooManyAlone: (
            "You are playing {most} matches with Furlong's characters alone, which is as many as one person can. Finish one "
            "of them first, or leave one with `/match do:resign`; `/games` lists them."
        ),
        WithdrawnTooOften: (
            "You have withdrawn {most} open challenges within a day, the most one person can. You can post "
            "another one {again_at:R}. `/play` with an `opponent` or a `level` works at any time."
        ),
        NotTaking: (
            "{unwilling:# is|# are} not taking challenges or offers just now. `/play` without an `opponent` asks everybody "
            "here."
        ),
        NotInvited: "This challenge is for {match.invited}. `/play` starts a match of your own.",
        HostStays: "This challenge is yours, so you cannot leave it. **Cancel** withdraws it.",
        TooFewJoined: "{match.game.name} needs at least {match.game.seats.start} players: wait until more have joined.",
        ReliabilityForOpen: (
            "Only an open challenge can ask for reliability. Name no opponent and no `level`, or leave "
            "`reliability` out: `/profile` shows how reliable a person is."
        ),
        BothSidesForTwo: (
            "Two matches with sides swapped are for two people: name one opponent, or leave a seat of {game.name} open to anyone "
            "with `players:2`. With a character you play one match at a time."
        ),
    }
)


@sentence.register
def _(error: AlreadyJoined) -> str:
    if error.match.is_about_to_begin:
        return f"You have joined already, and match #{error.match.id} is about to begin."
    if error.match.is_table:
        return "You have joined already. The match starts as soon as enough others join."
    return f"You are in already. The challenge waits for {names(error.match.invited)}."


@sentence.register
def _(error: NotHost) -> str:
    verbs = "start, fill or cancel" if error.match.is_table else "cancel"
    return f"Only **{name(error.match.host)}** can {verbs} this."


@sentence.register
def _(error: NotAtTable) -> str:
    if not error.match.is_table:
        return "You cannot leave a challenge, but the person challenged can decline it."
    return "You have not joined, so there is nothing to leave."


@sentence.register
def _(error: NoLongerOpen) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"This is no longer open: {challenge_closed(error.match)}"
    begins = "is about to begin." if error.match.state is State.OPEN else f"has begun.{way_to(error.match)}"
    return f"All seats are taken: match #{error.match.id} {begins}"


@sentence.register
def _(error: TooUnreliable) -> str:
    return (
        f"**{name(error.match.host)}** looks for {ratings.asked(error.least)}. You have finished "
        f"{ratings.share(error.known)}: every match that you finish without running out of time improves that."
    )
