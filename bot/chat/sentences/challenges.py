"""Challenges, to somebody or open to all, before a match begins."""

from typing import Final

from bot.chat.sentences.clocks import agreed, instant
from bot.chat.sentences.names import because, link, manager, mention, name, names, names_with, way_to
from bot.model.balance import even_variants
from bot.model.clock import Terms
from bot.model.competitions.ladder import MOST_DECLINED
from bot.model.match import Match, State
from bot.model.person import Person
from bot.model.result import Ending
from rules import GAMES
from rules.core import Game, Seat
from rules.wording import listed, plural

SIDES: Final[tuple[str, ...]] = ("first", "second")
BY_CHANCE: Final = "chance"
"""What is typed for the side of whoever proposes a match."""


def challenge(match: Match) -> str:
    """The text of a challenge that waits for players."""
    seating = _seating(match)
    if match.is_table:
        wanted = plural(match.seats - len(match.players), "more player")
        there = _so_far(match, "joined")
        who = f"**{name(match.host)}** would like to play **{match.game.name}**"
        offered = f"{who} and looks for {wanted}. {there}{_beginning(match)}{seating}"
        return f"{offered}\nTerms: {agreed(match.terms)}{_both(match)}.{_open_until(match)}{_lead(match)}"
    guests = listed([mention(person) for person in match.invited])
    there = _so_far(match, "accepted")
    asked = f"{guests}, **{name(match.host)}** challenges you to a match of **{match.game.name}**. {there}{seating}"
    return f"{asked}\nTerms: {agreed(match.terms)}{_both(match)}.{_on_ladder(match)}{_lead(match)}"


def _open_until(match: Match) -> str:
    return "" if match.expires_at is None else f" Open until {instant(match.expires_at)}."


def _both(match: Match) -> str:
    return " · two matches at once with sides swapped" if match.both_sides else ""


def _lead(match: Match) -> str:
    """That one match is not quite fair, and what would be; empty where it is, or both sides are played."""
    if match.game.lead is None or match.both_sides or match.answer_by is not None:
        return ""
    variants = [f"**{game.name}**" for game in even_variants(match.game, GAMES.values())]
    return (
        f"\n-# Between equals, whoever begins in {match.game.name} wins {round(100 * match.game.lead)} matches of 100. Fair "
        f"to both: {listed([*variants, '`/play` with `sides:` two matches at once'], 'or')}."
    )


def _on_ladder(match: Match) -> str:
    """Until when a challenge on a ladder has to be answered; empty elsewhere."""
    if match.answer_by is None:
        return ""
    return (
        f"\nThis is a challenge on the ladder: answer until {instant(match.answer_by)}. No answer counts as declined, and who "
        f"declines {MOST_DECLINED} in a row loses their place."
    )


def _so_far(match: Match, done: str) -> str:
    """Who has joined or accepted besides the host, in sentences with a space after them; empty if nobody has."""
    others = [player for player in match.players if player.id != match.host.id and not player.is_character]
    characters = [player for player in match.players if player.is_character]
    people = f"{names_with(others, 'has', 'have')} {done}. " if others else ""
    return people + (f"{names_with(characters, 'plays', 'play')} too. " if characters else "")


def _beginning(match: Match) -> str:
    """When an open challenge begins for which not everybody is needed, as a sentence with a space after it."""
    fewest, host = match.game.seats.start, name(match.host)
    if match.seats == fewest:
        return ""
    if len(match.players) < fewest:
        return f"**{host}** can start with {fewest} or more; with {match.seats} the match starts by itself. "
    return f"**{host}** can start now or wait for more. "


def who_fills(match: Match) -> str:
    """Over the menu of characters that may take the empty seats of an open challenge."""
    seats = plural(match.seats - len(match.players), "empty seat")
    casual = " It will be casual then, for matches with characters never count." if match.terms.is_rated else ""
    return f"Who takes the {seats} of match #{match.id} ({match.game.name})? The match begins at once.{casual}"


def filled(match: Match) -> str:
    """To the host of an open challenge once characters have taken its empty seats."""
    characters = [player for player in match.players if player.is_character]
    return f"{names_with(characters, 'plays', 'play')} too: match #{match.id} begins.{way_to(match)}"


def game_prompt(opponent: Person, days: int | None) -> str:
    """Over the menu of games to which somebody can be challenged, with the usual terms."""
    return (
        f"What do you want to play against **{name(opponent)}**? Terms: {agreed(Terms(days, is_rated=True))}. Chance "
        "decides who plays which side. `/play` lets you choose more."
    )


def character_game_prompt() -> str:
    """Over the menu of games that can be played with the bot's own characters."""
    return "What do you want to play with one of Furlong's characters? The match begins at once."


def character_prompt(game: Game) -> str:
    """Over the menu of characters, once the game is chosen."""
    return f"Who is to play {game.name} with you? There is no time limit, and chance decides who plays which side."


def choose_game() -> str:
    """On that menu before a game is chosen."""
    return "Choose a game"


