// Checks archives of events by what docs/archive.md says, and by nothing else: it shares no code with
// games/archive. Whatever it needs to know stands on that page. Node 20, no packages.
//
//   node archive_checker.mjs FILE...
//
// prints one line of JSON a file: {"file", "differences": [...], "unchecked": [...]}.
// Not checked, since it needs an engine or a pairing system: records, pairings, tie-breaks, ratings.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const MAX_PARTS = 100, MAX_BYTES = 512 * 1024 ** 2;
const OWN = ["manifest.json", "signature.json"];
const LINES = ["entries", "rounds", "results", "games", "journal", "publications", "seals", "announcements"];

class BadArchive extends Error {}
/** A number as it is written: 1.0 and 1 are different texts, and a seed may exceed 2^53. */
class Digits {
  constructor(text) { this.text = text; }
  valueOf() { return Number(this.text); }
}

const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const hashOf = (value) => sha256(canonical(value));

/** The parts of a zip by name, from its central directory. */
function readZip(file) {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new BadArchive("it is no zip file");
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_PARTS || file.length > MAX_BYTES) throw new BadArchive("it is too large");
  const parts = new Map();
  let at = file.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new BadArchive("its directory is broken");
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 24)];
    const lengths = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString("utf8", at + 46, at + 46 + lengths[0]);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (method !== 0) throw new BadArchive(`${name} is compressed`);
    if (parts.has(name)) throw new BadArchive(`two parts are called ${name}`);
    parts.set(name, file.subarray(start, start + size));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return parts;
}

/** JSON whose numbers keep their text; objects are Maps. */
function parse(text) {
  let at = 0;
  const token = /[\s]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/uy;
  const next = () => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new BadArchive("a part is not JSON");
    at = token.lastIndex;
    return found;
  };
  const peek = () => text.slice(at).match(/^\s*(.)/)?.[1];
  const value = () => {
    const [, mark, string, number, word] = next();
    if (string) return JSON.parse(string);
    if (number) return new Digits(number);
    if (word) return JSON.parse(word);
    const found = mark === "[" ? [] : new Map();
    const close = mark === "[" ? "]" : "}";
    if (mark !== "[" && mark !== "{") throw new BadArchive("a part is not JSON");
    if (text[at] === close) { at += 1; return found; }
    for (;;) {
      if (mark === "[") found.push(value());
      else {
        const key = value();
        if (next()[1] !== ":") throw new BadArchive("a part is not JSON");
        found.set(key, value());
      }
      const after = next()[1];
      if (after === close) return found;
      if (after !== ",") throw new BadArchive("a part is not JSON");
    }
  };
  const found = value();
  if (peek() !== undefined) throw new BadArchive("a part is not JSON");
  return found;
}

/** Sorted keys, no spaces, ASCII. */
function canonical(value) {
  if (value instanceof Digits) return value.text;
  if (typeof value === "string") {
    const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Map) {
    const order = (one, two) => Buffer.compare(Buffer.from(one, "utf8"), Buffer.from(two, "utf8"));
    const keys = [...value.keys()].sort(order);
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value.get(key))}`).join(",")}}`;
  }
  return String(value);
}

/** Maps become plain objects and numbers numbers, where only values are compared. */
function plain(value) {
  if (value instanceof Digits) return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, of]) => [key, plain(of)]));
  return value;
}

function isSigned(publicKey, message, signature) {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, Buffer.from(message), key, Buffer.from(signature, "base64url"));
}

function* checkWhole(parts) {
  const manifest = plain(parse(parts.get("manifest.json").toString()));
  if (manifest.format !== "roadhouse-event" || manifest.version !== 1) yield "manifest.json: other format";
  const said = plain(parse(parts.get("signature.json").toString()));
  const id = sha256(Buffer.from(said.public, "base64url")).slice(0, 16);
  if (said.key !== id || !isSigned(said.public, parts.get("manifest.json"), said.signature)) {
    yield "signature.json: does not sign manifest.json";
  }
  const open = [...parts.keys()].filter((name) => !name.startsWith("sealed/") && !OWN.includes(name));
  for (const name of new Set([...open, ...Object.keys(manifest.files)])) {
    if (!parts.has(name) || sha256(parts.get(name)) !== manifest.files[name]) {
      yield `${name}: missing, not listed or changed`;
    }
  }
}

