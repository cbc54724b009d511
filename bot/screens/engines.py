"""The engines of a server: which there are, their list of ratings, and registering and removing one's own."""

from typing import Final

from bot.actions import engines as engine_actions
from bot.actions import ratings, tokens
from bot.model.engines import Engine
from bot.model.guests import LONGEST_NAME
from bot.model.permissions import EngineAct, check_engine
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, Field
from bot.model.refusals import OnlyInServers, UnknownButton
from bot.model.refusals.programs import NoPrograms
from bot.screens.core import (
    Act,
    Action,
    Ask,
    Asked,
    Choosable,
    Handler,
    Line,
    Menu,
    Part,
    Screen,
    Weight,
    game_named,
    game_of,
    in_menus,
    on,
    page_number,
    snowflake,
    turning,
)
from bot.screens.ratings import rows_of
from bot.texts import challenges as challenge_texts
from bot.texts import engines as engine_texts
from bot.texts import errors, limits
from bot.texts import ratings as rating_texts
from bot.texts import webhooks as webhook_texts
from bot.texts.language import say
from rules import GAMES

_NAME, _GAMES = "name", "games"
_ON_PAGE: Final = 8  # each has a button beside it, and a message has room for 40 parts
_LONGEST_GAMES: Final = 600  # characters, where there are more games than a menu has room for


async def _shown(asked: Asked) -> dict[int, Engine]:
    """The engines of the server, and those of the person elsewhere, by id."""
    server_id = asked.actor.server_id
    here = () if server_id is None else await engine_actions.on_server(asked.context, server_id)
    own = [
        engine for engine in await engine_actions.of_owner(asked.context, asked.person.id) if engine.server_id != DIRECT
    ]
    return {engine.person.id: engine for engine in (*here, *own)}


def _may_remove(asked: Asked, engine: Engine) -> bool:
    try:
        check_engine(EngineAct.REMOVE, engine, asked.actor)
    except UnknownButton:
        return False
    return True


def check_served(asked: Asked) -> None:
    """Raise `NoPrograms` if no program can reach Furlong, so that there is no use in engines."""
    if not asked.has_programs:
        raise NoPrograms


@on("engines", beside=True, at="/engines")
async def show(asked: Asked) -> Screen:
    """Show the engines, with the ways to their lists of ratings and to registering one.

    Where they cannot play, one's own can still be removed. Raises `NoPrograms` if there are none.
    """
    return await _page(asked, 0)


@on("engines_page", at="/engines/page/{number+1}")
async def turn_list(asked: Asked) -> Screen:
    """Handle Back and Next, under the engines."""
    return await _page(asked, page_number(asked.act.detail))


