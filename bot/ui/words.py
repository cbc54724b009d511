"""Every text that players read, apart from what the games say of their moves and `bot.errors` of refusals.

Functions take plain data and return plain or Discord-flavoured text; nothing here sends anything.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import Final

from discord.utils import escape_markdown

from bot.fairness import Check, Fairness
from bot.match import Ending, Match, Person, State, Summary
from bot.plans import Plan
from rules.core import CHANCE, Game, Move, Position, Seat
from rules.record import Step, retired_seat

_LONGEST_ALT: Final = 1024
_LONGEST_CHOICE: Final = 100
_MOST_LINES: Final = 16
_MOST_NUMBERS: Final = 10
LOG_PAGE: Final = 20
"""Lines on a page of a match's log."""


def name(person: Person) -> str:
    """A person's name, safe inside Discord's markdown."""
    # The invisible space keeps a name such as <@1> from looking like a mention of somebody else.
    return escape_markdown(" ".join(person.name.split())).replace("<", "<\u200b") or "somebody"


def names(people: Iterable[Person]) -> str:
    """Names joined as in a sentence."""
    return listed([f"**{name(person)}**" for person in people])


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts joined as in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def mention(person: Person) -> str:
    """A mention; it pings only where the message allows it."""
    return f"<@{person.id}>"


