"""The help on the page: what Furlong is, what to do first, and all commands."""

import re

from bot.chat import features
from rules import FAMILIES, GAMES
from tests.bot.web.visiting import ADA, Visited, words


async def test_all_commands_are_named_with_the_rules_of_every_game(site: Visited) -> None:
    shown = await (await site.visit(ADA)).get("/help/commands")
    for command in features.all_commands():
        assert command.name == "help" or f"<code>/{command.name}" in shown.text
    for game in GAMES.values():
        assert game.name in words(shown) and game.summary in words(shown)
    assert [f"/rules/{game.key}" for game in FAMILIES] == re.findall(r'href="(/rules/[^"]+)">Rules<', shown.text)
    assert 'href="/help">Help</a>' in shown.text.partition("<main>")[2]
