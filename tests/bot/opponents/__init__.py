"""Tests of computer players and of the processes that think."""
