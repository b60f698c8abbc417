import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type AdapterStore, type IncomingMessage, incomingMessage } from "#contract";
import { createGroupTitles, shownTitle } from "./group-titles.ts";
import type { OpenCode } from "./open-code.ts";
import type { Greeting } from "./receive.ts";

/** A sender or a group as the administrator names it: `<platform>:<id>`. */
export type PersonName = string;

const personSchema = z.object({
  state: z.enum(["paired", "blocked"]),
  kind: z.enum(["direct", "group"]),
  displayName: z.string().optional(),
  atMs: z.number(),
  by: z.string(),
});

const requestSchema = z.object({
  name: z.string(),
  kind: z.enum(["direct", "group"]),
  displayName: z.string().optional(),
  /** Of a group: who wrote to the bot in it, by name and as `<platform>:<id>`. */
  askedBy: z.string().optional(),
  expiresMs: z.number(),
  /** Where to tell the decision; its text is not kept. */
  message: incomingMessage,
});

/** Somebody who was let in or shut out. */
export type Person = z.infer<typeof personSchema> & { readonly name: PersonName };
/** Somebody who waits at the door; `code` is what they were told. */
export type PairingRequest = z.infer<typeof requestSchema> & { readonly code: string };

export interface PairingOptions {
  readonly store: AdapterStore;
  /** Over the same entries. */
  readonly openCode: OpenCode;
  /** The rule of the settings: open, who is on the list, or on a platform that no stranger can reach. */
  readonly isListed: (message: IncomingMessage) => boolean;
  /** Whether a stranger is given a code. */
  readonly offersCodes: () => boolean;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
}

/** Who may ask beside the settings: people and groups that an administrator approved, and those shut out. */
export interface Pairing {
  isAllowed(message: IncomingMessage): boolean | Promise<boolean>;
  /** Lets in whoever writes the owner's code; it works once. */
  claim(message: IncomingMessage): Promise<boolean>;
  greet(message: IncomingMessage): Promise<Greeting | null>;
  /** The newest decision first. */
  people(): Promise<readonly Person[]>;
  /** Unexpired ones, oldest first. */
  requests(): Promise<readonly PairingRequest[]>;
  /** Undefined: there is no such code, or it has expired. */
  approve(code: string, by: string): Promise<PairingRequest | undefined>;
  /** False: they were not let in. */
  revoke(name: PersonName): Promise<boolean>;
  block(name: PersonName, by: string): Promise<void>;
  /** False: they were not shut out. */
  unblock(name: PersonName): Promise<boolean>;
  /** A code that lets in whoever writes it first, for the installer; the same until it expires. */
  ownerCode(): Promise<string>;
}

/** Without letters and digits that look alike. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 8;
const ownerCodeLength = 16;
/** A text that is longer holds more than the owner's code, with the command before it and the blanks in it. */
const longestClaim = 100;
const codeTtlMs = 3_600_000;
/** How old the copy of the list may be by which a message is let in. */
const copyMs = 2000;

const makeCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** The name under which somebody is let in: a group as a whole, else the sender. */
const personOf = ({ platform, chatKind, chatId, senderId }: IncomingMessage): PersonName =>
  `${platform}:${chatKind === "group" ? chatId : senderId}`;

const senderOf = ({ platform, senderId }: IncomingMessage): PersonName => `${platform}:${senderId}`;

const normalCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, "");

/** Every entry of a group that still has its shape. */
function readEntries<Value>(
  entries: ReadonlyMap<string, string>,
  schema: z.ZodType<Value>,
): Map<string, Value> {
  const read = new Map<string, Value>();
  for (const [name, text] of entries) {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) read.set(name, parsed.data);
  }
  return read;
}

/** Who is let in, by a copy that is at most two seconds old; nobody is turned away by a copy. */
function createRegister({ store, wallMs }: PairingOptions) {
  let copy: ReadonlyMap<string, Omit<Person, "name">> = new Map();
  let readMs = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    const atMs = wallMs();
    copy = readEntries(await store.entries("people"), personSchema);
    readMs = atMs;
    return copy;
  };
  let reading: Promise<typeof copy> | undefined;
  return {
    refresh,
    /** As it stands now, of these names alone. */
    find: async (names: readonly PersonName[]) =>
      readEntries(await store.someEntries("people", names), personSchema),
    /** At most two seconds old; many who ask at once wait for one reading. */
    recent(): typeof copy | Promise<typeof copy> {
      if (wallMs() - readMs < copyMs) return copy;
      reading ??= refresh().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    async put(name: PersonName, person: Omit<Person, "name">) {
      await store.setEntry("people", name, JSON.stringify(person));
      await refresh();
    },
    async remove(name: PersonName, state: Person["state"]) {
      if ((await refresh()).get(name)?.state !== state) return false;
      await store.deleteEntry("people", name);
      await refresh();
      return true;
    },
  };
}

