"""Texts of challenges, to named people or open to all, before a match begins."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.model.challenges import Wishes, even_variants
from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.competitions.ladder import MOST_DECLINED
from bot.model.durations import BANKS
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.ratings import RELIABILITY_CHOICES
from bot.model.refusals.challenges import (
    AlreadyJoined,
    CannotWriteToYou,
    NoLongerOpen,
    NoSeatLeft,
    NotHost,
    NotJoined,
    TermsContradict,
    TooUnreliable,
    UnknownLevel,
    UnknownOpponent,
    UnknownSide,
    WrongNumberOfPlayers,
)
from bot.model.result import Ending
from bot.model.votes import MINUTES
from bot.texts import lobby as lobby_texts
from bot.texts import ratings as rating_texts
from bot.texts.clocks import agreed, away
from bot.texts.language import labelled, listed, message, paragraph, say, sentence
from bot.texts.names import because, lines, link, linked, manager, mention, way_to
from bot.texts.outages import Obstacle
from bot.texts.settings import limit
from players.characters import CHARACTERS, Character
from rules import GAMES
from rules.core import Game, Phrase, Seat

SIDES: Final[tuple[str, ...]] = ("first", "second")
BY_CHANCE: Final = "chance"
"""The value of `side` for a random side."""


def challenge(match: Match, *, to_host: bool = False) -> str:
    """The text of a pending challenge, as its host sees it privately or as everybody sees it."""
    asks = _open_to_all(match, to_host=to_host) if match.is_open_challenge else _to_people(match, to_host=to_host)
    until = match.expires_at if match.is_open_challenge else None
    sentences = [terms(match), *([say("Open until {at}.", at=until)] if until else [])]
    asked = paragraph(*asks, _seating(match, to_host=to_host))
    return lines(asked, paragraph(*sentences), away(match), _on_ladder(match), _lead(match))


def terms(match: Match) -> str:
    """The terms of a match, as a sentence."""
    parts = [
        agreed(match.terms),
        *([say("two matches at the same time with sides swapped")] if match.both_sides else []),
    ]
    # Translators: {terms} are a list with “·”, such as “3 days a move · rated”; so are they in the messages below.
    return say("Terms: {terms}.", terms=" · ".join(parts))


def _open_to_all(match: Match, *, to_host: bool) -> list[str]:
    """The sentences of an open challenge that tell whom it needs."""
    wanted = match.seats - len(match.players)
    if to_host:
        asks = say(
            "Your open challenge to **{match.game.name}** needs {count, plural, one {# more player} other {# more players}}.",
            match=match,
            count=wanted,
        )
    else:
        asks = say(
            "**{match.host}** would like to play **{match.game.name}** and needs {count, plural, one {# more player} other {# more players}}.",
            match=match,
            count=wanted,
        )
    there = _besides_host(match)
    joined = (
        [say("{players, plural, one {{players} has} other {{players} have}} joined.", players=there)] if there else []
    )
    return [asks, *joined, *_with_characters(match), *_beginning(match, to_host=to_host)]


def _to_people(match: Match, *, to_host: bool) -> list[str]:
    """The sentences of a challenge to people that tell who is asked."""
    if to_host:
        asks = say("You challenge {players} to a match of **{game}**.", players=match.invited, game=match.game.name)
    else:
        asks = say(
            "{players}, **{host}** challenges {players, plural, one {you} other {you}} to a match of **{game}**.",
            players=tuple(mention(person) for person in match.invited),
            host=match.host,
            game=match.game.name,
        )
    channels = tuple(player for player in match.players if player.is_channel)
    voting = (
        [say("{players, plural, one {{players} plays} other {{players} play}} by vote.", players=channels)]
        if match.is_by_vote
        else []
    )
    there = _besides_host(match)
    accepted = (
        [say("{players, plural, one {{players} has} other {{players} have}} accepted.", players=there)] if there else []
    )
    return [asks, *voting, *accepted, *_with_characters(match)]


def _lead(match: Match) -> str:
    """A note that a single match is not quite fair, and what would be; empty if it is fair or both sides are played."""
    if match.game.lead is None or match.both_sides or match.answer_by is not None:
        return ""
    variants = [f"**{game.name}**" for game in even_variants(match.game, GAMES.values())]
    return say(
        # Translators: {ways} are names of other games, or “**Both sides** in the window of `/play`”.
        "-# Between equals, the player who moves first wins {wins} of 100 matches of {game}. Fair to both: {ways:or}.",
        wins=round(100 * match.game.lead),
        game=match.game.name,
        ways=(*variants, say("**Both sides** in the window of `/play`")),
    )


def _on_ladder(match: Match) -> str:
    """The time limit for answering a challenge on a ladder; empty for other challenges."""
    if match.answer_by is None:
        return ""
    return say(
        "This is a challenge on the ladder: answer by {at}. No answer counts as declined, and a player who declines "
        "{most} in a row loses their place.",
        at=match.answer_by,
        most=MOST_DECLINED,
    )


def _besides_host(match: Match) -> tuple[Person, ...]:
    """The people who have joined or accepted besides the host."""
    there = (player for player in match.players if not player.is_character and not player.is_channel)
    return tuple(player for player in there if player.id != match.host.id)


def _characters(match: Match) -> tuple[Person, ...]:
    return tuple(player for player in match.players if player.is_character)


def _with_characters(match: Match) -> list[str]:
    """The sentence with the characters of a match; none if it has none."""
    players = _characters(match)
    return (
        [say("{players, plural, one {{players} plays} other {{players} play}} too.", players=players)]
        if players
        else []
    )


def _beginning(match: Match, *, to_host: bool) -> list[str]:
    """The sentence that tells when an open challenge begins, if not all of its seats have to be taken."""
    fewest = match.game.seats.start
    if match.seats == fewest:
        return []
    if len(match.players) >= fewest:
        if to_host:
            return [say("You can start now or wait for more.")]
        return [say("{player:b} can start now or wait for more.", player=match.host)]
    if to_host:
        begins = say(
            "You can start with {fewest} or more; with {seats} the match starts by itself.",
            fewest=fewest,
            seats=match.seats,
        )
    else:
        begins = say(
            "{player:b} can start with {fewest} or more; with {seats} the match starts by itself.",
            player=match.host,
            fewest=fewest,
            seats=match.seats,
        )
    return [begins]


def who_fills(match: Match) -> str:
    """The heading over the menu of characters to fill the empty seats of an open challenge."""
    asks = say(
        "Who takes the {count, plural, one {empty seat} other {# empty seats}} of match #{match.id} ({match.game.name})?",
        match=match,
        count=match.seats - len(match.players),
    )
    if not match.terms.is_rated:
        begins = say("The match starts at once.")
    elif match.is_among_people:
        begins = say(
            "That makes it casual: matches with characters never count. Everyone who has joined is asked again."
        )
    else:
        begins = say("The match starts at once. It'll be casual: matches with characters never count.")
    return paragraph(asks, begins)


def filled(match: Match) -> str:
    """The answer to a host after characters have filled the empty seats of an open challenge."""
    if match.invited:
        headline = say(
            "{players, plural, one {{players} plays} other {{players} play}} too. {invited, plural, one {{invited} is} other {{invited} are}} asked again, because match #{match.id} is casual now.",
            players=_characters(match),
            invited=match.invited,
            match=match,
        )
    else:
        headline = say(
            "{players, plural, one {{players} plays} other {{players} play}} too: match #{match.id} starts.",
            players=_characters(match),
            match=match,
        )
    return paragraph(headline, way_to(match))


def game_with(character: Character) -> str:
    """The heading over the menus for choosing a game against a character."""
    return say(
        "Which game do you want to play against **{character}**? The match starts at once, and there's no time limit.\n-# The second menu changes your opponent.",
        character=character.name,
    )


GAME_WITH_EQUAL: Final = message(
    "Which game do you want to play? You meet whichever character is about as strong as you in it. The match starts at once, and there's no time limit.\n-# The second menu changes your opponent."
)
"""That heading, if the character is whichever is about as strong as the reader."""


def _days(count: int) -> Phrase:
    return Phrase("{count, plural, one {# day} other {# days}}", count=count)


_OTHER_TIMES: Final = (*BANKS, message("no limit"))

TIMES: Final = (*map(_days, range(FEWEST_DAYS, MOST_DAYS + 1)), *_OTHER_TIMES)
"""The time limits that are suggested, as they are typed; said, they are their labels."""

FEW_TIMES: Final = (*map(_days, (1, 2, 3, 5, 7, 14)), *_OTHER_TIMES)
"""Those in windows and forms."""

CHOOSE_GAME: Final = message("Choose a game")


def choose_among(games: Sequence[Game]) -> str:
    """What a menu shows that has these games, in order, and of all games not the others."""
    return say("Choose a game, from {first} to {last}", first=games[0].name, last=games[-1].name)


def game_hint(game: Game) -> str:
    """What a window says where a game is typed, with one as an example."""
    return say("Type its name, such as {game}", game=game.name)


"""The placeholder of a menu of games."""

PLAY: Final = message("Play")
CHALLENGE_FRIEND: Final = message("Challenge a friend")
"""The title of the modal for challenging people; the labels of its fields follow."""

GAME: Final = message("Which game?")
AGAINST: Final = message("Who do you want to play?")
ANYONE: Final = message("Anyone here")
DIRECT_HINT: Final = message("Posts an open challenge that anyone can join. Everything else comes by direct message.")
ANYONE_HINT: Final = message("Posts an open challenge that anyone can join")
PEOPLE: Final = message("People you choose")
PEOPLE_HINT: Final = message("You choose them next, and only they're asked")
ANYONE_ON_PAGE: Final = message("Without a name it's an open challenge that anyone on the server can join.")
AND_AGAINST: Final = message("And who do you want to play?")
NOBODY_ELSE: Final = message("Nobody else")
SENTENCE: Final = message(
    "I'd like to play {game} against {opponent}, with this time for a move: {time}. Does it count for ratings? {rated}"
)
"""The form of a challenge, whose places are chosen in."""

GUEST_SENTENCE: Final = message(
    "I'd like to play {game} against {opponent}, with this time for a move: {time}. My side: {side}."
)
"""The form of a guest's challenge to a friend."""

