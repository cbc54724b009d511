"""Texts about exporting and deleting a person's data."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Summary
from bot.model.people import Person
from bot.texts.language import as_sentence, message, say, strung
from bot.texts.names import linked, names

_MOST_MATCHES: Final = 4  # lines for each kind


def export_sent(part: int, *, is_zipped: bool) -> str:
    """The message with a file of a person's data; `part` counts from 1."""
    if part > 1:
        return say("This is part {number}.", number=part)
    text = say(
        "This is everything that Furlong stores about you, on all servers. The file is plain text (JSON): you can read it, "
        "and so can programs. If you want Furlong to forget you, use `/privacy`."
    )
    zipped = say("The file is zipped, because it would be too large for Discord otherwise.")
    return f"{text}\n{zipped}" if is_zipped else text


TITLE: Final = message("Your data")
"""The title of the page where people export and delete their data."""

OVERVIEW: Final = message(
    "### Your data\n**Export** sends you everything that Furlong stores about you, as a file for your eyes only. **Delete** has Furlong forget you on all servers, once you've seen what will happen and confirmed it."
)
"""The text over the buttons of `/privacy`."""

NOTHING_STORED: Final = message("Furlong stores nothing about you.")
"""The answer to a person about whom nothing is stored."""


def forget_question(person: Person, playing: Sequence[Summary], waiting: Sequence[Summary], finished: int) -> str:
    """The question before a person's data is deleted, with what happens to their matches and challenges."""
    lines = [say("### Have Furlong forget you?"), say("This applies to all servers and can't be undone.")]
    if playing:
        lines.append(
            say(
                "- **{count, plural, one {The match that you play ends} other {# matches that you play end}} for you**, as if you resigned: {matches}",
                count=len(playing),
                matches=_listed(person, playing),
            )
        )
    if waiting:
        lines.append(
            say(
                "- **{count, plural, one {A challenge is} other {# challenges are}} withdrawn, declined or left**: {matches}",
                count=len(waiting),
                matches=_listed(person, waiting),
            )
        )
    lines.append(
        say("- **Your name, plans, settings and vacations are deleted**, and you're no longer on any leaderboard.")
    )
    if playing or finished:
        lines.append(
            say(
                "- **Results and moves stay** for those who played with you, and so do their ratings. Your name is replaced "
                "by one such as “Former player 3”, and nothing links it to you."
            )
        )
    lines += [
        say("- **Messages in channels stay** as they are: old boards go on showing your name."),
        "",
        say("If you play again one day, you start as a new player."),
    ]
    return "\n".join(lines)


def _listed(person: Person, matches: Sequence[Summary]) -> str:
    named = strung([_line(person, match) for match in matches[:_MOST_MATCHES]], apart=True)
    more = len(matches) - _MOST_MATCHES
    return say("{matches}; and {count} more.", matches=named, count=more) if more > 0 else as_sentence(named)


def _line(person: Person, match: Summary) -> str:
    others = names(match.opponents_of(person.id))
    return say("{match} with {people}", match=linked(match), people=others) if others else linked(match)


FORGOTTEN: Final = message(
    "Furlong has forgotten you: nothing is stored about you any more. Farewell, and thank you for playing!"
)
"""The answer after a person's data was deleted."""


NOT_FORGOTTEN: Final = message("Everything stays as it is.")
"""The answer after a person has decided against it."""
