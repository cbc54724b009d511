"""From an exception to the reply: one table for what people should understand, a short code for everything else."""

import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

from bot.chat.sentences import boards, challenges, clocks, guide, names, vacations
from bot.chat.sentences.offer_refusals import OFFER_SENTENCES
from bot.chat.sentences.replay_refusals import REPLAY_SENTENCES
from bot.model.match import Match, State
from bot.model.plans import PlanError
from bot.model.refusals import (
    AlreadyJoined,
    AskedOfAnother,
    AwayLonger,
    BotHasNoProfile,
    HasLeft,
    KeepsPlaying,
    MatchElsewhere,
    MatchIsOver,
    MissingPermissions,
    NoLongerOpen,
    NoRulebook,
    NoServerHere,
    NotAway,
    NotDays,
    NothingFinished,
    NothingToPlay,
    NotHost,
    NotInvited,
    NotManager,
    NotPlaying,
    NotQuietHours,
    NotStarted,
    NotTextChannel,
    NotYourTurn,
    OnlyInServers,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    RatingsAreOfServers,
    StaleBoard,
    TooManyOpen,
    UnknownButton,
    UnknownGame,
    UnknownMatch,
    UnknownSetting,
    UnknownZone,
    VacationTooLong,
    WhichMatch,
    WrongChannel,
    WrongNumberOfPlayers,
)
from bot.store.database import is_busy_or_full
from rules import GAMES
from rules.core import MoveError
from rules.wording import listed, plural

_log: Final = logging.getLogger(__name__)
_MOST_LISTED: Final = 8


def reply(error: BaseException) -> str:
    """The sentence that tells a person what went wrong and what would work.

    An error that nobody should see is logged with its traceback under a code that the reply names.
    """
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return sentence(error)
    code = secrets.token_hex(3).upper()
    if is_busy_or_full(error):
        _log.error("%s: the database did not take a change: %s", code, error)
        return (
            "Furlong could not write to its database just now, so nothing has changed. Please try again in a minute. "
            f"(Code {code}, for whoever hosts Furlong.)"
        )
    _log.error("%s: unexpected error", code, exc_info=error)
    return (
        "Something went wrong inside Furlong, and nothing was changed that you had not been told of. "
        f"Please try again; if it happens again, tell whoever hosts Furlong this code: {code}."
    )


def _unknown_match(error: UnknownMatch) -> str:
    return f"There is no match {error.text} that you can see here. `/games` lists yours."


def _match_elsewhere(error: MatchElsewhere) -> str:
    return f"Match #{error.number} is played on another server: use the command there. `/games` lists yours here."


def _unknown_game(error: UnknownGame) -> str:
    known = listed([f"**{game.name}**" for game in GAMES.values()])
    return f"There is no game called “{names.shortened(error.text, 40)}”. You can play {known}."


def _wrong_number(error: WrongNumberOfPlayers) -> str:
    seats = error.game.seats
    needed = str(seats.start) if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"
    if error.asked not in seats:
        return f"{error.game.name} is a game for {needed} players, and this would be {error.asked}."
    return (
        f"You asked for {error.asked} players and named {error.named}, yourself among them. Leave `players` out when you "
        "name your opponents, or name nobody and open a table."
    )


def _opponent_is_you(_error: OpponentIsYou) -> str:
    return "You cannot challenge yourself. Name somebody else, or nobody to open a table that anyone can join."


def _opponent_is_bot(error: OpponentIsBot) -> str:
    return f"**{error.name}** is a bot, and bots do not play here. Name a person, or nobody to open a table."


def _opponent_not_here(error: OpponentNotHere) -> str:
    return (
        f"**{error.name}** cannot see <#{error.channel_id}>, and would never find the board. Challenge somebody who "
        "can, or use a channel that you both see."
    )


def _no_rulebook(error: NoRulebook) -> str:
    return f"This installation has no rule pages for {error.game.name}: the folder `docs/rules` is missing from it."


def _too_many_open(error: TooManyOpen) -> str:
    waiting = "\n".join(f"- {_summary_link(summary)}" for summary in error.waiting[:_MOST_LISTED])
    return (
        f"{len(error.waiting)} challenges and tables of yours already wait for players here, which is the most one "
        f"person may have. Cancel one of them first:\n{waiting}"
    )


def _not_invited(error: NotInvited) -> str:
    guests = names.names(error.match.invited)
    return f"This challenge is for {guests}. `/play` starts a match of your own."