FRIENDS: Final = message("Who do you want to challenge?")
FRIENDS_HINT: Final = message("Up to three, in games for more than two.")
CHOOSE_PEOPLE: Final = message("Choose people")
TIME: Final = message("Time for a move")
RATED: Final = message("Does it count for ratings?")
RATED_HINT: Final = message("It does, but not with characters, with hints or without a time limit")
RATED_DIRECT_HINT: Final = message("In direct messages it doesn't")
FIRST_RATED: Final = message("It'd be your first match that counts")
"""What a menu shows instead of what is usual to people whose matches never counted so far."""

ALSO: Final = message("Anything else?")
AS_USUAL: Final = message("As usual")
MORE: Final = message("More choices")
MORE_HINT: Final = message("They come next: sides, players, hints and more")
SIDE: Final = message("Which side do you play?")
PLAYERS: Final = message("How many players?")
WHO_JOINS: Final = message("Who may join?")
VOTES: Final = message("Does the channel vote on the moves?")


def first_rated(game: Game) -> str:
    """The question to a host none of whose matches counted so far whether this one should."""
    return say(
        "Should your match of **{game}** count for ratings? It'd be your first that does: a win raises your rating, a loss lowers it. A casual match is just for fun.",
        game=game.name,
    )


def more_choices(game: Game, *, has_people: bool) -> str:
    """What is said above the menu of people, if they are still to be chosen, and the button for more choices."""
    if has_people:
        return say("Who do you want to challenge to **{game}**? They're asked as soon as you choose.", game=game.name)
    return say("Your match of **{game}** starts when you've made the other choices.", game=game.name)


