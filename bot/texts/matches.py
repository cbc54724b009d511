"""Texts about matches: alt texts, boards as text, lists of matches, resigning, and notes."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from bot.model.history import entry_groups
from bot.model.match import Match, State, Summary, waits_for
from bot.model.people import Person
from bot.model.refusals.challenges import TooManyOpen
from bot.model.refusals.matches import (
    GameIsAway,
    MatchIsOver,
    NoMatchWaits,
    NotAbandoned,
    NotInMatch,
    NotPlaying,
    NotStarted,
    NotYourTurn,
    OwnGameIsAway,
    StaleBoard,
    TimeIsUp,
)
from bot.model.replays import Playthrough, Replay
from bot.texts import boards as board_texts
from bot.texts import limits
from bot.texts.boards import MOST_LINES, news, outcome, picture, staying, versus, who_won, your_turn
from bot.texts.clocks import time_left
from bot.texts.language import (
    acted,
    as_sentence,
    capitalized,
    labelled,
    listed,
    message,
    paragraph,
    say,
    sentence,
    strung,
)
from bot.texts.names import (
    lines,
    linked,
    literal_name,
    name,
    names,
    numbered,
    plies,
    shortened,
    title,
    within,
)
from bot.texts.symbols import Symbols
from rules.core import Game, Position, Seat, Typed
from rules.record import Step, retired_seat

_LONGEST_RECORD: Final = 1_500
"""Characters of a record within a sentence."""


def verdict(playthrough: Playthrough, reader_id: int | None = None) -> str:
    """The result in a few words, as in a picture's header or to a reader; empty while the match goes on."""
    if playthrough.state is not State.FINISHED or playthrough.result is None:
        return ""
    winners = [playthrough.seated[seat] for seat, place in enumerate(playthrough.result.places) if place == 1]
    if len(winners) == playthrough.history.seats:
        return say("A draw")
    if [winner.id for winner in winners] == [reader_id]:
        return say("You win!")
    return say(
        "{players, plural, one {{players} wins} other {{players} win}}", players=tuple(map(literal_name, winners))
    )


def in_short(match: Match) -> str:
    """How a finished match ended, in a sentence to send to others."""
    return say(
        # Translators: {verdict} is such as “Ada wins” or “A draw”.
        "{game}: {verdict} after {count, plural, one {# move} other {# moves}}.",
        game=match.game.name,
        verdict=verdict(match),
        count=match.history.moves,
    )


def alt_text(playthrough: Playthrough) -> str:
    """The alt text of a match's picture, no longer than Discord allows."""
    history, player = playthrough.history, playthrough.to_move
    status = say("{player}'s turn", player=literal_name(player)) if player else verdict(playthrough)
    return _spoken(
        history.position, picture(playthrough), sides(playthrough), *_last_turn(playthrough)[-MOST_LINES:], status
    )


def _spoken(position: Position, *sentences: str) -> str:
    """Sentences about a position, followed by the text board if there is room in an alt text."""
    spoken = paragraph(*(as_sentence(sentence) for sentence in sentences if sentence))
    whole = f"{spoken}\n{position}"
    return whole if len(whole) <= limits.ALT else shortened(spoken, limits.ALT)


def position_alt(game: Game, position: Position, steps: Sequence[Step]) -> str:
    """The alt text of a position that belongs to no match: the last steps, whose turn it is, and the board."""
    return _spoken(position, say("{game} board", game=game.name), *map(_by_side, steps), standing(position))


def standing(position: Position) -> str:
    """The side to move, or the side that has won; empty while chance is to move."""
    turn, outcome = position.turn, position.outcome()
    if outcome is not None:
        won = tuple(say(position.side(Seat(seat))) for seat, place in enumerate(outcome.places) if place == 1)
        return say("{sides, plural, one {{sides} wins} other {{sides} share the win}}", sides=won)
    return say("{side} to move", side=position.side(turn)) if isinstance(turn, int) else ""


def _by_side(step: Step) -> str:
    words, mover = say(step.before.describe(step.move)), step.mover
    return capitalized(words) if mover is None else say("{side} {action}", side=step.before.side(mover), action=words)


def _last_turn(playthrough: Playthrough) -> Sequence[str]:
    """The turns that the board shows, without Markdown; moves of one kind are described together."""
    history, parts = playthrough.history, list[str]()
    for group in entry_groups(history, range(history.ply - len(playthrough.shown_turns) + 1, history.ply + 1)):
        first, *others = [history.steps[ply - 1] for ply in group]
        if not others:
            parts.append(plain_step(playthrough, first))
            continue
        words = say(first.before.describe_all([first.move, *(other.move for other in others)]))
        mover = first.mover
        parts.append(capitalized(words) if mover is None else acted(literal_name(playthrough.seated[mover]), words))
    return parts