def _already_joined(error: AlreadyJoined) -> str:
    if error.match.is_table:
        return "You already sit at this table: it starts as soon as its seats are taken."
    return f"You are in this challenge already: it waits for {names.names(error.match.invited)}."


def _not_host(error: NotHost) -> str:
    return f"Only **{names.name(error.match.host)}** can cancel this."


def _no_longer_open(error: NoLongerOpen) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"This is no longer open: {challenges.challenge_closed(error.match)}"
    return f"The players are complete: match #{error.match.id} has begun.{_where(error.match)}"


def _not_started(error: NotStarted) -> str:
    waits = names.names(error.match.invited) or "another player"
    return f"Match #{error.match.id} has not begun yet: it waits for {waits}."


def _match_is_over(error: MatchIsOver) -> str:
    return f"Match #{error.match.id} is over. {boards.outcome(error.match)}"


def _not_playing(error: NotPlaying) -> str:
    players = names.names(error.match.players)
    if error.match.state is State.FINISHED:
        return f"You have not played match #{error.match.id}: {players} have. `/play` starts a match of your own."
    return (
        f"You are watching this match: {players} play it. Text and `/board` show it to you, and `/play` starts a match "
        "of your own."
    )


def _has_left(error: HasLeft) -> str:
    return f"You have left match #{error.match.id}; the others play on without you.{_where(error.match)}"


def _not_your_turn(error: NotYourTurn) -> str:
    player = error.match.to_move
    waits = f"**{names.name(player)}**" if player else "somebody else"
    return f"It is not your turn in match #{error.match.id}: {waits} is to move.{_where(error.match)}"


def _stale_board(error: StaleBoard) -> str:
    match = error.match
    status = boards.your_turn(match, ping=False) or boards.outcome(match)
    return f"This board is out of date: match #{match.id} has moved on ({boards.moves_played(match, match.ply)}). {status}{_where(match)}"


def _nothing_to_play(_error: NothingToPlay) -> str:
    return "You have no running match here. `/play` challenges somebody or opens a table, `/games` lists your matches."


def _nothing_finished(_error: NothingFinished) -> str:
    return "You have no finished match here yet, so there is nothing to check."


def _plan_error(error: PlanError) -> str:
    return f"{error} Nothing was planned."


def _which_match(error: WhichMatch) -> str:
    shown = "\n".join(f"- {_summary_link(summary)}" for summary in error.matches[:_MOST_LISTED])
    return f"You have several matches here: fill in `match` to say which one, for example `#{error.matches[0].id}`.\n{shown}"


def _unknown_button(_error: UnknownButton) -> str:
    return "This button is from another version of Furlong. `/games` and `/board` lead to the current ones."


def _only_in_servers(_error: OnlyInServers) -> str:
    return guide.only_in_servers()


def _ratings_are_of_servers(_error: RatingsAreOfServers) -> str:
    return "Ratings belong to a server: use `/leaderboard` and `/profile` in the channels of the one that you mean."


def _bot_has_no_profile(error: BotHasNoProfile) -> str:
    return (
        f"**{names.name(error.person)}** is a bot, and bots do not play here. Name a person, or nobody to see your own."
    )


def _missing_permissions(error: MissingPermissions) -> str:
    needed = listed([f"**{permission}**" for permission in error.names])
    return (
        f"Furlong may not do what {error.purpose} needs in <#{error.channel_id}>: it lacks {needed}. Somebody who manages this "
        "server can allow that in the channel's permissions; or use the command in another channel."
    )


def _wrong_channel(error: WrongChannel) -> str:
    return f"On this server matches begin in <#{error.channel_id}> and its threads: use `/play` there."


def _no_server_here(_error: NoServerHere) -> str:
    return "Use `/settings server` in a channel of the server that you mean. `/settings me` works here too."


def _not_manager(_error: NotManager) -> str:
    return (
        "A server's settings are for its members with the permission **Manage Server**, which you do not have. "
        "`/settings me` is for everybody."
    )


def _not_text_channel(error: NotTextChannel) -> str:
    return f"<#{error.channel_id}> is no text channel of this server that Furlong knows of. Choose one of those."


def _not_days(error: NotDays) -> str:
    without = ", or `no limit`" if error.may_be_none else ""
    return (
        f"“{names.shortened(error.text, 40)}” does not work here. Write a number of days from {error.least} to "
        f"{error.most}, such as `{min(3, error.most)}` or `{plural(error.most, 'day')}`{without}."
    )


