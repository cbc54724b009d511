"""Challenges on Discord: `/play`, its windows, and what is pressed under them."""