def sides(playthrough: Playthrough) -> str:
    """The player of each side, without Markdown: `White: Ada, Black: Ben`."""
    side = playthrough.history.position.side
    return strung(
        [labelled(say(side(Seat(seat))), literal_name(player)) for seat, player in enumerate(playthrough.seated)]
    )


def plain_step(playthrough: Playthrough, played: Step) -> str:
    """A step without Markdown, for alt texts and menus."""
    turn = played.before.turn
    left = retired_seat(played.move)
    if left is not None:
        return say("{player} leaves", player=literal_name(playthrough.seated[left]))
    words = say(played.before.describe(played.move))
    return acted(literal_name(playthrough.seated[turn]), words) if isinstance(turn, int) else capitalized(words)


def text_board(match: Match, viewpoint: Seat | None = None) -> str:
    """The board as text from the side of a seat, with everything that the picture shows."""
    status = your_turn(match, ping=False) if match.state is State.RUNNING else outcome(match)
    text = news(match, beside_board=False)
    return lines(f"**{title(match)}**", versus(match), f"```\n{match.position.seen_from(viewpoint)}\n```", text, status)


def text_then(then: Replay, viewpoint: Seat | None = None) -> str:
    """An earlier board of a match as text from the side of a seat."""
    what = "" if then.match_id is None else f"**{numbered(then.history.game.name, then.match_id)}**"
    return lines(what, versus(then), f"```\n{then.history.position.seen_from(viewpoint)}\n```")


def text_position(game: Game, position: Position) -> str:
    """A position that belongs to no match as text."""
    status = as_sentence(standing(position)) if isinstance(position.turn, int) else ""
    return lines(f"**{game.name}**", f"```\n{position}\n```", status)


def picker_alt(game: Game, chosen: str, partials: Sequence[str]) -> str:
    """The alt text of a picker's picture."""
    move = Typed(chosen)
    if not partials:
        return say("The {game} board after {move}.", game=game.name, move=move)
    board = say("The {game} board; {move} is chosen.", game=game.name, move=move)
    if not chosen:
        board = say("The {game} board.", game=game.name)
    # Translators: {ways} are what can be chosen next on the board, such as “c4 or e5”.
    return shortened(
        paragraph(board, say("You can choose {ways:or}.", ways=tuple(Typed(partial) for partial in partials))),
        limits.ALT,
    )


_MOST_LISTED: Final = 8  # matches above the buttons to choose from


def against(match: Match | Summary, person: Person, after: str = "") -> str:
    """The label of a match in a list of choices, from a person's point of view: `#7 Furl against Ben, your turn`.

    What comes `after` that is part of the label.
    """

    def composed(named: Callable[[Person], str]) -> str:
        facts = {"match": match, "opponents": _opponents(match, person, named)}
        if waits_for(match, person.id):
            return say("#{match.id} {match.game.name} against {opponents}, your turn", **facts) + after
        return say("#{match.id} {match.game.name} against {opponents}", **facts) + after

    return within(limits.OPTION, composed)


def brief(match: Summary, person: Person) -> str:
    """A match in a few words, for a button or after a move: `Furl #7, Ben`."""
    label = f"{match.game.name} #{match.id}"
    return within(limits.BUTTON_LABEL, lambda named: strung([label, _opponents(match, person, named)]))


def _opponents(match: Match | Summary, person: Person, named: Callable[[Person], str]) -> str:
    """The names of a person's opponents, without Markdown."""
    return listed([named(other) for other in match.opponents_of(person.id)]) or say(_ANYONE)


_ANYONE: Final = message("anyone who joins")
# Translators: The state of a match.
_OVER: Final = message("over")
_NOBODY_TO_MOVE: Final = {
    State.OPEN: message("hasn't started"),
    State.RUNNING: message("waits until it's clear who plays on"),
}
"""The states of a match in which nobody is to move; in all other states it is over."""


def whose_turn(match: Summary, person: Person) -> str:
    """The description of a match in a menu: whom it waits for."""
    if match.to_move is None:
        return say(_NOBODY_TO_MOVE.get(match.state, _OVER))
    if match.to_move.id == person.id:
        return say("your turn")
    return say("waits for {player}", player=literal_name(match.to_move))


MATCH_PROMPT: Final = message("Which match do you mean?")
"""The question over the buttons for the matches that a command may mean."""


def match_menu(number: int, count: int) -> str:
    """The placeholder of a menu of matches, numbered if they need several menus."""
    if count == 1:
        return say("Choose a match")
    return say("Choose a match ({number} of {count})", number=number + 1, count=count)


