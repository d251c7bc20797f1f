"""Prove what is in an archive again: games, pairings, standings, ratings, chain and signature."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.archive import format as archive
from games.archive.format import Parts
from games.archive.offers import (
    ANNOUNCEMENTS,
    PRIZES,
    check_announcements,
    check_prizes,
)
from games.verdicts import verdict_difference
from ratings.replay.alone import rate_alone
from tournaments.chain.keys import id_of_key
from tournaments.chain.links import line_digest, text_digest
from tournaments.chain.witness import find_witnesses
from tournaments.pairing import PairingRefused
from tournaments.proof import parts as proof_parts
from tournaments.proof import proof
from tournaments.proof.hashing import document_hash
from tournaments.standings.table import standings_document
from tournaments.state import PLAYOFF

Rows = list[dict[str, Any]]
# What a row lacks, or a value of another kind than it should be, is a difference of its part.
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError)


def find_differences(parts: Parts, *, public: str = "") -> list[str]:
    """Every difference as a sentence that begins with its part. public: the key that must sign.

    :raises archive.BadArchive: a part is missing or cannot be read.
    """
    found = list(_check_seal_of_all(parts, public))
    if found:  # nothing else can be relied on
        return found
    sealed, found = open_sealed(parts)
    checks: dict[str, Callable[[], Iterator[str]]] = {
        "journal.ndjson": lambda: _check_journal(parts, sealed),
        "games.ndjson": lambda: _check_games(parts, sealed),
        "rounds.ndjson": lambda: _check_rounds(parts, sealed),
        "states.json": lambda: _check_states(parts),
        "standings.json": lambda: _check_standings(parts),
        "results.ndjson": lambda: _check_results(parts),
        "publications.ndjson": lambda: _check_publications(parts),
        "stakes.json": lambda: _check_stakes(parts),
        PRIZES: lambda: check_prizes(parts, sealed),
        ANNOUNCEMENTS: lambda: check_announcements(parts, sealed),
        "rating_lists.json": lambda: _check_ratings(parts),
    }
    for name, check in checks.items():
        try:
            found += [f"{name}: {difference}" for difference in check()]
        except archive.BadArchive:
            raise
        except MALFORMED as error:
            found.append(f"{name}: is not as it should be: {type(error).__name__} {error}")
    return found


def _check_seal_of_all(parts: Parts, public: str) -> Iterator[str]:
    """The hashes of all open parts, and the signature of their list."""
    manifest = archive.read_json(parts, archive.MANIFEST)
    if (manifest.get("format"), manifest.get("version")) != (archive.FORMAT, archive.VERSION):
        yield f"{archive.MANIFEST}: is of another format or version"
        return
    try:
        if not archive.is_signed(parts, public=public):
            yield f"{archive.SIGNATURE}: the signature of {archive.MANIFEST} is wrong"
    except MALFORMED as error:
        yield f"{archive.SIGNATURE}: cannot be read: {error}"
    listed = manifest["files"]
    open_parts = {
        name for name in parts
        if not name.startswith(archive.SEALED)
        and name not in (archive.MANIFEST, archive.SIGNATURE)
    }  # fmt: skip
    for name in sorted(open_parts | set(listed)):
        if name not in listed:
            yield f"{name}: is not listed in {archive.MANIFEST}"
        elif name not in parts:
            yield f"{name}: is missing"
        elif archive.digest(parts[name]) != listed[name]:
            yield f"{name}: was changed"


def open_sealed(parts: Parts) -> tuple[dict[str, Any], list[str]]:
    """The sealed values that are there, by id; any may have been removed."""
    name = f"{archive.SEALED}values.ndjson"
    seals = {row["id"]: row["sha256"] for row in archive.read_lines(parts, archive.SEALS)}
    found: dict[str, Any] = {}
    differences = []
    for row in archive.read_lines(parts, name) if name in parts else []:
        try:
            if archive.seal_digest(row["salt"], row["value"]) != seals.get(row["id"]):
                differences.append(f"{name}: {row['id']} was changed")
            found[row["id"]] = row["value"]
        except MALFORMED as error:
            differences.append(f"{name}: a line is not as it should be: {error}")
    return found, differences


def _check_journal(parts: Parts, sealed: Mapping[str, Any]) -> Iterator[str]:
    yield from journal_differences(
        archive.read_lines(parts, "journal.ndjson"),
        sealed,
        head=archive.read_json(parts, "event.json")["journal"] or "",
        public=archive.read_json(parts, archive.SIGNATURE)["public"],
    )


def journal_differences(
    lines: Rows, sealed: Mapping[str, Any], *, head: str, public: str
) -> Iterator[str]:
    """Where a chain does not follow, or does not end as its signed head says.

    head: empty if there is none. public: the key that a head of this key must be signed by.
    """
    previous, expected, version = "", 1, 1
    for line in lines:
        if line["seq"] != expected or line["prev_hash"] != previous:
            yield f"line {line['seq']} does not follow line {expected - 1}"
        if line["version"] < version:
            yield f"line {line['seq']} is of an older form than the line before it"
        is_erased = line["erased"] and line["version"] == 1
        if not is_erased and line["hash"] != line_digest(line, text_hash=line["text_hash"]):
            yield f"line {line['seq']} was changed"
        text = sealed.get(f"journal:{line['seq']}")
        if text and text_digest(text["salt"], text["text"]) != line["text_hash"]:
            yield f"the text of line {line['seq']} was changed"
        previous, expected, version = line["hash"], line["seq"] + 1, line["version"]
    for witness in find_witnesses(head):
        if (witness.seq, witness.hash) != (expected - 1, previous):
            yield f"ends at line {expected - 1}, its signed head says {witness.seq}"
        if witness.key == id_of_key(public) and not witness.is_signed({witness.key: public}):
            yield "the signature of its head is wrong"


def _check_games(parts: Parts, sealed: Mapping[str, Any]) -> Iterator[str]:
    """Prove each record that is there with the engine."""
    for row in archive.read_lines(parts, "games.ndjson"):
        record = sealed.get(f"record:{row['game']}")
        if record is None:
            continue
        found = verdict_difference(
            game=row["kind"],
            record=record["record"],
            ruleset=row["ruleset"],
            stored=row["verdict"] or {},
            stored_hash=row["moves_hash"],
        )
        if found:
            yield f"game {row['game']}: {found}"


def _check_rounds(parts: Parts, sealed: Mapping[str, Any]) -> Iterator[str]:
    for row in archive.read_lines(parts, "rounds.ndjson"):
        for difference in _check_round(row, sealed.get(f"staff:{row['round']}")):
            yield f"round {row['round']}: {difference}"


def _run_engine(report: str, *, meetings: int = 1, exact: bool = False) -> Mapping[str, Any]:
    from tournaments.pairing_child import run_here  # 11 MB, which only a Swiss round needs

    return run_here(report, meetings=meetings, exact=exact)


def _check_round(row: dict[str, Any], staff: Any) -> Iterator[str]:
    """Check the proof by its hash, and pair its input again.

    Without the part for staff, who is kept apart is not known, and the round is not paired again.
    """
    document = row["proof"]
    if document_hash(document) != row["proof_hash"]:
        yield "the proof was changed"
        return
    if proof_parts.has_parts(document):
        if staff is None:
            return
        if proof_parts.is_staff_part_changed(document, staff):
            yield "the part of the proof for staff was changed"
            return
    whole = proof_parts.join(document, staff)
    try:
        again = proof.pair_again(whole, run_engine=_run_engine)
        edited = proof.edited_round(whole)
    except PairingRefused as refused:
        yield f"the stored input cannot be paired: {refused.code}"
        return
    if proof.pairs_of(again) != whole["pairs"]:
        yield "pairing the stored input again gives other pairs"
    proved = sorted((each.leg, each.kind, sorted(each.seats)) for each in edited.pairings)
    played = sorted((each["leg"], each["kind"], sorted(each["seats"])) for each in row["pairings"])
    if proved != played:
        yield "the pairings are not those that were proved"


def _check_states(parts: Parts) -> Iterator[str]:
    """The input of the standings has the pairings and counted results of the rounds."""
    counted = {
        row["slot"]: (row["kind"], row["outcome"], row["points_x2"])
        for row in archive.read_lines(parts, "results.ndjson")
        if row["current"]
    }
    facts = {
        (row["round"], pair["leg"], tuple(pair["seats"]), pair["kind"]): [
            (slot["number"], slot["first_seat"], slot["kind"], counted.get(slot["id"]))
            for slot in pair["slots"]
        ]
        for row in archive.read_lines(parts, "rounds.ndjson")
        if row["kind"] != PLAYOFF
        for pair in row["pairings"]
    }
    read = {
        (played["round"], played["leg"], tuple(played["seats"]), played["kind"]): [
            (slot["number"], slot["first_seat"], slot["kind"], _counted(slot["result"]))
            for slot in played["slots"]
        ]
        for state in archive.read_json(parts, "states.json")
        for played in state["played"]
    }
    for key in sorted(facts.keys() | read.keys()):
        if facts.get(key) != read.get(key):
            yield f"round {key[0]}, leg {key[1]}, entries {list(key[2])}: not as in the rounds"


def _counted(result: Any) -> tuple[Any, ...] | None:
    return result and (result["kind"], result["outcome"], result["points_x2"])


def _check_standings(parts: Parts) -> Iterator[str]:
    states = [proof.read_state(state) for state in archive.read_json(parts, "states.json")]
    rebuilt = archive.canonical(standings_document(states))
    if rebuilt != archive.canonical(archive.read_json(parts, "standings.json")):
        yield "the standings differ from those rebuilt"


def _check_results(parts: Parts) -> Iterator[str]:
    """One result counts a slot; one that a proven record decided says what the record proved."""
    games = {f"game:{row['game']}": row for row in archive.read_lines(parts, "games.ndjson")}
    seen: set[int] = set()
    for row in archive.read_lines(parts, "results.ndjson"):
        if not row["current"]:
            continue
        if row["slot"] in seen:
            yield f"slot {row['slot']}: counts two results"
        seen.add(row["slot"])
        game = games.get(row["source"])
        if row["source"] and game is None:
            yield f"slot {row['slot']}: counts {row['source']}, which is missing"
        elif game and game["slot"] != row["slot"]:
            yield f"slot {row['slot']}: counts a game of another slot"
        elif game and _is_tak_proof(game) and row["outcome"] != game["verdict"]["result"]:
            yield f"slot {row['slot']}: counts {row['outcome']}, the record proves another end"


def _is_tak_proof(game: Mapping[str, Any]) -> bool:
    return game["kind"] == "tak" and bool((game["verdict"] or {}).get("proven"))


def _check_publications(parts: Parts) -> Iterator[str]:
    for row in archive.read_lines(parts, "publications.ndjson"):
        if document_hash(row["document"]) != row["sha256"]:
            yield f"{row['kind']} {row['after_round']} was changed"


def _check_stakes(parts: Parts) -> Iterator[str]:
    """Balances follow from the transfers; a reversal is the mirror of what it reverses."""
    books = archive.read_json(parts, "stakes.json")
    balances: dict[Any, int] = {}
    for at, row in enumerate(books["transfers"], start=1):
        balances[row["payer"]] = balances.get(row["payer"], 0) - row["amount"]
        balances[row["payee"]] = balances.get(row["payee"], 0) + row["amount"]
        back = row["reverses"] and books["transfers"][row["reverses"] - 1]
        if back and (back["payer"], back["payee"], back["amount"]) != (
            row["payee"], row["payer"], row["amount"],
        ):  # fmt: skip
            yield f"transfer {at} is not the mirror of what it reverses"
    for party, balance, _floor in books["accounts"]:
        if balances.pop(party, 0) != balance:
            yield f"the account of {party} does not follow from its transfers"
    for party in balances:
        yield f"{party} has transfers and no account"


def _check_ratings(parts: Parts) -> Iterator[str]:
    games = {row["order_key"]: row for row in archive.read_lines(parts, "rated_games.ndjson")}
    for row in archive.read_json(parts, "rating_lists.json"):
        rated = [games[key] for key in row["games"]]
        if rate_alone(row["system"], row["parameters"], rated) != row["ratings"]:
            yield f"{row['pool']}: the ratings differ from those computed again"
