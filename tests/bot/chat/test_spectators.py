"""People who may not press a button: nothing changes, and they are told why, privately."""

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.chat import features
from tests.bot.screen import MORE_FOR_ALL, buttons_of, option_ids, text_of
from tests.bot.world import UserAction, World, answer, reply_text

_FOR_EVERYBODY = {"board", "text", "more", "log", "log_page", "rules", "rules_page", "games", "verify", "dice"}
_STANDINGS = {"leaderboard", "leaderboard_of", "leaderboard_open", "leaderboard_about", "profile", "profile_open"}
_REPLAYS = {f"replay{step}" for step in ("", "_go", "_window", "_jump", "_film", "_record", "_post")}
_TRYING = {"pick", "play", "branch", "go", "roll", "text", "window", "show"}
# For each action of a running match that only some may use: the custom id in a player's message.
_OF_PLAYERS = {
    "move": "furlong:move:1:0:",
    "pick": "furlong-menu:pick:1:0:0/",
    "pick_at": "furlong:pick_at:1:0:a4",
    "play": "furlong:play:1:0:a4<c4",
    "move_typed": "furlong:move_typed:1:0:",
    "plan": "furlong:plan:1:0:",
    "plan_typed": "furlong:plan_typed:1:0:",
    "plan_clear": "furlong:plan_clear:1:0:",
    "plan_edit": "furlong:plan_edit:1:0:",
    "try_plan": "furlong:try_plan:1:0:",
    "try_plan_yes": "furlong:try_plan_yes:1:0:0",
    "draw": "furlong:draw:1:0:",
    "draw_yes": "furlong:draw_yes:1:0:",
    "takeback": "furlong:takeback:1:0:",
    "takeback_yes": "furlong:takeback_yes:1:0:",
    "time": "furlong:time:1:0:",
    "offer_nothing": "furlong:offer_nothing:1:0:",
    "resign": "furlong:resign:1:0:",
    "resign_yes": "furlong:resign_yes:1:0:",
    "resign_no": "furlong:resign_no:1:0:",
}
_LEARNING = {"pick", "play", "go", "help", "text", "window", "match"}
_PUZZLES = {"again", "pick", "play", "window", "hint", "solution", "text", "table", "daily"}
_LEAGUES = {"about", "join", "leave", "leave_yes", "leave_no", "table", "tables", "text"}
_OF_CHALLENGES = {"join", "decline", "cancel", "leave", "start"}
# Tested elsewhere: answers for those who are asked, a modal, and what belongs to one person.
_ELSEWHERE = {
    "test_offers_shown, test_rematch_shown": {"offer_yes", "offer_no", "rematch"},
    "test_plans_shown": {"plan_save", "plan_sure"},
    "test_notes": {"note", "note_edit", "note_save"},
    "test_trying": {"try", *(f"try_{step}" for step in _TRYING)},
    "test_lessons": {"learn", *(f"learn_{step}" for step in _LEARNING)},
    "test_puzzles": {"puzzle", *(f"puzzle_{step}" for step in _PUZZLES)},
    "test_reviews": {"review", "review_page", "review_post"},
    "test_settings_server": {"server", "server_home", "server_settings", "server_set"},
    "test_moderation": {"managed", "manage_call_off", "manage_close", "manage_no", "take_out"},
    "test_ladder": {"ladder", "ladder_meet"},
    "test_settings_me, test_vacations": {
        *("own", "own_settings", "own_set", "vacation_show", "vacation_begin", "vacation_end")
    },
    "test_blocks": {"block_undo"},
    "test_lookouts": {"own_tell"},
    "test_context_menus, test_welcome": {
        *("begin", "begin_more", "begin_on", "commands", "friend", "learn_game", "play_character", "play_window")
    },
    "test_welcome": {"help", "puzzle_today"},
    "test_daily_puzzles": {"puzzle_post"},
    "test_characters": {"fill", "fill_with", "meet", "meet_one"},
    "test_hints": {"hint"},
    "test_ahead": {"ahead"},
    "test_standing_in": {"handover", "handover_to", "seat"},
    "test_league, test_event": {"season_begin", *(f"league_{step}" for step in _LEAGUES)},
    "test_seasons": {"season_start", "season_open"},
    "test_server_matches": {"server_accept", "server_accept_yes"},
    "tests.bot.web.test_seasons": {
        *("seasons", "season_new", "season_cancel", "season_cancel_yes", "season_remove", "season_remove_yes")
    },
    "test_privacy": {"privacy_export", "privacy_delete", "forget_yes", "forget_no"},
    "test_pages": {"open_board", "sign_out"},
    "tests.bot.screens.test_walk, tests.bot.api.test_matches": {"tokens", "token_make", "token_end", "tokens_end"},
    "tests.bot.web.test_webhooks": {"webhook", "webhook_new", "webhook_set", "webhook_end"},
    "test_lobby": {"lobby", "lobby_join", "report", "report_yes"},
    "test_follows": {"follow", "follow_match", "follow_moves", "follow_on", "follow_stop", "told", "unfollow"},
    "test_engines": {
        *("engines", "engine_new", "engine_register", "engine", "engine_renew", "engine_end"),
        *("engines_page", "engine_ratings", "engine_ratings_page"),
    },
    "test_replay_files": {"replay_share"},
    "test_abandoned": {"call_off", "call_off_yes"},
    "test_quiet_start": {"my_games"},
    "test_offers_shown": {"pause", "pause_for", "resume", "time_yes"},
    "test_votes": {"ballot", "ballot_pick", "vote", "vote_now", "vote_resign"},
}


