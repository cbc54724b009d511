"""The program that paints the pictures of the README, the greeting and the page: `python -m tools.pictures`."""

# Pillow declares sizes by types of NumPy, which is not installed.
# pyright: reportUnknownMemberType=false

from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.screens.guide import PICTURE, PICTURE_SIZE
from render import THEMES, Scene, animation, picture, sample, theme, thumbnail
from render.characters import FACES, RADIUS, portrait
from render.raster import symbol
from render.theme import FONT_PACKAGE, Role, Scheme
from rules import GAMES
from rules.core import Move, Position
from rules.record import Step

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
STATIC: Final = Path(__file__).parent.parent / "bot" / "web" / "static"
BOARDS: Final = ("furl", "playwin", "fursaz", "farlander-garrisons", "furbowl", "fursaz-7")
BANNER_BOARDS: Final = ("furl", "farlander-garrisons", "fursaz")
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
TURN: Final = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3", "f2<e2", "b2<c2", "e4<e6", "c2xe3")
"""A short match of Furl whose film ends with a capture."""

_WIDTH, _HEIGHT = 1280, 400
_GROUND, _INK, _QUIET = "#2b2f3a", "#f4f1ea", "#b9bfcc"
_CARD: Final = (264, 288)  # pixels
_GAP: Final = 16
_SMALL: Final = 420  # pixels; the width of a board in the README
_QUALITY: Final = 82
_ICONS: Final = {
    "icon-192.png": (192, 0.92),
    "icon-512.png": (512, 0.92),
    "icon-full.png": (512, 0.7),
    "icon-touch.png": (180, 0.8),
}
"""The icons of the page, each with its size and the share of it that the mark fills; systems cut one to a circle."""
_ICON_COLOURS: Final = 64
_FINE: Final = 4  # how many times larger an icon is drawn, for smooth edges
_ICON_GROUND: Final = "#f5efe3"
_MARK: Final = 48  # the width and height of the mark's own grid, as in `icon.svg`
_HEXAGON: Final = ((24, 1), (42, 11.5), (42, 31.5), (24, 42), (6, 31.5), (6, 11.5))
_HEXAGON_EDGE: Final = ((24, 3), (42, 13.5), (42, 33.5), (24, 46), (6, 33.5), (6, 13.5))
_LETTER: Final = (((18, 32), (18, 13), (27, 13)), ((18, 22.5), (25.5, 22.5)))
_LETTER_WIDTH: Final = 5
_DISCS: Final = ((14, "#b98414"), (12.5, "#f4bc3c"))
"""The height and the colour of the disc at the end of the letter: its edge, and its face."""


def board(key: str) -> Image.Image:
    """The picture of a position with many pieces."""
    position = sample(GAMES[key])
    return Image.open(BytesIO(picture(position, Scene(names=NAMES, theme=next(iter(THEMES)))))).convert("RGB")


def bare(key: str) -> Image.Image:
    """The same board alone, cut to what is on it."""
    shown = Image.open(BytesIO(thumbnail(sample(GAMES[key]), Scene(theme=next(iter(THEMES)), is_bare=True)))).convert(
        "RGB"
    )
    ground = Image.new("RGB", shown.size, shown.getpixel((0, 0)))
    return shown.crop(ImageChops.difference(shown, ground).getbbox())


def banner() -> Image.Image:
    """Paint the name of the bot, one sentence, and three whole boards."""
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, bare(key), 460 + place * (_CARD[0] + 8), _CARD)
    draw = ImageDraw.Draw(image)
    draw.text((44, 92), "Furlong", font=_font("Bold", 92), fill=_INK)
    for row, line in enumerate(("Board games on Discord,", "a move now and then.")):
        draw.text((48, 212 + 42 * row), line, font=_font("Medium", 30), fill=_QUIET)
    return image


def greeting() -> Image.Image:
    """Paint the same three boards, as large as possible side by side."""
    image = Image.new("RGB", PICTURE_SIZE, _GROUND)
    width = (PICTURE_SIZE[0] - 4 * _GAP) // 3
    for place, key in enumerate(BANNER_BOARDS):
        _paste_card(image, bare(key), _GAP + place * (width + _GAP), (width, PICTURE_SIZE[1] - 2 * _GAP))
    return image


def _paste_card(image: Image.Image, shown: Image.Image, left: int, size: tuple[int, int]) -> None:
    """Paste a whole board on a card in the colour of its ground, with rounded corners, in the middle of a picture."""
    width, height = size
    scale = min((width - _GAP) / shown.width, (height - _GAP) / shown.height)
    small = shown.resize((round(shown.width * scale), round(shown.height * scale)), Image.Resampling.LANCZOS)
    card = Image.new("RGB", size, theme.colour(Role.CANVAS))
    card.paste(small, ((width - small.width) // 2, (height - small.height) // 2))
    mask = Image.new("L", (width * 4, height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 72, fill=255)
    image.paste(card, (left, (image.height - height) // 2), mask.resize(size, Image.Resampling.LANCZOS))


def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO((files(FONT_PACKAGE) / "files" / f"Manrope-{weight}.ttf").read_bytes()), size)


def face(key: str) -> Image.Image:
    """The face of a character, on a transparent ground."""
    return symbol(portrait(key, round(RADIUS)), Scheme.DUSK)


def icon(size: int, share: float) -> Image.Image:
    """The icon of the page, as in `icon.svg`: a hexagon with an F that ends in a golden disc, on a share of a square."""
    side = size * _FINE
    scale, image = side * share / _MARK, Image.new("RGB", (side, side), _ICON_GROUND)
    draw = ImageDraw.Draw(image)

    def at(x: float, y: float) -> tuple[float, float]:
        return side / 2 + (x - _MARK / 2) * scale, side / 2 + (y - _MARK / 2) * scale

    for hexagon, colour in ((_HEXAGON_EDGE, "#104738"), (_HEXAGON, "#1f7a62")):
        draw.polygon([at(*corner) for corner in hexagon], fill=colour)
    for stroke in _LETTER:
        draw.line([at(*point) for point in stroke], fill="#fcf8f0", width=round(_LETTER_WIDTH * scale))
        for point in stroke:
            draw.circle(at(*point), _LETTER_WIDTH * scale / 2, fill="#fcf8f0")
    for y, colour in _DISCS:
        draw.circle(at(31.5, y), 5 * scale, fill=colour)
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
    greeting().save(PICTURE, quality=_QUALITY, method=6)
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
