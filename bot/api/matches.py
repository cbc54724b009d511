"""The matches of a token's owner: lists of them, one with its position, moves, and challenges."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields, replace
from typing import Final

from bot.actions import challenges, matches, playing
from bot.actions import engines as engine_actions
from bot.actions.change import JoiningChange, MatchChange, check_age
from bot.actions.characters import note_lateness
from bot.actions.context import Context
from bot.api import schema
from bot.api.core import Call
from bot.model.askers import Cost
from bot.model.challenges import Proposal, Wishes, seats_for, with_character
from bot.model.clock import DEFAULT_DAYS, Terms
from bot.model.match import Match, State, Summary, waits_for
from bot.model.offer_rules import offers_to, rematch_of
from bot.model.offers import Offer
from bot.model.people import Actor, Person
from bot.model.place import DIRECT, Place
from bot.model.refusals import OnlyInServers
from bot.model.refusals.challenges import CharacterAndStrength, OpponentNotHere, UnknownLevel
from bot.model.refusals.matches import MatchElsewhere, NotPlaying, StaleBoard, UnknownMatch
from bot.model.refusals.programs import EnginesPlayEngines
from bot.model.servers import Server
from bot.screens.core import character_called, game_of
from bot.texts.challenges import wished
from bot.texts.language import fact, say
from bot.web.access import SITE, VISITOR, actor_here, context_of, spend
from bot.web.asking import public_match
from bot.web.challenges import actor_beginning, opponents, settled
from players.characters import Character, nearest_to
from rules.core import CHANCE, Game, Seat

_STATES: Final = {state.value.replace(" ", "_"): state for state in State}
_CODES: Final = {state: code for code, state in _STATES.items()}


async def me(call: Call) -> schema.Me:
    """The owner of the token."""
    token = call.program.owned
    return schema.Me(token.person.name, token.person.is_engine, token.name, token.scope.value, token.expires_at)


async def games(call: Call) -> schema.Games:
    """All games."""
    playable = call.request.app[SITE].context.games.values()
    return schema.Games(
        [schema.Game(game.key, game.name, game.version, [*game.seats], game.has_chance) for game in playable]
    )


async def engines(call: Call) -> schema.Engines:
    """The engines that can be challenged: on a server of a person, or on that of an engine, itself included.

    Raises HTTPTooManyRequests, because each server is a question to Discord, or `OnlyInServers` for people.
    """
    context, asked = context_of(call.request), call.asked.server
    if call.program.person.is_engine:
        there = await engine_actions.beside(context, call.program.person)
    else:
        there = await engine_actions.playing(context, await _on_server(call, asked))
    return schema.Engines(
        [
            schema.Engine(f"{engine.person.id}", engine.person.name, [*engine.games], engine.is_ready(context.now()))
            for engine in there
        ]
    )


async def _on_server(call: Call, server: str | None) -> int:
    """A server on which the owner is, and asks from now on.

    Raises HTTPTooManyRequests, because it is a question to Discord, or `OnlyInServers` if they are not there.
    """
    spend(call.request, Cost.ACTION)
    if server is not None:
        _go_to(call, schema.Channel(server, "0"))
        if (server_id := (await actor_here(call.request)).server_id) is not None:
            return server_id
    raise OnlyInServers


async def listed(call: Call) -> schema.Matches:
    """Some matches of the owner, or the open challenges of a server. Raises as `_on_server` does."""
    asked: schema.MatchQuery = call.asked
    person, context = call.program.person, context_of(call.request)
    if asked.lobby:
        waiting = await matches.in_lobby(context, call.program.actor, asked.most)
        summaries = [match for _challenge, match in waiting]
    elif asked.server is None:
        summaries = await matches.of_person(context, person, None, _STATES[asked.state], most=asked.most)
    else:
        summaries = await matches.to_join(context, await _on_server(call, asked.server), asked.most)
    return schema.Matches(await in_list(context, summaries, person))


async def in_list(context: Context, entries: Sequence[Summary | Match], person: Person) -> list[schema.MatchInList]:
    """Matches in a list of a person's matches."""
    versions = await matches.versions(context, [match.id for match in entries])
    return [_line(match, person, versions[match.id].open_offers) for match in entries if match.id in versions]


def _line(match: Summary | Match, person: Person, open_offers: int) -> schema.MatchInList:
    return schema.MatchInList(
        id=match.id,
        game=match.game.key,
        state=_CODES[match.state],
        players=[_name(player) for player in match.people],
        is_yours=match.host.id == person.id,
        is_your_turn=match.state is State.RUNNING and waits_for(match, person.id),
        revision=match.revision,
        deadline=match.deadline,
        open_offers=open_offers,
    )


async def show(call: Call) -> schema.Match:
    """One match, as its players or, where anybody may, spectators see it."""
    return shown(await find(call), call.program.person)


