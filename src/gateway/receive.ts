import {
  AppError,
  type Clock,
  chatKey,
  type ErrorCode,
  endStates,
  type IncomingMessage,
  incomingMessage,
  type Log,
  maxMessageCharacters,
  type OutboundPart,
  type ReceiveOutcome,
  type Reply,
  userText,
} from "#contract";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Outbox } from "../queue/outbox.ts";
import { readCommand } from "./commands.ts";
import { type CommandParts, languageFor, runCommand } from "./run-command.ts";
import { unusableBecause } from "./usable.ts";

export interface ReceiveOptions extends CommandParts {
  readonly inbound: OrderedQueue;
  readonly outbox: Outbox;
  /** Says true for the first caller in each `ttlMs`. */
  readonly locks: { firstIn(name: string, ttlMs: number): Promise<boolean> };
  readonly isAllowed: (message: IncomingMessage) => boolean;
  /** Splits a reply as the message's platform needs it. */
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The door: what every adapter hands its messages to. Resolves once Redis holds what is needed to answer. */
export type Receive = (message: IncomingMessage) => Promise<ReceiveOutcome>;

const duplicate = { accepted: false, reason: "duplicate" } as const;
const ignored = { accepted: false, reason: "ignored" } as const;

/** Between two notices to a chat that may not ask. */
const noticeEveryMs = 60_000;

/** Answers at the door, as a turn of its own that never sees the queue of questions. */
async function answerHere(
  { journal, outbox, partsOf, clock }: ReceiveOptions,
  message: IncomingMessage,
  answer: () => Promise<{ reply: Reply; error?: ErrorCode }>,
): Promise<ReceiveOutcome> {
  const kept = { ...message, text: message.text.slice(0, maxMessageCharacters) };
  const created = await journal.create(kept, { acceptedMs: clock.wallMs() });
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
  await journal.end(message.id, 0, {
    state: "completed",
    reply,
    models: [],
    endedMs: clock.wallMs(),
    ...(error === undefined ? {} : { error }),
  });
  return { accepted: true, turnId: message.id };
}

async function refuse(
  options: ReceiveOptions,
  message: IncomingMessage,
  code: ErrorCode,
): Promise<ReceiveOutcome> {
  return answerHere(options, message, async () => {
    const language = await languageFor(options, message, message.text);
    return { reply: { text: userText(code, language), buttons: [] }, error: code };
  });
}

/** Tells a stranger, at most once a minute and chat. */
async function deny(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  if (await options.locks.firstIn(`denied:${chatKey(message)}`, noticeEveryMs))
    await refuse(options, message, "ACCESS_DENIED");
  return { accepted: false, reason: "no_access" };
}

/** Record and place in the order in one step, then the job; what a crash leaves between the two is found by the sweep. */
async function enqueue(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const { journal, inbound, clock, log } = options;
  const chat = chatKey(message);
  const created = await journal.create(message, {
    acceptedMs: clock.wallMs(),
    place: inbound.place(message.id, chat),
  });
  if (created.outcome === "exists") {
    if (!endStates.has(created.state)) await inbound.heal(chat);
    return duplicate;
  }
  await inbound.add(message.id, chat, created.position);
  log.debug({ turn: message.id, platform: message.platform }, "message accepted");
  return { accepted: true, turnId: message.id };
}

/** An edit replaces a question that still waits; for a later one the user is asked to send it anew. */
async function receiveEdit(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const { journal } = options;
  const asNew: IncomingMessage = { ...message, event: "new" };
  const unusable = unusableBecause(message);
  const earlier = await journal.read(message.id);
  if (earlier === null) return receiveNew(options, asNew);
  // Platforms report edits that change no word, e.g. a link's preview.
  if (earlier.message.text === message.text) return duplicate;
  const late: IncomingMessage = { ...message, id: `${message.id}-e${Date.parse(message.sentAt) || 0}` };
  if (unusable !== null) return refuse(options, late, unusable);
  if ((await journal.replaceMessage(message.id, asNew)) === "replaced")
    return { accepted: true, turnId: message.id };
  return refuse(options, late, "EDITED_TOO_LATE");
}

async function receiveNew(options: ReceiveOptions, message: IncomingMessage): Promise<ReceiveOutcome> {
  const command = readCommand(message.text);
  if (command !== null)
    return answerHere(options, message, async () => ({ reply: await runCommand(options, message, command) }));
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
    if (!options.isAllowed(message)) return deny(options, message);
    return message.event === "edited" ? receiveEdit(options, message) : receiveNew(options, message);
  };
}
