"""The steps of the build that pyproject.toml can't describe: where packages are installed, translations, and the typeface."""

# The library for typefaces is there only while Furlong is built.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from importlib import metadata
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from fontTools import subset
from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

_TOP = "furlong_bot"
_INSIDE = ("bot", "players", "render", "rules", "studio")

_TYPEFACE: Final = Path("bot/web/static/manrope.woff2")
"""The typeface of pages, which is made from its package; other scripts are left to the system's."""

_LETTERS: Final = "U+0020-007E,U+00A0-017F,U+2010-2027,U+202F-203A,U+20AC,U+2190-2193,U+2212,U+00D7"
"""What is kept of the typeface: Latin letters with those of Polish, punctuation and arrows."""

_LICENCE: Final = (0, 1, 2, 4, 6, 13, 14)
"""The names that are kept in the typeface: its own, its authors, and the licence."""


class BuildWithTranslations(build_py):
    """Build the packages with compiled translations and the typeface of pages."""

    def run(self) -> None:
        """Copy the packages, then add what is made; what is run from its sources gets the typeface among them."""
        super().run()
        top = Path() if self.editable_mode else Path(self.build_lib) / _TOP
        make_typeface(top / _TYPEFACE)
        for source in () if self.editable_mode else Path("bot/texts/locales").glob("*/LC_MESSAGES/*.po"):
            target = top / source.with_suffix(".mo")
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as file, target.open("wb") as compiled:
                write_mo(compiled, read_po(file, locale=source.parents[1].name))


def make_typeface(target: Path) -> None:
    """Write the part of the typeface that pages use, in all its weights."""
    [source] = (file for file in metadata.files("font-manrope") or () if file.name == "Manrope-VariableFont_wght.ttf")
    options = subset.Options(flavor="woff2", layout_features=["*"], name_IDs=_LICENCE)
    font = subset.load_font(str(source.locate()), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(_LETTERS))
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(target), options)


if __name__ == "__main__":
    found = find_packages(include=[pattern for name in _INSIDE for pattern in (name, f"{name}.*")])
    setup(
        cmdclass={"build_py": BuildWithTranslations},
        packages=[_TOP, *(f"{_TOP}.{name}" for name in found)],
        package_dir={f"{_TOP}.{name}": name for name in _INSIDE},
    )