async def find(call: Call) -> Match:
    """A match of the owner, which may not have begun, a public one, or an open challenge where they are.

    Raises `UnknownMatch`.
    """
    context = context_of(call.request)
    try:
        return await matches.find(context, call.program.actor, call.match_id)
    except (UnknownMatch, MatchElsewhere):
        public = await public_match(call.request, call.match_id)
        if public is not None:
            return public
        match = await matches.load(context, call.match_id)
        if not match.is_open_challenge or match.place.by_player or not call.program.person.is_on_discord:
            raise
    try:
        server_id = await _on_server(call, f"{match.place.server_id}")
    except OnlyInServers:
        raise UnknownMatch(f"#{match.id}") from None
    return await matches.find(context, Actor(call.program.person, server_id), match.id)


def shown(match: Match, person: Person) -> schema.Match:
    """A match as a person sees it."""
    own, position = match.seat_of(person.id), match.position if match.players_are_seated else None
    turn = position.turn if position is not None and match.state is State.RUNNING else None
    result, rematch = match.result, rematch_of(match)
    return schema.Match(
        id=match.id,
        game=match.game.key,
        version=match.game.version,
        state=_CODES[match.state],
        revision=match.revision,
        players=_players(match),
        your_seat=own,
        turn=turn.value if turn is CHANCE else turn,
        is_your_turn=waits_for(match, person.id),
        fen=None if position is None else position.fen(),
        board=None if position is None else str(position),
        legal_moves=[*position.legal_moves()] if position is not None and isinstance(turn, int) else [],
        history=[*match.history.tokens] if match.players_are_seated else [],
        deadline=match.deadline,
        paused_until=None if match.pause is None else match.pause.due_at,
        offers=[_offer(match, offer, person) for offer in match.open_offers],
        rematch=None if rematch is None else rematch.id,
        terms=_terms(match.terms),
        result=None
        if result is None
        else schema.Result(result.ending.value, [*result.places], None if result.points is None else [*result.points]),
    )


def _offer(match: Match, offer: Offer, person: Person) -> schema.Offer:
    return schema.Offer(
        id=offer.id,
        kind=offer.kind.value.replace("-", "_"),
        by=next((_name(player) for player in (*match.people, *match.seated) if player.id == offer.by_id), ""),
        is_yours=offer.by_id == person.id,
        asks_you=offer in offers_to(match, person.id),
        until=offer.due_at,
    )


def _terms(terms: Terms) -> schema.Terms:
    return schema.Terms(
        is_rated=terms.is_rated,
        days=terms.days,
        bank=terms.bank,
        increment=terms.increment,
        pauses_weekends=terms.pauses_weekends,
        has_hints=terms.has_hints,
        grants_takebacks=terms.grants_takebacks,
    )


def _name(person: Person) -> str:
    """A name without marks, for which there are fields; that of a character who plays for somebody is a phrase."""
    return fact(person.name, "")


def _players(match: Match) -> list[schema.Player]:
    if not match.players_are_seated:
        return [
            schema.Player(_name(person), None, person.is_character, person.is_engine, None) for person in match.people
        ]
    banks = [bank.total_seconds() for bank in match.banks] or [None] * match.seats
    return [
        schema.Player(_name(person), say(match.position.side(Seat(seat))), person.is_character, person.is_engine, bank)
        for seat, (person, bank) in enumerate(zip(match.seated, banks, strict=True))
    ]


async def play(call: Call) -> schema.Match:
    """Play a move, and any planned moves after it."""
    body: schema.MoveBody = call.asked
    async with changing(call, body.revision) as change:
        if change.match.voting is not None:
            raise NotPlaying(change.match)
        if call.program.person.is_engine:
            note_lateness(change)
        playing.play(change, call.program.person, body.move, revision=answered(change.match, body.revision))
    return shown(change.match, call.program.person)


async def challenge(call: Call) -> schema.Match:
    """Propose a match, as the owner may on that server by chat.

    Raises HTTPTooManyRequests, because each server and channel is a question to Discord, or the errors of `challenges.propose`.
    """
    body: schema.ChallengeBody = call.asked
    spend(call.request, Cost.CHALLENGE)
    game, program, is_direct = game_of(body.game), call.program, body.place is None
    if program.person.is_engine:
        return await _among_engines(call, game)
    character = _character(body, game)
    if is_direct and (body.opponents or character is None):
        raise OnlyInServers
    _go_to(call, body.place)
    actor, channel_id = await actor_beginning(call.request)
    named, players = await _named(call, actor, channel_id), None if body.players is None else int(body.players)
    if character is not None:
        named = with_character(game, named, character, players)
    place = Place(actor.server_id or DIRECT, channel_id, by_player=is_direct)
    return await _proposed(call, actor, await settled(call.request, actor, place, game, named, _wishes(body)))


