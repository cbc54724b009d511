"""Tests, in the same folders as the code they test; `browser`, `processes` and `bench` test the whole from outside."""
