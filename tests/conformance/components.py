"""Discord's rules about components of messages and modals, each on its own."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from tests.conformance.rule import Json, Table, Violation, count, distinct, items, length, number, part_of

ROW, BUTTON, MENU, INPUT, USERS, ROLES, MENTIONABLES, CHANNELS = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
TOP, MODAL = -1, -2
"""The parents of components that are in no other one: of a message, or of a modal."""

_MENUS: Final = (MENU, USERS, ROLES, MENTIONABLES, CHANNELS)
_FIELDS: Final = (INPUT, *_MENUS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
_INTERACTIVE: Final = (BUTTON, *_FIELDS)
_WITH_OPTIONS: Final = (MENU, RADIO, CHECKBOXES)
_WITH_VALUES: Final = (*_MENUS, UPLOAD, CHECKBOXES)
LAYOUT: Final = frozenset({SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER})
"""The types that only messages with the flag IS_COMPONENTS_V2 have."""

_PLACES: Final[Mapping[int, frozenset[int]]] = {
    TOP: frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}),
    MODAL: frozenset({LABEL, TEXT}),
    ROW: frozenset({BUTTON, *_MENUS}),
    SECTION: frozenset({TEXT, BUTTON, THUMBNAIL}),
    CONTAINER: frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}),
    LABEL: frozenset(_FIELDS),
}
_LINK, _PREMIUM = 5, 6
_MOST_OPTIONS: Final = {MENU: (1, 25), RADIO: (2, 10), CHECKBOXES: (1, 10)}
_MOST_VALUES: Final = {UPLOAD: 10, CHECKBOXES: 10}
_DEFAULT_TYPES: Final = {USERS: {"user"}, ROLES: {"role"}, MENTIONABLES: {"user", "role"}, CHANNELS: {"channel"}}
_PAGE: Final = "docs: components/reference"


@dataclass(frozen=True, slots=True)
class Component:
    """A component with the type of its parent, `TOP` or `MODAL`, and the place in the request."""

    data: Json
    parent: int
    place: str
    is_in_modal: bool

    @property
    def kind(self) -> int:
        """The type; 0 if there is none."""
        return self.data.get("type", 0)

    @property
    def inner(self) -> list[Json]:
        """The components directly inside it, without an accessory."""
        label_of = self.data.get("component")
        return [*items(self.data, "components"), *([label_of] if label_of else [])]

    @property
    def options(self) -> list[Json]:
        """The options of a menu, a radio group or a group of checkboxes."""
        return items(self.data, "options")

    @property
    def media(self) -> list[Json]:
        """The media items shown by it, without their descriptions."""
        shown: list[Any] = [item.get("media") for item in items(self.data, "items")]
        shown += [self.data.get("media"), self.data.get("file")]
        return [medium for medium in shown if medium is not None]


def walk(components: list[Json], parent: int, place: str = "components") -> Iterator[Component]:
    """All components, nested ones and accessories too, each before those inside it."""
    for index, data in enumerate(components):
        yield from _walk(data, parent, f"{place}/{index}", is_in_modal=parent == MODAL)


def _walk(data: Json, parent: int, place: str, *, is_in_modal: bool) -> Iterator[Component]:
    component = Component(data, parent, place, is_in_modal)
    yield component
    for index, inner in enumerate(items(data, "components")):
        yield from _walk(inner, component.kind, f"{place}/components/{index}", is_in_modal=is_in_modal)
    for name in ("accessory", "component"):
        if name in data:
            yield from _walk(data[name], component.kind, f"{place}/{name}", is_in_modal=is_in_modal)


TABLE: Final = Table[Component]()


def violations(component: Component) -> Iterator[Violation]:
    """What Discord would object to in one component."""
    return TABLE.violations(component, component.kind, component.place)


@TABLE.rule(f"{_PAGE}, the children of each layout component")
def _place_of_a_component(one: Component) -> Iterator[str]:
    if one.kind not in _PLACES.get(one.parent, ()):
        yield f"type {one.kind} is not allowed in type {one.parent}"


@TABLE.rule(f"{_PAGE}, custom ID", *_INTERACTIVE)
def _length_of_a_custom_id(one: Component) -> Iterator[str]:
    yield from length("custom_id", one.data.get("custom_id"), 100, 1)


@TABLE.rule(f"{_PAGE}, custom ID", *_FIELDS)
def _presence_of_a_custom_id(one: Component) -> Iterator[str]:
    if one.data.get("custom_id") is None:
        yield "it has no custom_id"


@TABLE.rule(f"{_PAGE}, anatomy of a component")
def _size_of_an_id(one: Component) -> Iterator[str]:
    yield from number("id", one.data.get("id"), 0, 2**31 - 1)


@TABLE.rule(f"{_PAGE}, action row", ROW)
def _content_of_a_row(one: Component) -> Iterator[str]:
    kinds = [inner.get("type") for inner in one.inner]
    if all(kind == BUTTON for kind in kinds):
        yield from count("buttons in a row", kinds, 5, 1)
    elif len(kinds) != 1:
        yield "a menu shares its row"


@TABLE.rule(f"{_PAGE}, section", SECTION)
def _texts_of_a_section(one: Component) -> Iterator[str]:
    yield from count("texts in a section", one.inner, 3, 1)
    if any(inner.get("type") != TEXT for inner in one.inner):
        yield "a section consists of texts"


@TABLE.rule(f"{_PAGE}, section", SECTION)
def _accessory_of_a_section(one: Component) -> Iterator[str]:
    if part_of(one.data, "accessory").get("type") not in {BUTTON, THUMBNAIL}:
        yield "a section has one accessory, a button or a thumbnail"


@TABLE.rule("observed: 50035, must be 1 or more in length", CONTAINER)
def _content_of_a_container(one: Component) -> Iterator[str]:
    if not one.inner:
        yield "a container is empty"


@TABLE.rule(f"{_PAGE}, container", CONTAINER)
def _colour_of_a_container(one: Component) -> Iterator[str]:
    yield from number("accent_color", one.data.get("accent_color"), 0, 0xFFFFFF)


@TABLE.rule(f"{_PAGE}, separator", SEPARATOR)
def _spacing_of_a_separator(one: Component) -> Iterator[str]:
    yield from number("spacing", one.data.get("spacing"), 1, 2)


@TABLE.rule(f"{_PAGE}, text display; observed: 50035 for an empty one", TEXT)
def _content_of_a_text(one: Component) -> Iterator[str]:
    if not str(one.data.get("content") or "").strip():
        yield "a text is empty"


@TABLE.rule(f"{_PAGE}, media gallery", GALLERY)
def _size_of_a_gallery(one: Component) -> Iterator[str]:
    yield from count("items in a gallery", one.data.get("items"), 10, 1)


@TABLE.rule(f"{_PAGE}, media gallery and thumbnail", GALLERY, THUMBNAIL)
def _description_of_media(one: Component) -> Iterator[str]:
    for shown in (one.data, *items(one.data, "items")):
        yield from length("description", shown.get("description"), 1024)


@TABLE.rule(f"{_PAGE}, unfurled media item; observed: at most 2,048", GALLERY, THUMBNAIL, FILE)
def _address_of_media(one: Component) -> Iterator[str]:
    schemes = ("attachment://",) if one.kind == FILE else ("attachment://", "http://", "https://")
    for medium in one.media:
        yield from length("url", medium.get("url"), 2048, 1)
        if not str(medium.get("url")).startswith(schemes):
            yield f"url {medium.get('url')!r} does not begin with {' or '.join(schemes)}"


@TABLE.rule(f"{_PAGE}, media gallery and thumbnail: images and videos", GALLERY, THUMBNAIL)
def _type_of_media(one: Component) -> Iterator[str]:
    for medium in one.media:
        url = str(medium.get("url"))
        if url.startswith("attachment://") and not re.search(r"\.(avif|gif|jpe?g|mov|mp4|png|webm|webp)$", url):
            yield f"{url!r} is neither a picture nor a film"


@TABLE.rule("docs: reference, signed attachment CDN URLs: they expire", GALLERY, THUMBNAIL, BUTTON)
def _address_that_expires(one: Component) -> Iterator[str]:
    for url in (one.data.get("url"), *(medium.get("url") for medium in one.media)):
        if re.match(r"https?://(cdn|media)\.(discordapp|simcord)\.[a-z]+/(ephemeral-)?attachments/", str(url)):
            yield f"url {url!r} expires"


@TABLE.rule(f"{_PAGE}, button", BUTTON)
def _label_of_a_button(one: Component) -> Iterator[str]:
    yield from length("label", one.data.get("label"), 80)
    if one.data.get("style") != _PREMIUM and not (one.data.get("label") or one.data.get("emoji")):
        yield "a button has neither label nor emoji"


@TABLE.rule(f"{_PAGE}, button styles", BUTTON)
def _style_of_a_button(one: Component) -> Iterator[str]:
    style, fields = one.data.get("style"), ("custom_id", "url", "sku_id")
    given = {name for name in fields if one.data.get(name) is not None}
    needed = {_LINK: "url", _PREMIUM: "sku_id"}.get(cast("int", style), "custom_id")
    if style not in range(1, 7):
        yield f"style is {style!r}, not 1 to 6"
    elif given != {needed}:
        yield f"a button of style {style} has {', '.join(sorted(given)) or 'nothing'} instead of {needed}"


@TABLE.rule(f"{_PAGE}, button; observed: 50035 for other schemes", BUTTON)
def _address_of_a_link(one: Component) -> Iterator[str]:
    url = one.data.get("url")
    yield from length("url", url, 512, 1)
    if url is not None and not re.match(r"(https?|discord)://\S+$", url):
        yield f"url {url!r} is no address of http, https or discord"


@TABLE.rule(f"{_PAGE}, button and select option; observed: 50035, invalid emoji", BUTTON, *_WITH_OPTIONS)
def _emoji(one: Component) -> Iterator[str]:
    for holder in (one.data, *one.options):
        emoji = holder.get("emoji")
        if emoji is not None and not _is_emoji(emoji):
            yield f"{emoji!r} is no emoji"


def _is_emoji(emoji: Json) -> bool:
    if emoji.get("id") is not None:
        return str(emoji["id"]).isdecimal() and re.fullmatch(r"\w{2,32}", emoji.get("name") or "") is not None
    name = emoji.get("name") or ""
    # Key caps such as 1️⃣ begin with a digit, flags consist of regional indicators; all others are symbols.
    return name != "" and any(unicodedata.category(letter) in {"So", "Me", "Po", "Sm"} for letter in name)


@TABLE.rule(f"{_PAGE}, select menus", *_MENUS)
def _placeholder_of_a_menu(one: Component) -> Iterator[str]:
    yield from length("placeholder", one.data.get("placeholder"), 150)


@TABLE.rule(f"{_PAGE}, string select, radio group, checkbox group", *_WITH_OPTIONS)
def _number_of_options(one: Component) -> Iterator[str]:
    least, most = _MOST_OPTIONS[one.kind]
    yield from count("options", one.options, most, least)


@TABLE.rule(f"{_PAGE}, select option; observed: none may be empty", *_WITH_OPTIONS)
def _lengths_of_options(one: Component) -> Iterator[str]:
    for index, option in enumerate(one.options):
        for name in ("label", "value", "description"):
            yield from length(f"{name} of option {index}", option.get(name), 100, 1)


@TABLE.rule("observed: 50035, COMPONENT_OPTION_VALUE_DUPLICATED", *_WITH_OPTIONS)
def _values_of_options(one: Component) -> Iterator[str]:
    yield from distinct("value", [option.get("value") for option in one.options])


@TABLE.rule(f"{_PAGE}, min_values and max_values", *_WITH_VALUES)
def _numbers_of_values(one: Component) -> Iterator[str]:
    limit = _MOST_VALUES.get(one.kind, 25)
    least, most = _values(one)
    yield from number("min_values", least, 0, limit)
    yield from number("max_values", most, 1, limit)
    if least > most:
        yield f"min_values {least} is more than max_values {most}"
    if one.options and most > len(one.options):
        yield f"max_values {most} is more than the {len(one.options)} options"


def _values(one: Component) -> tuple[int, int]:
    least, most = one.data.get("min_values"), one.data.get("max_values")
    usual = len(one.options) if one.kind == CHECKBOXES else 1
    return 1 if least is None else least, usual if most is None else most


@TABLE.rule(f"{_PAGE}, select option and radio group option", *_WITH_OPTIONS)
def _number_of_defaults(one: Component) -> Iterator[str]:
    chosen = sum(bool(option.get("default")) for option in one.options)
    most = 1 if one.kind == RADIO else _values(one)[1]
    if chosen > most:
        yield f"{chosen} options are chosen, at most {most} can be"


@TABLE.rule(f"{_PAGE}, select default value", *_DEFAULT_TYPES)
def _default_values(one: Component) -> Iterator[str]:
    chosen = items(one.data, "default_values")
    if chosen:
        least, most = _values(one)
        yield from count("default values", chosen, most, least)
        yield from distinct("default value", [value.get("id") for value in chosen])
    for value in chosen:
        if value.get("type") not in _DEFAULT_TYPES[one.kind]:
            yield f"a default value is a {value.get('type')}"


@TABLE.rule(f"{_PAGE}, notes on min_values and required", *_WITH_VALUES)
def _required_field_without_a_value(one: Component) -> Iterator[str]:
    if one.is_in_modal and one.data.get("required", True) and one.data.get("min_values") == 0:
        yield "a required field has min_values 0"


@TABLE.rule(f"{_PAGE}, notes on disabled", *_FIELDS)
def _disabled_field_of_a_modal(one: Component) -> Iterator[str]:
    if one.is_in_modal and one.data.get("disabled"):
        yield "a field of a modal is disabled"


@TABLE.rule(f"{_PAGE}, label", LABEL)
def _texts_of_a_label(one: Component) -> Iterator[str]:
    yield from length("label", one.data.get("label") or "", 45, 1)
    yield from length("description", one.data.get("description"), 100)


@TABLE.rule(f"{_PAGE}, label", LABEL)
def _content_of_a_label(one: Component) -> Iterator[str]:
    if len(one.inner) != 1:
        yield "a label has no component"


@TABLE.rule(f"{_PAGE}, text input", INPUT)
def _limits_of_an_input(one: Component) -> Iterator[str]:
    least, most = one.data.get("min_length"), one.data.get("max_length")
    yield from number("min_length", least, 0, 4000)
    yield from number("max_length", most, 1, 4000)
    if least is not None and most is not None and least > most:
        yield f"min_length {least} is more than max_length {most}"


@TABLE.rule(f"{_PAGE}, text input; observed: a value has to fit", INPUT)
def _texts_of_an_input(one: Component) -> Iterator[str]:
    yield from length("placeholder", one.data.get("placeholder"), 100)
    if one.data.get("value"):
        most, least = one.data.get("max_length"), one.data.get("min_length")
        yield from length("value", one.data["value"], 4000 if most is None else most, least or 0)


@TABLE.rule(f"{_PAGE}, text input styles", INPUT)
def _style_of_an_input(one: Component) -> Iterator[str]:
    yield from number("style", one.data.get("style", 0), 1, 2)


@TABLE.rule(f"{_PAGE}, file upload; reference, file type filtering", UPLOAD)
def _types_of_an_upload(one: Component) -> Iterator[str]:
    yield from count("file types", one.data.get("file_types"), 10)