def to_choose_from(matches: Sequence[Summary]) -> str:
    """The first of several matches, one per line: who plays, and who is to move."""
    return "\n".join(f"- {_summarized(match)}" for match in matches[:_MOST_LISTED])


def _summarized(match: Summary) -> str:
    people = names(match.people[1:] if match.state is State.OPEN else match.people)
    turn = f", {say('{player} to move', player=match.to_move)}" if match.to_move else ""
    return labelled(linked(match), f"{people or say('waits for anybody')}{turn}")


def games_heading(person: Person, asker: Person) -> str:
    """The heading of the list of a person's matches."""
    return say("### Your matches") if person.id == asker.id else say("### {person}'s matches", person=person)


def games_line(
    match: Summary, person: Person, asker: Person, symbols: Symbols, gone: Collection[int] = frozenset()
) -> str:
    """A line in the list of a person's matches, beginning with the symbol of their side.

    `gone` are people who are known to have left the server.
    """
    own = match.to_move if match.to_move is not None and match.is_voted_on_by(person) else person
    opponents = names(match.opponents_of(own.id)) or say(_ANYONE)
    title = f"{symbols.before_match(match, person)}{linked(match)}"
    who = say("{match} against {opponents}", match=title, opponents=opponents)
    left = tuple(other for other in match.opponents_of(own.id) if other.id in gone)
    is_gone = (
        f" · {say('{people, plural, one {{people} has} other {{people} have}} left the server', people=left)}"
        if left
        else ""
    )
    return f"{who} · {_status(match, asker)}{is_gone} · {say('last change {at:R}', at=match.changed_at)}"


def _status(match: Summary, asker: Person) -> str:
    if match.state is State.OPEN:
        if match.is_open_challenge and len(match.people) < match.seats:
            return say("waits for players")
        if not match.asked_ids:  # it is about to begin, perhaps in a channel that is closed
            return say(_NOBODY_TO_MOVE[State.OPEN])
        if asker.id in match.asked_ids:
            return say("**waits for your answer**")
        if match.host.id == asker.id:
            return say("waits for an answer")
        return say("{player:b} waits for an answer", player=match.host)
    if match.to_move is None:
        return say(_NOBODY_TO_MOVE.get(match.state, _OVER))
    # In a game with chance, only the full record says how many of its entries are moves.
    so_far = "" if match.game.has_chance else f" · {plies(match.ply)}"
    left = f" · {time}" if (time := time_left(match)) else ""
    if match.is_voted_on_by(asker):
        turn = say("{player:b} votes", player=match.to_move)
    elif match.to_move.id == asker.id:
        turn = say("**your turn**")
    else:
        turn = say("{player} to move", player=match.to_move)
    return f"{turn}{left}{so_far}"


def no_games(person: Person, asker: Person) -> str:
    """The text in place of the list if a person has no matches."""
    if person.id == asker.id:
        return say("You have no matches here. `/play` starts one.")
    return say("{person} has no matches here.", person=person)


def resign_question(match: Match, person: Person) -> str:
    """The question before a player resigns."""
    seat = match.seat_of(person.id)
    others = staying(match, person)
    if not others:
        return say(
            "Leave match #{match.id} ({match.game.name})? Everybody else has left, so it ends, and you win.",
            match=match,
        )
    after = None if seat is None else match.position.retire(seat)
    if after is not None and after.turn is not None:
        if all(other.is_character for other in others):
            return say(
                "Leave match #{match.id} ({match.game.name})? Only characters would be left, so it ends, and you finish behind them.",
                match=match,
            )
        if len(others) > 1 or match.seating.playing_on:
            return say(
                "Leave match #{match.id} ({match.game.name})? The others play on, perhaps with a character in your seat, and you "
                "finish behind them.",
                match=match,
            )
    resigns = say(
        "Resign match #{match.id} ({match.game.name})? {opponents} would win at once.",
        match=match,
        opponents=tuple(others),
    )
    if match.terms.is_rated and match.is_cut_short:
        early = say("It's so early that no rating would change.")
        return paragraph(resigns, early)
    return resigns


def call_off_question(match: Match, *, is_gone: bool) -> str:
    """The question before a player takes out another one who no longer plays."""
    facts = {"match": match, "player": match.to_move}
    why = say("{player:b} is no longer on this server.", **facts)
    if not is_gone:
        why = say(
            "Match #{match.id} waits for {player:b}, and nothing has happened in it since {match.changed_at:f}.",
            **facts,
        )
    turn = match.position.turn
    if isinstance(turn, int) and match.position.retire(turn) is not None:
        question = say("Go on without {player:b}? It'll be as if they had left the match.", **facts)
        return paragraph(why, question)
    return paragraph(why, say("Call match #{match.id} off? It ends without a result, and no rating changes.", **facts))


