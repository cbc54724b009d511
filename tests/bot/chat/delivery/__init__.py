"""Tests of posting boards, notices and panels, in a simulated Discord."""
