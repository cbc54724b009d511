"""Leagues, events, ladders and matches between servers on Discord: commands, posts, and what managers do."""
