"""Matches on Discord: boards, moving, what one asks and offers beside it, and lists of them."""
