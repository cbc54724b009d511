"""Animated pictures of whole matches: made off the event loop, once for everybody, with reports of progress."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pytest
from discord import Forbidden, Permissions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

import render
from bot.actions import replays as film_actions
from bot.actions.askers import asking, may_question_discord, note_refusal
from bot.actions.replays import PATIENCE, PAUSE, FilmProgress, Frame, Studio
from bot.chat.core.outages import StillRefused
from bot.model.askers import Cost
from bot.model.history import History
from bot.model.refusals.replays import AlreadyFilming, FilmingAnother, StudioIsFull
from bot.model.replays import Replay
from bot.texts import boards as board_texts
from bot.texts import errors
from bot.texts import replays as replay_texts
from rules.record import last_turn
from tests.bot.allowing import allow
from tests.bot.chat.replays.test_replay import LAST, MOVES, RECORD, begin, data_of, opened, over, press, studied
from tests.bot.screen import alt_texts_of, buttons_of, picture_of, text_of
from tests.bot.tables import run
from tests.bot.world import World, answer, reply_text

Frames = Sequence[Frame]


@dataclass
class Camera:
    """A stand-in for `render.animation` that requests every frame, and calls `during` before each."""

    films: list[list[Frame]] = field(default_factory=list[list[Frame]])
    left_out: int = 0
    size: int = 100
    during: Callable[[int], None] = lambda _number: None

    def animation(self, frames: Frames, progress: Callable[[int], None]) -> render.Animation:
        film: list[Frame] = []
        self.films.append(film)
        for number in range(len(frames)):
            self.during(number)
            film.append(frames[number])
            progress(number + 1)
        return render.Animation(bytes([len(self.films)]) * self.size, render.FILM_EXTENSION, self.left_out)


@pytest.fixture(autouse=True)
def camera(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Camera:
    """Replaces filming by a stand-in, unless the test has the marker `paints`."""
    camera = Camera()
    if request.node.get_closest_marker("paints") is None:
        monkeypatch.setattr("render.animation", camera.animation)
    return camera


async def animated(world: World, shown: ResponseMessage | None = None) -> ResponseMessage:
    """Have Ada request the film of a match; returns the private answer."""
    return answer(await world.ada.click(shown or await opened(world), label="Animate"))


def film_in(world: World, message: object) -> bytes | None:
    """The bytes of the picture in a message."""
    return world.env.backend.cdn.get(picture_of(message))  # pyright: ignore[reportArgumentType]


# --- what is shown ---


async def test_a_film_shows_every_ply_from_the_start_to_the_end_with_its_outcome(world: World, camera: Camera) -> None:
    await over(world)
    async with world.nothing_changes():
        shown = await animated(world)
    match = await world.match()
    [film] = camera.films
    assert [position for position, _scene in film] == [
        match.history.steps[0].before,
        *(step.after for step in match.history.steps),
    ]
    assert [scene.steps for _position, scene in film] == [
        last_turn(match.history.steps[:ply]) for ply in range(LAST + 1)
    ]
    assert [scene.outcome for _position, scene in film] == [None] * LAST + [match.outcome]
    assert film[0][1].names == ("Ada", "Ben")
    assert film_in(world, shown) == b"\1" * 100 and buttons_of(shown) == ["Post here"]
    assert text_of(shown) == (
        f"### Furl · match #1\n-# {board_texts.versus(match)}\n**Ben** resigns. **Ada** (White) wins."
    )


async def test_a_film_is_described_in_words(world: World) -> None:
    await over(world)
    match = await world.match()
    [alt] = alt_texts_of(await animated(world))
    assert alt == (
        "Animated picture of a match of Furl, position by position, 8 of them. White: Ada, Black: Ben. Ada wins. "
        f"At the end:\n{match.position}"
    )


async def test_frames_that_were_left_out_are_mentioned(world: World, camera: Camera) -> None:
    await begin(world)
    shown = await opened(world)
    camera.left_out = 1
    assert "-# 1 position is left out, spread over the match" in text_of(await animated(world, shown))
    await world.play("f2<e2")
    camera.left_out = 5
    filmed = await animated(world, shown)
    assert "-# 5 positions are left out, spread over the match" in text_of(filmed)
    assert "4 of them. White: Ada, Black: Ben. It shows the match so far." in alt_texts_of(filmed)[0]


async def test_a_film_that_is_too_large_for_the_channel_is_refused_with_its_size(world: World, camera: Camera) -> None:
    await begin(world)
    camera.size = 10_600_000
    sentence = text_of(await animated(world))
    assert sentence.startswith("The animated picture has 10.6 MB, and Discord takes 10.5 MB here.")


async def test_a_study_is_filmed_too(world: World, camera: Camera) -> None:
    shown = await animated(world, await opened(world, file=("match.txt", data_of(RECORD))))
    assert len(camera.films[0]) == LAST + 1 and camera.films[0][0][1].names == ("Eva", "Finn")
    assert "### Furl · a record" in text_of(shown)


async def test_a_film_names_its_players_as_boards_do(world: World, camera: Camera) -> None:
    reversing = replace(RECORD, players=("Eva\u202egnik", "Finn"))
    await animated(world, await opened(world, file=("match.txt", data_of(reversing))))
    assert camera.films[0][0][1].names == ("Evagnik", "Finn")


@pytest.mark.paints
async def test_a_film_is_an_animated_picture(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben, moves=MOVES[:1])
    shown = await animated(world)
    data = film_in(world, shown)
    assert picture_of(shown).partition("?")[0].endswith(".webp")
    assert data is not None and data.startswith(b"RIFF") and data[8:12] == b"WEBP" and data.count(b"ANMF") == 2


# --- progress ---


async def test_a_film_that_is_made_quickly_is_shown_without_further_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.actions.replays.monotonic", lambda: 0.0)
    await begin(world)
    shown = await opened(world)
    before = len(world.env.http_requests)
    await animated(world, shown)
    assert [request.method for request in world.env.http_requests[before:]] == ["POST", "PATCH"]


async def test_while_a_film_is_made_its_message_says_how_far_it_is(
    world: World, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    shown = await opened(world)
    progress, go_on = list[str](), threading.Event()

    def filming(done: int, frames: int, *, waits: bool) -> str:
        progress.append(f"{done}/{frames}")
        if not waits and done == 4:
            go_on.set()
        return f"so far: {progress[-1]}"

    monkeypatch.setattr("bot.texts.replays.filming", filming)
    time_flies(monkeypatch)
    camera.during = lambda number: None if number < 4 else _wait(go_on)
    filmed = await animated(world, shown)
    assert progress[-1].startswith("4/8") or "4/8" in progress
    edits = world.sent("PATCH", "/webhooks/")
    assert len(edits) == len(progress) + 1 and "so far: 4/8" in str(edits), "each word changes the one message"
    assert film_in(world, filmed) is not None and "so far" not in text_of(filmed)


def time_flies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the studio's clock advance at each look, so that there is always progress to report."""
    monkeypatch.setattr("bot.actions.replays.monotonic", count(0, max(PATIENCE, PAUSE)).__next__)