@dataclass(frozen=True, slots=True)
class Term:
    """A term on offer: the field of `Wishes` that it sets, and to what. Two for one field exclude each other."""

    key: str
    field: str
    value: object
    label: str
    hint: str

    needs_channel: bool = False
    """Whether it is for matches in a channel alone, rather than for direct ones."""

    needs_two: bool = False
    """Whether it is for games of two alone."""

    is_for_open: bool = False
    """Whether it is for open challenges alone."""


def _of_players(count: int) -> Term:
    label = Phrase("For {count, plural, one {# player} other {# players}}", count=count)
    return Term(f"players{count}", "players", count, label, "")


def _of_reliable(percent: int) -> Term:
    label = Phrase("For those who finish {share:.0%} in time", share=percent / 100)
    return Term(
        f"reliable{percent}",
        "least_reliability",
        percent,
        label,
        message("Of their matches; newcomers may join too"),
    )


def _by_vote(minutes: int) -> Term:
    label = Phrase("By vote, {time} a move", time=timedelta(minutes=minutes))
    hint = message("The channel plays your side; two teams without an opponent")
    return Term(f"votes{minutes}", "vote_minutes", minutes, label, hint, needs_channel=True)


_SIDE_HINT: Final = message("In most games, the first side moves first")

TERMS: Final[Sequence[Term]] = (
    Term("casual", "is_rated", False, message("Casual"), message("It doesn't count for ratings")),
    Term("rated", "is_rated", True, message("Rated"), message("It counts for ratings, in direct messages too")),
    Term("first", "host_seat", Seat(0), message("You play the first side"), _SIDE_HINT),
    Term("second", "host_seat", Seat(1), message("You play the second side"), _SIDE_HINT),
    Term(
        "both",
        "both_sides",
        True,
        message("Both sides"),
        message("Two matches at the same time, with sides swapped"),
        needs_two=True,
    ),
    Term(
        "weekends",
        "pauses_weekends",
        True,
        message("Weekends off"),
        message("Clocks pause on weekends, by each player's time zone"),
    ),
    Term("hints", "has_hints", True, message("With hints"), message("Everybody may ask for hints; casual")),
    Term(
        "takebacks",
        "grants_takebacks",
        True,
        message("Takebacks at once"),
        message("Take each move back once without asking, until another player moves; casual"),
    ),
    Term(
        "direct",
        "is_direct",
        True,
        message("In direct messages"),
        message("In direct messages, each player has the board; casual"),
        needs_channel=True,
    ),
    Term(
        "everyone",
        "is_for_everyone",
        True,
        message("For everyone on Furlong"),
        message("People of all servers may accept; played in direct messages"),
        is_for_open=True,
    ),
    *map(_of_players, range(2, max(game.seats[-1] for game in GAMES.values()) + 1)),
    *map(_of_reliable, RELIABILITY_CHOICES),
    *map(_by_vote, MINUTES),
)
"""What a host may ask for besides the game, the opponents and the time, in every window and form."""