async def _page(asked: Asked, page: int) -> Screen:
    engines, now = await _shown(asked), asked.context.now()
    if not engines:
        check_served(asked)
    played = [key for key in GAMES if any(key in engine.games for engine in engines.values())]
    options = [Choosable(GAMES[key].name, "", key) for key in played]
    pages = max(1, -(-len(engines) // _ON_PAGE))
    page = min(page, pages - 1)
    return Screen(
        title=say(engine_texts.TITLE),
        heading=f"### {say(engine_texts.TITLE)}",
        text=engine_texts.introduction(has_any=bool(engines)) if asked.has_programs else errors.reason(NoPrograms()),
        here=Act("engines_page", detail=f"{page}") if page else Act("engines"),
        lines=[
            Line(
                engine_texts.line(engine, is_ready=engine.is_ready(now)),
                Action(say("Manage"), Act("engine", detail=f"{engine.person.id}"))
                if _may_remove(asked, engine)
                else None,
            )
            for engine in [*engines.values()][page * _ON_PAGE : (page + 1) * _ON_PAGE]
        ],
        menus=[
            Menu(say("Leaderboard"), Act("engine_ratings", detail=part[0].value if start else ""), part)
            for start, part in in_menus(options)
        ],
        steps=turning(Act("engines_page"), page, pages, say("Back"), say("Next")) if pages > 1 else (),
        actions=[Action(say(engine_texts.REGISTER), Act("engine_new"))] if asked.has_programs else (),
        up=Action(say("Leaderboard"), Act("leaderboard_open", detail=ALL_ROUND)),
    )


async def _ask(asked: Asked) -> Ask:
    """Ask for the name and the games of a new engine. Raises `NoPrograms` or `OnlyInServers`."""
    check_served(asked)
    if asked.actor.server_id is None:
        raise OnlyInServers
    games = [Choosable(game.name, "", game.key) for game in GAMES.values()]
    is_typed = len(games) > limits.MENU
    return Ask(
        Act("engine_register"),
        say(engine_texts.REGISTER),
        [
            Part(name=_NAME, label=say(engine_texts.NAME), hint=say(engine_texts.HINT), longest=LONGEST_NAME),
            Part(
                name=_GAMES,
                label=say(engine_texts.PLAYS),
                placeholder=say(challenge_texts.CHOOSE_GAME),
                longest=_LONGEST_GAMES if is_typed else 0,
                options=games,
                most=len(games),
            ),
        ],
        say(engine_texts.REGISTER),
        up=Action(say("Back"), Act("engines")),
    )


ASK: Final = Handler("engine_new", _ask, asks=True, at="/engines/new")


@on("engine_register")
async def register(asked: Asked) -> Screen:
    """Register an engine, and show the secret of its token this once.

    Raises `NoPrograms`, `OnlyInServers` or the refusals of `engines.register`.
    """
    check_served(asked)
    actor = await asked.actor_here()
    if actor.server_id is None:
        raise OnlyInServers
    typed = ",".join(asked.fields.get(_GAMES, ())).split(",")
    games = dict.fromkeys(game_named(text).key for text in typed)
    name = "".join(asked.fields.get(_NAME, ()))
    return _made(asked, *await engine_actions.register(asked.context, actor.person, actor.server_id, name, [*games]))


def _made(asked: Asked, engine: Engine, secret: str) -> Screen:
    return Screen(title=say(engine_texts.TITLE), text=engine_texts.made(engine, secret, asked.page))


async def _managed(asked: Asked) -> Engine:
    """The engine of the act, which the person may remove. Raises `UnknownButton`."""
    engine = (await _shown(asked)).get(snowflake(asked.act.detail))
    if engine is None or not _may_remove(asked, engine):
        raise UnknownButton
    return engine


@on("engine", beside=True, at="/engines/{person}")
async def manage(asked: Asked) -> Screen:
    """Handle Manage: show what can be done with an engine."""
    engine, detail = await _managed(asked), asked.act.detail
    own = [Action(say(engine_texts.RENEW), Act("engine_renew", detail=detail))]
    if asked.has_programs:
        engine_tokens = await tokens.of_person(asked.context, engine.person.id)
        own += [Action(say(webhook_texts.TITLE), Act("webhook", detail=f"{token.id}")) for token in engine_tokens]
    return Screen(
        title=say(engine_texts.TITLE),
        text=f"{engine_texts.line(engine, is_ready=engine.is_ready(asked.context.now()))}\n{engine_texts.on_list(engine)}",
        here=asked.act,
        actions=[
            *(own if engine.owner.id == asked.person.id else ()),
            Action(say("Remove"), Act("engine_end", detail=detail), Weight.DANGER),
        ],
        up=Action(say(engine_texts.TITLE), Act("engines")),
    )


@on("engine_renew")
async def renew(asked: Asked) -> Screen:
    """Handle New token."""
    return _made(asked, *await engine_actions.renew(asked.context, asked.actor, snowflake(asked.act.detail)))


@on("engine_end")
async def end(asked: Asked) -> Act:
    """Handle Remove."""
    await engine_actions.remove(asked.context, asked.actor, snowflake(asked.act.detail))
    asked.look()
    return Act("engines")


@on("engine_ratings", takes_value=True, at="/engines/ratings/{game}")
async def choose_game(asked: Asked) -> Screen:
    """Handle the choice of a game under the engines: their ratings in it."""
    return await _ratings(asked, asked.act.value or asked.act.detail, 0)


@on("engine_ratings_page", at="/engines/ratings/{game}/{number+1}")
async def turn_page(asked: Asked) -> Screen:
    """Handle Back and Next, under the ratings of engines."""
    key, _, number = asked.act.detail.partition("/")
    return await _ratings(asked, key, page_number(number))


async def _ratings(asked: Asked, key: str, page: int) -> Screen:
    """A page of the ratings of the engines in a game. Raises `UnknownGame`."""
    game, among = game_of(key), frozenset(await _shown(asked))
    board = await ratings.leaderboard(asked.context, Field(DIRECT, game.key, among=among), page, asked.person)
    act = Act("engine_ratings_page", detail=f"{game.key}/")
    return Screen(
        title=say(engine_texts.TITLE),
        text=rating_texts.engines_heading(game),
        here=Act("engine_ratings_page", detail=f"{game.key}/{board.page}"),
        lines=[*rows_of(board, asked.person)] if board.rows else [Line(rating_texts.no_engines_rated(game))],
        steps=turning(act, board.page, board.pages, say("Back"), say("Next")) if board.pages > 1 else (),
        up=Action(say(engine_texts.TITLE), Act("engines")),
    )
