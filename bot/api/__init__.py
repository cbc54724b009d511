"""The interface for programs: JSON over HTTP, on the server of the page, for whoever has a token of a person."""
