"""The help on the page: what Furlong is, what to do first, and all commands."""

import re

from bot.chat import features
from rules import FAMILIES, GAMES
from tests.bot.web.visiting import ADA, Browser, Visited, words


async def test_help_is_a_touch_away_and_leads_to_what_to_do_first(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert 'href="/help">Help</a>' in (await ada.get("/")).text
    shown = await ada.get("/help")
    assert "Hello! I'm Furlong" in words(shown)
    ways = re.findall(r'<a class="button(?: main)?" href="([^"]+)"(?: id="play")?>([^<]+)</a>', shown.text)
    assert ways == [
        ("/", "Play a character"),
        ("/lessons", "Learn"),
        ("/puzzles", "Puzzle"),
        ("/", "Challenge a friend"),
        ("/help/commands", "All commands"),
    ]
    [picture] = re.findall(r'<img class="figure" src="([^"]+)" alt="Three boards', shown.text)
    assert (await ada.get_bytes(picture.replace("&amp;", "&")))[8:12] == b"WEBP"
    assert [(await Browser(site).get(path)).status for path in ("/help", "/help?picture")] == [401, 401]


async def test_all_commands_are_named_with_the_rules_of_every_game(site: Visited) -> None:
    shown = await (await site.visit(ADA)).get("/help/commands")
    for command in features.all_commands():
        assert command.name == "help" or f"<code>/{command.name}" in shown.text
    for game in GAMES.values():
        assert game.name in words(shown) and game.summary in words(shown)
    assert [f"/rules/{game.key}" for game in FAMILIES] == re.findall(r'href="(/rules/[^"]+)">Rules<', shown.text)
    assert 'href="/help">Help</a>' in shown.text.partition("<main>")[2]
