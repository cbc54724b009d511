"""Texts about matches: alt texts, boards as text, lists of matches, resigning, and notes."""

from collections.abc import Sequence
from typing import Final

from bot.model.history import entry_groups
from bot.model.match import Match, State, Summary
from bot.model.people import Person
from bot.model.refusals.challenges import TooManyOpen
from bot.model.refusals.matches import (
    HasLeft,
    MatchElsewhere,
    MatchIsOver,
    MatchOrSeason,
    NoBoardThere,
    NoHints,
    NoMatchWaits,
    NothingFinished,
    NothingToPlay,
    NotInMatch,
    NotPlaying,
    NotStarted,
    NotYourTurn,
    StaleBoard,
    TimeIsUp,
    UnknownMatch,
)
from bot.model.replays import Playthrough, Replay
from bot.texts import boards
from bot.texts.boards import MOST_LINES, moves_played, news, outcome, staying, versus, who_won, your_turn
from bot.texts.clocks import instant, time_left
from bot.texts.names import (
    LONGEST_ALT,
    lines,
    linked,
    name,
    names,
    numbered,
    plain_text,
    plies,
    shortened,
    title,
    way_to,
)
from bot.texts.sentence import register, sentence
from bot.texts.symbols import Symbols
from rules.core import Game, Position, Seat
from rules.record import Step, retired_seat
from rules.wording import agreeing, listed


def verdict(playthrough: Playthrough) -> str:
    """The result in a few words, as in a picture's header; empty while the match goes on."""
    if playthrough.state is not State.FINISHED or playthrough.result is None:
        return ""
    winners = [playthrough.seated[seat].name for seat, place in enumerate(playthrough.result.places) if place == 1]
    if len(winners) == playthrough.history.seats:
        return "A draw"
    return agreeing(winners, "wins", "win")


def alt_text(playthrough: Playthrough) -> str:
    """The alt text of a match's picture, no longer than Discord allows."""
    history, player = playthrough.history, playthrough.to_move
    status = f"{player.name} is to move" if player else verdict(playthrough)
    opening = (f"{history.game.name} board, {moves_played(playthrough)} played", sides(playthrough))
    return _spoken(history.position, *opening, *_last_turn(playthrough)[-MOST_LINES:], status)


def _spoken(position: Position, *sentences: str) -> str:
    """Sentences about a position, followed by the text board if there is room in an alt text."""
    spoken = " ".join(f"{sentence}." for sentence in filter(None, sentences))
    whole = f"{spoken}\n{position}"
    return whole if len(whole) <= LONGEST_ALT else shortened(spoken, LONGEST_ALT)


def position_alt(game: Game, position: Position, steps: Sequence[Step]) -> str:
    """The alt text of a position that belongs to no match: the last steps, whose turn it is, and the board."""
    return _spoken(position, f"{game.name} board", *map(_by_side, steps), standing(position))


def standing(position: Position) -> str:
    """The side to move, or the side that has won; empty while chance is to move."""
    turn, outcome = position.turn, position.outcome()
    if outcome is not None:
        won = [position.side(Seat(seat)) for seat, place in enumerate(outcome.places) if place == 1]
        return agreeing(won, "wins", "share the win")
    return f"{position.side(turn)} is to move" if isinstance(turn, int) else ""


def _by_side(step: Step) -> str:
    words, mover = step.before.describe(step.move), step.mover
    return words if mover is None else f"{step.before.side(mover)} {words}"


def _last_turn(playthrough: Playthrough) -> Sequence[str]:
    """The turns that the board shows, without Markdown; moves of one kind are described together."""
    history, parts = playthrough.history, list[str]()
    for group in entry_groups(history, range(history.ply - len(playthrough.latest_turns) + 1, history.ply + 1)):
        first, *others = [history.steps[ply - 1] for ply in group]
        if not others:
            parts.append(plain_step(playthrough, first))
            continue
        words = first.before.describe_all([first.move, *(other.move for other in others)])
        parts.append(words if first.mover is None else f"{playthrough.seated[first.mover].name} {words}")
    return parts


def sides(playthrough: Playthrough) -> str:
    """The player of each side, without Markdown: `White: Ada, Black: Ben`."""
    return ", ".join(
        f"{playthrough.history.position.side(Seat(seat))}: {player.name}"
        for seat, player in enumerate(playthrough.seated)
    )


def plain_step(playthrough: Playthrough, played: Step) -> str:
    """A step without Markdown, for alt texts and menus."""
    turn = played.before.turn
    left = retired_seat(played.move)
    if left is not None:
        return f"{playthrough.seated[left].name} leaves"
    words = played.before.describe(played.move)
    return f"{playthrough.seated[turn].name} {words}" if isinstance(turn, int) else words


