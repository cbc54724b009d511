"""Tokens with which programs of a person read their matches and play in them."""

from collections.abc import Iterator
from datetime import timedelta

from bot.actions import tokens
from bot.model.refusals import UnknownButton
from bot.model.refusals.programs import NamelessToken
from bot.model.tokens import LASTS, LONGEST_NAME, MOST_TOKENS, Scope, Token
from bot.screens.core import Act, Action, Ask, Asked, Choosable, Line, Part, Screen, Weight, on, snowflake
from bot.texts import engines as engine_texts
from bot.texts import pages as page_texts
from bot.texts import tokens as token_texts
from bot.texts import webhooks as webhook_texts
from bot.texts.language import say

_NAME, _SCOPE, _DAYS = "name", "scope", "days"


@on("tokens", beside=True, at="/programs")
async def show(asked: Asked) -> Screen:
    """Show the tokens of the person, with a form to make another one."""
    own = await tokens.of_person(asked.context, asked.person.id)
    return Screen(
        title=say(token_texts.TITLE),
        text=token_texts.introduction(asked.page),
        here=Act("tokens"),
        lines=[line for token in own for line in _lines(asked, token)],
        form=_form() if asked.has_programs and len(own) < MOST_TOKENS else None,
        up=Action(say(page_texts.SETTINGS), Act("own_settings")),
        others=[Action(say(engine_texts.TITLE), Act("engines"))] if asked.has_programs else (),
    )


def _lines(asked: Asked, token: Token) -> Iterator[Line]:
    detail = f"{token.id}"
    yield Line(token_texts.line(token), Action(say("Revoke"), Act("token_end", detail=detail), Weight.DECLINE))
    if asked.has_programs and token.scope is not Scope.CALENDAR:
        yield Line(webhook_texts.beside(token), Action(say(webhook_texts.TITLE), Act("webhook", detail=detail)))


def _form() -> Ask:
    scopes = [Choosable(say(label), "", scope.value) for scope, label in token_texts.SCOPES.items()]
    days = [
        Choosable(say("{count, plural, one {# day} other {# days}}", count=lasts.days), "", f"{lasts.days}")
        for lasts in LASTS
    ]
    return Ask(
        Act("token_make"),
        say(token_texts.MAKE),
        [
            Part(name=_NAME, label=say(token_texts.NAME), longest=LONGEST_NAME),
            Part(name=_SCOPE, label=say(token_texts.SCOPE), options=scopes),
            Part(name=_DAYS, label=say(token_texts.DAYS), options=days),
        ],
        say(token_texts.MAKE),
    )


@on("token_make")
async def make(asked: Asked) -> Screen:
    """Make a token, and show its secret this once."""
    entered = {name: "".join(asked.fields.get(name, ())).strip() for name in (_NAME, _SCOPE, _DAYS)}
    lasts = next((lasts for lasts in LASTS if f"{lasts.days}" == entered[_DAYS]), None)
    if lasts is None or entered[_SCOPE] not in [*Scope]:
        raise UnknownButton
    return await _made(asked, entered[_NAME], Scope(entered[_SCOPE]), lasts)


async def _made(asked: Asked, name: str, scope: Scope, lasts: timedelta) -> Screen:
    named = " ".join(name.split())
    if not 0 < len(named) <= LONGEST_NAME:
        raise NamelessToken(LONGEST_NAME)
    token, secret = await tokens.make(asked.context, asked.person, named, scope, lasts)
    address = f"{asked.page}/api/v1/calendar/{secret}.ics"
    is_calendar = scope is Scope.CALENDAR
    text = token_texts.made_calendar(token, address) if is_calendar else token_texts.made(token, secret)
    return Screen(title=say(token_texts.TITLE), text=text)


@on("token_end")
async def end(asked: Asked) -> Act:
    """Handle Revoke."""
    await tokens.end(asked.context, asked.person.id, snowflake(asked.act.detail))
    return Act("tokens")
