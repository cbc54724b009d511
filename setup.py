"""The step of the build that compiles the translations; everything else is in pyproject.toml."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTranslations(build_py):
    """Build the packages with compiled translations."""

    def run(self) -> None:
        """Copy the packages, then compile the translations beside them."""
        super().run()
        for source in Path("bot/locales").glob("*/LC_MESSAGES/*.po"):
            target = Path(self.build_lib) / source.with_suffix(".mo")
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as file, target.open("wb") as compiled:
                write_mo(compiled, read_po(file, locale=source.parents[1].name))


setup(cmdclass={"build_py": BuildWithTranslations})
