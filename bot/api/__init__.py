"""How do programs ask? JSON over HTTP, on the server of the page, for anyone with a token of a person."""
