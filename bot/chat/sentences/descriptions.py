"""Pictures in words, and boards as text, for people who do not see pictures."""

from collections.abc import Sequence

from bot.chat.sentences.boards import MOST_LINES, moves_played, news, outcome, versus, your_turn
from bot.chat.sentences.names import LONGEST_ALT, numbered, shortened, title
from bot.model.entry_groups import entry_groups
from bot.model.match import Match, State
from bot.model.replay import Playthrough, Replay
from rules.core import Game, Position, Seat
from rules.record import Step, retired_seat
from rules.wording import agreeing, listed


def verdict(playthrough: Playthrough) -> str:
    """Who has won, in the few words that a picture's header says too; empty while the match runs."""
    if playthrough.state is not State.FINISHED or playthrough.result is None:
        return ""
    winners = [playthrough.seated[seat].name for seat, place in enumerate(playthrough.result.places) if place == 1]
    if len(winners) == playthrough.history.seats:
        return "A draw"
    return agreeing(winners, "wins", "win")


def alt_text(playthrough: Playthrough) -> str:
    """A picture in words, for people who do not see it; at most what Discord allows."""
    parts = [
        f"{playthrough.history.game.name} board, {moves_played(playthrough, playthrough.history.ply)} played. {sides(playthrough)}."
    ]
    parts += [f"{sentence}." for sentence in _last_turn(playthrough)[-MOST_LINES:]]
    parts.append(
        f"{playthrough.to_move.name} is to move."
        if playthrough.to_move
        else verdict(playthrough) and f"{verdict(playthrough)}."
    )
    spoken = " ".join(filter(None, parts))
    board = str(playthrough.history.position)
    whole = f"{spoken}\n{board}"
    return whole if len(whole) <= LONGEST_ALT else shortened(spoken, LONGEST_ALT)


def position_alt(game: Game, position: Position, steps: Sequence[Step]) -> str:
    """A picture of a position that belongs to no match in words: what has just happened there, whose turn it is, the board."""
    parts = [f"{game.name} board."]
    parts += [f"{_by_side(step)}." for step in steps]
    turn, outcome = position.turn, position.outcome()
    if outcome is not None:
        won = [position.side(Seat(seat)) for seat, place in enumerate(outcome.places) if place == 1]
        parts.append(f"{agreeing(won, 'wins', 'share the win')}.")
    elif isinstance(turn, int):
        parts.append(f"{position.side(turn)} is to move.")
    spoken = " ".join(parts)
    whole = f"{spoken}\n{position}"
    return whole if len(whole) <= LONGEST_ALT else shortened(spoken, LONGEST_ALT)


def _by_side(step: Step) -> str:
    words, mover = step.before.describe(step.move), step.mover
    return words if mover is None else f"{step.before.side(mover)} {words}"


def _last_turn(playthrough: Playthrough) -> Sequence[str]:
    """What has happened in the turns that the board shows, without markdown; what is of one kind is told together."""
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
    """Who plays which side, without markdown: `White: Ada, Black: Ben`."""
    return ", ".join(
        f"{playthrough.history.position.side(Seat(seat))}: {player.name}"
        for seat, player in enumerate(playthrough.seated)
    )


def plain_step(playthrough: Playthrough, played: Step) -> str:
    """A step without markdown, for what is spoken and for menus."""
    turn = played.before.turn
    left = retired_seat(played.move)
    if left is not None:
        return f"{playthrough.seated[left].name} leaves"
    words = played.before.describe(played.move)
    return f"{playthrough.seated[turn].name} {words}" if isinstance(turn, int) else words


def text_board(match: Match) -> str:
    """The board as text with everything that the picture says."""
    status = your_turn(match, ping=False) if match.state is State.RUNNING else outcome(match)
    parts = [f"**{title(match)}**", versus(match), f"```\n{match.position}\n```", news(match), status]
    return "\n".join(part for part in parts if part)


def text_then(then: Replay) -> str:
    """An earlier board of a match as text."""
    what = "" if then.match_id is None else f"**{numbered(then.history.game, then.match_id)}**"
    return "\n".join(filter(None, (what, versus(then), f"```\n{then.history.position}\n```")))


def text_position(game: Game, position: Position) -> str:
    """A position that belongs to no match as text."""
    turn = position.turn
    status = f"{position.side(turn)} is to move." if isinstance(turn, int) else ""
    return "\n".join(filter(None, (f"**{game.name}**", f"```\n{position}\n```", status)))


def picker_alt(match: Match, chosen: str, partials: Sequence[str]) -> str:
    """A picker's picture in words."""
    if not partials:
        return f"The {match.game.name} board after {chosen}."
    so_far = f"; {chosen} is chosen" if chosen else ""
    return shortened(f"The {match.game.name} board{so_far}. You can choose {listed(partials, 'or')}.", LONGEST_ALT)
