"""The program that paints the pictures of the README, the greeting and the page: `python -m tools.pictures`."""

# Pillow declares sizes by types of NumPy, which is not installed.
# pyright: reportUnknownMemberType=false

from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render import THEMES, Scene, animation, picture, sample
from render.characters import FACES, RADIUS, portrait
from render.raster import symbol
from render.theme import FONT_PACKAGE, Scheme
from rules import GAMES
from rules.core import Move, Position
from rules.record import Step

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
GREETING: Final = Path(__file__).parent.parent / "bot" / "screens" / "greeting.webp"
STATIC: Final = Path(__file__).parent.parent / "bot" / "web" / "static"
BOARDS: Final = ("furl", "playwin", "fursaz", "farlander-garrisons", "furbowl", "fursaz-7")
BANNER_BOARDS: Final = ("fursaz", "farlander-garrisons", "playwin")
"""Boards without anything beside their middle that would be cut off."""
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
TURN: Final = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3", "f2<e2", "b2<c2", "e4<e6", "c2xe3")
"""A short match of Furl whose film ends with a capture."""

_WIDTH, _HEIGHT = 1280, 400
_GROUND, _INK, _QUIET = "#2b2f3a", "#f4f1ea", "#b9bfcc"
_CARD: Final = (236, 336)  # pixels
_GREETING: Final = (1000, 490)
_GAP: Final = 16
_HEADER: Final = 0.115  # the height of the header with the players, as a share of the width
_LEGEND: Final = 0.05  # the height of the legend below a board, as a share of the width
_SMALL: Final = 420  # pixels; the width of a board in the README
_QUALITY: Final = 82
_ICONS: Final = {
    "icon-192.png": (192, 0.92),
    "icon-512.png": (512, 0.92),
    "icon-full.png": (512, 0.7),
    "icon-touch.png": (180, 0.8),
}
"""The icons of the page, each with its size and the share of it that the hexagon fills; systems cut one to a circle."""
_ICON_COLOURS: Final = 64
_FINE: Final = 4  # how many times larger an icon is drawn, for smooth edges
_ICON_GROUND, _ICON_CELL, _ICON_DISCS = "#22262f", "#d4c4a4", (("#1c2024", "#30343c"), ("#dcd4c0", "#fcf8f0"))


def board(key: str) -> Image.Image:
    """The picture of a position with many pieces."""
    position = sample(GAMES[key])
    return Image.open(BytesIO(picture(position, Scene(names=NAMES, theme=next(iter(THEMES)))))).convert("RGB")


def banner() -> Image.Image:
    """Paint the name of the bot, one sentence, and three boards."""
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, board(key), 500 + place * (_CARD[0] + 18), _CARD)
    draw = ImageDraw.Draw(image)
    draw.text((56, 118), "Furlong", font=_font("Bold", 92), fill=_INK)
    for row, line in enumerate(("Board games on Discord,", "a move now and then.")):
        draw.text((60, 232 + 42 * row), line, font=_font("Medium", 30), fill=_QUIET)
    return image


def greeting() -> Image.Image:
    """Paint the same three boards, as large as possible side by side."""
    image = Image.new("RGB", _GREETING, _GROUND)
    width = (_GREETING[0] - 4 * _GAP) // 3
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, board(key), _GAP + place * (width + _GAP), (width, _GREETING[1] - 2 * _GAP))
    return image


def _paste_card(image: Image.Image, shown: Image.Image, left: int, size: tuple[int, int]) -> None:
    """Paste the middle of a board, without header and legend, on a picture with rounded corners."""
    top, bottom = round(shown.width * _HEADER), shown.height - round(shown.width * _LEGEND)
    height = bottom - top
    width = round(height * size[0] / size[1])
    middle = (shown.width - width) // 2
    card = shown.crop((middle, top, middle + width, bottom)).resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 72, fill=255)
    image.paste(card, (left, (image.height - size[1]) // 2), mask.resize(size, Image.Resampling.LANCZOS))


def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO((files(FONT_PACKAGE) / "files" / f"Manrope-{weight}.ttf").read_bytes()), size)


def face(key: str) -> Image.Image:
    """The face of a character, on a transparent ground."""
    return symbol(portrait(key, round(RADIUS)), Scheme.DUSK)


def icon(size: int, share: float) -> Image.Image:
    """The icon of the page, as in `icon.svg`: a stack of two discs on a hexagon that fills a share of a square."""
    side = size * _FINE
    radius = side * share / 2
    image = Image.new("RGB", (side, side), _ICON_GROUND)
    draw = ImageDraw.Draw(image)
    draw.regular_polygon((side / 2, side / 2, radius), 6, rotation=30, fill=_ICON_CELL)
    for lowest, (edge, disc) in zip((0.26, 0.02), _ICON_DISCS, strict=True):
        for rise, colour in ((lowest, edge), (lowest - 0.12, edge), (lowest - 0.16, disc)):
            draw.circle((side / 2, side / 2 + rise * radius), radius * 0.52, fill=colour)
    return image.resize((size, size), Image.Resampling.LANCZOS).quantize(_ICON_COLOURS)


def film() -> bytes:
    """The film of a short match."""
    position: Position = GAMES["furl"].start(2)
    frames: list[tuple[Position, Scene]] = [(position, Scene(names=NAMES[:2]))]
    for token in TURN:
        after = position.play(Move(token))
        frames.append((after, Scene(names=NAMES[:2], steps=(Step(position, Move(token), after),))))
        position = after
    return animation(frames, lambda _done: None).data


def main() -> None:
    """Write the pictures of the greeting and of the page beside their code, and the others beside the documents."""
    greeting().save(GREETING, quality=_QUALITY, method=6)
    for key in FACES:
        face(key).save(STATIC / f"{key}.webp", quality=_QUALITY, method=6)
    for name, (size, share) in _ICONS.items():
        icon(size, share).save(STATIC / name, optimize=True)
    banner().save(FOLDER / "banner.webp", quality=_QUALITY, method=6)
    (FOLDER / "turn.webp").write_bytes(film())
    for key in BOARDS:
        shown = board(key)
        shown.resize((_SMALL, round(shown.height * _SMALL / shown.width)), Image.Resampling.LANCZOS).save(
            FOLDER / f"{key}.webp", quality=_QUALITY, method=6
        )


if __name__ == "__main__":
    main()
