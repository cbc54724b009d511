"""Texts of boards: who plays whom, what happened, whose turn it is, how the match ended; and the log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from typing import Final

from bot.model.adjudication import reason
from bot.model.history import Cause, entry_groups
from bot.model.match import LONGEST_RECORD, Match, State, is_almost_endless
from bot.model.offers import OfferKind
from bot.model.people import Person
from bot.model.replays import Playthrough
from bot.model.result import Ending
from bot.model.votes import Voting
from bot.texts.challenges import challenge_closed
from bot.texts.clocks import away, banks, deadline
from bot.texts.dice import sealed
from bot.texts.language import acted, as_sentence, bracketed, labelled, message, paragraph, say, strung
from bot.texts.names import bold, escaped, lines, linked, matched, mention, name, names, numbered, page_of, plies
from bot.texts.standings import points
from bot.texts.symbols import NO_SYMBOLS, Symbols
from bot.texts.vocabulary import in_own_words
from rules.core import Move, Seat, Typed
from rules.record import Step, retired_seat

MOST_LINES: Final = 16
"""The most lines of news in words; the log has the rest."""

MOST_OF_SEAT: Final = 60
"""About the most characters of news on a board for each seat, so that a phone shows the board too; the log has the rest."""

MOST_OF_ROLLS: Final = 110
"""About the most characters of a line of rolls there, so that the move before it is told too."""

MOST_OF_LINE: Final = 160
"""About the most characters of the line that is left of an old board."""

AGAIN: Final = message("a newer message shows this board.")

LOG_PAGE: Final = 20
"""The number of lines on a page of a match's log."""


def _seated(playthrough: Playthrough, seat: int, call: Callable[[Person], str] = bold) -> str:
    """A player with their side in the rules: `Ada (White)`."""
    return bracketed(call(playthrough.seated[seat]), say(playthrough.history.position.side(Seat(seat))))


def _there(playthrough: Playthrough, seat: int, call: Callable[[Person], str] = bold) -> str:
    """A player with their side, and a note if they have left: `Ada (White, has left)`."""
    if not playthrough.history.has_left(Seat(seat)):
        return _seated(playthrough, seat, call)
    side = say(playthrough.history.position.side(Seat(seat)))
    return say("{player:b} ({side}, has left)", player=call(playthrough.seated[seat]), side=side)


def versus(
    playthrough: Playthrough,
    symbols: Symbols = NO_SYMBOLS,
    ply: int | None = None,
    call: Callable[[Person], str] = bold,
) -> str:
    """Who plays whom, with the symbol of each side, and the number of moves so far, or in the first `ply` entries.

    `call` returns what a player is called.
    """
    seats = [Seat(seat) for seat in range(playthrough.history.seats)]
    players = matched(
        [f"{symbols.before_player(playthrough, seat)}{_there(playthrough, seat, call)}" for seat in seats]
    )
    return f"{players} · {moves_played(playthrough, ply)}"


def moves_played(playthrough: Playthrough, ply: int | None = None) -> str:
    """The number of moves, in words, among the first `ply` entries of a record, or all; rolls do not count."""
    history = playthrough.history
    return plies(history.moves if ply is None else history.moves_upto(ply))


def picture(playthrough: Playthrough, ply: int | None = None) -> str:
    """What the picture of a board shows, after all entries of a record or the first `ply`, to begin its alt text."""
    history = playthrough.history
    moves = history.moves if ply is None else history.moves_upto(ply)
    if not moves:
        return say("{game} board, no move played yet", game=history.game.name)
    return say(
        "{game} board, {count, plural, one {# move} other {# moves}} played", game=history.game.name, count=moves
    )


def step(playthrough: Playthrough, ply: int) -> str:
    """A line for one entry of a record, counted from 1: a move with its player, a roll, or a player's departure."""
    played = playthrough.history.steps[ply - 1]
    left = retired_seat(played.move)
    if left is not None:
        leaves = _LEAVING.get(playthrough.history.entries[ply - 1].cause, _LEAVES)
        departure = say(leaves, player=_seated(playthrough, left))
        return (
            as_sentence(departure)
            if played.after.turn is None
            # Translators: {departure} is one of the three messages about a player who leaves.
            else say("{departure}; the others play on.", departure=departure)
        )
    turn = played.before.turn
    if not isinstance(turn, int):
        return roll_line(played)
    move = f"`{in_own_words(played.move)}`{_planned(playthrough, ply)}"
    return labelled(acted(_seated(playthrough, turn), _in_words(played)), move)