async def _proposed(call: Call, actor: Actor, proposal: Proposal) -> schema.Match:
    change = await challenges.propose(context_of(call.request), actor, actor.server_id or DIRECT, proposal)
    return shown(await show_in_turn(call, change), call.program.person)


def _wishes(body: schema.ChallengeBody) -> Wishes:
    """What a program asks for, in the words of our table."""
    names = {field.name for field in fields(Wishes)} & {*body.__struct_fields__}
    asked = Wishes(**{name: getattr(body, name) for name in names - {"players"}})
    players = None if body.players is None else int(body.players)
    return wished([body.side or ""], replace(asked, players=players))


def _character(body: schema.ChallengeBody, game: Game) -> Character | None:
    """The character that takes the seats without people.

    Raises `CharacterAndStrength` for both, and `UnknownLevel` for a strength where none was measured.
    """
    if body.character is not None and body.strength is not None:
        raise CharacterAndStrength
    if body.strength is None:
        return None if body.character is None else character_called(body.character)
    seats = seats_for(game, len(body.opponents) + 1, None if body.players is None else int(body.players))
    character = nearest_to(body.strength, game, seats if seats in game.seats else game.seats.start)
    if character is None:
        raise UnknownLevel(f"{body.strength:g}")
    return character


def _go_to(call: Call, place: schema.Channel | None) -> None:
    """Have the owner of the token ask in a channel of a server, as in chat, or in direct messages."""
    there = replace(call.program.session, channel_id=0)
    if place is not None:
        there = replace(there, server_id=int(place.server), channel_id=int(place.channel))
    call.request[VISITOR] = replace(call.program, session=there)


async def _among_engines(call: Call, game: Game) -> schema.Match:
    """Propose a match of an engine with others, rated between owners unless it says otherwise, with a time limit."""
    body: schema.ChallengeBody = call.asked
    program = call.program
    beside = {
        engine.person.id: engine for engine in await engine_actions.beside(context_of(call.request), program.person)
    }
    engines = [beside[int(engine_id)] for engine_id in body.opponents if int(engine_id) in beside]
    if len(engines) < len(body.opponents) or (body.character, body.strength) != (None, None) or body.place is not None:
        raise EnginesPlayEngines
    wishes = wished(
        [body.side or ""], Wishes(body.time, both_sides=body.both_sides, pauses_weekends=body.pauses_weekends)
    )
    named = tuple(engine.person for engine in engines)
    proposal = wishes.proposal(game, named, Place(DIRECT, 0, by_player=True), Server(days=DEFAULT_DAYS))
    terms = proposal.terms if proposal.terms.has_limit else Terms(DEFAULT_DAYS)
    owners = {program.asker, *(engine.owner.id for engine in engines)}
    is_rated = len(owners) > len(engines) if body.is_rated is None else body.is_rated
    proposal = replace(proposal, terms=replace(terms, is_rated=is_rated))
    return await _proposed(call, program.actor, proposal)


async def _named(call: Call, actor: Actor, channel_id: int) -> tuple[Person, ...]:
    """The people whose ids a challenge names, among those whom the owner can challenge there. Raises `OpponentNotHere`."""
    named, server_id = dict.fromkeys(int(text) for text in call.asked.opponents), actor.server_id
    if not named or server_id is None:
        return ()
    known_people = {person.id: person for person in await opponents(call.request, server_id, actor.person)}
    unknown = next((person_id for person_id in named if person_id not in known_people), None)
    if unknown is not None:
        raise OpponentNotHere(Person(unknown, ""), channel_id)
    return tuple(known_people[person_id] for person_id in named)


def answered(match: Match, revision: float | None) -> int | None:
    """The revision that a program answers, which may be any number.

    Raises `StaleBoard` for one that is yet to come, or `BeforeRestore`.
    """
    if revision is None:
        return None
    if revision > match.revision:
        raise StaleBoard(match)
    check_age(match, int(revision))
    return int(revision)


@asynccontextmanager
async def changing(call: Call, revision: float | None, server_id: int | None = None) -> AsyncGenerator[JoiningChange]:
    """A unit of work of the owner on a match of theirs, or of a server where they are; Discord then shows the changes.

    `revision` is the one that the program answers. Raises what `answered` raises.
    """
    facts = context_of(call.request), call.match_id, Actor(call.program.person, server_id)
    async with matches.joining(*facts, seen=None) as change:
        answered(change.match, revision)
        yield change
    await show_in_turn(call, change)


async def show_in_turn(call: Call, change: MatchChange) -> Match:
    """Show the changes of a unit of work in Discord, in their turn: nobody waits for what a program does."""
    call.request.app[SITE].show_in_turn(change)
    return change.match