def text_board(match: Match) -> str:
    """The board as text, with everything that the picture shows."""
    status = your_turn(match, ping=False) if match.state is State.RUNNING else outcome(match)
    return lines(f"**{title(match)}**", versus(match), f"```\n{match.position}\n```", news(match), status)


def text_then(then: Replay) -> str:
    """An earlier board of a match as text."""
    what = "" if then.match_id is None else f"**{numbered(then.history.game, then.match_id)}**"
    return lines(what, versus(then), f"```\n{then.history.position}\n```")


def text_position(game: Game, position: Position) -> str:
    """A position that belongs to no match as text."""
    turn = position.turn
    status = f"{position.side(turn)} is to move." if isinstance(turn, int) else ""
    return lines(f"**{game.name}**", f"```\n{position}\n```", status)


def picker_alt(game: Game, chosen: str, partials: Sequence[str]) -> str:
    """The alt text of a picker's picture."""
    if not partials:
        return f"The {game.name} board after {chosen}."
    so_far = f"; {chosen} is chosen" if chosen else ""
    return shortened(f"The {game.name} board{so_far}. You can choose {listed(partials, 'or')}.", LONGEST_ALT)


_MOST_LISTED: Final = 8


def against(match: Match | Summary, person: Person) -> str:
    """The label of a match in a list of choices, from a person's point of view: `#7 Furl against Ben, your turn`."""
    others = listed([other.name for other in match.opponents_of(person.id)]) or "anyone who joins"
    waits = ", your turn" if match.to_move is not None and match.to_move.id == person.id else ""
    return f"#{match.id} {match.game.name} against {others}{waits}"


def brief(match: Summary, person: Person) -> str:
    """A match in a few words, for a button or after a move: `Furl #7, Ben`."""
    others = listed([other.name for other in match.opponents_of(person.id)]) or "anyone who joins"
    return f"{match.game.name} #{match.id}, {others}"


_NOBODY_TO_MOVE: Final = {State.OPEN: "has not begun", State.RUNNING: "waits until it is clear who plays on"}
"""The states of a match in which nobody is to move; in all other states it is over."""


def whose_turn(match: Summary, person: Person) -> str:
    """The description of a match in a menu: whom it waits for."""
    if match.to_move is None:
        return _NOBODY_TO_MOVE.get(match.state, "over")
    return "your turn" if match.to_move.id == person.id else f"waits for {match.to_move.name}"


MATCH_PROMPT: Final = "Which match do you mean?"
"""The question over the buttons for the matches that a command may mean."""


def match_menu(number: int, count: int) -> str:
    """The placeholder of a menu of matches, numbered if they need several menus."""
    return "Choose a match" if count == 1 else f"Choose a match ({number + 1} of {count})"


def to_choose_from(matches: Sequence[Summary]) -> str:
    """The first of several matches, one per line: who plays, and who is to move."""
    return "\n".join(f"- {_summarized(match)}" for match in matches[:_MOST_LISTED])


def _summarized(match: Summary) -> str:
    people = names(match.people[1:] if match.state is State.OPEN else match.people)
    turn = f", {name(match.to_move)} to move" if match.to_move else ""
    return f"{linked(match)}: {people or 'waits for anybody'}{turn}"


def games_heading(person: Person, asker: Person) -> str:
    """The heading of the list of a person's matches."""
    return "### Your matches" if person.id == asker.id else f"### {name(person)}'s matches"


def games_line(match: Summary, person: Person, asker: Person, symbols: Symbols) -> str:
    """A line in the list of a person's matches, beginning with the symbol of their side."""
    own = match.to_move if match.to_move is not None and match.is_voted_on_by(person) else person
    others = names(match.opponents_of(own.id)) or "anyone who joins"
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
        return _NOBODY_TO_MOVE.get(match.state, "over")
    # In a game with chance, only the full record says how many of its entries are moves.
    so_far = "" if match.game.has_chance else f" · {plies(match.ply)}"
    left = f" · {time_left(match)}" if match.deadline else ""
    if match.is_voted_on_by(asker):
        return f"**{name(match.to_move)}** votes{left}{so_far}"
    if match.to_move.id == asker.id:
        return f"**your turn**{left}{so_far}"
    return f"{name(match.to_move)} to move{left}{so_far}"


def no_games(person: Person, asker: Person) -> str:
    """The text in place of the list if a person has no matches."""
    if person.id == asker.id:
        return "You have no matches here. `/play` begins one."
    return f"{name(person)} has no matches here."


