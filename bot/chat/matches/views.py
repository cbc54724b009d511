"""Messages that show a match: challenges, boards with open offers, old boards, and results."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import Post, content_of, image, layout, paint, passive, plain, ply_id
from bot.chat.core.press import PressButton, act_of, button, row_of, rows_of
from bot.chat.matches import picker
from bot.model.match import Match, State, waits_for
from bot.model.people import Person
from bot.model.place import Place
from bot.model.replays import Replay
from bot.model.result import Ending
from bot.screens.core import Act, Action
from bot.screens.offers import open_offers
from bot.screens.pictures import viewpoint_of
from bot.texts import boards as board_texts
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts import dice, limits, names
from bot.texts import matches as match_texts
from bot.texts import offers as offer_texts
from bot.texts import plans as plan_texts
from bot.texts import ratings as rating_texts
from bot.texts import votes as vote_texts
from bot.texts.language import as_sentence, labelled, listed, say
from bot.texts.symbols import Symbols
from rules.core import Seat
from rules.record import retired_seat

_OF_NOBODY: Final = frozenset(
    {Ending.AGREED, Ending.REPEATED, Ending.ENDLESS, Ending.TIME, Ending.DECIDED, Ending.WITHDRAWN, Ending.REMOVED}
)
"""The endings that no player caused at that moment."""


_OF_CHALLENGE: Final = ("join", "cancel")  # the buttons of a challenge, of whoever reads it


def was_sent_for(match: Match, sent: discord.Message) -> bool:
    """Whether a message was sent for the current record of a match, and not edited since.

    A match that begins has the revision of its challenge, whose buttons answer it.
    """
    presses = [act for act in presses_of(sent) if act.match_id]
    revision = max((act.revision for act in presses), default=match.revision)
    is_same = not presses or any(act.name in _OF_CHALLENGE for act in presses) == (match.state is State.OPEN)
    return sent.edited_at is None and revision == match.revision and is_same


def presses_of(message: discord.Message) -> list[Act]:
    """The presses of the buttons of a message."""
    acts = (act_of(part) for part in content_of(message))
    return [act for act in acts if act.name]


async def post(
    match: Match, symbols: Symbols, expected_wait: timedelta = timedelta(), reader_id: int | None = None
) -> Post:
    """The message that shows a match in its current state; a character begins to think after `expected_wait`.

    In a direct match it is for one reader, who sees the board from their preferred side.
    """
    viewpoint = viewpoint_of(match, reader_id)
    if match.state is State.OPEN:
        return _starting(match) if match.is_about_to_begin else _open(match, reader_id)
    if match.state is State.CALLED_OFF:
        return _called_off(match)
    if match.state is State.FINISHED:
        return await _finished(match, symbols, viewpoint, reader_id)
    mover = match.to_move
    is_others = reader_id is not None and mover is not None and mover.id != reader_id and not mover.is_computer
    items = _board(
        match,
        symbols,
        board_texts.your_turn(match, ping=not is_others),
        character_texts.queue(expected_wait) if match.is_thinking else "",
        plan_texts.plan_stopped(match),
        board_texts.named_moves(match),
        board_texts.of_pair(match),
        _asked(match),
        board_texts.choosing_ahead(match),
        vote_texts.invitation(match),
    )
    only_looks = is_others and not match.lets_choose_ahead()
    buttons = [row_of(*_for_all(match))] if only_looks else board_buttons(match)
    view = layout(*items, *_offers(match, reader_id), *buttons)
    picture = await paint(match, viewpoint=viewpoint)
    return Post(view, picture, () if match.to_move is None or match.is_thinking else (match.to_move.id,))


def _called_off(match: Match) -> Post:
    """The message of a challenge that failed, or of a match without a result, which notifies its players."""
    view = layout(ui.TextDisplay(_headed(match, challenge_texts.called_off(match))))
    return Post(view, pings=tuple(person.id for person in match.people) if match.players_are_seated else ())


def _headed(match: Match, *paragraphs: str) -> str:
    return names.lines(f"### {names.title(match)}", *paragraphs)


def _afterwards(match: Match) -> list[ui.ActionRow[ui.LayoutView]]:
    """The buttons under a finished match."""
    labels = {
        **({} if match.is_by_vote else {Act("rematch"): offer_texts.rematch_label(match)}),
        Act("text"): say("Text"),
        Act("log"): say("Log"),
        Act("replay"): say("Replay"),
        Act("review"): say("Review"),
    }
    if match.fairness is not None:
        labels[Act("verify")] = say("Verify")
    return rows_of(
        [Action(label, replace(act, match_id=match.id, revision=match.revision)) for act, label in labels.items()]
    )


def posted(match: Match) -> Post:
    """The message that proposed a direct match where Furlong cannot write; answers to presses edit it."""
    if match.is_about_to_begin:  # people may press again if it does not begin, or find it waiting again
        return Post(layout(ui.TextDisplay(_headed(match, challenge_texts.begins_directly(match))), *_answers(match)))
    if match.state is State.OPEN:
        return _open(match)
    status = (
        challenge_texts.begun_directly(match) if match.players_are_seated else challenge_texts.challenge_closed(match)
    )
    if match.lobby_id is not None and match.state in (State.FINISHED, State.CALLED_OFF):
        status = board_texts.outcome(match)
    return Post(layout(ui.TextDisplay(_headed(match, status))))


def _open(match: Match, reader_id: int | None = None) -> Post:
    is_hosts = reader_id == match.host.id
    text = ui.TextDisplay[ui.LayoutView](
        _headed(
            match,
            challenge_texts.challenge(match, to_host=is_hosts),
            "" if is_hosts else rating_texts.of_host(match),
            f"-# {say(match.game.summary)}",
            challenge_texts.direct_match(match, is_posted=reader_id is None),
        )
    )
    return Post(layout(text, *_answers(match, reader_id)), pings=tuple(person.id for person in match.invited))


def _starting(match: Match) -> Post:
    """The message that begins a match with dice. It is never edited, so that everybody can see its original text."""
    return Post(layout(ui.TextDisplay(_headed(match, challenge_texts.begins(match), dice.sealed(match)))))


def _answers(match: Match, reader_id: int | None = None) -> list[ui.ActionRow[ui.LayoutView]]:
    """The buttons for answering a challenge, with a separate row for the host of an open challenge.

    A single reader gets only the buttons that they can use.
    """
    join, is_hosts = Act("join", match.id, match.revision), reader_id in (None, match.host.id)
    rules = button(say("Rules"), Act("rules", detail=f"{match.game.key}/0"))
    withdraw = [button(say("Withdraw"), Act("cancel", match.id, match.revision))] if is_hosts else []
    usual = (*withdraw, rules, *([] if match.fairness is None else [button(say("Chance"), Act("dice", match.id))]))
    if not match.is_open_challenge:
        accept = button(say("Accept"), join, discord.ButtonStyle.success)
        decline = button(say("Decline"), Act("decline", match.id, match.revision), discord.ButtonStyle.danger)
        is_asked = reader_id is None or reader_id in {person.id for person in match.invited}
        return [row_of(*((accept, decline) if is_asked else ()), *usual)]
    has_joined = any(player.id == reader_id for player in match.players)
    buttons = [] if has_joined else [button(say("Join"), join, discord.ButtonStyle.success)]
    if len(match.players) > 1 and (reader_id is None or (has_joined and not is_hosts)):
        buttons.append(button(say("Leave"), Act("leave", match.id, match.revision)))
    if len(match.players) in match.game.seats and is_hosts:
        buttons.append(button(say("Start now"), Act("start", match.id, match.revision), discord.ButtonStyle.primary))
    filling = [button(say("Fill with characters"), Act("fill", match.id))] if is_hosts and not match.both_sides else []
    return [row_of(*buttons) for buttons in (buttons, [*filling, *usual]) if buttons]


def _board(match: Match, symbols: Symbols, *paragraphs: str) -> Sequence[ui.Item[ui.LayoutView]]:
    """A board with the news above it and paragraphs below."""
    events = (
        offer_texts.taken_back(match),
        offer_texts.waived(match),
        board_texts.news(match),
        character_texts.given(match),
        offer_texts.repeated(match),
        board_texts.almost_endless(match),
    )
    return (
        ui.TextDisplay(_headed(match, f"-# {board_texts.versus(match, symbols)}", *events)),
        image(match_texts.alt_text(match), ply=match.ply, instead=match.position),
        ui.TextDisplay(names.lines(*paragraphs)),
    )


async def _finished(match: Match, symbols: Symbols, viewpoint: Seat | None, reader_id: int | None) -> Post:
    recipients = _to_tell(match)
    people = listed([names.mention(person) for person in recipients if reader_id in (None, person.id)])
    items = _board(
        match,
        symbols,
        labelled(people, board_texts.outcome(match)) if people else board_texts.outcome(match),
        board_texts.of_pair(match),
        rating_texts.new_ratings(match),
        offer_texts.rematch_line(match),
    )
    view = layout(*items, *_offers(match, reader_id), *_afterwards(match))
    return Post(view, await paint(match, viewpoint=viewpoint), tuple(person.id for person in recipients))


def _to_tell(match: Match) -> Sequence[Person]:
    """The people to tell about the end: all, including substitutes, except the person whose act ended the match."""
    ended_by = _ended_by(match)
    return [person for person in match.people if person.id != ended_by and not person.is_computer]


def _ended_by(match: Match) -> int | None:
    """The person who ended a match by moving, leaving or resigning; None if nobody did."""
    result = match.result
    if result is not None and result.ending in _OF_NOBODY:
        return None
    if result is not None and result.ending is Ending.RESIGNED:
        return result.by and result.by.id
    for step in reversed(match.history.last_turn):
        left = retired_seat(step.move)
        seat = step.before.turn if left is None else left
        if isinstance(seat, int):  # rolls follow from a player's act
            return match.seated[seat].id
    return None


def _asked(match: Match) -> str:
    """What a solitary player chooses first, with the buttons of the board; empty for others."""
    is_theirs = match.is_solitary and isinstance(match.position.turn, int) and not match.is_thinking
    return picker.first_question(match, None) if is_theirs else ""


def board_buttons(match: Match) -> list[ui.ActionRow[ui.LayoutView]]:
    """The buttons of a running match: Move, or the legal moves if each has a name.

    Up to two named moves are beside Move; more of them have their own row. For a solitary player, the board itself is
    the picker.
    """
    at = match.id, match.revision
    opening = Act("pick_at", *at) if match.is_solitary else Act("move", *at)
    if match.voting is not None:
        opening = Act("ballot", *at)
    usual = _for_all(match)
    named = match.position.named_moves()
    by_name = [button(say(label), replace(opening, detail=move)) for move, label in named.items()]
    if match.is_thinking or match.to_move is None:
        return [row_of(*usual)]
    if named and len(named) == len(match.position.legal_moves()) and match.voting is None:
        return [row_of(*by_name), row_of(*usual)]
    if match.is_solitary:
        return [*picker.first_rows(match, viewpoint_of(match)), row_of(*usual)]
    moving = button(say("Move") if match.voting is None else say(vote_texts.VOTE), opening, discord.ButtonStyle.primary)
    if len(named) + 1 + len(usual) > limits.ROW:
        return [row_of(*by_name), row_of(moving, *usual)]
    return [row_of(moving, *by_name, *usual)]


def _for_all(match: Match) -> list[PressButton]:
    """The buttons for everybody under a running match."""
    return [
        button(say("Text"), Act("text", match.id, match.revision)),
        button(say("More"), Act("more", match.id, match.revision)),
    ]


async def left_behind(match: Match, symbols: Symbols, kept: int | None, reader_id: int | None = None) -> Post:
    """The content of an old message once a new one shows the match: a note without buttons.

    `match` is the current match, with the `message_ply` of the old message. The picture with the id `kept` stays;
    without an id it is painted again, except for one that shows a move taken back, of which no record remains.
    """
    if match.place.message_ply is None:
        seal = dice.sealed(match) if match.place.by_player else ""  # of those that began it, one alone stays as it was
        return Post(layout(ui.TextDisplay(_headed(match, challenge_texts.challenge_closed(match), seal))))
    shown = match.place.message_ply
    then = board_texts.news(match) if match.ply > shown else board_texts.outcome(match) or say(board_texts.SHOWN_AGAIN)
    taken_back = offer_texts.taken_back_since(match)
    if taken_back:
        picture = image(say("{game} board, as it was before a move was taken back.", game=match.game.name))
        view = layout(
            ui.TextDisplay(_headed(match, f"-# {board_texts.versus(match, symbols)}")),
            *([] if kept is None else [picture]),
            ui.TextDisplay(names.lines(taken_back, then)),
        )
        return Post(view, kept=kept)
    view = layout(
        ui.TextDisplay(_headed(match, f"-# {board_texts.versus(match, symbols, shown)}")),
        image(as_sentence(board_texts.picture(match, shown)), ply=shown),
        ui.TextDisplay(then),
    )
    if kept is not None:
        return Post(view, kept=kept)
    return Post(view, await paint(Replay.of(match).at(shown), viewpoint=viewpoint_of(match, reader_id)))


def shrunk(match: Match, then: Place) -> Post:
    """The line that is left of a board, shown in the place `then`, that newer ones have followed: what was played on it."""
    shown = then.message_ply or 0
    taken_back = offer_texts.taken_back_since(replace(match, place=then))
    return Post(passive(ui.TextDisplay(board_texts.shrunk(match, shown, taken_back), id=ply_id(shown))))


async def private_board(match: Match, person: Person, symbols: Symbols) -> Post:
    """The current board for one person, from their preferred side, with their options.

    Whoever plays characters alone in direct messages is told that it is there too.
    """
    if match.state is State.OPEN and not match.is_about_to_begin:
        return Post(
            plain(
                _headed(match, challenge_texts.challenge_status(match), rating_texts.of_host(match)),
                *_answers(match, person.id),
            )
        )
    if match.state in (State.OPEN, State.CALLED_OFF):
        return Post(plain(_headed(match, challenge_texts.challenge_status(match))))
    is_theirs = match.is_thinking or waits_for(match, person.id)
    status = (
        board_texts.your_turn(match, ping=is_theirs) if match.state is State.RUNNING else board_texts.outcome(match)
    )
    items = [
        *_board(
            match,
            symbols,
            status,
            _asked(match) if match.state is State.RUNNING else "",
            rating_texts.new_ratings(match),
            offer_texts.rematch_line(match),
            f"-# {challenge_texts.terms(match)}",
            challenge_texts.also_directly(match) if match.is_solitary else "",
        ),
        *(_offers(match, person.id) if match.seat_of(person.id) is not None else ()),
    ]
    if match.voting is not None or waits_for(match, person.id):
        items += board_buttons(match)
    elif match.state is State.RUNNING:
        # Nothing updates the message once Discord does not let it be edited, such as after a restart.
        again = button(say("Board"), Act("pick_at", match.id, match.revision, picker.BOARD))
        items.append(row_of(*([again] if match.is_thinking else []), *_for_all(match)))
    return Post(layout(*items), await paint(match, viewpoint=viewpoint_of(match, person.id)))


def _offers(match: Match, reader_id: int | None = None) -> Sequence[ui.Item[ui.LayoutView]]:
    """The open offers of a match, each with the buttons that a single reader, or else anybody, may press."""
    items: list[ui.Item[ui.LayoutView]] = []
    for offer in open_offers(match, reader_id):
        items += [*([ui.TextDisplay(offer.text)] if offer.text else []), *rows_of(offer.actions)]
    return items
