import { setTimeout as pause } from "node:timers/promises";
import { createJournal } from "../../src/journal/journal.ts";
import { createRandom, pick } from "../line/random.ts";
import { type Asked, audit, type Verdict, type Worked } from "./audit.ts";
import { openWorld, type Victim, type World } from "./world.ts";

export interface ChaosOptions {
  readonly seed: number;
  readonly kills: number;
  readonly messages: number;
  readonly chats: number;
  readonly workers: number;
  /** Mean time between two kills. */
  readonly everyMs: number;
  readonly modelMs: number;
  readonly say: (line: string) => void;
}

export interface ChaosReport extends Verdict {
  readonly kills: Readonly<Record<string, number>>;
  readonly answered: number;
  /** From the last restart to the last answer. */
  readonly settledMs: number;
  readonly seconds: number;
  readonly modelCalls: number;
}

const codes = ["600519", "000858", "300750", "002594", "601318", "000001", "600036", "000333", "600900"];
/** Longer than a job's lock, so that another worker takes over while this one still lives. */
const stallMs = 6500;
/** A send takes this long, so that kills come in the middle of some. */
const telegramMs = 25;
/** Without one more answer for so long, what is missing is lost. */
const lostAfterMs = 120_000;

/** Ids apart from chat to chat, so that an answer in the wrong chat quotes nothing there. */
const firstChat = 50_000;
const idsPerChat = 100_000;

/** People who write at random, each message at its time over the whole run. */
async function talk(world: World, options: ChaosOptions, random: () => number, untilMs: number) {
  const asked: Asked[] = [];
  const startedMs = performance.now();
  const lengthMs = untilMs - startedMs;
  const next = new Map<number, number>();
  for (let index = 0; index < options.messages; index++) {
    const chat = Math.floor(random() * options.chats);
    const chatId = firstChat + chat;
    const messageId = next.get(chatId) ?? (chat + 1) * idsPerChat;
    // Answers take ids of the same chat, so the next one is known only then.
    const code = pick(random, codes);
    const dueMs = startedMs + (lengthMs * index) / options.messages;
    if (dueMs > performance.now()) await pause(dueMs - performance.now());
    const taken = world.telegram.chat(chatId).at(-1)?.message_id ?? messageId - 1;
    const update = world.telegram.userSays(chatId, `${code} 现在多少钱`, {
      messageId: Math.max(taken, messageId - 1) + 1,
    });
    const id = update.message?.message_id ?? 0;
    next.set(chatId, id + 1);
    asked.push({ chatId, messageId: id, code });
  }
  return asked;
}

/** One blow: which process, and whether it is killed or only held up. Resolves when it is up again. */
async function strike(
  world: World,
  random: () => number,
  busy: Set<Victim>,
  count: (what: string) => void,
): Promise<void> {
  const roll = random();
  const down = Math.floor(random() * 400);
  // Beside the blow, one answer of Telegram's is lost on its way: nobody can know that the message has arrived.
  world.telegram.fail("sendMessage", { kind: "accept_then_drop" });
  const all = roll < 0.5 ? world.workers : roll < 0.8 ? [world.gateway] : [world.redis];
  const free = all.filter((victim) => !busy.has(victim));
  const doesStall = roll < 0.1 || (roll >= 0.5 && roll < 0.53);
  if (free.length === 0) return;
  const victim = pick(random, free);
  busy.add(victim);
  count(`${doesStall ? "stall" : "kill"} ${victim.name.replace(/-\d+$/, "")}`);
  try {
    await (doesStall ? victim.stall(stallMs) : victim.killAndRestart(down));
  } finally {
    busy.delete(victim);
  }
}

/** Kills at random times until there have been enough; resolves when everything is up again. */
async function rage(world: World, options: ChaosOptions, random: () => number) {
  const counts: Record<string, number> = {};
  const busy = new Set<Victim>();
  const blows: Promise<void>[] = [];
  for (let done = 0; done < options.kills; ) {
    await pause(options.everyMs * (0.3 + 1.4 * random()));
    const before = busy.size;
    blows.push(
      strike(world, random, busy, (what) => {
        counts[what] = (counts[what] ?? 0) + 1;
        done += 1;
        if (done % 20 === 0) options.say(`${done} of ${options.kills} kills`);
      }),
    );
    if (before === world.workers.length + 2) await Promise.race(blows);
  }
  await Promise.all(blows);
  return counts;
}

