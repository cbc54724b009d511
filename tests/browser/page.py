"""The playground's page in a browser: what a person does there, and what they see."""

import re
from collections.abc import Sequence
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, Request, expect

from tests.browser.process import PATIENCE

_MOMENT = 1_000  # milliseconds
_ATTEMPTS = PATIENCE // _MOMENT


class Channel:
    """The channel on a page, seen as one of the four people at a time."""

    def __init__(self, page: Page, address: str) -> None:
        """Open the playground."""
        self.page = page
        page.goto(address)
        self.wait()

    @property
    def messages(self) -> Locator:
        """All messages in the channel that this person sees, the newest last."""
        return self.page.locator("#channel-message-list article")

    @property
    def newest(self) -> Locator:
        """The newest message that this person sees."""
        return self.messages.last

    def shows(self, text: str) -> None:
        """Assert that the newest message contains this text."""
        expect(self.newest).to_contain_text(text)

    def has_messages(self, count: int) -> None:
        """Assert the number of messages."""
        expect(self.messages).to_have_count(count)

    def reload(self) -> None:
        """Reload the page from the same address."""
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        """Wait until the page has shown the result of the last action."""
        page = self.page
        at_rest = page.locator("#preview-shell").filter(has=page.locator("#preview-app[aria-busy=false]"))
        at_rest = at_rest.filter(has=page.locator("#action-status", has_text=re.compile(r"[^…]$")))
        at_rest = at_rest.filter(has_not=page.locator(".command-row[aria-busy=true]"))
        # At the same moment: checked one after the other, each could be true while the others are not.
        expect(at_rest).to_be_visible()

    def become(self, name: str) -> None:
        """Continue as another person."""
        people = self.page.get_by_label("Viewing as")
        people.select_option(label=name)
        self.wait()
        expect(people.locator("option:checked")).to_have_text(name)

    def press(self, label: str, message: Locator | None = None) -> None:
        """Press a button of a message, by default of the newest one that has such a button."""
        button = (message or self.page.locator("#channel-message-list")).get_by_role("button", name=label, exact=True)
        button.last.click()
        self.wait()

    def choose(self, message: Locator, option: str) -> None:
        """Choose from the menu of a message."""
        menu = message.get_by_role("combobox")
        entry = self.page.get_by_role("option", name=re.compile(rf"^{re.escape(option)}(\s|$)"))
        for _attempt in range(_ATTEMPTS):
            if menu.get_attribute("aria-expanded") != "true":
                menu.click()
            # Once pictures have arrived, the page renders itself again, which closes a menu that was just opened.
            with suppress(Error):
                entry.click(timeout=_MOMENT)
                break
        else:
            raise AssertionError(f"“{option}” can't be chosen")
        self.wait()

    def answer(self, question: str, *options: str) -> None:
        """Choose from a menu of the open window."""
        menu = self.page.get_by_role("dialog").get_by_role("combobox", name=question)
        menu.click()
        listbox = self.page.get_by_role("listbox")
        takes_several = listbox.get_attribute("aria-multiselectable") == "true"
        for option in options:
            entry = listbox.get_by_role("option").filter(has=self.page.get_by_text(option, exact=True))
            for _attempt in range(_ATTEMPTS):
                entry.click()
                # A press on what the page replaces at that moment, because it renders itself again, is lost.
                with suppress(AssertionError):
                    if takes_several:
                        expect(entry).to_have_attribute("aria-selected", "true", timeout=_MOMENT)
                    else:
                        expect(menu).to_have_attribute("aria-expanded", "false", timeout=_MOMENT)
                    break
            else:
                raise AssertionError(f"“{option}” can't be chosen")
        if takes_several:
            self.page.get_by_role("button", name="Apply", exact=True).click()

    def tick(self, label: str) -> None:
        """Tick a box of the open window."""
        self.page.get_by_role("dialog").get_by_role("checkbox", name=re.compile(rf"^{re.escape(label)}")).check(
            force=True
        )

    def press_in_window(self, label: str) -> None:
        """Press a button of the open window."""
        self.page.get_by_role("dialog").get_by_role("button", name=label, exact=True).click()
        self.wait()

    def command(self, name: str, **chosen: str) -> None:
        """Use a slash command; the value of each option is chosen from the suggestions for its text."""
        self._begin(name)
        for option, text in chosen.items():
            self._field(option).press_sequentially(text)
            self._suggestion(text).click()
        self._send()

    def write(self, name: str, **typed: str) -> None:
        """Use a slash command; the value of each option is sent as it is typed."""
        self._begin(name)
        for option, text in typed.items():
            self._field(option).press_sequentially(text)
        self._send()

    def paste(self, command: str) -> None:
        """Paste a whole command, and send it at once."""
        composer = self.page.locator("#channel-composer-input")
        composer.fill(command)
        composer.press("Enter")
        self.wait()

    def type_move(self, text: str) -> Sequence[str]:
        """Type a move and send it as it is; returns the suggestions before that."""
        self._begin("move")
        with self.page.expect_response(lambda response: _suggests_for(text, response.request)):
            self._field("move").press_sequentially(text)
        self.wait()
        suggested = self.page.locator(".command-popup .command-suggestion-label").all_inner_texts()
        self._send()
        return suggested

    def _begin(self, command: str) -> None:
        self.page.locator("#channel-composer-input").press_sequentially(f"/{command}")
        self._suggestion(f"/{command}").click()

    def _suggestion(self, text: str) -> Locator:
        return self.page.locator(".command-popup").get_by_role("option").filter(has_text=text).first

    def _field(self, option: str) -> Locator:
        """The field of an option, which is opened first if the option is not required."""
        field = self.page.locator(f'.command-option-input[data-option="{option}"]')
        if not field.count():
            self.page.locator(".command-ghost").click()
            self._suggestion(option).click()
        return field

    def _send(self) -> None:
        self.wait()
        self.page.locator("#send-message").click()
        self.wait()


def _suggests_for(text: str, request: Request) -> bool:
    body = request.post_data_json if request.url.endswith("/api/action") else None
    return bool(body) and body["kind"] == "autocomplete_command" and body["value"] == text