def shortened(text: str, limit: int = _LONGEST_CHOICE) -> str:
    """`text` cut to `limit` characters, with an ellipsis where something was left out."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def first_sentence(text: str) -> str:
    """The beginning of an explanation, where there is no room for the whole of it."""
    return shortened(text.partition(". ")[0])


def title(match: Match | Summary) -> str:
    """What every message about a match is headed with."""
    return f"{match.game.name} · match #{match.id}"


def link(match: Match | Summary) -> str | None:
    """The address of the message that shows a match, None while there is none."""
    if match.message_id is None:
        return None
    return f"https://discord.com/channels/{match.server_id}/{match.channel_id}/{match.message_id}"


# --- challenges and tables ------------------------------------------------------------------------------------------


def challenge(match: Match) -> str:
    """The text of a challenge or table that waits for players."""
    seating = _seating(match)
    if match.is_table:
        free = match.seats - len(match.players)
        seats = "one seat is free" if free == 1 else f"{free} seats are free"
        there = _so_far(match, "joined")
        return f"**{name(match.host)}** would like to play **{match.game.name}**: {seats}. {there}{seating}"
    guests = listed([mention(person) for person in match.invited])
    there = _so_far(match, "accepted")
    return f"{guests}, **{name(match.host)}** challenges you to a match of **{match.game.name}**. {there}{seating}"


def _so_far(match: Match, done: str) -> str:
    """Who has joined or accepted besides the host, as a sentence with a space after it; empty if nobody has."""
    others = [player for player in match.players if player.id != match.host.id]
    return f"{names(others)} {'has' if len(others) == 1 else 'have'} {done}. " if others else ""


def _seating(match: Match) -> str:
    if match.host_seat is None:
        return "Lots decide who moves first."
    if match.position.turn is CHANCE:  # it may draw who begins
        return f"**{name(match.host)}** plays {match.position.side(match.host_seat)}."
    return f"**{name(match.host)}** moves {'first' if match.host_seat == 0 else 'second'}."


def challenge_closed(match: Match) -> str:
    """What becomes of the text of a challenge or table once it is over."""
    result = match.result
    if result is not None and result.ending is Ending.DECLINED and result.by is not None:
        return f"**{name(result.by)}** declined **{name(match.host)}**'s challenge to **{match.game.name}**."
    if result is not None and result.ending is Ending.CANCELLED:
        what = "table" if match.is_table else "challenge"
        return f"**{name(match.host)}** withdrew the {what} for **{match.game.name}**."
    return f"{names(match.players)} play **{match.game.name}**: the board is below."


def challenge_sent(match: Match) -> str:
    """The private answer to somebody who has challenged others or opened a table."""
    where = (
        f"[Here it is]({link(match)})." if link(match) else "It will appear in this channel as soon as Discord allows."
    )
    if match.is_table:
        return f"Your table for {match.game.name} is open (match #{match.id}): anybody here can join it. {where}"
    return (
        f"{names(match.invited)} can now accept or decline (match #{match.id}). {where} "
        "It stays open until then; you can cancel it with its button."
    )


def challenge_status(match: Match) -> str:
    """A challenge or table as `/board` tells of it."""
    if match.state is not State.OPEN:
        return challenge_closed(match)
    waits = names(match.invited) or "somebody to join"
    return f"This match has not begun: **{name(match.host)}** waits for {waits}."


def channel_unreachable(match: Match) -> str:
    """To the players of a match whose channel Furlong cannot write to."""
    return (
        f"Furlong cannot write to <#{match.channel_id}>, where match #{match.id} ({match.game.name}) is played: the "
        "channel is gone, or Furlong lacks **View Channel**, **Send Messages** or **Attach Files** there. Nothing is "
        "lost: `/board` and `/move` work here and in the server's other channels, and the board appears as soon as "
        "Furlong may write there again."
    )


# --- dice ---------------------------------------------------------------------------------------------------------


def sealed(match: Match) -> str:
    """That the dice of a match that has not ended were sealed; empty for a game without chance."""
    if match.fairness is None:
        return ""
    return f"-# The dice are sealed: `{match.fairness.commitment}`. `/verify` checks every draw when the match is over."


def opened(match: Match) -> str:
    """What was sealed, once a match is over; empty for a game without chance."""
    if match.fairness is None:
        return ""
    return (
        f"-# The dice were `{match.fairness.secret.hex()}`, mixed with `{match.fairness.fixed_later}`. "
        f"`/verify match:#{match.id}` checks every draw."
    )


def verified(match: Match, found: Check, fairness: Fairness) -> str:
    """What checking all draws of a finished match found."""
    lines = [f"**{title(match)}**"]
    if fairness.keeps_its_word:
        lines.append(
            "The secret is the one that was sealed before anybody had joined: its SHA-256 is what was shown then."
        )
    else:
        lines.append("**The secret is not the one that was sealed**: its SHA-256 differs from what was shown then.")
    if found.wrong:
        are, number = ("is", "number") if len(found.wrong) == 1 else ("are", "numbers")
        lines.append(
            f"**{len(found.wrong)} of {found.draws} draws {are} not what the dice gave**: in the log "
            f"{number} {_first(found.wrong)}."
        )
    else:
        lines.append(f"All {found.draws} draws of the match are what the dice gave.")
    lines += [
        f"-# Sealed: `{fairness.commitment}`",
        f"-# Secret: `{fairness.secret.hex()}`",
        f"-# Mixed with: `{fairness.fixed_later}` (the ids of the interactions that joined)",
        "-# How to check it yourself is described in docs/dice.md of Furlong's repository.",
    ]
    return "\n".join(lines)


def _first(plies_: Sequence[int]) -> str:
    """The first of some numbers, and how many more there are."""
    left_out = len(plies_) - _MOST_NUMBERS
    shown = [str(ply) for ply in plies_[:_MOST_NUMBERS]]
    return listed([*shown, f"{left_out} more"] if left_out > 0 else shown)


def no_dice(match: Match) -> str:
    """To somebody who wants to verify a match of a game without chance."""
    return f"{match.game.name} leaves nothing to chance, so there are no draws to check in match #{match.id}."


def dice_still_sealed(match: Match) -> str:
    """To somebody who wants to verify a match that is not over."""
    return f"The dice of match #{match.id} stay sealed until it is over; then `/verify` shows and checks them."


# --- plans ----------------------------------------------------------------------------------------------------------


def plan(match: Match, shown: Plan, played: Sequence[Move] = ()) -> str:
    """What somebody has planned, for them alone; `played` are the moves of it that were played as it was made."""
    head = f"**{title(match)}**"
    if played:
        head += f"\nPlayed at once: {' '.join(f'`{move}`' for move in played)}"
    if shown.stopped_at:
        rest = " ".join(f"`{move}`" for move in shown.moves)
        follow = f"\nWhat was to follow waits for a new `/plan`: {rest}" if rest else ""
        return f"{head}\nYour plan stopped at `{shown.stopped_at}`. {shown.stopped_because}{follow}"
    if not shown.moves:
        return f"{head}\nNothing is planned. `/plan moves:` takes several moves, for your next turns, in order."
    queue = " ".join(f"`{move}`" for move in shown.moves)
    return (
        f"{head}\nPlanned for your next turns, in this order: {queue}\n"
        "-# Only you see this. The plan stops, and you are told, when a move is not legal any more."
    )


def plan_stopped(match: Match) -> str:
    """On a board, to a player whose plan could not go on; empty for everybody else."""
    if match.to_move is None or not match.plan_of(match.to_move.id).stopped_at:
        return ""
    return "Your plan could not go on: `/plan` says why."


# --- boards ---------------------------------------------------------------------------------------------------------


def seated(match: Match, seat: Seat | int) -> str:
    """A player with the colour or side that the rules give them: `Ada (White)`."""
    return f"**{name(match.players[seat])}** ({match.position.side(Seat(int(seat)))})"


def _there(match: Match, seat: int) -> str:
    """A player as `seated`, and whether they have left: `Ada (White, has left)`."""
    shown = seated(match, seat)
    return f"{shown.removesuffix(')')}, has left)" if match.has_left(Seat(seat)) else shown


def versus(match: Match) -> str:
    """Who plays whom, and how far the match is."""
    return versus_then(match, match.ply)


def versus_then(match: Match, ply: int) -> str:
    """Who plays whom, and how far the match was when the record had `ply` entries."""
    players = " against ".join(_there(match, seat) for seat in range(match.seats))
    return f"{players} · {moves_played(match, ply)}"


def moves_played(match: Match, ply: int) -> str:
    """How many of the first `ply` entries of a record people have made, as words: draws of chance are not moves."""
    return plies(sum(_is_move(played) for played in match.steps[:ply]))


def _is_move(played: Step) -> bool:
    return played.before.turn is not CHANCE and retired_seat(played.move) is None


def plies(count: int) -> str:
    """How many moves were played."""
    if count == 0:
        return "no move yet"
    return "1 move" if count == 1 else f"{count} moves"


def step(match: Match, played: Step) -> str:
    """One entry of a record as a line: a move with its player, what chance decided, or that somebody left."""
    left = retired_seat(played.move)
    if left is not None:
        others = "" if played.after.turn is None else "; the others play on"
        return f"{seated(match, left)} leaves{others}."
    turn = played.before.turn
    if not isinstance(turn, int):
        return _drawn(played)
    return f"{seated(match, turn)} {escape_markdown(played.before.describe(played.move))}: `{played.move}`"


def _drawn(played: Step) -> str:
    """What chance has decided, as a line."""
    return f"🎲 {escape_markdown(played.before.describe(played.move))}"


def news(match: Match) -> str:
    """What has happened since the board was shown before, a line a step; empty before the first one."""
    steps = match.news
    left_out = len(steps) - _MOST_LINES
    shown = steps[-_MOST_LINES:]
    lines = [step(match, played) for played in shown[:1]]
    lines += [_next_step(match, before, played) for before, played in pairwise(shown)]
    if left_out > 0:
        where = "Log, behind More" if match.state is State.RUNNING else "Log"
        lines.insert(0, f"-# {left_out} earlier {'line' if left_out == 1 else 'lines'}: see {where}.")
    return "\n".join(lines)


def _next_step(match: Match, before: Step, played: Step) -> str:
    """A step as a line below the step before it; if the same player goes on, a short one: there may be many of them."""
    goes_on = before.before.turn == played.before.turn and isinstance(played.before.turn, int)
    if not goes_on or retired_seat(before.move) is not None or retired_seat(played.move) is not None:
        return step(match, played)
    return f"… then {escape_markdown(played.before.describe(played.move))}"


def log_page(match: Match, page: int) -> str:
    """A page of everything that has happened in a match; page 0 tells of the latest."""
    pages = log_pages(match)
    last = len(match.steps) - page * LOG_PAGE  # so that the page with the latest is a full one
    first = max(last - LOG_PAGE, 0)
    shown = enumerate(match.steps[first:last], start=first + 1)
    body = "\n".join(f"{ply}. {step(match, played)}" for ply, played in shown) or "Nothing was played yet."
    return f"**{title(match)}**\n{body}\n{page_of(pages - 1 - page, pages)}"


def log_pages(match: Match) -> int:
    """How many pages the log of a match has."""
    return max(1, -(-len(match.steps) // LOG_PAGE))


def your_turn(match: Match, *, ping: bool = True) -> str:
    """Whose turn it is, as the last line of a board."""
    player = match.to_move
    turn = match.position.turn
    if player is None or not isinstance(turn, int):
        return ""
    if not ping:
        return f"**{name(player)}** is to move."
    return f"{mention(player)}, {'your turn goes on' if goes_on(match) else 'it is your turn'} ({match.position.side(turn)})."


def goes_on(match: Match) -> bool:
    """Whether the player to move has moved already in this turn."""
    return any(
        played.before.turn == match.position.turn and retired_seat(played.move) is None for played in match.last_turn
    )


def named_moves(match: Match) -> str:
    """What the buttons of moves with names mean, where there are several to choose from; empty otherwise."""
    named = match.position.named_moves()
    if len(named) < 2:
        return ""
    return "\n".join(f"- **{label}**: {match.position.describe(move)}." for move, label in named.items())


def play_label(match: Match, move: Move) -> str:
    """On the button that plays a picked move."""
    return match.position.named_moves().get(move) or f"Play {move}"


def outcome(match: Match) -> str:
    """How a finished match ended, in a sentence or two."""
    result = match.result
    if result is None:
        return ""
    if match.state is State.CALLED_OFF:
        return challenge_closed(match)
    if result.ending is Ending.RESIGNED and result.by is not None:
        return f"**{name(result.by)}** resigns. {_winners(match)}"
    reason = f": {escape_markdown(result.reason)}" if result.reason else ""
    return f"{_winners(match).rstrip('.')}{reason}.{_standings(match)}"


def _standings(match: Match) -> str:
    """Everybody's points in the order of their places, where more than two have played; empty otherwise."""
    result = match.result
    if result is None or result.points is None or match.seats < 3:
        return ""
    order = sorted(range(match.seats), key=lambda seat: result.places[seat])
    return f" Points: {listed([f'{_there(match, seat)} {result.points[seat]}' for seat in order])}."


