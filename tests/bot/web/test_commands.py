"""What texts call by a command of the chat has its own name on the page, in every language."""

import re

import pytest

from bot.texts.language import language, languages, speaking
from bot.web.commands import ONLY_IN_DISCORD, coded, html
from tests.bot.web.visiting import ADA, BEN, CLEO, Visited, words
from tools.messages import messages, translation

_COMMAND = re.compile(r"`(/[^`]+)`")


def _commands() -> list[tuple[str, str]]:
    """The commands named in messages, with the language of each."""
    texts = {one.text for one in messages() if "`/" in one.text}
    said = [(code, translation(language(code), text)) for code in languages() for text in texts]
    return sorted({(code, found) for code, text in said for found in _COMMAND.findall(text)})


def test_every_command_that_a_message_names_has_a_name_on_the_page_or_is_for_discord_alone() -> None:
    commands = _commands()
    assert len(commands) > 200
    for code, command in commands:
        with speaking(code):
            shown = coded(re.sub(r"\{[^}]*\}", "7", command))
        is_for_discord = any(command.startswith(one) for one in ONLY_IN_DISCORD) and command != "/manage start"
        assert ("<code>" in shown) is is_for_discord, (code, command, shown)
        assert is_for_discord or re.fullmatch(r'(<a href="/[a-z0-9/]*">)?<b>[^</]+</b>(</a>)?', shown), shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`/play` starts one.", '<p><a href="/"><b>New match</b></a> starts one.</p>'),
        ("`/board match:12` shows it", '<p><a href="/matches/12"><b>Board</b></a> shows it</p>'),
        ("`/match match:#12 do:verify` checks", '<p><a href="/matches/12"><b>Verify</b></a> checks</p>'),
        ("`/match do:more time` asks", "<p><b>More time</b> asks</p>"),
        ("use `/privacy`.", "<p>use <code>/privacy</code> in Discord.</p>"),
        ("`a4&lt;c4` or `/ 2`", "<p><code>a4&amp;lt;c4</code> or <code>/ 2</code></p>"),
        (r"\`/play\`", "<p>`/play`</p>"),
    ],
)
def test_commands_become_names_and_links_and_nothing_else_does(text: str, shown: str) -> None:
    assert html(text) == shown


async def test_what_the_page_refuses_names_its_own_ways(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    ada = await site.visit(ADA)
    for address, named in {"/seasons": 'href="/seasons/new"', "/matches/99": '<a href="/">'}.items():
        told = (await ada.get(address)).text
        assert named in told and "<code>/" not in told, address
    assert "/manage start" in words(await ada.get("/help/commands")), "which is about commands"


def test_the_options_of_a_command_are_found_at_once_however_long_a_word_without_a_colon_is() -> None:
    assert coded("/try moves:" + "a" * 200_000) == "<b>Try moves</b>"
