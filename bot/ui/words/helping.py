"""What to do first, and what stands behind More."""

from collections.abc import Iterable

from bot.match import Match
from bot.ui.words.boards import versus
from bot.ui.words.naming import title
from rules.core import Game


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
        "**Ask** your opponents with `/draw`, `/takeback`, `/time` and `/rematch`.\n"
        "**Go away** with `/vacation`, which stops your clocks. **Settle** with `/settings` how you are told of your turn.\n"
        "**Compare** yourselves with `/leaderboard` and `/profile`. **Look back** with `/replay`; `/verify` checks the "
        "dice.\n"
        "**See or delete** what is stored about you with `/privacy`.\n\n"
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
