"""Blocking people, going on vacation, and exporting or deleting the data of a person."""

import io
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.actions import forgetting, people
from bot.actions.exporting import export
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import snowflake
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Option, Press, button, choice, row_of
from bot.chat.core.request import Request
from bot.model.durations import days_in
from bot.model.people import Person
from bot.model.refusals.people import AskedOfAnother, BlocksBot
from bot.model.vacations import DAYS_A_YEAR, VacationStanding
from bot.texts import people as sentences
from rules.wording import plural

# discord.py's decorators leave the kind of group that a command may belong to unknown; ours belong to the one here.
# pyright: reportUnknownMemberType=false, reportUntypedFunctionDecorator=false


_MOST_CHOICES: Final = 25
_LONGEST: Final = 40


@app_commands.command(
    name="block",
    description="Stop a person from challenging you; they are not told. Or list the people you have blocked.",
)
@app_commands.describe(person="Whom to block; leave it out to see whom you have blocked, and to take that back")
@slash
async def block(request: Request, person: discord.User | None = None) -> Answer:
    """Block a person, or list the people who are blocked."""
    if person is None:
        return Show(_blocked_card(await people.blocked_by(request.context, request.person)))
    other = Person(person.id, person.display_name)
    if person.bot:
        raise BlocksBot(other)
    return Show(_blocked_card(await people.block(request.context, request.person, other), other))


@on_press("block_undo", in_place=True)
async def unblock(request: Request) -> Answer:
    """A person in the menu of those who are blocked."""
    return Change(_blocked_card(await people.unblock(request.context, request.person, snowflake(request.press.detail))))


def _blocked_card(blocked: Sequence[Person], newest: Person | None = None) -> Post:
    text = sentences.blocked(blocked, newest)
    if not blocked:
        return Post(plain(text))
    # People blocked long ago come into the menu once others are unblocked, or when `/block` names them again.
    listed = blocked if newest is None else [newest, *(one for one in blocked if one.id != newest.id)]
    options = [Option(sentences.option(one), "", Press("block_undo", detail=f"{one.id}")) for one in listed]
    return Post(plain(text, row_of(choice(sentences.CHOOSE, options[:_MOST_CHOICES], name="blocked"))))


privacy: Final = app_commands.Group(name="privacy", description="What Furlong stores about you.")


@privacy.command(name="export", description="Get all your data as a file that only you see.")
@slash
async def export_command(request: Request) -> Answer | None:
    """Send the person all data about them."""
    return await _export(request)


@on_press("privacy_export")
async def export_pressed(request: Request) -> Answer | None:
    """Export first, under the question before deleting."""
    return await _export(request)


async def _export(request: Request) -> Answer | None:
    """Send each file as soon as it is made, because there may be many."""
    part = 0
    async for found in export(request.context, request.person.id):
        part += 1
        file = discord.File(io.BytesIO(found.data), found.name)
        await request.send(Say(sentences.export_sent(part, is_zipped=found.is_zipped), file))
    return None if part else Say(sentences.NOTHING_STORED)


@privacy.command(name="delete", description="Delete your data. You are asked to confirm first.")
@slash
async def delete_command(request: Request) -> Answer:
    """Ask the person to confirm."""
    person = request.person
    found = await forgetting.outlook(request.context, person)
    if not found.is_known:
        return Say(sentences.NOTHING_STORED)
    question = sentences.forget_question(person, found.playing, found.waiting, found.finished)
    buttons = row_of(
        button("Forget me", Press("forget_yes", detail=str(person.id)), discord.ButtonStyle.danger),
        button("Keep everything", Press("forget_no", detail=str(person.id))),
        button("Export first", Press("privacy_export")),
    )
    return Show(Post(plain(question, buttons)))


@on_press("forget_yes", in_place=True)
async def confirm(request: Request) -> None:
    """Forget me, after the question. The answer comes before the boards of the matches are shown anew."""
    farewell = await forgetting.forget(request.context, _asker(request))
    await request.send(Change.to_text(sentences.FORGOTTEN))
    for match_id in farewell.to_show:
        await request.services.deliver(match_id)


@on_press("forget_no", in_place=True)
async def keep(request: Request) -> Answer:
    """Keep everything, after the question."""
    _asker(request)
    return Change.to_text(sentences.NOT_FORGOTTEN)


def _asker(request: Request) -> Person:
    """The person who pressed, if the question was for them. Raises `AskedOfAnother`."""
    if snowflake(request.press.detail) != request.person.id:
        raise AskedOfAnother
    return request.person


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """As many days as the person has left that begin with what was typed, for the command's `days`."""
    standing = await people.vacation_standing(request.context, request.person.id)
    labels = [plural(count, "day") for count in range(1, standing.most_days + 1)]
    fitting = [label for label in labels if label.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=label) for label in fitting[:_MOST_CHOICES]]


@app_commands.command(
    name="vacation", description="Stop all your clocks for some days. Without days, see how many you have left."
)
@app_commands.describe(days="For how many days from now, such as 7; all your matches on every server wait that long")
@app_commands.autocomplete(days=complete_days)
@slash
async def vacation(request: Request, days: app_commands.Range[str, 1, _LONGEST] | None = None) -> Answer:
    """Send the person on vacation, or tell them how many days they have left."""
    if days is None:
        standing = await people.vacation_standing(request.context, request.person.id)
    else:
        standing = await people.go_on_vacation(request.context, request.person, days_in(days, 1, DAYS_A_YEAR))
    return Show(_vacation_card(standing))


@on_press("vacation_end", in_place=True)
async def end(request: Request) -> Answer:
    """End it now."""
    standing = await people.come_back(request.context, request.person, snowflake(request.press.detail))
    return Change.to_text(sentences.came_back(standing))


def _vacation_card(standing: VacationStanding) -> Post:
    text = sentences.vacation(standing)
    if standing.running is None:
        return Post(plain(text))
    return Post(plain(text, row_of(button("End it now", Press("vacation_end", detail=str(standing.running.id))))))
