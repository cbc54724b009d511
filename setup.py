"""The steps of the build that pyproject.toml can't describe: where packages are installed, and their translations."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

_TOP = "furlong_bot"
_INSIDE = ("bot", "render", "rules")


class BuildWithTranslations(build_py):
    """Build the packages with compiled translations."""

    def run(self) -> None:
        """Copy the packages, then compile the translations beside them."""
        super().run()
        for source in Path("bot/locales").glob("*/LC_MESSAGES/*.po"):
            target = Path(self.build_lib) / _TOP / source.with_suffix(".mo")
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as file, target.open("wb") as compiled:
                write_mo(compiled, read_po(file, locale=source.parents[1].name))


found = find_packages(include=[pattern for name in _INSIDE for pattern in (name, f"{name}.*")])
setup(
    cmdclass={"build_py": BuildWithTranslations},
    packages=[_TOP, *(f"{_TOP}.{name}" for name in found)],
    package_dir={f"{_TOP}.{name}": name for name in _INSIDE},
)