def resign_question(match: Match, person: Person) -> str:
    """The question before a player resigns."""
    seat = match.seat_of(person.id)
    after = None if seat is None else match.position.retire(seat)
    if after is not None and after.turn is not None:
        return (
            f"Leave match #{match.id} ({match.game.name})? The others play on, perhaps with a character in your seat, and "
            "you finish behind them."
        )
    early = " It is so early that no rating would change." if match.terms.is_rated and match.is_cut_short else ""
    return f"Resign match #{match.id} ({match.game.name})? {names(staying(match, person))} would win at once.{early}"


def resigned(match: Match) -> str:
    """The answer after a player has resigned."""
    if match.state is State.RUNNING:
        return f"You have left match #{match.id}; the others play on."
    return f"You resigned match #{match.id}. {who_won(match)}"


def played_on(match: Match) -> str:
    """The answer after a player has decided not to resign."""
    return f"You play on in match #{match.id}."


def note(match: Match, text: str) -> str:
    """A person's note on a match."""
    heading = f"**Your note** on {title(match)}, for your eyes only"
    return f"{heading}:\n{plain_text(text)}" if text else f"{heading}: nothing yet."


def modal_title(match: Match) -> str:
    """The title of the modal for writing a note, at most 45 characters."""
    return f"Note · {title(match)}"


def modal_label() -> str:
    """The label of the text field in that modal."""
    return "Nobody else sees it"


register(
    {
        UnknownMatch: "There is no match {text} that you can see here. `/games` lists yours.",
        MatchElsewhere: (
            "Match #{number} is played on another server: use the command there. `/games` lists yours here."
        ),
        MatchOrSeason: "Name a `match` or a `season`, not both.",
        NothingToPlay: "You have no running match here. `/play` begins one, `/games` lists your matches.",
        NoBoardThere: (
            "This message shows no board. **Text** and **Replay from here** work on the messages of Furlong that do."
        ),
        NothingFinished: "You have no finished match here yet. `/play` begins one.",
        NoHints: (
            "There are no hints in match #{match.id}, because its players did not agree on them. You get hints alone against "
            "Furlong's characters, and in matches that begin with `/play hints:`."
        ),
    }
)


@sentence.register
def _(error: NoMatchWaits) -> str:
    choices = to_choose_from(error.matches)
    return f"It is not your turn in any of your matches here; `/plan` plans ahead for when it is.\n{choices}"


@sentence.register
def _(error: NotInMatch) -> str:
    there = names([person for person in error.match.people if not person.is_character])
    return f"They are not in match #{error.match.id}. Its players are {there}."


@sentence.register
def _(error: NotStarted) -> str:
    waits = names(error.match.invited) or "another player"
    return f"Match #{error.match.id} has not begun yet: it waits for {waits}."


@sentence.register
def _(error: MatchIsOver) -> str:
    return f"Match #{error.match.id} is over. {boards.outcome(error.match)}"


@sentence.register
def _(error: NotPlaying) -> str:
    players = names(error.match.players)
    if error.match.state is State.FINISHED:
        return f"You did not play in match #{error.match.id}: {players} did. `/play` starts a match of your own."
    return (
        f"You are watching this match: {players} play it. Text and `/board` show it to you, and `/play` starts a match "
        "of your own."
    )


@sentence.register
def _(error: HasLeft) -> str:
    return f"You have left match #{error.match.id}; the others play on without you.{way_to(error.match)}"


@sentence.register
def _(error: TimeIsUp) -> str:
    at = f" at {instant(error.match.deadline, 'T')}" if error.match.deadline else ""
    return f"Your time in match #{error.match.id} ran out{at}, before this move. The match ends in a moment."


@sentence.register
def _(error: NotYourTurn) -> str:
    player = error.match.to_move
    waits = f"**{name(player)}**" if player else "another player"
    return f"It is not your turn in match #{error.match.id}: {waits} is to move.{way_to(error.match)}"


@sentence.register
def _(error: StaleBoard) -> str:
    match = error.match
    status = boards.your_turn(match, ping=False) or boards.outcome(match)
    so_far = boards.moves_played(match, match.ply)
    return f"This board is out of date: match #{match.id} has moved on ({so_far}). {status}{way_to(match)}"


@sentence.register
def _(error: TooManyOpen) -> str:
    waiting = to_choose_from(error.waiting)
    return (
        f"{len(error.waiting)} challenges of yours already wait for players here, and nobody may have more. Cancel one of "
        f"them first:\n{waiting}"
    )
