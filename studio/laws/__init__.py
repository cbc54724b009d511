"""The laws that every game and its board keep, for authors of games."""