def _winners(match: Match) -> str:
    places = match.result.places if match.result is not None else ()
    winners = [seated(match, seat) for seat, place in enumerate(places) if place == 1]
    if len(winners) == match.seats:
        return "The match is a draw."
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}."


def verdict(match: Match) -> str:
    """The few words that a picture's header says instead of whose turn it is; empty while the match runs."""
    if match.state is not State.FINISHED or match.result is None:
        return ""
    winners = [match.players[seat].name for seat, place in enumerate(match.result.places) if place == 1]
    if len(winners) == match.seats:
        return "A draw"
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}"


def alt_text(match: Match) -> str:
    """A picture in words, for people who do not see it; at most what Discord allows."""
    players = ", ".join(
        f"{match.position.side(Seat(seat))}: {player.name}" for seat, player in enumerate(match.players)
    )
    parts = [f"{match.game.name} board, {moves_played(match, match.ply)} played. {players}."]
    parts += [f"{_plain_step(match, played)}." for played in match.last_turn[-_MOST_LINES:]]
    parts.append(f"{match.to_move.name} is to move." if match.to_move else f"{verdict(match)}.")
    spoken = " ".join(parts)
    board = str(match.position)
    whole = f"{spoken}\n{board}"
    return whole if len(whole) <= _LONGEST_ALT else shortened(spoken, _LONGEST_ALT)


