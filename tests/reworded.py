"""Messages with other words, for made-up languages."""

from collections.abc import Callable

from rules.message_format import Number, Parts, Place, Plural, parsed


def reworded(message: str, words: Callable[[str], str]) -> str:
    """A message whose texts `words` changes, with the same places and plurals."""
    return _written(parsed(message), words)


def _written(parts: Parts, words: Callable[[str], str]) -> str:
    text = ""
    for part in parts:
        match part:
            case Plural():
                forms = [f"{category} {{{_written(form, words)}}}" for category, form in part.forms.items()]
                text += f"{{{part.name}, plural, {' '.join(forms)}}}"
            case Place():
                text += f"{{{part.name}:{part.form}}}" if part.form else f"{{{part.name}}}"
            case Number():
                text += "#"
            case _:
                text += words(part)
    return text