function openSealed(archive, parts) {
  const seals = new Map(archive.seals.map((row) => [row.get("id"), row.get("sha256")]));
  const differences = [], values = new Map();
  for (const row of linesOf(parts, "sealed/values.ndjson")) {
    const [id, salt] = [row.get("id"), row.get("salt")];
    if (sha256(`${salt}|${canonical(row.get("value"))}`) !== seals.get(id)) {
      differences.push(`sealed/values.ndjson: ${id} was changed`);
    }
    values.set(id, row.get("value"));
  }
  return [values, differences];
}

function lineHash(line) {
  const names = ["scope", "seq", "actor", "action", "subject", "before", "after"];
  const hashed = new Map(names.map((name) => [name, line.get(name)]));
  hashed.set("prev", line.get("prev_hash")).set("text", line.get("text_hash"));
  if (line.get("version") > 1) hashed.set("version", line.get("version")).set("at", line.get("at"));
  return hashOf(hashed);
}

function* checkJournal({ journal, event, signature }, sealed) {
  let [seq, hash, version] = [0, "", 1];
  for (const line of journal) {
    const at = Number(line.get("seq"));
    if (at !== seq + 1 || line.get("prev_hash") !== hash) yield `line ${at} does not follow line ${seq}`;
    if (Number(line.get("version")) < version) yield `line ${at} is of an older form than the one before`;
    const erased = line.get("erased") && Number(line.get("version")) === 1;
    if (!erased && lineHash(line) !== line.get("hash")) yield `line ${at} was changed`;
    const text = plain(sealed.get(`journal:${at}`));
    if (text?.text && sha256(`${text.salt}|${text.text}`) !== line.get("text_hash")) yield `text ${at} was changed`;
    [seq, hash, version] = [at, line.get("hash"), Number(line.get("version"))];
  }
  if (!event.journal) return;
  const [name, scope, last, lastHash, key, signed] = event.journal.split(" ");
  if (Number(last) !== seq || lastHash !== hash) yield `ends at line ${seq}, its signed head says ${last}`;
  const message = [name, scope, last, lastHash].join(" ");
  if (key === signature.key && !isSigned(signature.public, message, signed)) yield "its head is not signed";
}

function* checkRounds({ rounds }, sealed) {
  for (const row of rounds) {
    const [at, proof] = [row.get("round"), row.get("proof")];
    if (hashOf(proof) !== row.get("proof_hash")) yield `round ${at}: the proof was changed`;
    const staff = sealed.get(`staff:${at}`);
    const said = proof.get("input").get("forbidden")?.get?.("sha256");
    if (staff && said && hashOf(staff) !== said) yield `round ${at}: the part for staff was changed`;
  }
}

function* checkPublications({ publications }) {
  for (const row of publications) {
    if (hashOf(row.get("document")) !== row.get("sha256")) yield `${row.get("after_round")} was changed`;
  }
}

function* checkGames({ games }) {
  for (const row of plain(games)) {
    if (!row.verdict?.moves_hash) continue;
    const { moves_hash: moves, seats } = row.verdict;
    const expected = seats?.length ? sha256(`${moves}|[${seats.join(", ")}]`) : moves;
    if (expected !== row.moves_hash) yield `game ${row.game}: its moves_hash is not that of the verdict`;
  }
}

function* checkResults({ games, results }) {
  const sent = new Map(plain(games).map((row) => [`game:${row.game}`, row]));
  const counted = new Set();
  for (const row of plain(results).filter((each) => each.current)) {
    if (counted.has(row.slot)) yield `slot ${row.slot} counts two results`;
    counted.add(row.slot);
    const game = sent.get(row.source);
    if (row.source && game?.slot !== row.slot) yield `slot ${row.slot} counts a game that is not its own`;
    const proven = game?.kind === "tak" && game.verdict?.proven;
    if (proven && row.outcome !== game.verdict.result) yield `slot ${row.slot}: the record proves another end`;
  }
}