def _plain_step(match: Match, played: Step) -> str:
    turn = played.before.turn
    left = retired_seat(played.move)
    if left is not None:
        return f"{match.players[left].name} leaves"
    words = played.before.describe(played.move)
    return f"{match.players[turn].name} {words}" if isinstance(turn, int) else words


def text_board(match: Match) -> str:
    """The board as text with everything that the picture says."""
    status = your_turn(match, ping=False) if match.state is State.RUNNING else outcome(match)
    parts = [f"**{title(match)}**", versus(match), f"```\n{match.position}\n```", news(match), status]
    return "\n".join(part for part in parts if part)


# --- moving ---------------------------------------------------------------------------------------------------------


def played(match: Match, seat: Seat, move: Move) -> str:
    """The private answer to a player who has moved: the move, what had to follow it, and whether the turn goes on."""
    board = f"[match #{match.id}]({link(match)})" if link(match) else f"match #{match.id}"
    ply = max(ply for ply, step in enumerate(match.steps) if step.before.turn == seat and step.move == move)
    before, following = match.steps[ply].before, match.steps[ply + 1 :]
    forced = takewhile(lambda step: step.before.turn == seat and len(step.before.legal_moves()) == 1, following)
    label = before.named_moves().get(move)
    deed = (
        f"Played in {board}: `{move}` {before.describe(move)}." if label is None else f"Chosen in {board}: **{label}**."
    )
    told = [deed, _followed([step.move for step in forced], "What had to follow was played with it")]
    drawn = [_drawn(step) for step in takewhile(lambda step: step.before.turn is CHANCE, following)]
    is_to_go_on = match.to_move is not None and match.position.turn == seat and goes_on(match)
    deed, after = " ".join(filter(None, told)), "Your turn goes on." if is_to_go_on else ""
    return "\n".join(filter(None, (deed, *drawn, after))) if drawn else f"{deed} {after}".rstrip()