CALL_OFF: Final = message("Call off")
"""The label of the button."""


@sentence.register
def _(error: NotAbandoned) -> str:
    match = error.match
    if error.at is None:
        return say("Match #{match.id} can't be called off now: its clock runs, or it waits for you.", match=match)
    return say(
        "Match #{match.id} still waits for {player:b}. You can call it off {at:R}, if nothing happens in it until then, or "
        "sooner if they leave the server.",
        player=match.to_move or say("another player"),
        match=match,
        at=error.at,
    )


def resigned(match: Match) -> str:
    """The answer after a player has resigned."""
    if match.state is State.RUNNING:
        return say("You've left match #{match.id}; the others play on.", match=match)
    return paragraph(say("You resigned match #{match.id}.", match=match), who_won(match))


def played_on(match: Match) -> str:
    """The answer after a player has decided not to resign."""
    return say("You play on in match #{match.id}.", match=match)


def note(match: Match, text: str) -> str:
    """What stands above a person's note on a match."""
    if not text:
        return say("**Your note** on {match}, for your eyes only: nothing yet.", match=title(match))
    return say("**Your note** on {match}, for your eyes only:", match=title(match))


def modal_title(match: Match) -> str:
    """The title of the modal for writing a note, at most 45 characters."""
    return say("Note · {match}", match=title(match))


def modal_label() -> str:
    """The label of the text field in that modal."""
    return say("Nobody else sees it")


@sentence.register
def _(error: NoMatchWaits) -> str:
    reason_said = say("It isn't your turn in any of your matches here; `/plan` plans ahead for when it is.")
    return f"{reason_said}\n{to_choose_from(error.matches)}"


@sentence.register
def _(error: OwnGameIsAway) -> str:
    record = " ".join(error.record).replace("`", "'")
    shown = record if len(record) <= _LONGEST_RECORD else f"… {record[-_LONGEST_RECORD:].partition(' ')[2]}"
    return paragraph(
        say(str(GameIsAway.__doc__), number=error.number),
        say("The game is called {game}. The moves so far: {moves}.", game=error.game_key, moves=f"`{shown}`")
        if record
        else "",
    )


@sentence.register
def _(error: NotInMatch) -> str:
    players = tuple(person for person in error.match.people if not person.is_character)
    return say("They aren't in match #{match.id}. Its players are {players}.", match=error.match, players=players)


@sentence.register
def _(error: NotStarted) -> str:
    if error.match.is_about_to_begin:
        return say("Match #{match.id} starts as soon as its first message can be posted.", match=error.match)
    return say(
        "Match #{match.id} hasn't started yet: it waits for {players}.",
        match=error.match,
        players=tuple(error.match.invited) or say(_ANYONE),
    )


@sentence.register
def _(error: MatchIsOver) -> str:
    return paragraph(say("Match #{match.id} is over.", match=error.match), board_texts.outcome(error.match))


@sentence.register
def _(error: NotPlaying) -> str:
    facts = {"match": error.match, "players": tuple(error.match.players)}
    if error.match.state is State.FINISHED:
        return say("You didn't play in match #{match.id}: {players} did. `/play` starts a match of your own.", **facts)
    return say(
        "You're watching this match: {players} play it. Text and `/board` show it to you, and `/play` starts a match of your own.",
        **facts,
    )


@sentence.register
def _(error: TimeIsUp) -> str:
    match = error.match
    if match.deadline is None:
        over = say("Your time in match #{match.id} ran out, before this move.", match=match)
    else:
        over = say("Your time in match #{match.id} ran out at {match.deadline:T}, before this move.", match=match)
    return paragraph(over, say("The match ends in a moment."))


@sentence.register
def _(error: NotYourTurn) -> str:
    player = error.match.to_move
    waits = f"**{name(player)}**" if player else say("another player")
    return say("It isn't your turn in match #{match.id}: it's {player}'s.", match=error.match, player=waits)


@sentence.register
def _(error: StaleBoard) -> str:
    match = error.match
    old = say(
        "This board is out of date: match #{match.id} has moved on ({moves}).",
        match=match,
        moves=board_texts.moves_played(match, match.ply),
    )
    return paragraph(old, board_texts.your_turn(match, ping=False) or board_texts.outcome(match))


@sentence.register
def _(error: TooManyOpen) -> str:
    reason_said = say(
        "{count, plural, one {# challenge of yours already waits} other {# challenges of yours already wait}} for players here, and that's the limit. Withdraw one of them first:",
        count=len(error.waiting),
    )
    return f"{reason_said}\n{to_choose_from(error.waiting)}"