def test_every_action_is_looked_at_here_or_elsewhere() -> None:
    here = {*_FOR_EVERYBODY, *_STANDINGS, *_REPLAYS, *_OF_PLAYERS, *_OF_CHALLENGES}
    assert here.union(*_ELSEWHERE.values()) == set(features.press_handlers())


class Pressing:
    """People who press buttons that are not for them, each with a private message."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._notes: dict[int, ResponseMessage] = {}

    async def replies(self, custom_id: str, *people: MemberActor) -> list[str]:
        """The answers to people who press the same button at the same time."""
        values, deeds = ("a4",) if "-menu" in custom_id else (), list[UserAction]()
        for who in people:
            if who.id not in self._notes:
                self._notes[who.id] = answer(await who.slash(self._world.channel, "help"))
            deeds.append(self._world.forged(who, self._notes[who.id], custom_id, *values))
        return [_told(result) for result in await self._world.at_once(*deeds)]


def _told(result: InteractionResult) -> str:
    assert all(message.ephemeral for message in result.followups)
    assert result.response is None or result.response.ephemeral
    return text_of(result.followups[0] if result.followups else answer(result))


async def test_spectators_see_that_they_watch(world: World) -> None:
    await world.start_match()
    pressing = Pressing(world)
    async with world.nothing_changes():
        for action, custom_id in _OF_PLAYERS.items():
            [reply] = await pressing.replies(custom_id, world.cleo)
            assert reply.startswith("You're watching this match: **Ada** and **Ben** play it."), action


async def test_the_other_player_learns_whose_turn_it_is(world: World) -> None:
    await world.start_match()
    pressing = Pressing(world)
    async with world.nothing_changes():
        for action in ("move", "pick", "pick_at", "play"):
            [reply] = await pressing.replies(_OF_PLAYERS[action], world.ben)
            assert reply.startswith("It isn't your turn in match #1: it's **Ada**'s."), action


async def test_nobody_acts_in_a_match_that_has_not_begun(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    pressing = Pressing(world)
    async with world.nothing_changes():
        for action, custom_id in _OF_PLAYERS.items():
            for reply in await pressing.replies(custom_id, world.ada, world.ben, world.cleo):
                assert "Match #1 hasn't started yet: it waits for **Ben**." in reply, action


async def test_nobody_acts_in_a_match_that_is_over(world: World) -> None:
    await world.start_match()
    await world.matches.resign(world.actor(world.ben), 1)
    await world.deliver(1)
    pressing = Pressing(world)
    async with world.nothing_changes():
        for action, custom_id in _OF_PLAYERS.items():
            for reply in await pressing.replies(custom_id, world.ada, world.ben, world.cleo):
                assert "Match #1 is over. **Ben** resigns." in reply, action


async def test_challenges_are_for_those_whom_they_concern(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    refused = {
        "join": {world.ada: "You're in already", world.cleo: "This challenge is for **Ben**."},
        "decline": {world.ada: "This challenge is for **Ben**.", world.cleo: "This challenge is for **Ben**."},
        "cancel": {world.ben: "Only **Ada** can withdraw this.", world.cleo: "Only **Ada** can withdraw this."},
        "start": {world.ben: "Only **Ada** can withdraw this.", world.ada: "Furl needs at least 2 players"},
        "leave": {world.ben: "You can't leave a challenge", world.cleo: "You can't leave a challenge"},
    }
    assert set(refused) == set(_OF_CHALLENGES)
    pressing = Pressing(world)
    async with world.nothing_changes():
        for action, sentences in refused.items():
            replies = await pressing.replies(f"furlong:{action}:1:0:", *sentences)
            for sentence, beginning in zip(replies, sentences.values(), strict=True):
                assert sentence.startswith(beginning), action


async def test_a_challenge_of_another_server_cannot_be_answered(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("other games")
    async with world.nothing_changes():
        for who in (world.ada, world.ben):
            there = elsewhere.add_member(who.user)
            note = answer(await there.slash(channel, "help"))
            deeds = [world.forged(there, note, f"furlong:{action}:1:0:") for action in sorted(_OF_CHALLENGES)]
            for result in await world.at_once(*deeds):
                assert _told(result).startswith("Match #1 is played on another server"), deeds


async def test_spectators_may_press_what_only_shows_something(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        assert "```" in reply_text(await world.cleo.click(world.board(), label="Text"))
        more = answer(await world.cleo.click(world.board(), label="More"))
        assert buttons_of(more) == [*MORE_FOR_ALL, "Follow"]
        assert "### Furl: " in reply_text(await world.cleo.click(more, label="Rules"))
        assert "Nothing has been played yet." in reply_text(await world.cleo.click(more, label="Log"))
        assert "Nothing has been played yet." in reply_text(await world.cleo.click(more, label="Log"))


async def test_private_messages_are_seen_by_nobody_else(world: World) -> None:
    await world.start_match()
    await world.opens_picker(world.ada)
    await world.ada.slash(world.channel, "board")
    await world.ada.slash(world.channel, "match", do="resign")
    seen = [message.id for message in world.channel.history(viewer=world.cleo)]
    assert seen == [message.id for message in world.messages()]
    private = [message for message in world.channel.history(viewer=world.ada) if message.id not in seen]
    assert len(private) == 4 and any(option_ids(message) for message in private)