def _followed(moves: Sequence[Move], beginning: str) -> str:
    """Moves that follow another one of themselves, in a sentence; empty if there are none."""
    return f"{beginning}: {listed([f'`{move}`' for move in moves])}." if moves else ""


def pick_first() -> str:
    """Over a picker's first menu."""
    return "Choose where your move begins. The picture marks what you can choose."


def pick_named() -> str:
    """Over a picker's first menu if it holds only moves that have names."""
    return "Choose one of these."


def pick_next(chosen: str, *, by_hand: bool, is_move: bool) -> str:
    """Over a picker's further menus: whether anything else could be chosen before, and whether this is a move already."""
    so_far = f"{'You chose' if by_hand else 'Your move begins with'} `{chosen}`."
    return f"{so_far} {'Play it so, or choose' if is_move else 'Choose'} how it goes on."


def pick_last(match: Match, move: Move, forced: Sequence[Move]) -> str:
    """Over the button that plays the picked move; `forced` are the moves that will be played with it."""
    position, player = match.position, match.to_move
    who = f"**{name(player)}**" if player and move in position.named_moves() else f"`{move}`"
    odds = f" ({position.odds(move)})" if position.odds(move) else ""
    after = "that" if forced else "it"
    parts = [
        f"{who} {position.describe(move)}{odds}.",
        _followed(forced, "What has to follow is played with it"),
        f"The picture shows the board after {after}; nothing is played yet.",
    ]
    return " ".join(filter(None, parts))


def picker_alt(match: Match, chosen: str, partials: Sequence[str]) -> str:
    """A picker's picture in words."""
    if not partials:
        return f"The {match.game.name} board after {chosen}."
    so_far = f"; {chosen} is chosen" if chosen else ""
    return shortened(f"The {match.game.name} board{so_far}. You can choose {listed(partials, 'or')}.", _LONGEST_ALT)


def menu_hint(labels: Sequence[str]) -> str:
    """What a menu says before anything is chosen."""
    if len(labels) < 3:
        return listed(labels, "or")
    return f"{len(labels)} choices, {labels[0]} to {labels[-1]}"


def move_label(position: Position, move: Move) -> str:
    """A legal move in a list of suggestions: the token, what it takes to succeed, what it does."""
    return shortened(" · ".join(filter(None, (move, position.odds(move), position.describe(move)))))


def move_hint(position: Position, move: Move) -> str:
    """Under a legal move in a menu: what it takes to succeed, else what it does."""
    return shortened(position.odds(move) or position.describe(move))


