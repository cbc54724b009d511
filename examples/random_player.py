"""A program that accepts every challenge and plays at random: python random_player.py https://furlong.example TOKEN."""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ADDRESS, TOKEN = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def ask(path, **body):
    data = json.dumps(body).encode() if body else None
    return urlopen(Request(f"{ADDRESS}/api/v1{path}", data, HEADERS))


for line in ask("/events"):
    match = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: ") else {"state": ""}
    try:
        if match["state"] == "open" and not match["is_yours"]:
            ask(f"/matches/{match['id']}/actions/join", revision=match["revision"])
        elif match["state"] == "running" and match["is_your_turn"]:
            shown = json.load(ask(f"/matches/{match['id']}"))
            ask(f"/matches/{match['id']}/moves", move=random.choice(shown["legal_moves"]), revision=shown["revision"])
    except HTTPError as refused:
        print(refused.read().decode())
