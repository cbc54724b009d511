"""What all refusals are."""


class Refusal(Exception):
    """Something that was asked for and cannot be done."""