_LEAVES: Final = message("{player} leaves")
_LEAVING: Final[Mapping[Cause | None, str]] = {
    Cause.REMOVED: message("{player} is taken out by a server manager"),
    Cause.TIME: message("{player} runs out of time and leaves"),
}
"""How a player left a match, if it was not their own decision."""


def _in_words(played: Step) -> str:
    return escaped(say(played.before.describe(played.move)))


def _planned(playthrough: Playthrough, *plies: int) -> str:
    """A note, preceded by a space, if the player had planned these moves."""
    planned = [playthrough.history.entries[ply - 1].cause is Cause.PLANNED for ply in plies]
    if not any(planned):
        return ""
    return f" {say('(planned)') if all(planned) else say('(some of it planned)')}"


def roll_line(*played: Step) -> str:
    """A line with the results of rolls."""
    return f"🎲 {strung([_in_words(move) for move in played], apart=True)}"


def news(match: Match, *, beside_board: bool = True) -> str:
    """The latest news since the board was last shown, one line per group of steps; empty before the first step.

    It is short beside a picture of the board, which shows the last turn too.
    """
    happenings = list(_happenings(match, plies_of_news(match), MOST_OF_ROLLS if beside_board else None))
    left_out = max(len(happenings) - MOST_LINES, 0)
    while (
        beside_board
        and left_out < len(happenings) - 1
        and len("".join(happenings[left_out:])) > MOST_OF_SEAT * match.seats
    ):
        left_out += 1
    if left_out:
        happenings[:left_out] = [
            say(
                "-# {count, plural, one {# earlier line} other {# earlier lines}}: see Log, behind More.",
                count=left_out,
            )
            if match.state is State.RUNNING
            else say("-# {count, plural, one {# earlier line} other {# earlier lines}}: see Log.", count=left_out)
        ]
    return "\n".join(happenings)


def _happenings(playthrough: Playthrough, plies: Sequence[int], most_of_rolls: int | None = None) -> Iterator[str]:
    """The news of these plies, one line per group of moves described together; consecutive rolls share a line.

    Of a line of rolls that would be longer than `most_of_rolls`, only the end is told.
    """
    groups = entry_groups(playthrough.history, plies)
    for is_roll, row in groupby(groups, lambda group: playthrough.history.steps[group[0] - 1].is_roll):
        if is_roll:
            rolls = [words_of(playthrough, group) for group in row]
            first = 0
            while most_of_rolls is not None and first < len(rolls) - 1 and len("".join(rolls[first:])) > most_of_rolls:
                first += 1
            yield f"🎲 {'… ' if first else ''}{strung(rolls[first:], apart=True)}"
        else:
            moves = list(row)
            yield _group(playthrough, moves[0])
            yield from (_next_group(playthrough, before, group) for before, group in pairwise(moves))


def words_of(playthrough: Playthrough, group: Sequence[int]) -> str:
    """A group of moves or rolls described together, without the player."""
    first, *others = [playthrough.history.steps[ply - 1] for ply in group]
    if not others:
        return _in_words(first)
    return escaped(say(first.before.describe_all([first.move, *(other.move for other in others)])))


def _group(playthrough: Playthrough, group: Sequence[int]) -> str:
    """A line with a player's group of moves."""
    if len(group) == 1:
        return step(playthrough, group[0])
    mover = playthrough.history.steps[group[0] - 1].mover
    assert mover is not None, "chance is told of in its own line"
    return acted(_seated(playthrough, mover), words_of(playthrough, group)) + _planned(playthrough, *group)


