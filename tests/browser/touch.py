"""The page with the boards in a browser: what a person touches there, and what they see."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from rules.core import Move, Position

_MOST_TOUCHES = 12

_PLACE = """(chosen) => {
  const SPOTS = [.5, .3, .7, .15, .85];
  const links = [...document.querySelectorAll("#board a[href*='?chosen=']")].filter(
    (link) => new URL(link.getAttribute("href"), location).searchParams.get("chosen") === chosen && !link.id);
  for (const link of links) for (const point of points(link)) {
    scrollBy(0, point().y - innerHeight / 2);
    const { x, y } = point();
    if (document.elementFromPoint(x, y)?.closest("a") === link) return [x, y];
  }
  return null;

  // Points in each part of an option, its middle first; after scrolling they lie elsewhere.
  function points(link) {
    const path = link.querySelector("path");
    if (!path) return [() => within(link.getBoundingClientRect(), .5, .5)];
    return path.getAttribute("d").split("Z").filter((part) => part.trim()).flatMap((part) => {
      const [xs, ys] = [1, 2].map((index) => [...part.matchAll(/([\\d.]+),([\\d.]+)/g)].map((one) => Number(one[index])));
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
      return SPOTS.flatMap((down) => SPOTS.map((across) =>
        () => within(box, across, down).matrixTransform(path.getScreenCTM())));
    });
  }
  function within(box, across, down) { return new DOMPoint(box.x + box.width * across, box.y + box.height * down); }
}"""
"""A place where a finger can touch an option, if there is one."""

_OFFERED = """() => [...document.querySelectorAll("#board a[href*='?chosen=']")]
  .filter((link) => !link.id && !link.closest("details"))
  .map((link) => new URL(link.getAttribute("href"), location).searchParams.get("chosen"))"""


_MOVES = """() => Math.max(0, ...[...document.querySelectorAll(".moves li[value]")].map((line) => line.value))"""


class Touched:
    """A page that is played by touch alone."""

    def __init__(self, page: Page, address: str) -> None:
        """Open the page of a playground."""
        self.page = page
        page.goto(address)

    def become(self, name: str) -> None:
        """Play as one of the people of the playground."""
        self.page.get_by_role("button", name=name, exact=True).tap()
        expect(self.page.locator("header")).to_contain_text(name)

    def play(self, position: Position, move: Move) -> None:
        """Touch the stages of a move one by one, and then Play."""
        stages = position.stages(move)
        for _ in range(_MOST_TOUCHES):  # more than there are stages, because news restarts the choice
            if self._plays(move):
                break
            further = [one for one in self.offered() if one in stages]
            assert further, f"{move} cannot be touched: {self.offered()}"
            self.touch(max(further, key=stages.index))
        moves = self.moves
        self.page.locator("#play").tap()
        self.waits_at(moves + 1)

    def waits_at(self, moves: int) -> None:
        """Wait until the page shows the match after at least this many moves."""
        self.page.wait_for_function(f"(moves) => ({_MOVES})() >= moves", arg=moves)

    def middle(self, stage: str) -> tuple[float, float]:
        """The place on the screen where an option can be touched."""
        self.settles()
        place: Any = self.page.evaluate(_PLACE, stage)
        assert place is not None, f"{stage} is under no finger"
        return place[0], place[1]

    def settles(self) -> None:
        """Wait until everything can be touched that has just appeared."""
        self.page.wait_for_function("() => !document.querySelector('.fresh')")

    def touch(self, stage: str) -> None:
        """Touch an option in its area."""
        self.page.touchscreen.tap(*self.middle(stage))
        self.wait()

    def wait(self) -> None:
        """Wait until the board shows the touched option."""
        expect(self.page.locator("#board")).not_to_have_attribute("aria-busy", "true")

    def offered(self) -> Sequence[str]:
        """The stages that can be touched."""
        return self.page.evaluate(_OFFERED)

    @property
    def moves(self) -> int:
        """The number of the latest move on the page."""
        return self.page.evaluate(_MOVES)

    def _plays(self, move: Move) -> bool:
        form = self.page.locator("form:has(#play) input[name=move]")
        return bool(form.count()) and form.get_attribute("value") == move