export function createPairing(options: PairingOptions): Pairing {
  const { store, openCode, isListed, offersCodes, wallMs } = options;
  const register = createRegister(options);
  const titles = createGroupTitles(store);

  const judge = (message: IncomingMessage, people: ReadonlyMap<string, Omit<Person, "name">>): boolean => {
    const own = people.get(personOf(message))?.state;
    if (own === "paired" && message.chatKind === "group") titles.note(personOf(message), message.chatTitle);
    if (own === "blocked" || people.get(senderOf(message))?.state === "blocked") return false;
    return (offersCodes() && own === "paired") || isListed(message);
  };
  const requests = async (): Promise<PairingRequest[]> => {
    const waiting = readEntries(await store.entries("waiting"), requestSchema);
    const nowMs = wallMs();
    const live: PairingRequest[] = [];
    for (const [code, request] of waiting) {
      if (request.expiresMs > nowMs) live.push({ code, ...request });
      else await store.deleteEntry("waiting", code);
    }
    return live.sort((a, b) => a.expiresMs - b.expiresMs);
  };
  /** What stands now of whom a message is from. */
  const ofMessage = (message: IncomingMessage) => register.find([personOf(message), senderOf(message)]);
  const isBlocked = (people: ReadonlyMap<string, Omit<Person, "name">>): boolean =>
    [...people.values()].some(({ state }) => state === "blocked");
  const claim = async (message: IncomingMessage): Promise<boolean> => {
    const said = normalCode(message.text.slice(0, longestClaim).replace(/^\/start\b/i, ""));
    if (said.length !== ownerCodeLength || message.chatKind === "group" || !offersCodes()) return false;
    const [held, people] = await Promise.all([store.get("owner"), ofMessage(message)]);
    if (held === undefined || !sameSecret(said, held) || isBlocked(people)) return false;
    await store.delete("owner");
    await register.put(senderOf(message), {
      ...described(message),
      state: "paired",
      atMs: wallMs(),
      by: "owner's code",
    });
    return true;
  };
  const codeFor = async (message: IncomingMessage): Promise<PairingRequest | undefined> => {
    const name = personOf(message);
    const nowMs = wallMs();
    const request = {
      name,
      ...described(message),
      expiresMs: nowMs + codeTtlMs,
      message: { ...message, text: "", attachments: [] },
    };
    const wanted = { name, code: makeCode(codeLength), request: JSON.stringify(request) };
    const standing = await openCode(wanted, nowMs);
    if (standing === undefined) return undefined;
    const parsed = requestSchema.safeParse(JSON.parse(standing.request));
    return parsed.success ? { code: standing.code, ...parsed.data } : undefined;
  };

  const remove = async (name: PersonName, state: Person["state"]): Promise<boolean> => {
    const isRemoved = await register.remove(name, state);
    if (isRemoved) await titles.drop(name);
    return isRemoved;
  };

  return {
    requests,
    claim,
    isAllowed(message) {
      const anew = () => ofMessage(message).then((people) => judge(message, people));
      const copy = register.recent();
      if (copy instanceof Promise) return copy.then((people) => judge(message, people) || anew());
      return judge(message, copy) || anew();
    },
    async greet(message) {
      if (isBlocked(await ofMessage(message))) return null;
      if (!offersCodes()) return { code: "ACCESS_DENIED" };
      const request = await codeFor(message);
      if (request === undefined) return { code: "ACCESS_DENIED" };
      const minutes = String(Math.max(1, Math.floor((request.expiresMs - wallMs()) / 60_000)));
      return { code: "PAIRING_NEEDED", params: { code: request.code, minutes } };
    },
    async people() {
      const [people, newest] = await Promise.all([register.refresh(), titles.read()]);
      return [...people]
        .map(([name, person]) => ({ name, ...person, displayName: newest.get(name) ?? person.displayName }))
        .sort((a, b) => b.atMs - a.atMs);
    },
    async approve(code, by) {
      const wanted = normalCode(code);
      const request = (await requests()).find((each) => each.code === wanted);
      if (request === undefined) return undefined;
      await store.deleteEntry("waiting", wanted);
      const { name, kind, displayName } = request;
      const shown = displayName === undefined ? {} : { displayName };
      await register.put(name, { state: "paired", kind, ...shown, atMs: wallMs(), by });
      return request;
    },
    revoke: (name) => remove(name, "paired"),
    unblock: (name) => remove(name, "blocked"),
    async block(name, by) {
      const known = (await register.refresh()).get(name);
      await register.put(name, { kind: "direct", ...known, state: "blocked", atMs: wallMs(), by });
      for (const request of await requests())
        if (request.name === name) await store.deleteEntry("waiting", request.code);
    },
    async ownerCode() {
      const code = makeCode(ownerCodeLength);
      await store.set("owner", code, { ttlMs: codeTtlMs, ifAbsent: true });
      return (await store.get("owner")) ?? code;
    },
  };
}

function described({ platform, chatKind, chatTitle, senderId, senderName }: IncomingMessage) {
  const [sender, group] = [shownTitle(senderName), shownTitle(chatTitle)];
  const displayName = chatKind === "group" ? group : sender;
  const asker = [sender, `${platform}:${senderId}`].filter((word) => word !== "").join(" ");
  return {
    kind: chatKind,
    ...(displayName === "" ? {} : { displayName }),
    ...(chatKind === "group" ? { askedBy: asker } : {}),
  };
}

/** Whether a text can be a name. */
export const isPersonName = (text: string): text is PersonName => /^[a-z][a-z0-9-]*:[^\s:,]+$/.test(text);