def hint_of(key: str) -> str:
    """The hint of the term with this key."""
    return say(next(term.hint for term in TERMS if term.key == key))


def wished(keys: Collection[str], wishes: Wishes) -> Wishes:
    """The wishes of a host with the terms of these keys too; unknown keys count for nothing.

    Raises `TermsContradict` if two of them exclude each other.
    """
    chosen = dict[str, Term]()
    for term in (term for term in TERMS if term.key in keys):
        if term.field in chosen:
            raise TermsContradict(chosen[term.field].label, term.label)
        chosen[term.field] = term
    return replace(wishes, **{field: term.value for field, term in chosen.items()})


def challenge_title(opponent: Person) -> str:
    """The title of the modal for challenging one person."""
    return say("Challenge {player}", player=opponent.name)


def usual_time(days: int | None) -> str:
    """The label of the usual time limit."""
    return say("As usual: {time}", time=limit(days))


USUAL_TIME_HINT: Final = message("With a character there's no limit.")


def side_labels(game: Game) -> dict[str, str]:
    """The labels of the sides that a host may choose, in the words of the game, by value of `side`."""
    start = game.start(game.seats.start)
    first, second = (start.side(Seat(seat)) for seat in range(len(SIDES)))
    if game.begins_by_lot:
        labels = [say("I play {side}, chance decides who goes first", side=side) for side in (first, second)]
    else:
        labels = [say("I move first ({side})", side=first), say("I move second ({side})", side=second)]
    return {**dict(zip(SIDES, labels, strict=True)), BY_CHANCE: say("Let chance decide")}


_YOU_MOVE: Final = (message("You move first."), message("You move second."))
_PLAYER_MOVES: Final = (message("{player:b} moves first."), message("{player:b} moves second."))


def _seating(match: Match, *, to_host: bool) -> str:
    by_lot, seat = match.game.begins_by_lot, match.host_seat
    own = next((player for player in match.players if player.is_channel), match.host)
    if seat is None:
        if by_lot:
            return say("Chance decides who plays which side and who goes first.")
        return say("Chance decides who moves first.")
    is_reader = to_host and own == match.host
    if not by_lot:
        return say(_YOU_MOVE[seat]) if is_reader else say(_PLAYER_MOVES[seat], player=own)
    side = match.position.side(seat)
    if is_reader:
        return say("You play {side}; chance decides who goes first.", side=side)
    return say("{player:b} plays {side}; chance decides who goes first.", player=own, side=side)