const keyOf = (round, pair) => JSON.stringify([round, pair.leg, pair.seats, pair.kind]);

/** The pairings of the rounds with their counted results are what the standings are made of. */
function* checkStates({ rounds, results, states }) {
  const current = plain(results).filter((row) => row.current);
  const counted = new Map(current.map((row) => [row.slot, [row.kind, row.outcome, row.points_x2]]));
  const facts = new Map(), read = new Map();
  for (const row of plain(rounds).filter((each) => each.kind !== "playoff")) {
    for (const pair of row.pairings) {
      const slots = pair.slots.map((s) => [s.number, s.first_seat, s.kind, counted.get(s.id) ?? null]);
      facts.set(keyOf(row.round, pair), JSON.stringify(slots));
    }
  }
  for (const pair of states.flatMap((state) => state.played)) {
    const of = (r) => r && [r.kind, r.outcome, r.points_x2];
    const slots = pair.slots.map((s) => [s.number, s.first_seat, s.kind, of(s.result)]);
    read.set(keyOf(pair.round, pair), JSON.stringify(slots));
  }
  for (const key of new Set([...facts.keys(), ...read.keys()])) {
    if (facts.get(key) !== read.get(key)) yield `${key}: not as in the rounds`;
  }
}

/** Points of entries that only played matches of two without forfeits, and the order of the ranks. */
function* checkStandings({ standings, states }, unchecked) {
  const tables = [...(standings.earlier ?? []), standings];
  if (tables.length !== states.length) yield "it has not one table for each stage";
  for (const [stage, table] of tables.entries()) {
    let previous = null;
    for (const row of table.rows) {
      const points = pointsOf(states[stage], row.entry);
      if (points === null) unchecked.add("standings.json: points of byes, absences and unfinished games");
      for (const [name, value] of Object.entries(points ?? {})) {
        if (row[name] !== value) yield `entry ${row.entry}: ${name} is ${row[name]} and not ${value}`;
      }
      if (table.rank_by !== "bracket") yield* checkRank(row, previous);
      previous = row;
    }
  }
}

function* checkRank(row, previous) {
  if (!previous || (previous.group ?? "") !== (row.group ?? "")) return;
  const level = (one) => JSON.stringify([one.primary_x2, ...one.tie_breaks]);
  if (row.rank < previous.rank) yield `entry ${row.entry}: is not in the order of ranks`;
  if (row.rank === previous.rank && level(row) !== level(previous)) yield `entry ${row.entry}: is not level`;
}

/** Both points of an entry, or null where more than played matches of two counts. */
function pointsOf(state, entry) {
  const entrant = state.entrants.find((each) => each.number === entry);
  if (!entrant || entrant.adjustments.length || entrant.start_points_x2 || entrant.virtual_x2.length) return null;
  const found = { game_points_x2: 0, match_points_x2: 0 };
  const table = state.rules.match_table;
  for (const pair of state.played.filter((each) => each.seats.includes(entry))) {
    const isPlayed = (slot) => slot.kind === "regular" && slot.result?.kind === "played";
    if (pair.kind !== "match" || pair.seats.length !== 2 || !pair.slots.every(isPlayed)) return null;
    const totals = [0, 1].map((at) => pair.slots.reduce((sum, slot) => sum + slot.result.points_x2[at], 0));
    const [mine, other] = pair.seats[0] === entry ? totals : totals.reverse();
    found.game_points_x2 += mine;
    if (!table) found.match_points_x2 += mine;
    else found.match_points_x2 += mine === other ? table.tied_x2 : mine > other ? table.won_x2 : table.lost_x2;
  }
  return found;
}