def side_labels(game: Game) -> dict[str, str]:
    """By what is typed for it: what a host may choose to play, and what that means in this game."""
    start = game.start(game.seats.start)
    if game.begins_by_lot:
        labels = [f"I play {start.side(Seat(seat))}, chance decides who begins" for seat in range(len(SIDES))]
    else:
        labels = [f"I move {value} ({start.side(Seat(seat))})" for seat, value in enumerate(SIDES)]
    return {**dict(zip(SIDES, labels, strict=True)), BY_CHANCE: "Let chance decide"}


def _seating(match: Match) -> str:
    if match.host_seat is None:
        return (
            "Chance decides who plays which side and who begins."
            if match.game.begins_by_lot
            else "Chance decides who moves first."
        )
    if match.game.begins_by_lot:
        return f"**{name(match.host)}** plays {match.position.side(match.host_seat)}; chance decides who begins."
    return f"**{name(match.host)}** moves {'first' if match.host_seat == 0 else 'second'}."


def challenge_closed(match: Match) -> str:
    """What becomes of the text of a challenge once it is over."""
    result = match.result
    if result is not None and result.ending is Ending.DECLINED and result.by is not None:
        return f"**{name(result.by)}** declined **{name(match.host)}**'s challenge to a match of **{match.game.name}**."
    if result is not None and result.ending is Ending.UNANSWERED and result.by is not None:
        return (
            f"**{name(result.by)}** did not answer **{name(match.host)}**'s challenge to a match of **{match.game.name}** in "
            "time."
        )
    if result is not None and result.ending is Ending.CANCELLED:
        what = "open challenge" if match.is_table else "challenge"
        return f"**{name(match.host)}** withdrew the {what} to a match of **{match.game.name}**."
    if result is not None and result.ending is Ending.EXPIRED:
        return (
            f"**{name(match.host)}**'s open challenge to a match of **{match.game.name}** is withdrawn, because too few had "
            "joined in time. `/play` posts another."
        )
    if result is not None and result.ending is Ending.UNPLAYED and result.by is not None:
        return (
            f"The match of **{match.game.name}** is called off, because **{name(result.by)}** never made a move in time. It "
            "has no result and does not count."
        )
    if result is not None and result.ending is Ending.STOPPED and result.by is not None:
        return (
            f"{manager(result.by)} has called the match of **{match.game.name}** off{because(result.reason)}. It has no "
            "result and does not count."
        )
    if result is not None and result.ending is Ending.STRUCK:
        why = "its competition was over before it began"
        if result.by is not None:
            why = f"**{name(result.by)}** is out of the competition"
        return f"The match of **{match.game.name}** is called off, because {why}. It has no result."
    where = f"in <#{match.place.thread_id}>" if match.place.thread_id and not match.place.is_post else "below"
    return f"{names(match.players)} play **{match.game.name}**: the board is {where}."


def begins(match: Match) -> str:
    """With what a match begins whose dice wait for the number of this very message."""
    return f"{names(match.players)} play **{match.game.name}**: the board follows."


def called_off(match: Match) -> str:
    """What becomes of the message of a match that came to nothing; its players, if they have begun it, are mentioned."""
    closed = challenge_closed(match)
    if not match.players_are_seated:
        return closed
    return f"{listed([mention(player) for player in match.players])}: {closed[0].lower()}{closed[1:]}"


def challenge_sent(match: Match, *, is_here: bool = True) -> str:
    """The private answer to somebody who has challenged others or posted an open challenge, here or in a forum."""
    channel = "this channel" if is_here else f"<#{match.place.channel_id}>"
    where = (
        f"[Here it is]({link(match)})." if link(match) else f"It will appear in {channel} as soon as Discord allows."
    )
    if match.is_solitary:
        return (
            f"You play {names(match.opponents_of(match.host.id))} (match #{match.id}, {agreed(match.terms)}). {where}"
        )
    if match.is_table:
        return f"You posted an open challenge to {match.game.name} (match #{match.id}): anybody here can join. {where}"
    return (
        f"{names(match.invited)} can now accept or decline (match #{match.id}). {where} "
        "The challenge stays open until then. You can cancel it with its button."
    )


def challenge_status(match: Match) -> str:
    """A challenge as `/board` tells of it."""
    if match.state is not State.OPEN:
        return challenge_closed(match)
    if match.is_about_to_begin:
        return f"{names(match.players)} are about to play: the board appears as soon as Discord allows."
    waits = names(match.invited) or "somebody to join"
    return f"This match has not begun: **{name(match.host)}** waits for {waits}. Terms: {agreed(match.terms)}."


def channel_unreachable(match: Match) -> str:
    """To the players of a match whose channel Furlong cannot write to."""
    return (
        f"Furlong cannot write to <#{match.place.channel_id}>, where match #{match.id} ({match.game.name}) is played: the "
        "channel is gone, or Furlong lacks **View Channel**, **Send Messages** or **Attach Files** there. Nothing is "
        "lost: `/board` and `/move` work here and in the server's other channels, and the board appears as soon as "
        "Furlong may write there again."
    )
