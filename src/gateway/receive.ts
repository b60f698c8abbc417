import {
  AppError,
  type Clock,
  chatKey,
  type ErrorCode,
  endStates,
  type IncomingMessage,
  incomingMessage,
  type Language,
  type Log,
  maxMessageCharacters,
  type OutboundPart,
  type ReceiveOutcome,
  type Reply,
  userText,
} from "#contract";
import { languageOf } from "#language";
import { observedAtDoor } from "../journal/observation.ts";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Outbox } from "../queue/outbox.ts";
import type { Step } from "../queue/step.ts";
import { type Command, readCommand } from "./commands.ts";
import type { Pressure } from "./pressure.ts";
import type { createRateLimit } from "./rate-limit.ts";
import { type CommandParts, languageFor, runCommand } from "./run-command.ts";
import { unusableBecause } from "./usable.ts";

export interface ReceiveOptions extends CommandParts {
  readonly inbound: OrderedQueue;
  readonly outbox: Outbox;
  readonly isAllowed: (message: IncomingMessage) => boolean | Promise<boolean>;
  /** Lets in who may not ask yet, by what they wrote; cheap for all others, and what they wrote is not kept. */
  readonly claim?: (message: IncomingMessage) => Promise<boolean>;
  /** What somebody who may not ask is told, once a minute and chat; null: nothing. Without it that there is no access. */
  readonly greet?: (message: IncomingMessage) => Promise<Greeting | null>;
  /** The step that refuses the messages of who writes too many. */
  readonly limit: RateLimit;
  /** Without it there is no limit of the day. */
  readonly dayRequests?: DayRequests;
  readonly pressure: Pressure;
  /** Waits until a fail-over of Redis would not lose what is written, where that can happen. */
  readonly replicated: () => Promise<void>;
  /** Splits a reply as the message's platform needs it. */
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Greeting {
  readonly code: ErrorCode;
  readonly params?: Readonly<Record<string, string>>;
}

type RateLimit = ReturnType<typeof createRateLimit>;

/** How many questions a person, and everybody together, may ask in a day. Commands are none. */
export interface DayRequests {
  /** Counts the message in the script that records it, or stops that; null where no limit is set. */
  step(message: IncomingMessage): Step | null;
  /** Whether this reply of a step that stopped the rest is its own, and when there may be questions again. */
  refusedBy(reply: unknown): { readonly renews: string } | null;
  /** The message was the rest of another one. */
  giveBack(message: IncomingMessage): Promise<void>;
}

/** The door: what every adapter hands its messages to. Resolves once Redis holds what is needed to answer. */
export type Receive = (message: IncomingMessage) => Promise<ReceiveOutcome>;

const duplicate = { accepted: false, reason: "duplicate" } as const;
const ignored = { accepted: false, reason: "ignored" } as const;

/** Between two notices to a chat that may not ask. */
const noticeEveryMs = 60_000;
/** Who has to wait longer is told so, at most once a minute and chat. */
const longWaitSeconds = 10;

/** Answers at the door, as a turn of its own that never sees the queue of questions. */
async function answerHere(
  options: ReceiveOptions,
  message: IncomingMessage,
  answer: () => Promise<{ reply: Reply; error?: ErrorCode }>,
  isLimited: boolean,
): Promise<ReceiveOutcome> {
  const { journal, outbox, partsOf, clock, limit } = options;
  const kept = { ...message, text: message.text.slice(0, maxMessageCharacters) };
  const before = isLimited ? { before: [limit(message)] } : {};
  const acceptedMs = clock.wallMs();
  const created = await journal.create(kept, { acceptedMs, ...before });
  if (created.outcome === "stopped") return limited(options, message, created.reply);
  // One that stands half-way was cut off by a crash, and its platform sends it again: it is finished now.
  if (created.outcome === "exists" && created.state !== "submitted") return duplicate;
  const { reply, error } = await answer();
  try {
    await outbox.post({ id: message.id, run: 0 }, partsOf(message, reply));
  } catch (caught) {
    // The same message, handed in twice at once, has been answered by the other call.
    if (caught instanceof AppError && caught.code === "FENCED") return duplicate;
    throw caught;
  }
  const endedMs = clock.wallMs();
  await journal.end(message.id, 0, {
    state: "completed",
    reply,
    models: [],
    endedMs,
    ...(error === undefined ? {} : { error }),
  });
  options.observe(observedAtDoor(endedMs - acceptedMs, error));
  return { accepted: true, turnId: message.id };
}

/** What somebody is told of whom nothing is known yet: a bare command, as Telegram's own first button sends it, says no language. */
const toStrangers: ReadonlySet<ErrorCode> = new Set(["ACCESS_DENIED", "PAIRING_NEEDED", "PAIRED"]);

/** The notices about access and floods have a limit of their own. */
const unlimited: ReadonlySet<ErrorCode> = new Set([
  "TOO_MANY_MESSAGES",
  "DAY_REQUESTS_USED_UP",
  "ACCESS_DENIED",
  "PAIRING_NEEDED",
  "PAIRED",
]);

async function refuse(
  options: ReceiveOptions,
  message: IncomingMessage,
  code: ErrorCode,
  params: Readonly<Record<string, string>> = {},
): Promise<ReceiveOutcome> {
  const answer = async () => {
    const text = message.text.startsWith("/") ? "" : message.text;
    const languages: readonly Language[] =
      text === "" && toStrangers.has(code) ? ["zh", "en"] : [await languageFor(options, message, text)];
    const said = languages.map((language) => userText(code, language, params)).join("\n");
    return { reply: { text: said, buttons: [] }, error: code };
  };
  return answerHere(options, message, answer, !unlimited.has(code));
}

/** Tells a stranger, at most once a minute and chat; whoever has just been let in is told at once. */
async function deny(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const { claim, greet, locks } = options;
  const outcome: ReceiveOutcome = { accepted: false, reason: "no_access" };
  if (await claim?.(message)) {
    await refuse(options, { ...message, text: "/start" }, "PAIRED");
    return outcome;
  }
  if (!(await locks.firstIn(`denied:${chatKey(message)}`, noticeEveryMs))) return outcome;
  const greeting: Greeting | null = greet === undefined ? { code: "ACCESS_DENIED" } : await greet(message);
  if (greeting !== null) await refuse(options, message, greeting.code, greeting.params);
  return outcome;
}

/** Tells a chat that floods, or that has no question left today, at most once a minute; the rest is counted. */
async function limited(
  options: ReceiveOptions,
  message: IncomingMessage,
  reply: unknown,
): Promise<ReceiveOutcome> {
  const chat = chatKey(message);
  const day = options.dayRequests?.refusedBy(reply) ?? null;
  if (day !== null) {
    if (await options.locks.firstIn(`limited:${chat}`, noticeEveryMs))
      await refuse(options, message, "DAY_REQUESTS_USED_UP", { renews: day.renews });
    return { accepted: false, reason: "used_up" };
  }
  const refused = Array.isArray(reply) ? Number(reply[1]) : 0;
  if (await options.locks.firstIn(`limited:${chat}`, noticeEveryMs))
    await refuse(options, message, "TOO_MANY_MESSAGES");
  options.log.info({ chat, refused }, "message over the rate limit not accepted");
  return { accepted: false, reason: "rate_limited" };
}

/** Tells by the turn's progress message, which its answer will replace, that many wait. Lossy, and behind the acknowledgement. */
async function tellWait(options: ReceiveOptions, message: IncomingMessage, position: number): Promise<void> {
  const waitSeconds = options.pressure.waitSeconds(position);
  if (waitSeconds < longWaitSeconds) return;
  const { id: turnId, platform, accountId, chatId, platformMessageId } = message;
  if (!(await options.locks.firstIn(`wait:${chatKey(message)}`, noticeEveryMs))) return;
  const language = languageOf(message.text);
  const replyTo = platformMessageId === undefined ? {} : { replyTo: platformMessageId };
  const signal = { kind: "progress" as const, turnId, platform, accountId, chatId, language, waitSeconds };
  await options.signals.publish({ ...signal, ...replyTo });
}

/** Record, place in the order and job in one step; where the job comes after, what a crash leaves between is found by the sweep. */
async function enqueue(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const { journal, inbound, clock, log } = options;
  const chat = chatKey(message);
  const day = options.dayRequests?.step(message) ?? null;
  const adding = inbound.addStep(message.id, chat);
  const created = await journal.create(message, {
    acceptedMs: clock.wallMs(),
    place: inbound.place(message.id, chat),
    follows: message.event === "new" && message.attachments.length === 0,
    before: [options.limit(message), ...(day === null ? [] : [day])],
    ...(adding === undefined ? {} : { after: [adding] }),
  });
  if (created.outcome === "exists") {
    if (!endStates.has(created.state)) await inbound.heal(chat);
    return duplicate;
  }
  if (created.outcome === "stopped") return limited(options, message, created.reply);
  if (created.outcome === "joined") {
    if (day !== null) await options.dayRequests?.giveBack(message);
    return { accepted: true, turnId: created.turnId };
  }
  if (adding === undefined) await inbound.add(message.id, chat, created.position);
  tellWait(options, message, created.position).catch((error: unknown) =>
    log.debug({ turn: message.id, error }, "wait not told"),
  );
  log.debug({ turn: message.id, platform: message.platform }, "message accepted");
  return { accepted: true, turnId: message.id };
}

/** `instead`: the turn of the question in whose place the command stands. */
const answerCommand = (
  options: ReceiveOptions,
  message: IncomingMessage,
  command: Command,
  instead?: string,
): Promise<ReceiveOutcome> =>
  answerHere(
    options,
    message,
    async () => ({ reply: await runCommand(options, message, command, instead) }),
    true,
  );

/**
 * An edit replaces a question that still waits; for a later one the user is asked to send it anew. One into a command is that command, and
 * withdraws the question where that still waits.
 */
async function receiveEdit(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const { journal } = options;
  const asNew: IncomingMessage = { ...message, event: "new" };
  const unusable = unusableBecause(message);
  const earlier = await journal.read(message.id);
  if (earlier === null) return receiveNew(options, asNew);
  // Platforms report edits that change no word, e.g. a link's preview.
  if (earlier.message.text === message.text) return duplicate;
  const late: IncomingMessage = { ...message, id: `${message.id}-e${Date.parse(message.sentAt) || 0}` };
  const command = readCommand(message.text);
  if (command !== null) {
    const isWaiting = earlier.state === "submitted";
    return answerCommand(options, late, command, isWaiting ? message.id : undefined);
  }
  if (unusable !== null) return refuse(options, late, unusable);
  if ((await journal.replaceMessage(message.id, asNew)) === "replaced")
    return { accepted: true, turnId: message.id };
  return refuse(options, late, "EDITED_TOO_LATE");
}

async function receiveNew(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const command = readCommand(message.text);
  if (command !== null) return answerCommand(options, message, command);
  const unusable = unusableBecause(message);
  return unusable === null ? enqueue(options, message) : refuse(options, message, unusable);
}

/** Throws AppError INTAKE_DOWN when Redis cannot hold the message: then it must not be acknowledged. */
export function createReceive(options: ReceiveOptions): Receive {
  return async function receive(raw) {
    const parsed = incomingMessage.safeParse(raw);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path }) => path.join("."));
      options.log.warn({ fields }, "unusable message ignored");
      return ignored;
    }
    const message = parsed.data;
    if (message.chatKind === "group" && !message.addressed) return ignored;
    if (!(await options.isAllowed(message))) return deny(options, message);
    const outcome = await (message.event === "edited" ? receiveEdit : receiveNew)(options, message);
    // What is acknowledged now is sent to nobody again, also where an earlier call has written it.
    if (outcome.accepted || outcome.reason === "duplicate") await options.replicated();
    return outcome;
  };
}
