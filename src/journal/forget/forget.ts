import { createHash } from "node:crypto";
import type { ChatAddress, IncomingMessage, Turn } from "#contract";
import { inBatches } from "../../store/in-batches.ts";
import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";
import { turnField } from "../../store/turn-fields.ts";
import { fieldsOf, turnOf } from "../record.ts";
import { eraseTurn } from "./erase.ts";
import { eraseEvents } from "./erase-events.ts";
import { eraseReminders } from "./erase-reminders.ts";
import { ownKeys } from "./own-keys.ts";
import { eraseJobs, eraseRemnants, isIdOfChat, remnantsOf } from "./remnants.ts";

/** What was taken away of one person, by kind; and what was still there afterwards, which is nothing. */
export interface Forgotten {
  readonly turns: number;
  readonly keys: number;
  readonly entries: number;
  readonly auditLines: number;
  /** Cases made of their words, outside Redis. */
  readonly cases: number;
  /** Found by a second look over everything. */
  readonly left: number;
  /** Reminders that cannot be read and stand under another name; they are left as they are. */
  readonly unreadable: number;
  /** Whether Redis has rewritten its append-only file, so that nothing is on the disk either; undefined where it has none. */
  readonly rewritten?: boolean;
}

export interface ForgetOptions {
  readonly platform: string;
  /** Of a person, or of a group. */
  readonly id: string;
  /** Called first, with all turns: cancels those that have not ended, and waits a while until nobody works on any of them. */
  readonly settle: (turns: readonly Turn[]) => Promise<void>;
  /** Called before a turn is erased: takes its jobs out of the queues. Without a state where the journal holds it no more. */
  readonly dropJobs: (turn: Turn | LeftJobs) => Promise<void>;
}

/** Of a turn that the journal holds no more: its jobs, and the chat in whose order they stand. */
export interface LeftJobs {
  readonly id: string;
  readonly message: ChatAddress;
}

/** A name that says nothing, for the audit line of a forgotten person. */
export const traceless = (platform: string, id: string): string =>
  `forgotten:${createHash("sha256").update(`${platform}:${id}`).digest("hex").slice(0, 12)}`;

type Place = Pick<IncomingMessage, "platform" | "senderId" | "chatId">;

const isTheirs = (message: Place, { platform, id }: Pick<ForgetOptions, "platform" | "id">): boolean =>
  message.platform === platform && (message.senderId === id || message.chatId === id);

