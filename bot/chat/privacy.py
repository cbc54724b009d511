"""The command `/privacy`, for exporting and deleting a person's data."""

import io

import discord
from discord import app_commands

from bot.actions import engines as engine_actions
from bot.actions import privacy as privacy_actions
from bot.actions import sessions, tokens
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import button, row_of
from bot.chat.core.request import Request
from bot.model.people import Person
from bot.model.refusals.people import AskedOfAnother
from bot.screens.core import Act, snowflake
from bot.texts import engines as engine_texts
from bot.texts import pages as page_texts
from bot.texts import privacy as privacy_texts
from bot.texts import tokens as token_texts
from bot.texts.language import say


@app_commands.command(name="privacy", description="Get everything Furlong stores about you, or have it deleted.")
@slash
async def privacy(request: Request) -> Answer:
    """Offer the person the export and the deletion of their data."""
    if not (await privacy_actions.outlook(request.context, request.person)).is_known:
        return Say(say(privacy_texts.NOTHING_STORED))
    buttons = row_of(
        button(say("Export"), Act("privacy_export")),
        button(say("Delete"), Act("privacy_delete"), discord.ButtonStyle.danger),
    )
    signed_in = page_texts.signed_in(*await sessions.begun(request.context, request.person.id))
    out = [row_of(button(say("Sign out everywhere"), Act("sign_out")))] if signed_in else []
    programs = token_texts.in_privacy(await tokens.of_person(request.context, request.person.id))
    out += [row_of(button(say("Revoke all tokens"), Act("tokens_end")))] if programs else []
    own = engine_texts.in_privacy(await engine_actions.of_owner(request.context, request.person.id))
    out += [row_of(button(say(engine_texts.TITLE), Act("engines")))] if own else []
    text = "\n\n".join(filter(None, (say(privacy_texts.OVERVIEW), signed_in, programs, own)))
    return Show(Post(plain(text, buttons, *out)))


@on_press("tokens_end", in_place=True)
async def revoke_all(request: Request) -> Answer:
    """Handle Revoke all tokens."""
    await tokens.end_all(request.context, request.person.id)
    return Change.to_text(say(token_texts.REVOKED))


@on_press("privacy_export")
async def export(request: Request) -> Answer | None:
    """Handle Export, and Export first under the question before deleting.

    Each file is sent as soon as it is made, because there may be many.
    """
    part = 0
    async for export_part in privacy_actions.export(request.context, request.person.id):
        part += 1
        file = discord.File(io.BytesIO(export_part.data), export_part.name)
        await request.send(Say(privacy_texts.export_sent(part, is_zipped=export_part.is_zipped), file))
    return None if part else Say(say(privacy_texts.NOTHING_STORED))


@on_press("privacy_delete")
async def ask(request: Request) -> Answer:
    """Handle Delete: ask the person to confirm."""
    person = request.person
    outlook = await privacy_actions.outlook(request.context, person)
    if not outlook.is_known:
        return Say(say(privacy_texts.NOTHING_STORED))
    question = privacy_texts.forget_question(person, outlook.playing, outlook.waiting, outlook.finished)
    buttons = row_of(
        button(say("Forget me"), Act("forget_yes", detail=str(person.id)), discord.ButtonStyle.danger),
        button(say("Keep everything"), Act("forget_no", detail=str(person.id))),
        button(say("Export first"), Act("privacy_export")),
    )
    return Show(Post(plain(question, buttons)))


@on_press("forget_yes", in_place=True)
async def confirm(request: Request) -> None:
    """Handle Forget me, after the question; the answer is sent before the boards of matches are updated."""
    to_show = await privacy_actions.forget(request.services.context, _asker(request))
    await request.send(Change.to_text(say(privacy_texts.FORGOTTEN)))
    for match_id in to_show:
        await request.services.deliver(match_id)


@on_press("forget_no", in_place=True)
async def keep(request: Request) -> Answer:
    """Handle Keep everything, after the question."""
    _asker(request)
    return Change.to_text(say(privacy_texts.NOT_FORGOTTEN))


def _asker(request: Request) -> Person:
    """The person who pressed, if the question was for them. Raises `AskedOfAnother`."""
    if snowflake(request.act.detail) != request.person.id:
        raise AskedOfAnother
    return request.person
