import { setTimeout as pause } from "node:timers/promises";
import { createJournal } from "../../src/journal/journal.ts";
import { pick } from "../line/random.ts";
import type { Asked } from "./audit.ts";
import { askEverywhere } from "./conversation.ts";
import { openWorld, type Victim, type World } from "./world.ts";

export interface RestartOptions {
  readonly rounds: number;
  readonly chats: number;
  readonly perChat: number;
  readonly modelMs: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** One round: what was killed, and how long each message waited for its answer that had been accepted before and not been answered. */
export interface RestartRound {
  readonly killed: string;
  readonly unanswered: readonly string[];
  /** Milliseconds from the moment at which everything was up again; 0 where another process answered before. */
  readonly waitsMs: readonly number[];
}

/** Without its answer for so long after the restart, a message is lost. */
const lostAfterMs = 60_000;
const downMs = 300;

/** When each question was first answered, on the clock of `performance.now()`. */
function answeredAt({ telegram }: World): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { chatId, replyTo, text, atMs } of telegram.sent) {
    const place = `${chatId}/${replyTo}`;
    if (replyTo !== undefined && /\(\d{6}\./.test(text) && !found.has(place)) found.set(place, atMs);
  }
  return found;
}

const placeOf = ({ chatId, messageId }: Asked): string => `${chatId}/${messageId}`;

/** Those of the questions that the journal holds. */
async function acceptedOf({ store }: World, asked: readonly Asked[]): Promise<readonly string[]> {
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const places = new Set(asked.map(placeOf));
  const turns = await Promise.all(
    (await journal.list({ limit: asked.length * 2 })).map(({ id }) => journal.read(id)),
  );
  return turns.flatMap((turn) => {
    const place = `${turn?.message.chatId}/${turn?.message.platformMessageId}`;
    return places.has(place) ? [place] : [];
  });
}

const victimsOf = (world: World): readonly (readonly [string, readonly Victim[]])[] => [
  ["all workers", world.workers],
  ["gateway", [world.gateway]],
  ["redis", [world.redis]],
  ["everything", [...world.workers, world.gateway, world.redis]],
];

async function oneRound(world: World, options: RestartOptions, round: number): Promise<RestartRound> {
  const { chats, perChat, random } = options;
  const kinds = victimsOf(world);
  // Each kind once before chance decides.
  const [killed, victims] = kinds[round] ?? pick(random, kinds);
  const asked = askEverywhere(world, chats, perChat, 70_000 + round * 1000);
  const wanted = Math.ceil(asked.length * (0.1 + 0.6 * random()));
  const own = new Set(asked.map(placeOf));
  const countNow = () => [...answeredAt(world).keys()].filter((place) => own.has(place)).length;
  while (countNow() < wanted) await pause(5);
  const accepted = await acceptedOf(world, asked);
  const killedMs = performance.now();
  await Promise.all(victims.map((victim) => victim.killAndRestart(downMs)));
  const upMs = performance.now();
  while (countNow() < asked.length && performance.now() < upMs + lostAfterMs) await pause(20);
  const times = answeredAt(world);
  const owed = accepted.filter((place) => (times.get(place) ?? Number.POSITIVE_INFINITY) > killedMs);
  return {
    killed,
    unanswered: owed.filter((place) => !times.has(place)),
    waitsMs: owed.flatMap((place) => {
      const atMs = times.get(place);
      return atMs === undefined ? [] : [Math.max(0, atMs - upMs)];
    }),
  };
}

/** Kill, restart, and the wait of each message that was accepted before: round after round, each begun when all is answered. */
export async function measureRestarts(options: RestartOptions): Promise<readonly RestartRound[]> {
  const world = await openWorld({ workers: 2, modelMs: options.modelMs, doorsWork: true });
  try {
    const rounds: RestartRound[] = [];
    for (let round = 0; round < options.rounds; round++) {
      const result = await oneRound(world, options, round);
      const { killed, waitsMs, unanswered } = result;
      const longest = Math.round(Math.max(0, ...waitsMs));
      options.say(
        `${killed} killed: ${waitsMs.length} owed, longest wait ${longest} ms, ${unanswered.length} unanswered`,
      );
      rounds.push(result);
    }
    return rounds;
  } finally {
    await world.close();
  }
}
