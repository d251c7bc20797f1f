"""A bot for a Telegram group: announces rounds, takes /report, reminds late pairs. See bot.md."""

import json
import os
import time
from pathlib import Path
from typing import Any
from urllib import error, parse, request

API, EVENT, TOKEN, CHAT, GROUP = map(os.getenv, ("API", "EVENT", "TOKEN", "CHAT", "GROUP"))
STATE = Path(os.getenv("STATE", "bot.json"))  # where it goes on after a restart
HELP = "/report R-0 [stones capstones]: the result, first mover first. The other: /confirm"


def call(url: str, body: Any = None, **headers: str) -> Any:
    """:raises ValueError: it is refused, with a sentence for people."""
    data = None if body is None else json.dumps(body).encode()
    asked = request.Request(url, data, {"Content-Type": "application/json", **headers})
    try:
        with request.urlopen(asked, timeout=60) as answer:  # nosec  # our own urls
            return json.load(answer)
    except error.HTTPError as refused:
        raise ValueError(json.load(refused).get("detail", refused.reason)) from None


def api(path: str, body: Any = None, bearer: Any = TOKEN, **query: Any) -> Any:
    return call(f"{API}/{path}?{parse.urlencode(query)}", body, Authorization=f"Bearer {bearer}")


def say(text: str) -> None:
    call(f"{CHAT}/sendMessage", {"chat_id": GROUP, "text": text})


def names(seats: Any) -> str:
    return " – ".join(seat["name"] for seat in seats)


def tell_news(state: Any) -> None:
    """Announce the rounds that were published since the last time, and games that are late now."""
    page = api("changes/", event=EVENT, kind="round", since=state["since"])
    for number in [c["round"] for c in page["results"] if c["action"] == "round.published"]:
        tables = api(f"events/{EVENT}/rounds/{number}/")["pairings"]
        lines = [f"{each['table'] or 'bye'}: {names(each['seats'])}" for each in tables]
        say("\n".join([f"Round {number}", *lines]))
    state["since"] = page["next"]
    for game in api(f"events/{EVENT}/late/")["results"]:
        text = f"{names(game['late'])}: game {game['number']} of round {game['round']} is late."
        if text not in state["reminded"]:
            say(text)
            state["reminded"].append(text)


def obey(username: str, command: str, *words: str) -> str:
    """Do what a player asks, as that player: with the code of their personal link."""
    players = api("players/", handle=f"telegram:{username or '-'}")["results"]
    entries = api(f"events/{EVENT}/entries/", limit=500)["results"]
    ids = [entry["id"] for entry in entries if entry["player"] in [one["id"] for one in players]]
    links = api(f"events/{EVENT}/links/show/", {"entry_ids": ids})["links"] if ids else []
    if not links:
        return f"I do not know @{username} here. Ask the organiser."
    code, mine = links[0]["code"], {"event": EVENT, "player": players[0]["id"]}
    if command == "/confirm":
        games = api("games/", state="submitted", **mine)["results"]
        done = [api(f"games/{game['id']}/confirm/", {}, code)["state"] for game in games]
        return ", ".join(done) or "Nothing waits for you."
    for pairing in api("pairings/", state="open", **mine)["results"]:
        number = next(slot["number"] for slot in pairing["slots"] if slot["state"] == "open")
        game: Any = {"pairing": pairing["id"], "number": number, "result": words[0]}
        if words[1:]:
            left = dict(zip(("stones", "capstones"), map(int, words[1:]), strict=True))
            game["reserves"] = {"second" if words[0].startswith("0") else "first": left}
        api("games/", game, code)
        return f"{names(pairing['seats'])}, game {number}: {words[0]}. Is it so? /confirm"
    return "You have no open game."


def turn(state: Any, wait: int = 20) -> None:
    """Do what there is to do, and wait some seconds for messages."""
    tell_news(state)
    for update in call(f"{CHAT}/getUpdates?timeout={wait}&offset={state['offset']}")["result"]:
        state["offset"], message = update["update_id"] + 1, update.get("message", {})
        words, group = message.get("text", "").split(), str(message.get("chat", {}).get("id"))
        if group == GROUP and words[:1] in (["/report"], ["/confirm"]):
            try:
                say(obey(message["from"].get("username", ""), *words))
            except (ValueError, IndexError) as refused:
                say(f"{refused}\n{HELP}")
    STATE.write_text(json.dumps(state))


if __name__ == "__main__":
    now = {"since": api("changes/", since="latest")["next"], "offset": 0, "reminded": []}
    known = json.loads(STATE.read_text()) if STATE.exists() else now
    while True:
        try:
            turn(known)
        except (OSError, ValueError) as trouble:  # the network, or a token that has ended
            print(trouble, flush=True)
            time.sleep(10)