def _wait(event: threading.Event) -> None:
    assert event.wait(20), "nobody was told"


def test_the_words_about_a_film_say_how_far_it_is() -> None:
    assert replay_texts.filming(0, 58, waits=True).startswith("Others are waiting for pictures of their matches")
    assert replay_texts.filming(12, 58, waits=False) == "Making the pictures: 12 of 58 steps, 21%."


async def test_a_word_that_discord_does_not_take_keeps_no_film_from_being_shown(
    world: World, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    shown = await opened(world)
    go_on = threading.Event()

    async def refused(*_whatever: object) -> None:
        go_on.set()
        raise ConnectionError

    monkeypatch.setattr("bot.chat.core.request.send", refused)
    time_flies(monkeypatch)
    camera.during = lambda number: None if not number else _wait(go_on)
    assert film_in(world, await animated(world, shown)) is not None


# --- several people ---


async def test_two_who_ask_at_once_get_the_same_film_and_it_is_made_once(world: World, camera: Camera) -> None:
    await begin(world)
    hers, his = await opened(world), await opened(world, world.cleo, match="1")
    results = await world.at_once(world.press(world.ada, hers, "Animate"), world.press(world.cleo, his, "Animate"))
    shown = [answer(result) for result in results]
    assert len(camera.films) == 1 and [film_in(world, message) for message in shown] == [b"\1" * 100] * 2


def test_a_person_who_asks_while_it_is_made_for_another_gets_that_one(camera: Camera) -> None:
    [one] = _studies(1)

    async def ask() -> tuple[render.Animation, render.Animation]:
        studio = Studio()
        return await asyncio.gather(studio.film(one, 1, _ignore), studio.film(one, 2, _ignore))

    first, second = run(ask())
    assert first is second and len(camera.films) == 1


def test_those_who_ask_in_different_languages_get_films_of_their_own(camera: Camera) -> None:
    [one] = _studies(1)

    async def ask() -> None:
        studio = Studio()
        for say in (str, str.upper, str):
            await studio.film(one, 1, _ignore, say)

    run(ask())
    said = [[scene.say("to move") for _position, scene in film] for film in camera.films]
    assert [set(words) for words in said] == [{"to move"}, {"TO MOVE"}]


async def test_asking_twice_while_it_is_made_is_answered_kindly(
    world: World, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    go_on, say_why = threading.Event(), errors.reply

    def reply(error: BaseException, seen: int | None = None) -> str:
        go_on.set()
        return say_why(error, seen)

    monkeypatch.setattr(errors, "reply", reply)
    camera.during = lambda _number: _wait(go_on)
    shown = await opened(world)
    asking = world.press(world.ada, shown, "Animate")
    texts = [text_of(answer(result)) for result in await world.at_once(asking, asking)]
    assert len(camera.films) == 1
    assert sorted(text.split()[0] for text in texts) == ["###", "Furlong"]
    assert any(text.startswith("Furlong is already making this for you") for text in texts)


async def test_a_film_is_kept_until_the_match_looks_different(world: World, camera: Camera) -> None:
    await begin(world)
    shown = await opened(world)
    for _again in range(2):
        await animated(world, shown)
        assert len(camera.films) == 1
    await world.play("f2<e2")
    await animated(world, shown)
    assert len(camera.films) == 2 and len(camera.films[1]) == LAST + 2
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    await animated(world, shown)
    assert len(camera.films) == 3, "the end looks different, though nothing was played"


# --- the studio ---


async def _ignore(_progress: FilmProgress) -> None:
    pass


def _studies(count: int) -> list[Replay]:
    return [studied(data_of(replace(RECORD, players=(f"Eva {number}", "Finn")))) for number in range(count)]


def test_no_more_than_two_films_are_made_at_a_time(camera: Camera) -> None:
    lock, now, most = threading.Lock(), 0, 0
    both = threading.Barrier(2)

    def during(number: int) -> None:
        nonlocal now, most
        with lock:
            now += number == 0
            most = max(most, now)
        if number == 0:
            both.wait(20)  # so that two are really in progress at the same time
        with lock:
            now -= number == LAST

    camera.during = during

    async def ask() -> None:
        studio = Studio()
        await asyncio.gather(*(studio.film(study, person, _ignore) for person, study in enumerate(_studies_of_six)))

    _studies_of_six = _studies(6)
    run(ask())
    assert most == 2 and len(camera.films) == 6


def test_a_person_who_waits_for_others_learns_so_at_once(camera: Camera) -> None:
    go_on, waiting = threading.Event(), list[FilmProgress]()
    camera.during = lambda _number: _wait(go_on)
    replays = _studies(3)

    async def tell(progress: FilmProgress) -> None:
        waiting.append(progress)
        go_on.set()

    async def ask() -> None:
        studio = Studio()
        others = [asyncio.create_task(studio.film(replays[person], person, _ignore)) for person in range(2)]
        await asyncio.sleep(0)
        await studio.film(replays[2], 2, tell)
        await asyncio.gather(*others)

    run(ask())
    assert waiting[0] == FilmProgress(0, LAST + 1, waits=True)


def test_films_wait_for_their_turns_unless_they_have_more_frames_than_can_be_painted_in_time(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, most = threading.Event(), 12
    monkeypatch.setattr(film_actions, "MOST_FRAMES", most * (LAST + 1) + LAST)
    camera.during = lambda _number: _wait(go_on)
    replays = _studies(most + 1)

    async def ask() -> None:
        studio = Studio()
        tasks = [asyncio.create_task(studio.film(replays[person], person, _ignore)) for person in range(most)]
        await asyncio.sleep(0)
        with pytest.raises(StudioIsFull):
            await studio.film(replays[-1], most, _ignore)
        with pytest.raises(AlreadyFilming):
            await studio.film(replays[0], 0, _ignore)
        go_on.set()
        await asyncio.gather(*tasks)
        await studio.film(replays[-1], most, _ignore)

    run(ask())


def test_whoever_had_none_made_lately_waits_for_a_film_and_not_for_the_many_of_others(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.shares._GRAIN", 1e-9)
    go_on, others = threading.Event(), 12
    monkeypatch.setattr(film_actions, "MOST_FRAMES", others * (LAST + 1) + LAST)
    replays = _studies(2 * others + 1)

    async def ask() -> None:
        studio = Studio()
        await asyncio.gather(*(studio.film(replays[number], number, _ignore) for number in range(others)))
        camera.during = lambda _number: _wait(go_on)
        films = [studio.film(replays[others + number], number, _ignore) for number in range(others)]
        tasks = [*map(asyncio.create_task, films)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(studio.film(replays[-1], others, _ignore)))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*tasks)

    run(ask())
    begun = [film[0][1].names[0] for film in camera.films[others:]]
    assert begun.index(f"Eva {len(replays) - 1}") <= film_actions.FILMS[0]


def test_of_those_who_had_as_little_made_whoever_wants_a_short_film_waits_for_no_long_ones(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, others = threading.Event(), 12
    monkeypatch.setattr(film_actions, "MOST_FRAMES", others * (LAST + 1))
    camera.during = lambda _number: _wait(go_on)
    few = replace(RECORD, players=("Ada", "Finn"), history=History.of(RECORD.history.game, 2, MOVES[:3]))
    replays, short = _studies(others), studied(data_of(few))

    async def ask() -> None:
        studio = Studio()
        tasks = [asyncio.create_task(studio.film(replays[person], person, _ignore)) for person in range(others)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(studio.film(short, others, _ignore)))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*tasks)

    run(ask())
    begun = [film[0][1].names[0] for film in camera.films]
    assert begun.index("Ada") <= film_actions.FILMS[0]


def test_a_film_that_others_want_too_is_made_when_the_first_of_them_has_a_turn(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.shares._GRAIN", 1e-9)
    go_on = threading.Event()
    camera.during = lambda _number: _wait(go_on)
    replays = _studies(5)

    async def ask() -> None:
        studio, tasks = Studio(), list[asyncio.Task[render.Animation]]()
        for number, asker in ((0, "network"), (1, 1), (3, "network"), (2, 2), (3, 3), (4, 4)):
            person = len(tasks)
            tasks.append(asyncio.create_task(studio.film(replays[number], person, _ignore, asker=asker)))
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*tasks)

    run(ask())
    begun = [film[0][1].names[0] for film in camera.films]
    assert len(begun) == len(replays) and begun.index("Eva 3") < begun.index("Eva 4")


def test_guests_of_a_network_leave_room_for_the_films_of_others(camera: Camera) -> None:
    go_on, both_begun = threading.Event(), threading.Event()

    def during(_number: int) -> None:
        if len(camera.films) > 1:
            both_begun.set()
        _wait(go_on)

    camera.during = during
    replays = _studies(4)

    async def ask() -> None:
        studio = Studio()
        films = [studio.film(replays[guest], guest, _ignore, asker="network") for guest in (0, 1)]
        tasks = [*map(asyncio.create_task, films)]
        await asyncio.sleep(0)
        with pytest.raises(StudioIsFull):
            await studio.film(replays[2], 2, _ignore, asker="network")
        tasks.append(asyncio.create_task(studio.film(replays[3], 3, _ignore)))
        await asyncio.to_thread(_wait, both_begun)
        go_on.set()
        await asyncio.gather(*tasks)

    run(ask())


def test_a_person_who_asks_for_many_films_gets_one_at_a_time_and_keeps_nobody_waiting(camera: Camera) -> None:
    go_on = threading.Event()
    camera.during = lambda _number: _wait(go_on)
    first, second, third = _studies(3)

    async def ask() -> None:
        studio = Studio()
        tasks = [asyncio.create_task(studio.film(first, 1, _ignore))]
        await asyncio.sleep(0)
        for study in (second, third):
            with pytest.raises(FilmingAnother):
                await studio.film(study, 1, _ignore)
        tasks.append(asyncio.create_task(studio.film(second, 2, _ignore)))
        await asyncio.sleep(0)
        with pytest.raises(FilmingAnother):
            await studio.film(second, 1, _ignore)
        go_on.set()
        await asyncio.gather(*tasks)
        await studio.film(third, 1, _ignore)

    run(ask())


def test_a_film_that_nobody_waits_for_ends_within_a_frame(camera: Camera) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def during(number: int) -> None:
        if number == 3:
            begun.set()
            _wait(go_on)

    camera.during = during
    [one] = _studies(1)

    async def ask() -> None:
        asked = asyncio.create_task(Studio().film(one, 1, _ignore))
        await asyncio.to_thread(_wait, begun)
        asked.cancel()  # as when the bot stops
        with pytest.raises(asyncio.CancelledError):
            await asked
        go_on.set()

    run(ask())  # it ends with the threads
    assert len(camera.films[0]) == 3


def test_a_film_that_goes_wrong_goes_wrong_for_all_and_can_be_tried_again(camera: Camera) -> None:
    def during(_number: int) -> None:
        raise OSError("out of paint")

    camera.during = during
    [one] = _studies(1)

    async def ask() -> None:
        studio = Studio()
        results = await asyncio.gather(
            studio.film(one, 1, _ignore), studio.film(one, 2, _ignore), return_exceptions=True
        )
        assert [type(result) for result in results] == [OSError, OSError]
        camera.during = lambda _number: None
        assert await studio.film(one, 1, _ignore)

    run(ask())


def test_the_cache_of_films_is_bounded(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.replays._MOST_KEPT", 250)
    first, second, third = _studies(3)

    async def ask() -> list[int]:
        studio, made = Studio(), list[int]()
        for study in (first, second, first, third, first, second):  # the third displaces the second
            await studio.film(study, 1, _ignore)
            made.append(len(camera.films))
        return made

    assert run(ask()) == [1, 2, 2, 3, 3, 4]


# --- posting it ---


def permit(
    world: World,
    kind: OverwriteType,
    target_id: int,
    allow: Permissions = Permissions(),  # noqa: B008 - nobody changes it
    deny: Permissions = Permissions(),  # noqa: B008
) -> None:
    """Allow or deny a member something in the channel."""
    overwrite = Overwrite(target_id=target_id, type=kind, allow=allow.value, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


async def test_post_here_shows_the_film_to_everybody_once(world: World) -> None:
    await over(world)
    filmed = await animated(world)
    before = len(world.messages())
    await world.ada.click(filmed, label="Post here")
    posted = world.board()
    assert len(world.messages()) == before + 1 and film_in(world, posted) == b"\1" * 100
    assert text_of(posted).endswith("**Ada** (White) wins.\n-# Shown by **Ada**. `/replay match:1` steps through it.")
    assert alt_texts_of(posted) == alt_texts_of(filmed) and buttons_of(posted) == [] and world.pinged(posted) == []
    assert buttons_of(filmed) == [] and f"-# Posted: [here it is]({posted.jump_url})." in text_of(filmed)
    assert film_in(world, filmed) == b"\1" * 100, "the private one stays"


async def test_post_here_works_after_a_restart_without_a_new_film(world: World, camera: Camera) -> None:
    filmed = await animated(world, await opened(world, file=("match.txt", data_of(RECORD))))
    await world.restart()
    await press(world, filmed, "Post here")
    assert len(camera.films) == 1 and film_in(world, world.board()) == b"\1" * 100
    assert "**Eva** (White) against **Finn** (Black)" in text_of(world.board())
    assert text_of(world.board()).endswith("-# Shown by **Ada**. It comes from a record file.")
    assert "Posted: [here it is]" in text_of(filmed)


async def test_post_here_that_is_pressed_twice_at_once_posts_one_message(world: World) -> None:
    await over(world)
    pressing = world.press(world.ada, await animated(world), "Post here")
    before = len(world.messages())
    results = await world.at_once(*[pressing] * 5)
    assert len(world.messages()) == before + 1
    assert sum("You've posted this already" in reply_text(result) for result in results) == 4


async def test_a_person_who_may_not_send_files_in_a_channel_cannot_have_furlong_do_it(world: World) -> None:
    await over(world)
    filmed = await animated(world)
    denied = Permissions(send_messages=True, attach_files=True)
    permit(world, OverwriteType.MEMBER, world.ada.id, deny=denied)
    async with world.nothing_changes():
        sentence = reply_text(await world.ada.click(filmed, label="Post here"))
    assert "you lack **Send Messages** and **Attach Files**" in sentence and buttons_of(filmed) == ["Post here"]


async def test_where_furlong_may_not_post_it_says_what_it_lacks(world: World) -> None:
    await over(world)
    filmed = await animated(world)
    files = Permissions(attach_files=True)
    permit(world, OverwriteType.ROLE, world.guild.default_role.id, deny=files)
    permit(world, OverwriteType.MEMBER, world.ada.id, allow=files)
    async with world.nothing_changes():
        sentence = reply_text(await world.ada.click(filmed, label="Post here"))
    assert f"Furlong can't do what the picture needs in <#{world.channel.id}>: it lacks **Attach Files**." in sentence


async def test_a_film_that_discord_refuses_can_be_posted_later(world: World) -> None:
    await over(world)
    filmed = await animated(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, times=1)
    async with world.nothing_changes():
        sentence = reply_text(await world.ada.click(filmed, label="Post here"))
    assert "nothing was posted. Please try again." in sentence
    before = len(world.messages())
    await press(world, filmed, "Post here")
    assert len(world.messages()) == before + 1


async def test_nobody_has_more_films_refused_at_once_than_other_posts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 2, Cost.POST)
    allow(monkeypatch, 1, Cost.REFUSAL)
    await over(world)
    filmed, path = await animated(world), f"/channels/{world.channel.id}/messages"
    budget, request = world.bot.services.context.budget, world.bot.http.request

    async def counted(*asked: Any, **also: Any) -> Any:
        try:
            return await request(*asked, **also)
        except Forbidden as error:
            if not isinstance(error, StillRefused):
                note_refusal(budget)
            raise

    monkeypatch.setattr(world.bot.http, "request", counted)
    world.env.inject_error("POST", path, status=403, times=None)
    before = len(world.sent("POST", path))
    for _ in range(5):
        assert "nothing was posted" in reply_text(await world.ada.click(filmed, label="Post here"))
    assert len(world.sent("POST", path)) == before + 2
    with asking(world.ada.id):
        assert may_question_discord(budget), "they have asked nothing"


@pytest.mark.parametrize("status", [400, 403, 404, 500])
async def test_a_film_that_was_posted_is_never_said_to_have_failed(world: World, status: int) -> None:
    await over(world)
    filmed = await animated(world)
    before = len(world.messages())
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=status, times=1)
    sentence = reply_text(await world.ada.click(filmed, label="Post here"))
    assert len(world.messages()) == before + 1
    assert sentence.endswith(f"-# Posted: [here it is]({world.board().jump_url}).")


async def test_in_a_direct_message_there_is_nobody_to_post_to(world: World) -> None:
    await over(world)
    shown = answer(await world.ada.user.slash("replay"))
    filmed = answer(await world.ada.user.click(shown, label="Animate"))
    assert buttons_of(filmed) == [] and film_in(world, filmed) == b"\1" * 100
