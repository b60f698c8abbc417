import type {
  AdapterStore,
  Bilingual,
  Clock,
  IncomingMessage,
  Log,
  MetricRegistry,
  OutboundPart,
  PersonReading,
  Reply,
  Session,
  Turn,
} from "#contract";
import type { Activity } from "../journal/activity.ts";
import type { AuditLog } from "../journal/audit-log.ts";
import type { Journal } from "../journal/journal.ts";
import type { Observe } from "../journal/observation.ts";
import type { TurnSearch } from "../journal/search/search.ts";
import type { PipelinePorts } from "../pipeline/ports.ts";
import type { TurnOutcome } from "../pipeline/turn.ts";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Outbox } from "../queue/outbox.ts";
import type { Resend } from "../queue/resend.ts";
import type { Signals } from "../queue/signals.ts";
import type { Step, Together } from "../queue/step.ts";
import type { ConnectPorts } from "./connections/connect-ports.ts";

/** Somebody whom an administrator let in or shut out, as `<platform>:<id>`. */
export interface KnownPerson {
  readonly name: string;
  readonly state: "paired" | "blocked";
  readonly kind: "direct" | "group";
  readonly displayName?: string | undefined;
  readonly atMs: number;
  readonly by: string;
}

/** Somebody who waits at the door with a code. */
export interface WaitingPerson {
  readonly code: string;
  readonly name: string;
  readonly kind: "direct" | "group";
  readonly displayName?: string | undefined;
  /** Of a group: who asked, by name and as `<platform>:<id>`. */
  readonly askedBy?: string | undefined;
  readonly expiresMs: number;
  /** Where to tell the decision. */
  readonly message: IncomingMessage;
}

/** Who may talk to the bot; the gateway's, which this layer does not know. */
export interface People {
  people(): Promise<readonly KnownPerson[]>;
  requests(): Promise<readonly WaitingPerson[]>;
  approve(code: string, by: string): Promise<WaitingPerson | undefined>;
  revoke(name: string): Promise<boolean>;
  block(name: string, by: string): Promise<void>;
  unblock(name: string): Promise<boolean>;
}