/** How many questions have an answer so far; looks only at what has been sent since the last call. */
function answeredCounter({ telegram }: World) {
  const answered = new Set<string>();
  let seen = 0;
  return (): number => {
    for (; seen < telegram.sent.length; seen++) {
      const entry = telegram.sent[seen];
      const quoted = telegram
        .chat(entry?.chatId ?? 0)
        .find(({ message_id }) => message_id === entry?.messageId);
      const replyTo = entry?.replyTo ?? quoted?.reply_to_message?.message_id;
      if (entry !== undefined && /\(\d{6}\.|请稍后再试/.test(entry.text))
        answered.add(`${entry.chatId}/${replyTo}`);
    }
    return answered.size;
  };
}

async function settle(world: World, wanted: number): Promise<number> {
  const count = answeredCounter(world);
  let answered = count();
  let movedMs = performance.now();
  while (answered < wanted && performance.now() - movedMs < lostAfterMs) {
    await pause(100);
    const now = count();
    if (now > answered) movedMs = performance.now();
    answered = now;
  }
  return answered;
}

async function readWorked({ store }: World, asked: readonly Asked[]): Promise<Worked[]> {
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const byPlace = new Map(asked.map((row) => [`${row.chatId}/${row.messageId}`, row]));
  const worked: Worked[] = [];
  for (const { id, platform } of await journal.list({ limit: asked.length + 100 })) {
    const turn = platform === "telegram" ? await journal.read(id) : null;
    const { chatId, platformMessageId } = turn?.message ?? {};
    const row = byPlace.get(`${chatId}/${platformMessageId}`);
    if (turn === null || row === undefined) continue;
    const { started_ms: startedMs = 0, ended_ms: endedMs = 0, state } = turn;
    worked.push({ id, chatId: row.chatId, messageId: row.messageId, state, startedMs, endedMs });
  }
  return worked;
}

/** A lost answer with what the records say became of it. */
async function explain({ store }: World, place: string, worked: readonly Worked[]): Promise<string> {
  const turn = worked.find(({ chatId, messageId }) => `${chatId}/${messageId}` === place);
  if (turn === undefined) return `${place}: no record`;
  const names = ["0:s", "0:n", "0:u", "0:m", "0:x"];
  const row = await store.redis.hmget(store.keys.ledger(turn.id), ...names);
  const ledger = names.map((name, at) => `${name}=${row[at] ?? "-"}`).join(" ");
  return `${place}: ${turn.state}, ${ledger}, ended ${new Date(turn.endedMs).toISOString()}`;
}

/** One run: talk under kills, then wait for what is owed, then the audit of what people saw. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = createRandom(options.seed);
  options.say(`seed ${options.seed}: ${options.kills} kills, ${options.messages} messages`);
  const { workers, modelMs } = options;
  const world = await openWorld({ workers, modelMs, doorsWork: true });
  world.telegram.fail("*", { kind: "slow", ms: telegramMs }, Number.POSITIVE_INFINITY);
  const startedMs = performance.now();
  try {
    const lengthMs = options.kills * options.everyMs;
    const [asked, kills] = await Promise.all([
      talk(world, options, createRandom(options.seed + 1), startedMs + lengthMs),
      rage(world, options, random),
    ]);
    const calmMs = performance.now();
    const answered = await settle(world, options.messages);
    const settledMs = performance.now() - calmMs;
    // What was being sent at the last kill may come once more, marked.
    await pause(6000);
    const worked = await readWorked(world, asked);
    const verdict = audit(asked, world.telegram.sent, worked);
    const lost = await Promise.all(verdict.lost.map((place) => explain(world, place, worked)));
    return {
      ...verdict,
      lost,
      kills,
      answered,
      settledMs,
      seconds: (performance.now() - startedMs) / 1000,
      modelCalls: world.models.tokens.calls,
    };
  } finally {
    await world.close();
  }
}