_CLOSED: Final = {
    Ending.DECLINED: message(
        "**{result.by}** declined **{match.host}**'s challenge to a match of **{match.game.name}**."
    ),
    Ending.UNANSWERED: message(
        "**{result.by}** didn't answer **{match.host}**'s challenge to a match of **{match.game.name}** in time."
    ),
    Ending.CANCELLED: message("**{match.host}** withdrew the challenge to a match of **{match.game.name}**."),
    Ending.EXPIRED: message(
        "**{match.host}**'s open challenge to a match of **{match.game.name}** was withdrawn, because too few joined in time. `/play` posts another."
    ),
    Ending.UNPLAYED: message(
        "The match of **{match.game.name}** is called off, because **{result.by}** never made a move in time. It has no result and doesn't count."
    ),
    Ending.ABANDONED: message(
        "The match of **{match.game.name}** is called off, because **{result.by}** stopped playing. It has no result and doesn't count."
    ),
    Ending.STOPPED: message(
        # Translators: {reason} is what the manager typed, in brackets after a space, or nothing.
        "{manager} has called the match of **{match.game.name}** off{reason}. It has no result and doesn't count."
    ),
    Ending.STRUCK: message(
        "The match of **{match.game.name}** is called off, because **{result.by}** is out of the competition. It has no "
        "result."
    ),
}
_EXPIRED_FOR_ONE: Final = message(
    "**{match.host}**'s challenge to a match of **{match.game.name}** has ended without an answer. It doesn't count."
)
_OPEN_CANCELLED: Final = message("**{match.host}** withdrew the open challenge to a match of **{match.game.name}**.")
_TOO_LATE: Final = message(
    "The match of **{match.game.name}** is called off, because nobody had moved when its time in the competition was over. "
    "It has no result."
)


def challenge_closed(match: Match) -> str:
    """The text of a challenge that is over, with its result."""
    result = match.result
    if match.state is State.OPEN and match.invited:
        return say(
            "**{match.host}**'s challenge to a match of **{match.game.name}** waits for answers below.", match=match
        )
    if result is None or result.ending not in _CLOSED:
        if match.place.thread_id and not match.place.is_post:
            return say(
                "{match.players} play **{match.game.name}**: the board is in <#{match.place.thread_id}>.", match=match
            )
        return say("{match.players} play **{match.game.name}**: the board is below.", match=match)
    closed = _CLOSED[result.ending]
    if result.ending is Ending.CANCELLED and match.is_open_challenge:
        closed = _OPEN_CANCELLED
    if result.ending is Ending.EXPIRED and not match.is_open_challenge:
        closed = _EXPIRED_FOR_ONE
    if result.ending is Ending.STRUCK and result.by is None:
        closed = _TOO_LATE
    by = "" if result.by is None else manager(result.by)
    return say(closed, match=match, result=result, manager=by, reason=because(result.reason))


def begins(match: Match) -> str:
    """The message that begins a match with dice; the message's id is mixed into the dice."""
    return say("{match.players} play **{match.game.name}**: the board follows.", match=match)


def called_off(match: Match) -> str:
    """The text of a match that was called off; it mentions the players if the match had begun."""
    closed = challenge_closed(match)
    if not match.players_are_seated:
        return closed
    return labelled(listed([mention(player) for player in match.players]), closed)


def challenge_sent(match: Match, *, is_here: bool = True) -> str:
    """The private answer to a host who has posted a challenge, here or in a forum."""
    address = link(match)
    if not address and is_here:
        where = say("It will appear in this channel as soon as Discord allows.")
    elif not address:
        where = say("It will appear in <#{match.place.channel_id}> as soon as Discord allows.", match=match)
    elif match.is_solitary or match.players_are_seated:
        where = say("[Go to the board]({address}).", address=address)
    else:
        where = say("[Go to the challenge]({address}).", address=address)
    if match.is_solitary:
        headline = say(
            # Translators: {terms} are a list, such as “3 days a move · rated”.
            "You play {players} (match #{match.id}, {terms}).",
            players=match.opponents_of(match.host.id),
            match=match,
            terms=agreed(match.terms),
        )
    elif match.is_by_vote and not match.invited:
        headline = say(
            # Translators: {terms} are a list, such as “3 days a move · rated”.
            "{match.players} play {match.game.name} (match #{match.id}, {terms}).",
            match=match,
            terms=agreed(match.terms),
        )
    elif match.is_open_challenge:
        headline = say(
            "You posted an open challenge to {match.game.name} (match #{match.id}): anyone here can join.", match=match
        )
    else:
        headline = say(
            "{match.invited, plural, one {{match.invited} can} other {{match.invited} can}} now accept or decline (match #{match.id}).",
            match=match,
        )
        return paragraph(headline, where, say("Until they answer, you can withdraw it there."))
    return paragraph(headline, where)


