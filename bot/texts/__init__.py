"""Every text that people read, a file for each feature, except what the games say about their moves.

Functions take plain data and return plain text or Discord's Markdown; nothing here sends anything. The sentences of a
feature's refusals are in the feature's file, and `errors` finds the reply to every error.
"""
