"""Lists of somebody's matches."""

from collections.abc import Sequence
from typing import Final

from bot.chat.sentences.clocks import instant, time_left
from bot.chat.sentences.names import linked, name, names, plies
from bot.chat.symbols import Symbols
from bot.model.match import Match, State
from bot.model.person import Person
from bot.model.summary import Summary
from rules.wording import listed

_MOST_LISTED: Final = 8


def against(match: Match | Summary, person: Person) -> str:
    """A match in a list of choices, as one person sees it: `#7 Furl against Ben, your turn`."""
    others = listed([other.name for other in match.opponents_of(person.id)]) or "whoever joins"
    waits = ", your turn" if match.to_move is not None and match.to_move.id == person.id else ""
    return f"#{match.id} {match.game.name} against {others}{waits}"


def brief(match: Summary, person: Person) -> str:
    """A match in a few words, on a button or behind a move: `Furl #7, Ben`."""
    others = listed([other.name for other in match.opponents_of(person.id)]) or "whoever joins"
    return f"{match.game.name} #{match.id}, {others}"


def whose_turn(match: Summary, person: Person) -> str:
    """Under a match in a menu: whom it waits for."""
    if match.to_move is None:
        return "over" if match.state is State.FINISHED else "has not begun"
    return "your turn" if match.to_move.id == person.id else f"waits for {match.to_move.name}"


def match_prompt() -> str:
    """Over a button for each match that somebody may mean."""
    return "Which match do you mean?"


def match_menu(number: int, count: int) -> str:
    """What a menu of matches says before one is chosen; it is one of several where they do not fit into one."""
    return "Choose a match" if count == 1 else f"Choose a match ({number + 1} of {count})"


def to_choose_from(matches: Sequence[Summary]) -> str:
    """The first of several matches, one a line: who plays, and who is to move."""
    return "\n".join(f"- {_summarized(match)}" for match in matches[:_MOST_LISTED])


def _summarized(match: Summary) -> str:
    people = names(match.people[1:] if match.state is State.OPEN else match.people)
    turn = f", {name(match.to_move)} to move" if match.to_move else ""
    return f"{linked(match)}: {people or 'waits for anybody'}{turn}"


def games_heading(person: Person, asker: Person) -> str:
    """Over the list of somebody's matches."""
    return "### Your matches" if person.id == asker.id else f"### {name(person)}'s matches"


def games_line(match: Summary, person: Person, asker: Person, symbols: Symbols) -> str:
    """One match in the list of somebody's matches, with the symbol of their side before it."""
    others = names(match.opponents_of(person.id)) or "whoever joins"
    title = f"{symbols.before_match(match, person)}{linked(match)}"
    return f"{title} against {others} · {_status(match, asker)}, last change {instant(match.changed_at, 'R')}"


def _status(match: Summary, asker: Person) -> str:
    if match.state is State.OPEN:
        if match.is_table:
            return "waits for players"
        if match.host.id == asker.id:
            return "waits for an answer"
        is_asked = asker.id in {person.id for person in match.people}
        return "**waits for your answer**" if is_asked else f"**{name(match.host)}** waits for an answer"
    if match.to_move is None:
        return "over"
    # Where chance plays along, how many of the entries are moves is not known without the record.
    so_far = "" if match.game.has_chance else f" · {plies(match.ply)}"
    left = f" · {time_left(match)}" if match.deadline else ""
    if match.to_move.id == asker.id:
        return f"**your turn**{left}{so_far}"
    return f"{name(match.to_move)} to move{left}{so_far}"


def no_games(person: Person, asker: Person) -> str:
    """The list of somebody who has no matches."""
    if person.id == asker.id:
        return "You have no matches here. `/play` begins one."
    return f"{name(person)} has no matches here."
