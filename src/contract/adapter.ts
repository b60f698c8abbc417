import type { z } from "zod";
import type { Clock } from "./clock.ts";
import type { Bilingual } from "./json.ts";
import type { Log } from "./log.ts";
import type { ChatAddress, IncomingMessage } from "./message.ts";
import type { OutboundPart, SendOutcome } from "./reply.ts";
import type { Settings, Switch } from "./settings.ts";

/** What became of a message at the door. Every value means: acknowledge it to the platform. */
export type ReceiveOutcome =
  | { readonly accepted: true; readonly turnId: string }
  | { readonly accepted: false; readonly reason: "duplicate" | "ignored" | "no_access" | "rate_limited" };

/** A command that platforms may offer in their menus. */
export interface CommandSpec {
  readonly name: string;
  readonly description: Bilingual;
}

/** What the host gives to an adapter. */
export interface AdapterHost<Config> {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Folder for sockets and credentials, mode 0700. */
  readonly dataFolder: string;
  readonly commands: readonly CommandSpec[];
  /** Outgoing HTTP; respects the standard proxy variables. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Hands a message in. Resolves only after Redis holds it; acknowledge to the platform only then.
   * Throws AppError INTAKE_DOWN when it cannot be held: do not acknowledge, let the platform redeliver.
   */
  receive(message: IncomingMessage): Promise<ReceiveOutcome>;
}

/** One running connection to one platform. */
export interface Adapter {
  /** Longest text of one message, in UTF-16 code units; longer replies are split before they get here. */
  readonly maxCharacters: number;
  /** Begins to receive. Throws AppError CONFIG_INVALID for what will never work (a wrong token); retries the rest by itself. */
  start(): Promise<void>;
  /** Stops receiving and resolves once no message is half-way in. */
  stop(): Promise<void>;
  /** Sends one part. Never throws. */
  send(part: OutboundPart): Promise<SendOutcome>;
  /**
   * Replaces an earlier message of ours by the part. Never throws; `delivered` also when it already read so.
   * A platform without it gets no progress texts, for they could not become the answer; it gets `typing`.
   */
  edit?(receipt: string, part: OutboundPart): Promise<SendOutcome>;
  /** Shows that work is going on. Lossy; never throws. */
  typing?(chat: ChatAddress): Promise<void>;
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
  /** True where strangers can reach it, so that ACCESS must be set before it starts. */
  readonly public: boolean;
  isOn(config: z.infer<Schema>): Switch;
  /** Asks the platform whether the settings work (a token), for the operator. Never throws; no secret in `detail`. */
  probe?(
    host: Pick<AdapterHost<z.infer<Schema>>, "config" | "log" | "clock" | "fetch">,
    signal: AbortSignal,
  ): Promise<{ readonly ok: boolean; readonly detail: string }>;
  create(host: AdapterHost<z.infer<Schema>>): Adapter;
}

export const defineAdapter = <Schema extends z.ZodObject>(
  definition: AdapterDefinition<Schema>,
): AdapterDefinition<Schema> => definition;