def _next_group(playthrough: Playthrough, before: Sequence[int], group: Sequence[int]) -> str:
    """The line of a group after another one. It is shorter if the player is the same, because there may be many."""
    mover = playthrough.history.steps[group[0] - 1].mover
    if mover is None or mover != playthrough.history.steps[before[-1] - 1].mover:
        return _group(playthrough, group)
    # Translators: {action} follows a player's name, as in “furls 3 discs from a4 to c4”.
    return f"{say('… then {action}', action=words_of(playthrough, group))}{_planned(playthrough, *group)}"


def shrunk(match: Match, shown: int, taken_back: str) -> str:
    """The line in place of a board that showed the first entries of a record: the turn that was played on it.

    The title leads to the present board. A board before a move that was `taken_back` tells of that.
    """
    steps = match.history.steps[shown:]
    mover = next((step.mover for step in steps if step.mover is not None), None)
    turn = [*takewhile(lambda step: step.mover in (None, mover), steps)]
    while turn and turn[-1].mover is None:
        turn.pop()
    played = list(_happenings(match, range(shown + 1, shown + len(turn) + 1)))
    room = [len("".join(played[: count + 1])) <= MOST_OF_LINE for count in range(len(played))]
    some = played[: max(room.count(True), 1)]
    more = [] if len(some) == len(played) else ["…"]
    undone = [taken_back.partition("\n")[0]] if taken_back else []
    state = " · ".join([*undone, *some, *more]) or outcome(match) or say(AGAIN)
    return f"-# {labelled(linked(match), state)}"


def log_page(match: Match, page: int) -> str:
    """A page of a match's log; page 0 has the latest steps."""
    pages = log_pages(match)
    last = len(match.history.steps) - page * LOG_PAGE  # counted from the end, so that the latest page is full
    first = max(last - LOG_PAGE, 0)
    played = lines(*(f"{ply}. {step(match, ply)}" for ply in range(first + 1, last + 1)))
    body = played or say("Nothing has been played yet.")
    seal = sealed(match) if match.state is State.RUNNING and not first else ""
    return lines(body, seal, page_of(pages - 1 - page, pages))


