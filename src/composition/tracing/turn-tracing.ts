import { AsyncLocalStorage } from "node:async_hooks";
import type { AdapterDefinition, AdapterHost } from "#contract";
import type { Journal } from "../../journal/journal.ts";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import type { OrderedQueue } from "../../queue/ordered-queue.ts";
import { readPartJobId, readTurnJobId } from "../../queue/outbox.ts";
import type { Handler, JobOutcome } from "../../queue/processor.ts";
import { openRunTrace, type RunTrace } from "./run-trace.ts";
import { faultOf, toolFacts } from "./span-facts.ts";
import type { TraceExport } from "./trace-export.ts";

/** Puts the way of each message into one trace: every function gives back what it is given, watched. */
export interface TurnTracing {
  /** Adapters whose messages begin a trace. */
  adapters(definitions: readonly AdapterDefinition[]): readonly AdapterDefinition[];
  /** The queue of the questions. */
  inbound(queue: OrderedQueue): OrderedQueue;
  outbound(platform: string, queue: OrderedQueue): OrderedQueue;
  journal(journal: Journal): Journal;
  pipeline(ports: PipelinePorts): PipelinePorts;
}

/** A job that was only looked at: its chat's turn has not come, or it has been done. */
const isTurnedAway = (outcome: JobOutcome): boolean => typeof outcome === "object" && "stopped" in outcome;

type Receive = AdapterHost<unknown>["receive"];

export function createTurnTracing(spans: TraceExport, wallMs: () => number): TurnTracing {
  const current = new AsyncLocalStorage<RunTrace>();

  const received =
    (platform: string, receive: Receive): Receive =>
    async (message) => {
      const startMs = wallMs();
      const outcome = await receive(message);
      const { id: turnId, chatKind, event } = message;
      if (!outcome.accepted || outcome.turnId !== turnId || !spans.wants(turnId)) return outcome;
      const attributes = { "qianmen.platform": platform, "qianmen.chat_kind": chatKind };
      const first = { turnId, name: "accept", startMs, endMs: wallMs(), attributes };
      // An edited question has begun its trace before.
      spans.add(event === "edited" ? { ...first, name: "edit", id: spans.newId() } : first);
      return outcome;
    };

  const answered =
    (handler: Handler): Handler =>
    async (job) => {
      const { turnId } = readTurnJobId(job.id);
      if (!spans.wants(turnId)) return handler(job);
      const run = openRunTrace(spans, wallMs, turnId);
      try {
        const outcome = await current.run(run, () => handler(job));
        run.over();
        return outcome;
      } catch (error) {
        run.over(error);
        throw error;
      }
    };

  const delivered =
    (platform: string, handler: Handler): Handler =>
    async (job) => {
      const { turnId, part } = readPartJobId(job.id);
      if (!spans.wants(turnId)) return handler(job);
      const own = { turnId, id: spans.newId(), name: "deliver", startMs: wallMs() };
      const facts = { "qianmen.part": part, "qianmen.platform": platform };
      try {
        const outcome = await handler(job);
        const isSettled = typeof outcome !== "object" || !("laterMs" in outcome);
        const attributes = { ...facts, "qianmen.settled": isSettled };
        if (!isTurnedAway(outcome)) spans.add({ ...own, endMs: wallMs(), attributes });
        return outcome;
      } catch (error) {
        spans.add({ ...own, endMs: wallMs(), attributes: facts, error: faultOf(error) });
        throw error;
      }
    };

  return {
    adapters: (definitions) =>
      definitions.map((definition) => ({
        ...definition,
        create: (host) =>
          definition.create({ ...host, receive: received(definition.platform, host.receive) }),
      })),
    inbound: (queue) => ({ ...queue, work: (handler, options) => queue.work(answered(handler), options) }),
    outbound: (platform, queue) => ({
      ...queue,
      work: (handler, options) => queue.work(delivered(platform, handler), options),
    }),
    journal: (journal) => ({
      ...journal,
      readBegin(turnId, reply) {
        const outcome = journal.readBegin(turnId, reply);
        const run = current.getStore();
        return run === undefined || typeof outcome === "string" ? outcome : run.begun(outcome);
      },
      endStep(turnId, run, ending, left) {
        current.getStore()?.ending(ending.state, ending.error);
        return journal.endStep(turnId, run, ending, left);
      },
    }),
    pipeline: (ports) => ({
      ...ports,
      callTool(name, args, context) {
        const call = () => ports.callTool(name, args, context);
        return current.getStore()?.timed(`tool ${name}`, call, toolFacts) ?? call();
      },
    }),
  };
}
