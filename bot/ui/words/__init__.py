"""Every text that players read, apart from what the games say of their moves and `bot.errors` of refusals.

Functions take plain data and return plain or Discord-flavoured text; nothing here sends anything.
"""

from bot.ui.words.boards import (
    LOG_PAGE,
    goes_on,
    log_page,
    log_pages,
    moves_played,
    named_moves,
    news,
    outcome,
    play_label,
    seated,
    step,
    versus,
    versus_then,
    your_turn,
)
from bot.ui.words.challenges import challenge, challenge_closed, challenge_sent, challenge_status, channel_unreachable
from bot.ui.words.described import alt_text, picker_alt, text_board, verdict
from bot.ui.words.dice import dice_still_sealed, no_dice, opened, sealed, verified
from bot.ui.words.helping import help_text, more, only_in_servers
from bot.ui.words.leaving import played_on, resign_question, resigned
from bot.ui.words.lists import against, games_heading, games_line, no_games
from bot.ui.words.moving import (
    menu_hint,
    move_hint,
    move_label,
    option_count,
    pick_first,
    pick_last,
    pick_named,
    pick_next,
    played,
)
from bot.ui.words.naming import first_sentence, link, listed, mention, name, names, page_of, plies, shortened, title
from bot.ui.words.plans import plan, plan_stopped

__all__ = [
    "LOG_PAGE",
    "against",
    "alt_text",
    "challenge",
    "challenge_closed",
    "challenge_sent",
    "challenge_status",
    "channel_unreachable",
    "dice_still_sealed",
    "first_sentence",
    "games_heading",
    "games_line",
    "goes_on",
    "help_text",
    "link",
    "listed",
    "log_page",
    "log_pages",
    "mention",
    "menu_hint",
    "more",
    "move_hint",
    "move_label",
    "moves_played",
    "name",
    "named_moves",
    "names",
    "news",
    "no_dice",
    "no_games",
    "only_in_servers",
    "opened",
    "option_count",
    "outcome",
    "page_of",
    "pick_first",
    "pick_last",
    "pick_named",
    "pick_next",
    "picker_alt",
    "plan",
    "plan_stopped",
    "play_label",
    "played",
    "played_on",
    "plies",
    "resign_question",
    "resigned",
    "sealed",
    "seated",
    "shortened",
    "step",
    "text_board",
    "title",
    "verdict",
    "verified",
    "versus",
    "versus_then",
    "your_turn",
]