_PLAYED_DIRECTLY: Final = message("-# You play it in direct messages: Furlong can't post boards or ping anybody here.")
_IS_DIRECT: Final = message(
    "-# A direct match: each player has the board in their direct messages with Furlong, and nobody else sees it."
)


def direct_match(match: Match, *, is_posted: bool) -> str:
    """The note under a challenge to a direct match, in a channel or in direct messages; empty for other challenges."""
    if not match.place.by_player:
        return ""
    if is_posted and match.lobby_id is not None:
        return lobby_texts.note(match)
    rated = ""
    if match.terms.is_rated:
        rated = say(
            "-# Its result counts on the list of direct matches, which no server sees: `/leaderboard` in direct messages "
            "shows it."
        )
    return lines(say(_PLAYED_DIRECTLY if is_posted else _IS_DIRECT), rated)


def also_directly(match: Match) -> str:
    """The note under the private board of a direct match: it is in direct messages too; empty for other matches."""
    address = link(match) if match.place.by_player else ""
    return (
        say("-# This board is in your [direct messages]({address}) too, where it stays.", address=address)
        if address
        else ""
    )


def begins_directly(match: Match) -> str:
    """The text in place of a proposed direct match while Furlong sends the boards to all players."""
    return say(
        "{match.players} play **{match.game.name}** as soon as Discord lets Furlong write to all of them.", match=match
    )


def begun_directly(match: Match) -> str:
    """The text in place of a proposed direct match once it has begun."""
    return say(
        "{match.players} play **{match.game.name}**: each of them has the board in direct messages with Furlong.",
        match=match,
    )


def direct_sent(match: Match, *, is_posted: bool) -> str:
    """The private answer to a host who has proposed a direct match, and possibly posted it in the channel."""
    reached = {board.person_id for board in match.boards}
    waiting = tuple(person for person in match.invited if person.id not in reached)
    if match.is_solitary:
        begins = say("The board comes as soon as Discord allows.") if match.state is State.OPEN else ""
        plays = say(
            "You play {players} in direct messages with Furlong (match #{match.id}).",
            players=match.opponents_of(match.host.id),
            match=match,
        )
        return paragraph(plays, way_to(match), begins)
    if match.lobby_id is not None:
        asked = lobby_texts.posted(match)
    elif match.is_open_challenge:
        asked = say("Anybody here can join your open challenge to {match.game.name} (match #{match.id}).", match=match)
    elif is_posted:
        asked = say(
            "{match.invited, plural, one {{match.invited} can} other {{match.invited} can}} now accept or decline (match #{match.id}).",
            match=match,
        )
    else:
        asked = say(
            "{match.invited, plural, one {{match.invited} can} other {{match.invited} can}} now accept or decline in direct messages with Furlong (match #{match.id}).",
            match=match,
        )
    here = (
        say("Furlong can't write anything else here: boards and reminders come in direct messages.")
        if is_posted
        else ""
    )
    unheard = ""
    if match.host.id not in reached:
        unheard = say("Discord hasn't let Furlong write to you yet, and the match can't start until it does.")
        unheard += f" {say(_OPEN_YOURS)}"
    elif waiting and not is_posted:
        unheard = say(
            "Discord hasn't let Furlong write to {players} yet, and Furlong tries again. Once {players, plural, one {they allow} other {they allow}} it, {players, plural, one {they} other {they}} can also answer in `/board match:{match.id}`.",
            players=waiting,
            match=match,
        )
    address = link(match)
    challenge = say("[Go to the challenge]({address}).", address=address) if address else ""
    return paragraph(asked, here, unheard, challenge)


_OPEN_YOURS: Final = message(
    "Allow direct messages from a server that you share with Furlong (Discord's settings, **Content & "
    "Social**), or add Furlong to your account (its profile, **Add App**)."
)