/** Every turn of the person, of whatever version: by its record, not by an index. */
async function turnsOf(store: Store, options: ForgetOptions): Promise<Turn[]> {
  const found: Turn[] = [];
  const prefix = store.keys.turn("");
  for await (const page of scanKeys(store, `${prefix}*`)) {
    const rows = await store.guarded((redis) =>
      Promise.all(page.map((key) => redis.hget(key, turnField.message))),
    );
    for (const [at, text] of rows.entries()) {
      const key = page[at];
      if (key === undefined || text === null || !isTheirs(JSON.parse(text) as IncomingMessage, options))
        continue;
      const fields = await store.guarded((redis) => redis.hgetall(key));
      found.push(turnOf(key.slice(prefix.length), fieldsOf(Object.entries(fields).flat())));
    }
  }
  return found;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Whether a text names the person: the id alone, not as a part of a longer one. */
function naming({ id }: ForgetOptions): (text: string) => boolean {
  const pattern = new RegExp(`(^|[^A-Za-z0-9])${literal(id)}($|[^A-Za-z0-9])`);
  return (text) => pattern.test(text);
}

/** Keys and hash entries that are kept under the person's name by adapters and by who lets people in. */
async function eraseKept(store: Store, options: ForgetOptions, turnIds: ReadonlySet<string>) {
  const names = naming(options);
  const { platform } = options;
  const mentions = (text: string) => [...turnIds].some((turnId) => text.includes(turnId));
  let keys = 0;
  let entries = 0;
  const drop = async (key: string) => {
    keys += await store.guarded((redis) => redis.del(key));
  };
  for (const owner of [platform, "access", "admin", "health", "eval", "beside"]) {
    const prefix = store.keys.adapter(owner, "");
    for await (const page of scanKeys(store, `${prefix}*`)) {
      for (const key of page) {
        const name = key.slice(prefix.length);
        const isHash = (await store.guarded((redis) => redis.type(key))) === "hash";
        const text = isHash ? "" : ((await store.guarded((redis) => redis.get(key))) ?? "");
        const own = owner === "admin" ? mentions(name) || mentions(text) : names(name) || names(text);
        if (own) await drop(key);
        else if (isHash)
          for (const [field, value] of Object.entries(await store.guarded((redis) => redis.hgetall(key))))
            if (names(field) || names(value))
              entries += await store.guarded((redis) => redis.hdel(key, field));
      }
    }
  }
  const { erased, unreadable } = await eraseReminders(store, options, names);
  return { keys, entries: entries + erased, unreadable };
}

async function eraseAudit(
  store: Store,
  options: ForgetOptions,
  turnIds: ReadonlySet<string>,
): Promise<number> {
  const names = naming(options);
  const filtered = new RegExp(`"${options.platform}(?::|/[^/"]+/)${literal(options.id)}[/"]`);
  const lines = await store.guarded((redis) => redis.xrange(store.keys.audit, "-", "+"));
  const theirs = lines.filter(([, [, text = ""]]) => {
    const {
      what = "",
      before,
      after,
    } = JSON.parse(text) as Readonly<Record<string, unknown>> & {
      what?: string;
    };
    const isOfTurn =
      turnIds.has(what) || [...turnIds].some((turnId) => JSON.stringify(after ?? "").includes(turnId));
    // A turn that the journal holds no more: its chat stands in the middle of its id.
    const isOfChat = isIdOfChat(what, options);
    // A bulk act says by what its turns were chosen: `telegram:42`, `telegram/7/42`.
    const isChosen = filtered.test(JSON.stringify([before, after]));
    return isOfTurn || isOfChat || isChosen || (what.startsWith(`${options.platform}:`) && names(what));
  });
  for (const [line] of theirs) await store.guarded((redis) => redis.xdel(store.keys.audit, line));
  return theirs.length;
}

/** What bears the person's name itself, and what still stands of turns that the journal holds no more. Resolves with how many keys and turns. */
async function eraseOwn(store: Store, options: ForgetOptions): Promise<number> {
  const own = await ownKeys(store, options);
  const remnants = await remnantsOf(store, options, own);
  for (const { id, message } of remnants) if (message !== undefined) await options.dropJobs({ id, message });
  const jobs = await eraseJobs(store, remnants);
  const ids = new Set(remnants.map(({ id }) => id));
  if (ids.size > 0)
    await eraseEvents(store, (job) => ids.has(job) || [...ids].some((id) => job.startsWith(`${id}-`)));
  await eraseRemnants(store, remnants);
  let keys = 0;
  for (const batch of inBatches(own)) keys += await store.guarded((redis) => redis.del(...batch));
  return keys + remnants.length + jobs;
}

/** Has the append-only file rewritten without what was deleted; false when that did not end in time. */
async function rewrite(store: Store, sleep: (ms: number) => Promise<unknown>): Promise<boolean | undefined> {
  const info = () => store.guarded((redis) => redis.info("persistence"));
  if (!(await info()).includes("aof_enabled:1")) return undefined;
  await store.guarded((redis) => redis.call("BGREWRITEAOF"));
  for (let look = 0; look < 600; look++) {
    const text = await info();
    if (/aof_rewrite_in_progress:0/.test(text) && /aof_rewrite_scheduled:0/.test(text))
      return text.includes("aof_last_bgrewrite_status:ok");
    await sleep(100);
  }
  return false;
}

/**
 * Erases everything of one person: turns, deliveries, memory, jobs, pairing, what adapters keep, audit lines about them; then has
 * the append-only file rewritten. `eraseCases` takes away what was made of the turns outside Redis, once they are known. Of a group the turns of all its members. Throws AppError INTAKE_DOWN when Redis goes away.
 */
export async function forget(
  store: Store,
  options: ForgetOptions,
  sleep: (ms: number) => Promise<unknown>,
  eraseCases: () => Promise<number> = async () => 0,
): Promise<Forgotten> {
  const turns = await turnsOf(store, options);
  const turnIds = new Set(turns.map(({ id }) => id));
  await options.settle(turns);
  for (const turn of turns) {
    await options.dropJobs(turn);
    await eraseTurn(store, turn);
  }
  // Also of a turn that the journal holds no more.
  await eraseEvents(
    store,
    (job) => isIdOfChat(job, options) || [...turnIds].some((id) => job === id || job.startsWith(`${id}-`)),
  );
  const cases = await eraseCases();
  const kept = await eraseKept(store, options, turnIds);
  const keys = kept.keys + (await eraseOwn(store, options));
  const auditLines = await eraseAudit(store, options, turnIds);
  const rewritten = await rewrite(store, sleep);
  const again = await eraseKept(store, options, turnIds);
  const left =
    (await turnsOf(store, options)).length + again.keys + again.entries + (await eraseOwn(store, options));
  const { entries, unreadable } = kept;
  const found = { turns: turns.length, keys, entries, auditLines, cases, left, unreadable };
  return rewritten === undefined ? found : { ...found, rewritten };
}