def log_pages(match: Match) -> int:
    """The number of pages of a match's log."""
    return max(1, -(-len(match.history.steps) // LOG_PAGE))


def your_turn(playthrough: Playthrough, *, ping: bool = True) -> str:
    """The last lines of a board: whose turn it is, the deadline, and who is on vacation."""
    player = playthrough.to_move
    turn = playthrough.history.position.turn
    if not isinstance(turn, int) or playthrough.state is not State.RUNNING:
        return ""
    if player is None:
        return say("The match waits until it's clear who plays on for {player:b}.", player=playthrough.players[turn])
    if ping and player.is_computer:
        return lines(say("{player:b} is thinking…", player=player), away(playthrough))
    if isinstance(playthrough, Match) and playthrough.voting is not None:
        return _vote(playthrough, playthrough.voting)
    side = say(playthrough.history.position.side(turn))
    if not ping:
        whose = say("It's {player:b}'s turn.", player=player)
    elif _has_begun_it(playthrough):
        whose = say("{player}, your turn goes on ({side}).", player=mention(player), side=side)
    else:
        whose = say("{player}, it's your turn ({side}).", player=mention(player), side=side)
    return lines(paragraph(whose, deadline(playthrough)), banks(playthrough), away(playthrough))


def _vote(match: Match, voting: Voting) -> str:
    """How long people can vote on the next move, and how many have voted; only voters see the choices."""
    assert match.to_move is not None and isinstance(match.position.turn, int), "the channel is to move"
    voter = _seated(match, match.position.turn)
    until = say("{player} votes on this move until {at} ({at:R}).", player=voter, at=voting.ends_at)
    count = (
        say("{count, plural, one {# person has voted} other {# people have voted}}.", count=len(voting.votes))
        if voting.votes
        else say("Nobody has voted yet.")
    )
    late = say("-# Nobody voted in time, so the vote goes on. The match is lost unless a move is played.")
    return lines(paragraph(until, count), paragraph(late, deadline(match)) if voting.is_prolonged else "", away(match))


SHOWN_AGAIN: Final = message("-# A newer message shows this board.")
"""The note under a board that a newer message shows unchanged."""


def _has_begun_it(playthrough: Playthrough) -> bool:
    """Whether the player to move has begun this turn, other than by a plan."""
    history = playthrough.history
    entries = history.entries[history.ply - len(history.last_turn) :]
    theirs = [entry for entry in entries if entry.is_move and entry.seat == history.position.turn]
    return playthrough.history.goes_on and any(entry.cause is not Cause.PLANNED for entry in theirs)


def named_moves(match: Match) -> str:
    """An explanation of the buttons for named moves if there are several; empty otherwise."""
    named = match.position.named_moves()
    if len(named) < 2 or match.is_thinking:
        return ""
    return lines(
        *(
            as_sentence("- " + labelled(f"**{say(label)}**", say(match.position.describe(move))))
            for move, label in named.items()
        )
    )


def choosing_ahead(match: Match) -> str:
    """A note on a board on which players may choose moves ahead; empty on others, and while a character thinks."""
    if match.is_thinking or not match.lets_choose_ahead():
        return ""
    return say("-# All players can already choose their next moves here: press **Move**.")


def play_label(match: Match, move: Move) -> str:
    """The label of the button that plays a picked move or votes for it."""
    label = say(match.position.named_moves().get(move, ""))
    if match.voting is not None:
        return say("Vote for {move}", move=label or Typed(move))
    return label or say("Play {move}", move=Typed(move))


def outcome(match: Match) -> str:
    """How a match ended, in a sentence or two, even if it was never played; empty while it goes on."""
    if match.state is State.CALLED_OFF and match.result:
        return challenge_closed(match)
    return paragraph(ending(match), *_left_to_characters(match))


def _left_to_characters(match: Match) -> Iterator[str]:
    """Notes on the seats of a finished match whose results count for nobody, because characters took them over."""
    for offer in match.seating.takeovers if match.state is State.FINISHED else ():
        who = offer.character.name if offer.character is not None else _names_of(match, offer.by_id)
        if offer.kind is not OfferKind.HANDOVER:
            leaver = _names_of(match, offer.leaver_id)
            yield say("{leaver} left and comes last, wherever {player} finished.", leaver=leaver, player=who)


def _names_of(match: Match, person_id: int) -> str:
    return names(person for person in match.people if person.id == person_id) or say("another player")


def ending(playthrough: Playthrough) -> str:
    """How a finished match ended, in a sentence or two; empty while it goes on."""
    result = playthrough.result
    if result is None:
        return ""
    if result.ending is Ending.AGREED:
        return _agreement(playthrough)
    if result.ending is Ending.ENDLESS:
        return say(
            "The match is a draw: after {count:,} steps there was no end in sight.",
            count=playthrough.history.ply,
        )
    if result.ending is Ending.DECIDED:
        # Translators: {reason} says how it was decided: “the outcome was clear”, “the position had occurred three
        # times” or “nobody was clearly ahead”.
        decided = say("Time ran out before the match was over: {reason}.", reason=reason(playthrough))
        return paragraph(decided, who_won(playthrough))
    if result.ending in _BY_ONE and result.by is not None:
        ended = say(_LAST if _was_last(playthrough) else _BY_ONE[result.ending], player=result.by)
        return ended if result.ending is Ending.REPEATED else paragraph(ended, who_won(playthrough))
    why = escaped(say(reason(playthrough)))
    # Translators: {won} is such as “Ada (White) wins”, and {reason} in lower case, such as “nobody can conquer any more”.
    won = say("{won}: {reason}.", won=_won(playthrough), reason=why) if why else who_won(playthrough)
    return paragraph(won, _standings(playthrough))


_BY_ONE: Final = {
    Ending.RESIGNED: message("{player:b} resigns."),
    Ending.TIME: message("{player:b} has run out of time."),
    Ending.REPEATED: message("The position occurred three times, and {player:b} claimed a draw."),
    Ending.WITHDRAWN: message("{player:b} is out of the competition."),
    Ending.REMOVED: message("{player:b} was taken out by a server manager."),
}
"""How a match ended by one player's departure, delay or claim."""

_LAST: Final = message("{player:b} was the last to leave.")
_BY_LEAVING: Final = frozenset({Ending.RESIGNED, Ending.TIME, Ending.REMOVED})


def _was_last(playthrough: Playthrough) -> bool:
    """Whether a match ended because its last person left, and so has won: all others had left before."""
    result = playthrough.result
    if result is None or result.by is None or result.ending not in _BY_LEAVING:
        return False
    return any(
        place == 1 and player == result.by  # in a record file all have the same id
        for place, player in zip(result.places, playthrough.players, strict=False)
    )


def almost_endless(match: Match) -> str:
    """The warning on the board of a match that will soon end because of its length; empty for other matches."""
    if not is_almost_endless(match):
        return ""
    return say(
        "-# After {most:,} steps this match ends as a draw. So far there are {count:,}.",
        most=LONGEST_RECORD,
        count=match.ply,
    )


def _agreement(playthrough: Playthrough) -> str:
    """A sentence with the players who agreed on a draw, by name only if a player had left before."""
    places = playthrough.result.places if playthrough.result is not None else ()
    first = tuple(player for player, place in zip(playthrough.players, places, strict=True) if place == 1)
    if len(first) == playthrough.history.seats:
        return say("The players agreed on a draw.")
    return say("{players} agreed on a draw.", players=first)


def _standings(playthrough: Playthrough) -> str:
    """The points of all players, ordered by place, if there were more than two; empty otherwise."""
    result = playthrough.result
    if result is None or result.points is None or playthrough.history.seats < 3:
        return ""
    order = sorted(range(playthrough.history.seats), key=lambda seat: result.places[seat])
    return say(
        "Points: {scores}.", scores=tuple(f"{_there(playthrough, seat)} {result.points[seat]}" for seat in order)
    )


def staying(match: Match, person: Person) -> list[Person]:
    """A person's opponents who have not left the match, or the character that finishes it for the only one."""
    if match.seats == 2:
        return [other for seat, other in enumerate(match.seated) if seat != match.seat_of(person.id)]
    return [other for other in match.seating.staying.values() if other.id != person.id]


def who_won(playthrough: Playthrough) -> str:
    """A sentence that says who won a finished playthrough."""
    return as_sentence(_won(playthrough))


def _won(playthrough: Playthrough) -> str:
    """That sentence without its full stop, so that a reason can follow."""
    places = playthrough.result.places if playthrough.result is not None else ()
    winners = tuple(_seated(playthrough, seat) for seat, place in enumerate(places) if place == 1)
    if len(winners) == playthrough.history.seats:
        return say("The match is a draw")
    return say("{players, plural, one {{players} wins} other {{players} share the win}}", players=winners)


def of_pair(match: Match) -> str:
    """For a match in a pair with swapped sides: a link to the other one, or both results; else empty."""
    twin = match.twin
    if twin is None:
        return ""
    other = numbered(match.game.name, twin.id)
    if match.result is None or not match.result.places or not twin.places:
        return say("-# You play it on both sides: the other match is {match}.", match=other)
    first, second = match.players
    scores = {first: 0.0, second: 0.0}
    for seated, places in (((first, second), match.result.places), ((second, first), twin.places)):
        for player, place in zip(seated, places, strict=True):
            scores[player] += 0.5 if len(set(places)) == 1 else float(place == 1)
    pair_score = strung([f"**{name(player)}** {points(score)}" for player, score in scores.items()])
    return say("Both matches, with {match}: {scores}.", match=other, scores=pair_score)


def plies_of_news(match: Match) -> range:
    """The plies that a new message reports: all since the previous message, and at least the latest turns."""
    turn = match.ply - len(match.latest_turns)
    return range(min(turn, match.place.message_ply or 0) + 1, match.ply + 1)


def plies_of_answer(match: Match) -> range:
    """The plies of characters since the last turn of the only person in the match; empty with several people."""
    first, end = match.ply - len(match.latest_turns) + 1, match.ply + 1
    plies = range(first, end) if match.is_solitary else range(0)
    return range(next((ply for ply in plies if match.is_by_computer(match.history.steps[ply - 1])), end), end)