def joined(match: Match) -> str:
    """The answer to a player who has joined an open challenge from another channel."""
    if match.state is State.OPEN and not match.is_about_to_begin:
        return say(
            "You're in. Match #{match.id} ({match.game.name}) has room for {count, plural, one {# more player} other {# more players}}.",
            match=match,
            count=match.seats - len(match.players),
        )
    if match.place.by_player and match.is_about_to_begin:
        return say(
            "You're in: match #{match.id} ({match.game.name}) starts as soon as Discord lets Furlong write to all players. If no board comes, press the button again, and you'll see why.",
            match=match,
        )
    starts = say("You're in: match #{match.id} ({match.game.name}) starts.", match=match)
    return paragraph(starts, way_to(match))


def left(match: Match) -> str:
    """The text in place of a challenge in the direct messages of a person who has left it."""
    return say(
        "You've left **{match.host}**'s open challenge to {match.game.name} (match #{match.id}). **Join**, where it "
        "was posted, takes a seat again.",
        match=match,
    )


def challenge_status(match: Match) -> str:
    """The answer of `/board` for a challenge."""
    if match.state is not State.OPEN:
        return challenge_closed(match)
    if match.is_about_to_begin:
        return say("{match.players} are about to play: the board appears as soon as Discord allows.", match=match)
    terms = agreed(match.terms)
    if match.invited:
        return say(
            # Translators: {terms} are a list, such as “3 days a move · rated”.
            "This match hasn't started: **{match.host}** waits for {match.invited}. Terms: {terms}.",
            match=match,
            terms=terms,
        )
    return say(
        # Translators: {terms} are a list, such as “3 days a move · rated”.
        "This match hasn't started: **{match.host}** waits for someone to join. Terms: {terms}.",
        match=match,
        terms=terms,
    )


def not_shown(match: Match, obstacle: Obstacle, code: int) -> str:
    """The message to the players of a match that Discord does not let Furlong show."""
    return say(
        # Translators: {reason} is a sentence, such as “The thread is locked or archived. A moderator can open it.”
        "Furlong can't show match #{match.id} ({match.game.name}) in <#{match.place.channel_id}>. {reason} Nothing is lost: `/board` and `/move` work here, and each time Furlong tries again.",
        match=match,
        reason=say(obstacle.reason, code=code),
    )


def player_unreachable(match: Match, person: Person) -> str:
    """The message to the other players of a direct match when Furlong can no longer write to a player."""
    return say(
        "Discord won't let Furlong write to {player:b} any more, so they've missed the newest board of match #{match.id} ({match.game.name}). Furlong keeps trying. Could you tell them? `/board` and `/move` work wherever Furlong is.",
        player=person,
        match=match,
    )


NONE: Final = message("none")
ALL: Final = message("all")


def call(match: Match) -> str:
    """The direct message to a subscriber about an open challenge."""
    note = say("-# Furlong tells you once an hour at most; `/settings tell:` on that server changes that.")
    return lines(_looks(match), note)


def call_in_channel(match: Match, person_ids: Sequence[int]) -> str:
    """The message in a channel that mentions several subscribers at once."""
    people = listed([f"<@{person_id}>" for person_id in person_ids])
    return lines(
        labelled(people, _looks(match)), say("-# You asked Furlong to tell you; `/settings tell:` changes that.")
    )


def _looks(match: Match) -> str:
    return say(
        # Translators: {link} is the title of the match, such as “Furl · match #3”, as a link.
        "**{match.host}** is looking for someone to play **{match.game.name}**: {link}.",
        match=match,
        link=linked(match),
    )


def in_settings(games: Collection[str]) -> str:
    """The line about subscriptions in a person's settings; `games` are keys."""
    names = tuple(game.name for game in GAMES.values() if game.key in games)
    if not names:
        return say("**On this server you aren't told** about open challenges.")
    return say("**On this server you're told** about open challenges to: {games}", games=names)


def typed(games: Collection[str]) -> str:
    """The games of a subscription, as they are typed."""
    return ", ".join(game.name for game in GAMES.values() if game.key in games) or NONE


def option(game_name: str) -> str:
    """The label of a game in the menu of subscriptions."""
    return say("Tell me about {game}", game=game_name)


MENU_HINT: Final = message("Tell me about open challenges to…")
"""The placeholder of the menu of subscriptions if no game is chosen."""