def _not_quiet_hours(error: NotQuietHours) -> str:
    return (
        f"“{names.shortened(error.text, 40)}” are no quiet hours. Write when they begin and when they end, such as "
        "`22-7` or `22:00-07:30`, or `off` for none."
    )


def _unknown_zone(error: UnknownZone) -> str:
    similar = listed([f"`{zone}`" for zone in error.similar], "or") or "`Europe/Berlin` or `America/New_York`"
    return (
        f"There is no time zone called “{names.shortened(error.text, 40)}”. Write a region and a large city that has the "
        f"same time as you, such as {similar}: the command suggests them while you type."
    )


def _unknown_setting(error: UnknownSetting) -> str:
    return f"“{names.shortened(error.text, 40)}” is not among the choices that this Furlong has. Choose one that is offered."


def _vacation_too_long(error: VacationTooLong) -> str:
    left = f"You have {vacations.budget_left(error.left)}"
    if error.most == 0:
        return f"{left}, which is not enough for another day of vacation. Nothing has changed."
    return f"{left}, so a vacation can last {plural(error.most, 'day')} from now at most. Nothing has changed."


def _away_longer(error: AwayLonger) -> str:
    return (
        f"You are on vacation until {clocks.instant(error.until)} already, which is later. `/vacation` has a button that "
        "ends it at once."
    )


def _not_away(_error: NotAway) -> str:
    return "You are not on that vacation any more. `/vacation` says how things are."


def _asked_of_another(_error: AskedOfAnother) -> str:
    return "Somebody else was asked that, and only they can answer. `/privacy delete` asks you."


def _keeps_playing(_error: KeepsPlaying) -> str:
    return (
        "Your matches are over, but another one began meanwhile, so Furlong has not forgotten you yet. "
        "Use `/privacy delete` once more."
    )


def _move_error(error: MoveError) -> str:
    return f"{error} Nothing was played."


def _where(match: Match) -> str:
    address = names.link(match)
    return f" [Go to the board]({address})." if address else ""


def _summary_link(summary: Any) -> str:
    others = names.names(summary.people[1:]) if summary.state is State.OPEN else names.names(summary.people)
    turn = f", {names.name(summary.to_move)} to move" if summary.to_move else ""
    return f"{names.linked(summary)}: {others or 'waits for anybody'}{turn}"


_SENTENCES: Final[tuple[tuple[type[BaseException], Callable[[Any], str]], ...]] = (
    (PlanError, _plan_error),
    (MoveError, _move_error),
    (UnknownMatch, _unknown_match),
    (MatchElsewhere, _match_elsewhere),
    (UnknownGame, _unknown_game),
    (WrongNumberOfPlayers, _wrong_number),
    (OpponentIsYou, _opponent_is_you),
    (OpponentIsBot, _opponent_is_bot),
    (OpponentNotHere, _opponent_not_here),
    (NoRulebook, _no_rulebook),
    (TooManyOpen, _too_many_open),
    (NotInvited, _not_invited),
    (AlreadyJoined, _already_joined),
    (NotHost, _not_host),
    (NoLongerOpen, _no_longer_open),
    (NotStarted, _not_started),
    (MatchIsOver, _match_is_over),
    (NotPlaying, _not_playing),
    (HasLeft, _has_left),
    (NotYourTurn, _not_your_turn),
    (StaleBoard, _stale_board),
    (NothingToPlay, _nothing_to_play),
    (NothingFinished, _nothing_finished),
    (WhichMatch, _which_match),
    *OFFER_SENTENCES,
    *REPLAY_SENTENCES,
    (UnknownButton, _unknown_button),
    (OnlyInServers, _only_in_servers),
    (RatingsAreOfServers, _ratings_are_of_servers),
    (BotHasNoProfile, _bot_has_no_profile),
    (MissingPermissions, _missing_permissions),
    (WrongChannel, _wrong_channel),
    (NoServerHere, _no_server_here),
    (NotManager, _not_manager),
    (NotTextChannel, _not_text_channel),
    (NotDays, _not_days),
    (NotQuietHours, _not_quiet_hours),
    (UnknownZone, _unknown_zone),
    (UnknownSetting, _unknown_setting),
    (VacationTooLong, _vacation_too_long),
    (AwayLonger, _away_longer),
    (NotAway, _not_away),
    (AskedOfAnother, _asked_of_another),
    (KeepsPlaying, _keeps_playing),
)
