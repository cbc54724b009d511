"""Films of matches and record files: for whoever asks, and then, if they want, for everybody in the channel."""

from bot.chat.answers import Answer, Change
from bot.chat.commands.arguments import page_number
from bot.chat.commands.posting import channel_to_post_in, post_once
from bot.chat.commands.replay_argument import fetched, picture_in, replay_behind
from bot.chat.handlers import on_press
from bot.chat.outages import PASSING
from bot.chat.replays.films import FilmProgress
from bot.chat.request import Request
from bot.chat.sentences import replays
from bot.chat.ui import replay as view
from bot.chat.ui.messages import Post
from bot.model.refusals.commands import UnknownButton
from bot.model.refusals.replays import FilmTooLarge


@on_press("replay_film")
async def film(request: Request) -> Answer:
    """Animate."""
    found = await replay_behind(request)

    async def tell(progress: FilmProgress) -> None:
        sentence = replays.filming(progress.done, progress.frames, waits=progress.waits)
        try:
            await request.send(Change.to_text(sentence))
        except PASSING:
            return  # the film itself comes later, and Discord may be back by then

    made = await request.services.replays.studio.film(found, request.person.id, tell)
    limit = request.surroundings.filesize_limit
    if len(made.data) > limit:
        raise FilmTooLarge(len(made.data), limit)
    return Change(view.film(found, made, may_post=request.server_id is not None))


@on_press("replay_post", in_place=True)
async def post(request: Request) -> Answer:
    """Post here: show a film to everybody in the channel, once."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    found = await replay_behind(request)
    picture = await fetched(request, picture_in(message))
    left_out = page_number(request.press.detail)
    sent = await post_once(request, message, channel, view.film_for_all(found, picture, left_out, request.person))
    return Change(Post(view.film_posted(found, left_out, sent.jump_url)), keeps_files=True)
