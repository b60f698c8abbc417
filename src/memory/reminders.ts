import { z } from "zod";
import {
  alertRule,
  type IncomingMessage,
  type KeptReminder,
  maxReminders,
  type ReminderChange,
  reminderKey,
  sessionKey,
} from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";

/** Where a person's reminders go, as far as a message needs it. */
export type Addressee = Pick<
  IncomingMessage,
  "platform" | "accountId" | "chatId" | "senderId" | "senderName"
>;

/** All reminders of one person in one chat. */
export interface RemindersOf {
  /** `sessionKey` of the chat. */
  readonly owner: string;
  readonly to: Addressee;
  readonly reminders: readonly KeptReminder[];
}

/**
 * Alerts and digests, by `sessionKey(message)` of the contract. They are kept until they are done, over, or taken away by their owner; `/new`
 * leaves them alone. All of them stand in one hash, for who looks what is due has to see all. Everything throws AppError INTAKE_DOWN when
 * Redis is away.
 */
export interface Reminders {
  /** Alerts first, each kind in the order in which it was set. */
  read(owner: string): Promise<readonly KeptReminder[]>;
  /** What cannot be read is told, and left out. */
  all(onUnreadable: (owner: string) => void): Promise<readonly RemindersOf[]>;
  /** Carries a turn's changes out, in their order, in the script that ends it; a turn that comes by again changes nothing. */
  changeStep(
    turn: { readonly id: string; readonly message: IncomingMessage },
    turnKey: string,
    changes: readonly ReminderChange[],
  ): Step;
  /**
   * Takes a reminder away (null), or writes down what has become of it, and lets the steps after it run; these do not where that had been
   * done before, or the reminder is gone. So what is due is accepted once, by whomever.
   */
  duePatchStep(owner: string, id: string, patch: Readonly<Record<string, string | boolean>> | null): Step;
  /** Takes all away that belong to somebody, by `<platform>:<sender>`. */
  dropOf(person: string): Promise<void>;
}

const saveLua = `
local function save(key, owner, kept)
  if #kept.list == 0 then redis.call('HDEL', key, owner) else redis.call('HSET', key, owner, cjson.encode(kept)) end
end`;

/**
 * KEYS reminders, turn · ARGV owner, where they go, most, beginning of the new ids, changes, each as JSON. The turn's field `rm` says that its
 * changes are made.
 */
const changeLua = `${saveLua}
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HSETNX', KEYS[2], '${turnField.reminders}', 1) == 0 then return 0 end
local text = redis.call('HGET', KEYS[1], ARGV[1])
local kept = text and cjson.decode(text) or {list = {}}
kept.to = cjson.decode(ARGV[2])
for at, change in ipairs(cjson.decode(ARGV[5])) do
  local goes, rest = {}, {}
  for _, id in ipairs(change.ids or {}) do goes[id] = true end
  for _, each in ipairs(kept.list) do
    local isReplaced = change.reminder and each.key == change.reminder.key
    if not (isReplaced or goes[each.id]) then table.insert(rest, each) end
  end
  if change.reminder and #rest < tonumber(ARGV[3]) then
    change.reminder.id = ARGV[4] .. at
    table.insert(rest, change.reminder)
  end
  kept.list = rest
end
save(KEYS[1], ARGV[1], kept)
return 1`;

/** KEYS reminders · ARGV owner, id, patch as JSON ('' takes it away) → 'due' | 'gone' */
const duePatchLua = `${saveLua}
local text = redis.call('HGET', KEYS[1], ARGV[1])
local kept = text and cjson.decode(text) or {list = {}}
for at, each in ipairs(kept.list) do
  if each.id == ARGV[2] then
    local isNew = ARGV[3] == ''
    if isNew then table.remove(kept.list, at) end
    for name, value in pairs(isNew and {} or cjson.decode(ARGV[3])) do
      isNew = isNew or each[name] ~= value
      each[name] = value
    end
    if not isNew then return 'gone' end
    save(KEYS[1], ARGV[1], kept)
    return 'due'
  end
end
return 'gone'`;

const changeKind = { lua: changeLua } as const;
const duePatchKind = { lua: duePatchLua, goOn: "due" } as const;

const common = { id: z.string(), key: z.string(), text: z.string() };
const storedReminder = z.discriminatedUnion("kind", [
  z.object({
    ...{ kind: z.literal("alert"), ...common, until: z.string(), armed: z.boolean() },
    ...{ rule: alertRule, action: z.object({ skill: z.string(), input: z.record(z.string(), z.json()) }) },
  }),
  z.object({
    ...{ kind: z.literal("digest"), ...common, at: z.string(), done: z.string() },
    topic: z.string().exactOptional(),
  }),
]);
const place = { platform: z.string(), accountId: z.string(), chatId: z.string() };
const stored = z.object({
  to: z.object({ ...place, senderId: z.string(), senderName: z.string().exactOptional() }),
  list: z.array(z.unknown()),
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Written by `changeLua`. What cannot be read is told, and left out. */
function readKept(text: string, onUnreadable: () => void): Omit<RemindersOf, "owner"> | undefined {
  const kept = stored.safeParse(parse(text));
  if (!kept.success) {
    onUnreadable();
    return undefined;
  }
  const reminders = kept.data.list.flatMap((each): KeptReminder[] => {
    const read = storedReminder.safeParse(each);
    if (!read.success) {
      onUnreadable();
      return [];
    }
    const { key: _, ...reminder } = read.data;
    return [reminder];
  });
  const sorted = reminders.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
  return { to: kept.data.to, reminders: sorted };
}

const addresseeOf = ({ platform, accountId, chatId, senderId, senderName }: IncomingMessage): Addressee => ({
  ...{ platform, accountId, chatId, senderId },
  ...(senderName === undefined ? {} : { senderName }),
});

/** A reminder goes with its key, by which a later one takes its place. */
const withKey = (change: ReminderChange) =>
  change.op === "drop"
    ? change
    : { ...change, reminder: { ...change.reminder, key: reminderKey(change.reminder) } };

export function createReminders(store: Store): Reminders {
  const key = store.keys.reminders;
  const all: Reminders["all"] = async (onUnreadable) => {
    const found = await store.guarded((redis) => redis.hgetall(key));
    return Object.entries(found).flatMap(([owner, text]) => {
      const kept = readKept(text, () => onUnreadable(owner));
      return kept === undefined ? [] : [{ owner, ...kept }];
    });
  };
  return {
    async read(owner) {
      const text = await store.guarded((redis) => redis.hget(key, owner));
      return text === null ? [] : (readKept(text, () => {})?.reminders ?? []);
    },
    all,
    changeStep: ({ id, message }, turnKey, changes) => ({
      kind: changeKind,
      keys: [key, turnKey],
      args: [
        sessionKey(message),
        JSON.stringify(addresseeOf(message)),
        maxReminders,
        `${id}-r`,
        JSON.stringify(changes.map(withKey)),
      ],
    }),
    duePatchStep: (owner, id, patch) => ({
      kind: duePatchKind,
      keys: [key],
      args: [owner, id, patch === null ? "" : JSON.stringify(patch)],
    }),
    async dropOf(person) {
      const theirs = (await all(() => {})).filter(({ to }) => `${to.platform}:${to.senderId}` === person);
      const owners = theirs.map(({ owner }) => owner);
      if (owners.length > 0) await store.guarded((redis) => redis.hdel(key, ...owners));
    },
  };
}
