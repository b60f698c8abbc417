import { randomBytes } from "node:crypto";
import { setImmediate as breath } from "node:timers/promises";
import {
  AppError,
  endStates,
  errorCatalogue,
  type IncomingMessage,
  type Language,
  type ModelClient,
  type Reply,
  recordedAt,
  type TaskClass,
  type Turn,
} from "#contract";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import { type Replayed, rerun, verifyNow } from "../../pipeline/replay/rerun.ts";
import { recordedSession } from "../../pipeline/session/recorded-session.ts";
import { shanghai } from "../html/view.ts";
import type { ActPorts } from "../ports.ts";
import { type Done, done, refused } from "./audited.ts";
import { type MarkName, markedReply, marks } from "./marks.ts";
import { postTurn } from "./post-turn.ts";
import { type SentReplay, sentReplays } from "./sent-replays.ts";

/** How a turn is run again. */
export interface ReplayHow {
  readonly from: string;
  readonly live: boolean;
}

/** A dry replay that is kept for an hour, so that what is delivered is what was looked at. */
export interface KeptReplay {
  readonly id: string;
  readonly turnId: string;
  readonly by: string;
  readonly atMs: number;
  readonly replayed: Replayed;
}

export interface Replays {
  /** `gently`: lets others go first between its steps. Throws AppError INVALID_ARGS for an unknown stage. */
  run(turn: Turn, how: ReplayHow & { readonly gently?: boolean }): Promise<Replayed>;
  keep(turn: Turn, replayed: Replayed, by: string): Promise<KeptReplay>;
  /** Undefined once its hour is over. */
  find(id: string): Promise<KeptReplay | undefined>;
  /**
   * Sends a kept replay to the person, once, after a verification at the present market clock. What says the same as one that was sent before
   * goes out only to who has `seen` that, by its turn.
   */
  deliver(kept: KeptReplay, seen?: readonly string[]): Promise<Done>;
  /** The turns that were sent as replays of this one. */
  sentFor(turnId: string): Promise<readonly string[]>;
  /** The same with when and what, as far as their records are still there. */
  sentBefore(turnId: string): Promise<readonly SentReplay[]>;
}

const keptMs = 3_600_000;
/** A model may take its time; a page does not wait longer. */
const withinMs = 60_000;
/** Longer than a delivery takes; what a process that has died held is free after this. */
const heldMs = 60_000;
/** The lineage is kept as long as a turn may be. */
const lineageMs = 90 * 86_400_000;

/** Why a replay may not be sent; undefined when it may. */
function obstacle(turn: Turn, { state, reply, error }: Replayed): Done | undefined {
  if (!endStates.has(turn.state))
    return refused(
      "原来的一轮还没有结束,请先等它结束或取消它。",
      "The original has not ended; wait for it or cancel it first.",
    );
  if (reply !== undefined && (state === "completed" || state === "input-required")) return undefined;
  const code = error !== undefined && Object.hasOwn(errorCatalogue, error) ? error : "TURN_FAILED";
  return refused(`重放没有得到答案(${code})。`, `The replay came to no answer (${code}).`);
}

/**
 * Why a replay that corrects may not be sent: it would say of a list or an alert what a replay does not do, and what may not hold any more.
 * Undefined where it says nothing of them.
 */
const changeUndone = ({ watchlist = [], reminders = [] }: Replayed): Done | undefined =>
  watchlist.length + reminders.length === 0
    ? undefined
    : refused(
        "没有发送:这个回答说改了自选、提醒或日报,而这一轮已经答过,重放不会再改。要改,请用户把原话再发一次。",
        "Not sent: this answer says that the watchlist, an alert or a digest was changed, and the replay of a turn that has been answered changes none of them. For the change, ask the person to send the message again.",
      );

