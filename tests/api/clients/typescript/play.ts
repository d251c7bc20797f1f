// Plays a Swiss of four with a client whose types come from the document. It knows nothing else.
// Arguments: `play` or `finish`, the address of the service, the slug of the event. The token is
// ROADHOUSE_TOKEN. `finish` prints the last standings as JSON.

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./roadhouse.js";

type Schemas = components["schemas"];
type Api = Client<paths>;
type Answer<T> = { data?: T; error?: Schemas["Problem"]; response: Response };

declare const process: { argv: string[]; env: Record<string, string | undefined> };

const NAMES = ["Ada", "Ben", "Cleo", "Dov"];
const ROUNDS = 2;

/** A client for somebody with a token, or with the code of a personal link. */
function signedIn(url: string, token: string): Api {
  return createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
}

/** The body of an answer. A refusal ends the program with its sentence. */
async function taken<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (error !== undefined || data === undefined) {
    throw new Error(`${response.url}: ${response.status} ${error?.code} ${error?.detail}`);
  }
  return data;
}

/** Create the event, enter its players and start it; by number of entry, their clients. */
async function open(api: Api, url: string, slug: string): Promise<Map<number, Api>> {
  await taken(
    api.POST("/api/v1/events/", {
      body: {
        name: "Four by Swiss",
        slug,
        game: "tak",
        match: { games: 1, points: { per_game: true }, tiebreaks: ["BH"] },
        stages: [{ system: "swiss", options: { rounds: ROUNDS } }],
      },
    }),
  );
  const params = { path: { slug } };
  await taken(api.POST("/api/v1/events/{slug}/registration/", { params }));
  const rows = NAMES.map((name, at) => ({ name, new: true, rating: 1800 - 50 * at }));
  await taken(api.POST("/api/v1/events/{slug}/entries/bulk/", { params, body: { entries: rows } }));
  await taken(api.POST("/api/v1/events/{slug}/start/", { params, body: {} }));
  const made = await taken(api.POST("/api/v1/events/{slug}/links/", { params, body: {} }));
  const entries = await taken(api.GET("/api/v1/events/{slug}/entries/", { params }));
  const players = new Map<number, Api>();
  for (const link of made.links) {
    const entry = entries.results.find((each) => each.id === link.entry_id);
    if (entry?.number != null) players.set(entry.number, signedIn(url, link.code));
  }
  return players;
}

/** The entry with the lower number wins; the loser reports it, the winner confirms. */
async function playGame(pairing: Schemas["PairingOut"], players: Map<number, Api>): Promise<void> {
  const numbers = pairing.seats.map((seat) => seat.entry);
  const best = Math.min(...numbers);
  const first = numbers[(pairing.slots[0]?.first_seat ?? 1) - 1];
  const result: Schemas["TakResult"] = first === best ? "R-0" : "0-R";
  const loser = players.get(Math.max(...numbers));
  const winner = players.get(best);
  if (!loser || !winner) throw new Error("no personal link");
  const body = { pairing: pairing.id, number: 1, result };
  const game = await taken(loser.POST("/api/v1/games/", { body }));
  const params = { path: { public_id: game.id } };
  const confirmed = await taken(winner.POST("/api/v1/games/{public_id}/confirm/", { params }));
  if (confirmed.state !== "confirmed") throw new Error(`the game is ${confirmed.state}`);
}

async function play(api: Api, url: string, slug: string): Promise<void> {
  const players = await open(api, url, slug);
  for (let number = 1; number <= ROUNDS; number += 1) {
    const params = { path: { slug, number } };
    const body = { seed: 7 };
    await taken(api.POST("/api/v1/events/{slug}/rounds/", { params: { path: { slug } }, body }));
    await taken(
      api.POST("/api/v1/events/{slug}/rounds/{number}/publish/", { params, body: {} }),
    );
    const round = await taken(api.GET("/api/v1/events/{slug}/rounds/{number}/", { params }));
    for (const pairing of round.pairings) await playGame(pairing, players);
    await taken(api.POST("/api/v1/events/{slug}/rounds/{number}/close/", { params }));
  }
}

async function finish(api: Api, slug: string): Promise<Schemas["StandingsOut"]> {
  const params = { path: { slug } };
  await taken(api.POST("/api/v1/events/{slug}/finish/", { params }));
  return taken(api.GET("/api/v1/events/{slug}/standings/", { params }));
}

const [, , step, url = "", slug = ""] = process.argv;
const api = signedIn(url, process.env["ROADHOUSE_TOKEN"] ?? "");
if (step === "play") await play(api, url, slug);
else console.log(JSON.stringify(await finish(api, slug)));