def option_count(count: int) -> str:
    """Under a choice that leads to several moves."""
    return "1 move" if count == 1 else f"{count} moves"


def no_legal_moves_now(match: Match) -> str:
    """In a picker whose match has nothing to choose."""
    return f"There is nothing to choose in match #{match.id} now."


# --- lists ----------------------------------------------------------------------------------------------------------


def against(match: Match | Summary, person: Person) -> str:
    """A match in a list of choices, as one person sees it: `#7 Furl against Ben, your turn`."""
    others = listed([other.name for other in match.opponents_of(person.id)]) or "whoever joins"
    waits = ", your turn" if match.to_move is not None and match.to_move.id == person.id else ""
    return f"#{match.id} {match.game.name} against {others}{waits}"


def games_heading(person: Person, asker: Person) -> str:
    """Over the list of somebody's matches."""
    return "Your matches" if person.id == asker.id else f"{name(person)}'s matches"


def games_line(match: Summary, person: Person, asker: Person) -> str:
    """One match in the list of somebody's matches."""
    others = names(match.opponents_of(person.id)) or "whoever joins"
    address = link(match)
    label = f"[{title(match)}]({address})" if address else title(match)
    return f"{label} against {others} · {_status(match, asker)}, last change <t:{int(match.changed_at.timestamp())}:R>"


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
    if match.to_move.id == asker.id:
        return f"**your turn**{so_far}"
    return f"{name(match.to_move)} to move{so_far}"


def no_games(person: Person, asker: Person) -> str:
    """The list of somebody who has no matches."""
    if person.id == asker.id:
        return "You have no matches here. `/play` challenges somebody or opens a table."
    return f"{name(person)} has no matches here."


def page_of(page: int, pages: int) -> str:
    """Under a list or text that has several pages."""
    return f"-# Page {page + 1} of {pages}"


# --- resigning ------------------------------------------------------------------------------------------------------


def resign_question(match: Match, person: Person) -> str:
    """Before somebody gives a match up."""
    seat = match.seat_of(person.id)
    after = None if seat is None else match.position.retire(seat)
    if after is not None and after.turn is not None:
        return f"Leave match #{match.id} ({match.game.name})? The others play on, and you finish behind them."
    staying = [
        player for seat, player in enumerate(match.players) if player.id != person.id and not match.has_left(Seat(seat))
    ]
    return f"Resign match #{match.id} ({match.game.name})? {names(staying)} would win at once."


def resigned(match: Match) -> str:
    """After somebody gave a match up."""
    if match.state is State.RUNNING:
        return f"You have left match #{match.id}; the others play on."
    return f"You resigned match #{match.id}. {_winners(match)}"


def played_on(match: Match) -> str:
    """After somebody decided not to resign."""
    return f"You play on in match #{match.id}."


# --- help -----------------------------------------------------------------------------------------------------------


def help_text(games: Iterable[Game]) -> str:
    """What to do first."""
    offered = "\n".join(f"- **{game.name}**: {game.summary}" for game in games)
    return (
        "### Board games by message\n"
        "A move now and then, over days. Nothing gets lost: every button works for as long as the match does.\n\n"
        "**Start** with `/play`: name an opponent to challenge them, or nobody to open a table that anyone can join.\n"
        "**Move** with the Move button on the board, or type it: `/move` suggests the legal moves while you type.\n"
        "**Look** at a board with `/board` (or its Text button), at all your matches with `/games`.\n"
        "**Plan** your next moves in private with `/plan`. **Learn** a game with `/rules`. **Stop** with `/resign`.\n"
        "**Check** the dice of a finished match with `/verify`.\n\n"
        f"**The games**\n{offered}"
    )


def only_in_servers() -> str:
    """To somebody who tries to start a match in a direct message."""
    return (
        "Matches begin in a server's channel, where the others are: use `/play` there. "
        "Here you can look at your matches with `/games` and `/board`, and play on with `/move`."
    )


def more(match: Match) -> str:
    """Over the buttons behind More."""
    return f"**{title(match)}**\n{versus(match)}"