/** A list that was read from the record is the one of then: the person may have another by now. */
const listOfThen = (replayed: Replayed): Done | undefined =>
  replayed.live || !recordedAt(replayed, "execute")?.trace.some(({ served_by }) => served_by === "memory")
    ? undefined
    : refused(
        "没有发送:这个回答里的自选或提醒是当时的,现在可能不同;请用实时数据重放。",
        "Not sent: the watchlist or the alerts in this answer are those of then and may differ now; replay it on live data.",
      );

/**
 * `isFirst`: nobody has answered the turn before, so that what this answer says of a list or an alert is yet to be done, and the conversation
 * goes on from it, unless that was begun anew since the question. False: it has been sent before.
 */
async function send(
  ports: ActPorts,
  turn: Turn,
  replayed: Replayed,
  { message, reply, isFirst }: { message: IncomingMessage; reply: Reply; isFirst: boolean },
) {
  const parts = ports.partsOf(message, reply);
  const { state, models, finish_reason, now, stages, watchlist = [], reminders = [] } = replayed;
  const finish = finish_reason === undefined ? {} : { finish_reason };
  const nowMs = ports.clock.wallMs();
  const delivered = { stage: "deliver" as const, attempt: 0, value: { parts: parts.length }, ms: 0 };
  const ending = { state, models, reply, ...finish, endedMs: nowMs };
  const times = { acceptedMs: nowMs, marketNow: now };
  const whole = { message, replayOf: turn.id, ...times, stages: [...stages, delivered], ending };
  const changes = isFirst
    ? [
        ...ports.changeSteps({ id: message.id, message }, { watchlist, reminders }),
        ports.rememberStep(
          turn,
          recordedSession(
            { ...turn, message, stages, market_now: now },
            message,
            (await ports.pipeline()).text,
          ),
        ),
      ]
    : [];
  return postTurn(ports, whole, parts, { beside: [...changes, ports.journal.sentSinceStep(turn.id)] });
}

/** A recorded replay waits for nothing, so that nobody else would be served until it ends: each model call lets them go first. */
function gentle(pipeline: PipelinePorts): PipelinePorts {
  const { models } = pipeline;
  const route = (task: TaskClass): ModelClient => {
    const client = models.route(task);
    const complete: ModelClient["complete"] = async (request) => {
      await breath();
      const response = await client.complete(request);
      await breath();
      return response;
    };
    return { provider: client.provider, model: client.model, complete };
  };
  return { ...pipeline, models: { ...models, route, builtin: models.builtin } };
}

