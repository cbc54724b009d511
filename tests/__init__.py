"""Tests, in the same folders as what they test; `browser`, `processes` and `bench` look at the whole from outside."""
