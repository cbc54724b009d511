"""Screens: what a person sees at one moment, and what they may do next, for every face of Furlong."""
