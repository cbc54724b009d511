"""Programs for making what Furlong ships: weights, puzzles, translations, pictures and migrations."""
