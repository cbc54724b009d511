"""Tests of what people type, press and see, in a simulated Discord."""
