"""Discord's limits: how many characters, options, buttons and tags it accepts.

Its documentation says so on the pages components/reference, interactions/application-commands and resources. They stand
here rather than in `bot/chat`, which sends what they limit, because labels, options, names and alt texts are already
shortened to them where they are written. What Furlong itself limits is limited where it belongs.
"""

from typing import Final

CONTENT: Final = 2000
"""The most characters of a message without components."""

TEXTS: Final = 4000
"""The most characters of all texts in a message with components."""

ALT: Final = 1024
"""The most characters of an alt text."""

FILES: Final = 10
"""The most files of a message."""

FILES_BYTES: Final = 10 * 2**20
"""The most bytes that the files of a message may have together, on a server without boosts."""

ROW: Final = 5
"""The most buttons side by side."""

BUTTON_LABEL: Final = 80
"""The most characters on a button."""

MENU: Final = 25
"""The most options of a menu."""

OPTION: Final = 100
"""The most characters of an option's label or description, and of the description of a field in a modal."""

PLACEHOLDER: Final = 150
"""The most characters that a menu shows before anything is chosen."""

MODAL_LABEL: Final = 45
"""The most characters of a modal's title, and of the labels of its fields."""

SUGGESTIONS: Final = 25
"""The most suggestions for an option of a command."""

SUGGESTION: Final = 100
"""The most characters of a suggestion, and of its value."""

TYPED: Final = 6000
"""The most characters that people can type for an option of a command."""

THREAD_NAME: Final = 100
"""The most characters in the name of a thread or forum post."""

ARCHIVED_AFTER: Final = 10_080
"""The most minutes without messages, a week, after which a thread leaves the list of channels."""

FORUM_TAGS: Final = 20
"""The most tags of a forum."""

POST_TAGS: Final = 5
"""The most tags of a forum post."""

TAG_NAME: Final = 20
"""The most characters in the name of a tag."""

EMOJI_NAME: Final = 32
"""The most characters in the name of an emoji."""
