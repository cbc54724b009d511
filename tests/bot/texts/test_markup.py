"""The conversion of Markdown into HTML, for texts that people wrote parts of."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import names
from bot.texts.markup import html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\*no\* **yes** `a\*b`", "<p>*no* <b>yes</b> <code>a*b</code></p>"),
        (r"\<t:1:R\> \& \'", "<p>&lt;t:1:R&gt; &amp; &#39;</p>"),
        ("[a [b](https://discord.com/x)", '<p>[a <a href="https://discord.com/x">b</a></p>'),
        ("[b](https://elsewhere.example/x)", "<p>[b](https://elsewhere.example/x)</p>"),
        ("||`a1b2`|| || b ||", "<p><code>a1b2</code> || b ||</p>"),
        ("a \ue000 b", "<p>a \ue000 b</p>"),
        (r"&#42; \&#42;", "<p>&amp;#42; &amp;#42;</p>"),
        ("<@1> says", "<p><b>\ue000&lt;</b> says</p>"),
    ],
)
def test_what_is_escaped_is_shown_as_it_is(text: str, expected: str) -> None:
    assert html(text, lambda _id: "\ue000<") == expected


_SIGNS = st.text(alphabet="[]()*`\\<>@&;:_~|#- \nathtps:/discord.com\ue0001!")


@given(_SIGNS)
def test_any_text_becomes_html_without_tags_of_its_own(text: str) -> None:
    assert "<script" not in html(f"{text}<script>{text}")


@pytest.mark.parametrize(
    "part",
    [
        "[",
        "](",
        "[a](",
        "[a](https://discord.com/x",
        "*",
        "**",
        " *a",
        "`",
        "```",
        "\\",
        "<@",
        "<t:1:",
        "\ue000",
        "- \n",
    ],
)
def test_the_time_for_a_text_grows_with_its_length_alone(part: str) -> None:
    for make in (html, names.plain_text):
        for text in (part * (60_000 // len(part)), "[" + part * (60_000 // len(part)) + "!"):
            begun = process_time()
            make(text)
            assert process_time() - begun < 1, "for 60,000 characters; with their square it would be minutes"


@pytest.mark.parametrize("text", ["### ", "###  \t", "one\n### \ntwo"])
def test_a_heading_without_words_is_no_heading(text: str) -> None:
    assert "<h2>" not in html(text)
