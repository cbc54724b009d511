"""Live pages: what others do is told to each page that shows it."""

from tests.bot.web.visiting import ADA, BEN, Visited


async def test_a_page_hears_of_a_change_made_as_soon_as_it_is_open(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    path = f"/matches/{match.id}/events"
    assert await site.heard(path, cookie, lambda: site.matches.resign(site.actor(ADA), match.id)) == "changed"
