"""Which match is meant, and who may act in it now."""

from bot.chat.sentences import boards, lists, names
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.match import State
from bot.model.refusals.matches import (
    HasLeft,
    MatchElsewhere,
    MatchIsOver,
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
    UnknownMatch,
)


@sentence.register
def _(error: UnknownMatch) -> str:
    return f"There is no match {error.text} that you can see here. `/games` lists yours."


@sentence.register
def _(error: MatchElsewhere) -> str:
    return f"Match #{error.number} is played on another server: use the command there. `/games` lists yours here."


@sentence.register
def _(error: NoMatchWaits) -> str:
    choices = lists.to_choose_from(error.matches)
    return f"It is not your turn in any of your matches here; `/plan` plans ahead for when it is.\n{choices}"


@sentence.register
def _(_error: NothingToPlay) -> str:
    return "You have no running match here. `/play` begins one, `/games` lists your matches."


@sentence.register
def _(_error: NoBoardThere) -> str:
    return "This message shows no board. **Text** and **Replay from here** work on the messages of Furlong that do."


@sentence.register
def _(_error: NothingFinished) -> str:
    return "You have no finished match here yet, so there is nothing to check."


@sentence.register
def _(error: NotInMatch) -> str:
    there = names.names([person for person in error.match.people if not person.is_character])
    return f"They do not play in match #{error.match.id}, or not any more: {there} do."


@sentence.register
def _(error: NotStarted) -> str:
    waits = names.names(error.match.invited) or "another player"
    return f"Match #{error.match.id} has not begun yet: it waits for {waits}."


@sentence.register
def _(error: MatchIsOver) -> str:
    return f"Match #{error.match.id} is over. {boards.outcome(error.match)}"


@sentence.register
def _(error: NotPlaying) -> str:
    players = names.names(error.match.players)
    if error.match.state is State.FINISHED:
        return f"You did not play in match #{error.match.id}: {players} did. `/play` starts a match of your own."
    return (
        f"You are watching this match: {players} play it. Text and `/board` show it to you, and `/play` starts a match "
        "of your own."
    )


@sentence.register
def _(error: HasLeft) -> str:
    return f"You have left match #{error.match.id}; the others play on without you.{names.way_to(error.match)}"


@sentence.register
def _(error: NotYourTurn) -> str:
    player = error.match.to_move
    waits = f"**{names.name(player)}**" if player else "somebody else"
    return f"It is not your turn in match #{error.match.id}: {waits} is to move.{names.way_to(error.match)}"


@sentence.register
def _(error: NoHints) -> str:
    return (
        f"Nobody gets hints in match #{error.match.id}: that was not agreed. There are hints in matches with Furlong's "
        "characters, and in those that begin by `/play` with `hints:`."
    )


@sentence.register
def _(error: StaleBoard) -> str:
    match = error.match
    status = boards.your_turn(match, ping=False) or boards.outcome(match)
    so_far = boards.moves_played(match, match.ply)
    return f"This board is out of date: match #{match.id} has moved on ({so_far}). {status}{names.way_to(match)}"
