import type { z } from "zod";
import type { Bilingual } from "../records/json.ts";
import type { ChatAddress, IncomingMessage } from "../records/message.ts";
import type { OutboundPart, SendOutcome } from "../records/reply.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Settings, Switch } from "./settings.ts";

/** What became of a message at the door. Every value means: acknowledge it to the platform. */
export type ReceiveOutcome =
  | { readonly accepted: true; readonly turnId: string }
  | {
      readonly accepted: false;
      readonly reason: "duplicate" | "ignored" | "no_access" | "rate_limited" | "used_up";
    };

/** A command that platforms may offer in their menus. */
export interface CommandSpec {
  readonly name: string;
  readonly description: Bilingual;
}

/**
 * What an adapter keeps in Redis beside the turns (where it stands in a stream, what a chat still allows), under names of its own
 * that no other adapter sees; shared by all processes of an installation. Everything throws AppError INTAKE_DOWN while Redis is away.
 */
export interface AdapterStore {
  get(name: string): Promise<string | undefined>;
  /** False, and nothing is written, where `ifAbsent` is asked for and something is there. Kept for ever without `ttlMs`. */
  set(name: string, value: string, options?: { ttlMs?: number; ifAbsent?: boolean }): Promise<boolean>;
  /** Counts one more, from 1, and keeps the count for `ttlMs` from now. */
  increment(name: string, ttlMs: number): Promise<number>;
  delete(name: string): Promise<void>;
  /** The values of a group by their names. A group has an end only where its entries are set with one. */
  entries(group: string): Promise<ReadonlyMap<string, string>>;
  /** Those of them that have one of these names, without a look at the others. */
  someEntries(group: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** `ttlMs`: the whole group goes this long after the last entry that was set so. */
  setEntry(group: string, name: string, value: string, options?: { ttlMs?: number }): Promise<void>;
  deleteEntry(group: string, name: string): Promise<void>;
}

/** What the host gives to an adapter. */
export interface AdapterHost<Config> {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Folder for sockets and credentials, mode 0700. */
  readonly dataFolder: string;
  readonly commands: readonly CommandSpec[];
  /** Outgoing HTTP; respects the standard proxy variables, and follows a redirect only where the request says so. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Hands a message in. Resolves only after Redis holds it; acknowledge to the platform only then.
   * Throws AppError INTAKE_DOWN when it cannot be held: do not acknowledge, let the platform redeliver.
   */
  receive(message: IncomingMessage): Promise<ReceiveOutcome>;
  /**
   * For transports that allow one receiver (long polling): does `work` while no other process does any under the same name, and
   * again whenever this one's turn comes, until `signal` aborts; resolves after that. `work` must end soon after its own signal
   * aborts, which also happens when another process has taken over. Absent where there is only one process.
   */
  alone?(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  readonly store: AdapterStore;
  /** Has the chat's next part tried at once that `send` answered with `held`. A hint: never throws; without it the wait is longer. */
  wake?(chat: ChatAddress): Promise<void>;
  /** Counts something that the operator should see, e.g. `login_required`, for the metrics. A word, no id in it. */
  count?(what: string): void;
  /**
   * Tells the operator that an account has to be connected anew: in the operator's own chat where there is one, with a link to a page
   * that draws codes. Called once for each loss. Resolves when they have been told, or cannot be; rejects with AppError INTAKE_DOWN, or
   * what the signal aborts with: then tell them again.
   */
  loginLost?(accountId: string, signal: AbortSignal): Promise<void>;
}

/** What a login needs of the host. */
export interface LoginHost<Config>
  extends Pick<AdapterHost<Config>, "config" | "log" | "clock" | "dataFolder" | "fetch" | "store"> {
  /** Does `work` on the platform's accounts in the data folder while nobody else does any, in this process or another. */
  withAccounts<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Where a person logs in: a terminal or a page. */
export interface LoginScreen {
  /** `link` is the text to draw as a QR code for the person to scan; it takes the place of the one before. */
  show(link: string): void;
  /** How far it is, in words for the person. */
  tell(text: Bilingual): void;
  /** The digits that the person's phone shows. `wrong`: those given before were not right. Undefined: nobody can be asked. */
  ask(wrong: boolean): Promise<string | undefined>;
}

/** `already`: the person was connected before, nothing has changed. */
export type LoginOutcome =
  | { readonly ok: true; readonly accountId: string; readonly already: boolean }
  | { readonly ok: false; readonly reason: Bilingual };

/** One account that somebody has connected by a code, as the operator sees it. */
export interface ConnectedAccount {
  readonly accountId: string;
  /** Whose chat it serves, where it is one person's. */
  readonly userId?: string;
  /** `connected`: nothing is known against it. */
  readonly state: "connected" | "connecting" | "login_required";
  /** Since when it is so, epoch milliseconds, where that is known. */
  readonly sinceMs?: number;
}

/** How much a platform takes of one reply. */
export interface ReplyLimits {
  /** Longest text of one message, in UTF-16 code units; longer replies are split before they get here. */
  readonly maxCharacters: number;
  /**
   * Most messages that one reply may take. A longer one is its beginning and a text file that holds all of it. Absent: as many as it
   * needs.
   */
  readonly maxParts?: number;
}

/** One running connection to one platform. */
export interface Adapter extends ReplyLimits {
  /** Where it is true, the answer to a question that waited beside another of its chat begins with its first characters: 「…」. */
  readonly cannotQuote?: boolean;
  /** A part that is sent again (same turn, same number) is shown once, so a crash in the middle of a send costs nothing. */
  readonly repeatable?: boolean;
  /** Begins to receive. Throws AppError CONFIG_INVALID for what will never work (a wrong token); retries the rest by itself. */
  start(): Promise<void>;
  /** Stops receiving and resolves once no message is half-way in. */
  stop(): Promise<void>;
  /** Sends one part. Never throws. */
  send(part: OutboundPart): Promise<SendOutcome>;
  /**
   * False while `send` would answer `held`: asked before a part is looked at, so that what ages is made anew when it can go out, not
   * before. Cheap; never throws; true when in doubt.
   */
  mayWrite?(chat: ChatAddress): Promise<boolean>;
  /** Most parts of one chat that wait while `mayWrite` says no; beyond them the oldest is given up. Absent: as many as come. */
  readonly mostHeld?: number;
  /** A part was given up because too many wait: the person is told with the next one that goes out. Twice is once. Rejects with AppError INTAKE_DOWN. */
  gaveUp?(part: OutboundPart): Promise<void>;
  /**
   * Replaces an earlier message of ours by the part. Never throws; `delivered` also when it already read so.
   * A platform without it gets no progress texts, for they could not become the answer; it gets `typing`.
   */
  edit?(receipt: string, part: OutboundPart): Promise<SendOutcome>;
  /**
   * Of an account that one process at a time holds: tells whether this one does, at once and at each change. Only the one that holds it
   * is given parts to send. Absent: every process can send.
   */
  onHolding?(tell: (isHolding: boolean) => void): void;
  /** Shows that work is going on. Lossy; never throws. */
  typing?(chat: ChatAddress): Promise<void>;
  /** Tells a client that waits for the turn's answer that none will come: it was canceled. Lossy; never throws. */
  canceled?(chat: ChatAddress, turnId: string): Promise<void>;
  /** Answers the platform's webhook, mounted at `/webhooks/<platform>`. Absent when not in webhook mode. */
  readonly webhook?: (request: Request) => Promise<Response>;
  health(): { readonly ok: boolean; readonly detail: string };
}

/** A folder under `adapters/` default-exports one of these. */
export interface AdapterDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /** The folder's name. */
  readonly platform: string;
  readonly summary: Bilingual;
  readonly settings: Settings<Schema>;
  /** Whether a person or a group there can have this id (`senderId`, `chatId`); absent: any may be one. */
  isId?(id: string): boolean;
  /** How an id of it looks, for who has to write one. */
  readonly idExample?: string;
  /** What a person should know of alerts and digests where they cannot always be sent when they are due. Absent where they can. */
  readonly arrival?: Bilingual;
  /** True where strangers can reach it, so that ACCESS must be set before it starts. */
  readonly public: boolean;
  isOn(config: z.infer<Schema>): Switch;
  /** Asks the platform whether the settings work (a token), for the operator. Never throws; no secret in `detail`. */
  probe?(
    host: Pick<AdapterHost<z.infer<Schema>>, "config" | "log" | "clock" | "fetch">,
    signal: AbortSignal,
  ): Promise<{ readonly ok: boolean; readonly detail: string }>;
  create(host: AdapterHost<z.infer<Schema>>): Adapter;
  /**
   * Those of the adapters that it creates, for processes that create none: workers split replies, and so does the administrator's
   * replay. Absent: these split cautiously, into short messages and as many as it needs.
   */
  readonly limits?: ReplyLimits;
  /**
   * Connects one more account by a code that its owner scans, and keeps its credentials; a running adapter takes them up by itself.
   * Absent where there is nothing to scan. Throws AppError CONFIG_INVALID or what the signal aborts with.
   */
  login?(host: LoginHost<z.infer<Schema>>, screen: LoginScreen, signal: AbortSignal): Promise<LoginOutcome>;
  /**
   * True where whoever scans a code connects an account of their own and may ask from then on, so that people may be invited by a
   * link. Else the account is the operator's, and so are its codes.
   */
  readonly invites?: boolean;
  /** The accounts that were connected by `login`. Rejects with AppError INTAKE_DOWN, or CONFIG_INVALID for what cannot be read. */
  accounts?(host: LoginHost<z.infer<Schema>>): Promise<readonly ConnectedAccount[]>;
}

export const defineAdapter = <Schema extends z.ZodObject>(
  definition: AdapterDefinition<Schema>,
): AdapterDefinition<Schema> => definition;
