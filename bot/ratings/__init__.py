"""Ratings, and what follows from results: standings and profiles."""