function* checkStakes({ stakes }) {
  const balances = new Map();
  const add = (party, amount) => balances.set(party, (balances.get(party) ?? 0) + amount);
  for (const [at, row] of stakes.transfers.entries()) {
    add(row.payer, -row.amount);
    add(row.payee, row.amount);
    const back = row.reverses && stakes.transfers[row.reverses - 1];
    if (back && (back.payer !== row.payee || back.payee !== row.payer || back.amount !== row.amount)) {
      yield `transfer ${at + 1} is not the mirror of what it reverses`;
    }
  }
  for (const [party, balance] of stakes.accounts) {
    if ((balances.get(party) ?? 0) !== balance) yield `the account of ${party} has another balance`;
    balances.delete(party);
  }
  for (const party of balances.keys()) yield `${party} has transfers and no account`;
}

/** Categories and prizes, which only some events have. */
function* checkPrizes({ prizes, entries }, sealed) {
  if (!prizes) return;
  const numbers = prizes.categories.map((row) => row.category);
  if (numbers.some((number, at) => number !== at + 1)) yield "the categories are not numbered from 1";
  for (const { entry } of plain(entries)) {
    const own = plain(sealed.get(`person:${entry}`))?.categories ?? [];
    if (own.some((number) => !numbers.includes(number))) yield `entry ${entry}: a category is not there`;
  }
  if (prizes.plan === null) return;
  const [given, other] = prizes.plan.fund === null ? ["amount", "share"] : ["share", "amount"];
  const places = new Set();
  for (const row of prizes.plan.prizes) {
    const place = `${row.category}:${row.place}`;
    if (places.has(place)) yield `place ${row.place} has two prizes`;
    places.add(place);
    if (row.category !== null && !numbers.includes(row.category)) yield `category ${row.category} is not there`;
    if (row[given] === null || row[other] !== null) yield `place ${row.place} has no ${given}, or more`;
  }
}

/** Announcements, which only some events have. */
function* checkAnnouncements({ announcements, entries }) {
  const known = new Set(plain(entries).map((row) => row.entry));
  for (const [at, row] of plain(announcements).entries()) {
    if (row.announcement !== at + 1) yield "the announcements are not numbered from 1";
    if (row.entries.some((each) => !known.has(each))) yield `${row.announcement} is for who is no entry`;
  }
}

function linesOf(parts, name) {
  const text = parts.get(name)?.toString() ?? "";
  return text.split("\n").filter(Boolean).map(parse);
}

function check(path) {
  const parts = readZip(readFileSync(path));
  const whole = [...checkWhole(parts)];
  const unchecked = new Set(["games.ndjson: records", "rounds.ndjson: pairings", "rating_lists.json"]);
  if (whole.length) return [whole, unchecked];
  const archive = Object.fromEntries(LINES.map((name) => [name, linesOf(parts, `${name}.ndjson`)]));
  for (const name of ["event", "states", "standings", "stakes", "signature"]) {
    archive[name] = plain(parse(parts.get(`${name}.json`).toString()));
  }
  if (parts.has("prizes.json")) archive.prizes = plain(parse(parts.get("prizes.json").toString()));
  const [sealed, found] = openSealed(archive, parts);
  const checks = {
    "journal.ndjson": checkJournal, "rounds.ndjson": checkRounds, "games.ndjson": checkGames,
    "publications.ndjson": checkPublications, "results.ndjson": checkResults, "stakes.json": checkStakes,
    "prizes.json": checkPrizes, "announcements.ndjson": checkAnnouncements,
  };
  for (const [name, of] of Object.entries(checks)) {
    for (const said of of(archive, sealed)) found.push(`${name}: ${said}`);
  }
  for (const said of checkStates(archive)) found.push(`states.json: ${said}`);
  for (const said of checkStandings(archive, unchecked)) found.push(`standings.json: ${said}`);
  return [found, unchecked];
}

for (const file of process.argv.slice(2)) {
  let [differences, unchecked] = [[], []];
  try {
    [differences, unchecked] = check(file);
  } catch (error) {
    differences = [`${error.name}: ${error.message}`];
  }
  console.log(JSON.stringify({ file, differences, unchecked: [...unchecked] }));
}
