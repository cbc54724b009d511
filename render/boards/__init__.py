"""One module a game: what its picture shows, by role."""