export function createReplays(ports: ActPorts): Replays {
  const { keep, outbox, clock } = ports;
  const lineage = (turnId: string) => `sent-for:${turnId}`;
  const sentFor = async (turnId: string) =>
    ((await keep.get(lineage(turnId))) ?? "").split(" ").filter(Boolean);
  const markFor = async (turn: Turn): Promise<MarkName> => {
    const [rows, sent] = await Promise.all([outbox.rows(turn.id), sentFor(turn.id)]);
    if (sent.length > 0) return "correction";
    const arrived = rows.some(({ state }) => state === "delivered" || state === "unconfirmed");
    const answered = turn.state === "completed" || turn.state === "input-required";
    return answered && (arrived || rows.length === 0) ? "correction" : "late";
  };
  const sentBefore = async (turnId: string) => sentReplays(ports.journal, await sentFor(turnId));
  /** Why it is not sent: the person has been sent the same already, and nobody has said so to who sends it. */
  const saidBefore = async (turnId: string, newId: string, { text }: Reply, seen: readonly string[]) => {
    const known = new Set([...seen, newId]);
    const same = (await sentBefore(turnId)).find((each) => each.text === text && !known.has(each.id));
    return same === undefined
      ? undefined
      : refused(
          `没有发送:${shanghai(same.atMs)} 已经发送过内容相同的(${same.id})。还要再发,请再次确认。`,
          `Not sent: the same was sent at ${shanghai(same.atMs)} (${same.id}). To send it once more, confirm it again.`,
        );
  };
  const deliver = async ({ id, turnId, replayed }: KeptReplay, seen: readonly string[]): Promise<Done> => {
    const turn = await ports.journal.read(turnId);
    if (turn === null) return refused("原来的一轮已经不在了。", "The original is gone.");
    const hindered = obstacle(turn, replayed);
    if (hindered !== undefined || replayed.reply === undefined)
      return hindered ?? refused("没有答案。", "No answer.");
    const pipeline = await ports.pipeline();
    const stale = verifyNow(replayed, turn, pipeline);
    if (stale.length > 0)
      return refused(
        `现在核验没有通过(${[...new Set(stale)].join("、")}),没有发送;请用实时数据重放。`,
        `It does not pass verification now (${[...new Set(stale)].join(", ")}) and was not sent; replay it on live data.`,
      );
    const language: Language =
      recordedAt(turn, "route")?.plan.language ?? pipeline.text.languageOf(turn.message.text);
    const mark = await markFor(turn);
    const newId = `${turn.id}-r${id.slice(0, 10)}`;
    const message = { ...turn.message, id: newId };
    const reply = markedReply(replayed.reply, marks[mark][language], turn.id, newId);
    const isAnswered = turn.state !== "failed" && turn.state !== "canceled";
    const sentBefore = await sentFor(turn.id);
    const isFirst = !isAnswered && sentBefore.length === 0;
    const undone = isFirst || sentBefore.includes(newId) ? undefined : changeUndone(replayed);
    const unfit = undone ?? listOfThen(replayed) ?? (await saidBefore(turn.id, newId, replayed.reply, seen));
    if (unfit !== undefined) return unfit;
    const isSent = await send(ports, turn, replayed, { message, reply, isFirst });
    const sent = new Set([...(await sentFor(turn.id)), newId]);
    await keep.set(lineage(turn.id), [...sent].join(" "), { ttlMs: lineageMs });
    if (!isSent)
      return refused("这次重放已经发送过了。", "This replay has been sent already.", { turnId: newId });
    const before = { state: turn.state, error: turn.error ?? null };
    const after = { turn: newId, mark, live: replayed.live, from: replayed.from };
    return done(`已发送,标为${marks[mark].zh}。`, `Sent, marked ${marks[mark].en.trim()}.`, {
      turnId: newId,
      before,
      after,
    });
  };
  return {
    sentFor,
    sentBefore,
    async run(turn, { gently = false, ...how }) {
      const pipeline = await ports.pipeline();
      return rerun({
        turn,
        ports: gently ? gentle(pipeline) : pipeline,
        ...how,
        signal: AbortSignal.timeout(withinMs),
        readTurn: ports.journal.read,
      }).catch((error: unknown) => {
        if (error instanceof Error && error.name === "TimeoutError")
          throw new AppError("TURN_TIMEOUT", turn.id);
        throw error;
      });
    },
    async keep(turn, replayed, by) {
      const id = randomBytes(9).toString("hex");
      const kept = { id, turnId: turn.id, by, atMs: clock.wallMs(), replayed };
      await keep.set(`replay:${id}`, JSON.stringify(kept), { ttlMs: keptMs });
      return kept;
    },
    async find(id) {
      const text = await keep.get(`replay:${id}`);
      // Written by `keep`.
      return text === undefined ? undefined : (JSON.parse(text) as KeptReplay);
    },
    async deliver(kept, seen = []) {
      // Two who send at once: the second is told of the first.
      const held = `deliver:${kept.turnId}`;
      const isMine = await keep.set(held, kept.id, { ttlMs: heldMs, ifAbsent: true });
      if (!isMine && (await keep.get(held)) !== kept.id)
        return refused(
          "正在有人为它发送重放,请稍后再看。",
          "Somebody is sending a replay of it now; look again.",
        );
      try {
        return await deliver(kept, seen);
      } finally {
        if (isMine) await keep.delete(held).catch(() => undefined);
      }
    },
  };
}