@sentence.register
def _(error: WrongNumberOfPlayers) -> str:
    game, seats = error.game.name, error.game.seats
    if error.asked in seats:
        return say(
            "You asked for {asked, plural, one {# player} other {# players}} and named {named}, yourself included. Don't ask for a number when you name your opponents, or name nobody: then anyone can join.",
            asked=error.asked,
            named=error.named,
        )
    if len(seats) == 1:
        return say(
            "{game} is a game for {players, plural, one {# player} other {# players}}, not {asked}.",
            game=game,
            players=seats.start,
            asked=error.asked,
        )
    return say(
        "{game} is a game for {fewest} to {most, plural, one {# player} other {# players}}, not {asked}.",
        game=game,
        fewest=seats.start,
        most=seats[-1],
        asked=error.asked,
    )


@sentence.register
def _(error: UnknownSide) -> str:
    return say(
        # Translators: {sides} are what can be typed, such as “White or Black”.
        "{text:q} isn't a side you can choose in {game}. Type {sides:or}.",
        text=error.text,
        game=error.game.name,
        sides=tuple(f"`{value}` ({label})" for value, label in side_labels(error.game).items()),
    )


@sentence.register
def _(error: TermsContradict) -> str:
    return say(
        "**{one}** and **{other}** don't go together: choose one of them.",
        one=say(error.term),
        other=say(error.other_term),
    )


@sentence.register
def _(error: UnknownLevel) -> str:
    return say(
        "{text:q} isn't one of Furlong's characters. From gentle to strong, they're {characters}.",
        text=error.text,
        characters=tuple(f"**{character.name}**" for character in CHARACTERS),
    )


@sentence.register
def _(_error: CannotWriteToYou) -> str:
    unheard = say("Discord won't let Furlong send you direct messages, and that's where you'd play.")
    return paragraph(unheard, say(_OPEN_YOURS), say("Then try again."))


_NO_SEAT_BESIDE_NAMED: Final = message(
    "{game.name} with {seats, plural, one {# player} other {# players}} has no seat left for {character.name}: you've named {people}, yourself included. Ask for more players, or for no number of them."
)
_NO_SEAT_AT_ALL: Final = message(
    "{game.name} with {seats, plural, one {# player} other {# players}} has no seat left for {character.name}. Leave `level` out to play people "
    "alone, or name fewer of them."
)


@sentence.register
def _(error: NoSeatLeft) -> str:
    may_be_more = error.seats in error.game.seats and error.people < error.game.seats[-1]
    return say(_NO_SEAT_BESIDE_NAMED if may_be_more else _NO_SEAT_AT_ALL, **vars(error))


@sentence.register
def _(error: AlreadyJoined) -> str:
    if error.match.is_about_to_begin:
        return say("You've joined already, and match #{match.id} is about to start.", match=error.match)
    if error.match.is_open_challenge:
        return say("You've joined already. The match starts as soon as enough others join.")
    return say("You're in already. The challenge waits for {players}.", players=error.match.invited)


@sentence.register
def _(error: NotHost) -> str:
    if error.match.is_open_challenge:
        return say("Only {player:b} can start, fill or withdraw this.", player=error.match.host)
    return say("Only {player:b} can withdraw this.", player=error.match.host)


@sentence.register
def _(error: NotJoined) -> str:
    if not error.match.is_open_challenge:
        return say("You can't leave a challenge, but the person challenged can decline it.")
    return say("You haven't joined, so there's nothing to leave.")


@sentence.register
def _(error: NoLongerOpen) -> str:
    match = error.match
    if match.state is State.CALLED_OFF:
        # Translators: {what_happened} is a sentence, such as “**Ada** withdrew the challenge to a match of **Furl**.”
        return say("This is no longer open: {what_happened}", what_happened=challenge_closed(match))
    if match.state is State.OPEN:
        return say("All seats are taken: match #{match.id} is about to start.", match=match)
    return say("All seats are taken: match #{match.id} has started.", match=match)


@sentence.register
def _(error: TooUnreliable) -> str:
    return say(
        "{player:b} is looking for {people}. You've finished {share}: every match that you finish without running out of time improves that.",
        player=error.match.host,
        people=rating_texts.asked(error.least),
        share=rating_texts.share(error.reliability),
    )


@sentence.register
def _(error: UnknownOpponent) -> str:
    return say(
        "Furlong knows nobody on this server who is called {text:q}, or knows several. Choose from the list, or use `/play` in Discord, where you can challenge anyone.",
        text=error.text,
    )