/** One line of the health page. `ok` undefined: off, or not known here. */
export interface HealthLine {
  readonly group: "processes" | "adapters" | "logins" | "models" | "sources" | "delivery" | "redis" | "clock";
  readonly name: string;
  readonly ok?: boolean;
  readonly detail: string | Bilingual;
  /** What is wrong, as a code: what to do about it goes by it. */
  readonly fault?: string;
  /** Since when it is at fault, as far as is known; and until when it is left alone. Epoch milliseconds. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
}

/** One setting as the service has it. `value`: absent for secrets, and where there is none. `isWaiting`: its change waits for a restart. */
export interface SettingLine {
  readonly name: string;
  readonly value?: string;
  readonly isSecret: boolean;
  readonly origin: "environment" | ".env" | "qianmen.yaml" | "default" | "none";
  readonly isWaiting: boolean;
}

/** A question or a part of an answer in its chat's order. */
export interface UnderWayRow {
  /** `inbound`, `outbound-<platform>`. */
  readonly queue: string;
  readonly chat: string;
  readonly turnId: string;
  /** From 0; of an answer alone. */
  readonly part?: number;
  /** `direct`: in work right where it came in, without a job of BullMQ. `again`: it was tried, and waits for its next attempt. */
  readonly held: "direct" | "job" | "again" | "waits";
  /** How many of the chat come first, and how many there are in all. */
  readonly ahead: number;
  readonly length: number;
}

/** `chats`: in how many something is under way; not all of them need be among the rows. */
export interface UnderWay {
  readonly chats: number;
  readonly rows: readonly UnderWayRow[];
}

/** An answer that is ready and has not been sent. */
export interface WaitingAnswer {
  /** Of the turn. */
  readonly id: string;
  readonly platform: string;
  /** When its question came in, epoch milliseconds. */
  readonly acceptedMs: number;
}

/** Of a million tokens, in the operator's currency. */
export interface ModelPrice {
  readonly prompt: number;
  readonly completion: number;
}

/** `to`: a dataset other than the installation's own. */
export interface CollectHow {
  readonly wrong: boolean;
  readonly to?: string;
}

export interface CollectedCase {
  readonly caseId: string;
  readonly path: string;
  /** False: the dataset had a case of this turn. */
  readonly added: boolean;
}

/** What the acts need; the command line has it too. */
export interface ActPorts {
  readonly journal: Journal;
  readonly search: TurnSearch;
  readonly audit: AuditLog;
  readonly inbound: OrderedQueue;
  readonly outbox: Outbox;
  readonly resend: Resend;
  readonly signals: Pick<Signals, "publish">;
  readonly together: Together;
  /** The steps by which what an answer says of its asker's watchlist and reminders is done, in the script that ends its turn. */
  readonly changeSteps: (
    turn: Pick<Turn, "id" | "message">,
    changes: Pick<TurnOutcome, "watchlist" | "reminders">,
  ) => readonly Step[];
  /** Adds to a turn's conversation what was answered, unless that was begun anew since the turn came in. */
  readonly rememberStep: (turn: Pick<Turn, "id" | "message">, left: Session) => Step;
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
  /** Told of the turns that an act ends. */
  readonly observe: Observe;
  /** Takes a turn out of the journal, the ledger and all indexes. */
  readonly erase: (turn: Turn) => Promise<void>;
  readonly people: People;
  /** Makes a case of a turn for the evaluation, with the turns that it rests on; `wrong`: its answer was not right. Once a turn and file. */
  readonly collect: (turn: Turn, how: CollectHow) => Promise<CollectedCase>;
  /** Brought up for the first act that runs a turn again: most do not. */
  readonly pipeline: () => Promise<PipelinePorts>;
  /** Small things of this layer's own: replays, failed log-ins, ended sessions. */
  readonly keep: AdapterStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** How to get in. */
export interface DoorSettings {
  readonly operatorToken: string;
  readonly viewerToken?: string;
  /** Whether viewers are spared what people wrote. */
  readonly viewerText: "show" | "hide";
  /** `https://host[:port]` under which others reach this service. */
  readonly publicUrl?: string;
}

export interface Assets {
  readonly script: string;
  readonly style: string;
}

/** BullMQ's queues as pages of their own below `/admin/queues`. */
export interface QueueBoard {
  /** Only asked with GET and HEAD. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Everything the site is handed. */
export interface AdminPorts extends ActPorts {
  readonly connect: ConnectPorts;
  readonly door: DoorSettings;
  readonly assets: Assets;
  readonly activity: Activity;
  readonly metrics: MetricRegistry;
  /** The code of the one company that goes by this name; undefined where there is none, or several. */
  readonly codeOf: (name: string) => string | undefined;
  readonly prices: () => ReadonlyMap<string, ModelPrice>;
  readonly health: () => Promise<readonly HealthLine[]>;
  readonly settings: () => readonly SettingLine[];
  /** Where Redis is, without user and password; undefined: a private one that is started anew by itself. */
  readonly redisPlace?: string;
  /** Who is meant by a name that was written by hand. */
  readonly readPerson: (written: string) => PersonReading;
  /** Names of the platforms that turns may come from. */
  readonly platforms: readonly string[];
  /** Jobs by queue and state. */
  readonly queueCounts: () => Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  readonly underWay: () => Promise<UnderWay>;
  /** The answer that has waited longest to be sent; undefined where none waits. */
  readonly oldestAnswer: () => Promise<WaitingAnswer | undefined>;
  readonly openBoard: () => Promise<QueueBoard>;
  /** Aborted when the service stops: live pages end. */
  readonly signal: AbortSignal;
}

/** Who acts: `operator#<session>`, `cli:<user>`. */
export interface Actor {
  readonly who: string;
}

/** What became of an act, in words for who asked for it. */
export interface ActOutcome {
  readonly ok: boolean;
  readonly said: Bilingual;
  /** The turn to look at next. */
  readonly turnId?: string;
}
