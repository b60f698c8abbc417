import { z } from "zod";
import {
  codesInput,
  dateInput,
  defineSkill,
  type ErrorCode,
  type Freshness,
  type JsonObject,
  type Log,
  orAborted,
  type SkillContext,
  type SkillDefinition,
  type SkillResult,
  type ToolCall,
} from "#contract";
import { type JsonLinesChild, startChild } from "./json-lines-child.ts";
import { processAnswer, resultOf } from "./process-answer.ts";

/** What a skill's SKILL.md says of its program. */
export interface ProcessSkillCard {
  readonly name: string;
  /** Words separated by spaces; the first is the program. It runs in the skill's folder. */
  readonly command: string;
  /** Which of the well-known keys its input has. */
  readonly inputs: readonly ("codes" | "date")[];
  readonly freshness: Readonly<Record<string, Freshness>>;
  readonly timeoutMs: number;
  readonly maxToolCalls?: number;
}

/** What a program that is a skill is started with. */
export interface ProcessHost {
  readonly env: Readonly<Record<string, string>>;
  readonly log?: Log;
}

/** Of all that one run writes. */
const maxOutput = 5 * 1024 * 1024;
/** Of one run, those that cost nothing included. */
const mostCalls = 100;

const callLine = z.strictObject({
  call: z.strictObject({
    id: z.union([z.string().max(40), z.number()]),
    tool: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    args: z.record(z.string(), z.json()),
  }),
});

const line = z.union([callLine, processAnswer]);

function readLine(text: string): z.infer<typeof line> | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Everything that a skill in this process is handed, as data. */
function openingOf(input: unknown, context: SkillContext): JsonObject {
  const { message, language, now, asked, numbers, session } = context;
  const opening = { v: 1, input, message, language, now, asked, numbers, session };
  return JSON.parse(JSON.stringify(opening)) as JsonObject;
}

type Ended = { readonly result: SkillResult } | { readonly fault: ErrorCode; readonly why: string };

const faultOf: Readonly<Record<string, Ended>> = {
  exit: { fault: "TOOL_ERROR", why: "it ended without an answer" },
  spawn: { fault: "TOOL_ERROR", why: "it cannot be started" },
  too_large: { fault: "TOOL_ERROR", why: "it wrote too much" },
  line: { fault: "TOOL_ERROR", why: "it wrote a line that is neither a call nor an answer" },
  calls: { fault: "TOOL_LIMIT", why: "it called too often" },
  time: { fault: "NET_TIMEOUT", why: "it took too long" },
};

/** One run: calls are answered until the program gives its answer or something ends it. */
function converse(
  card: ProcessSkillCard,
  folder: string,
  { env }: ProcessHost,
  opening: JsonObject,
  context: SkillContext,
): { readonly ended: Promise<Ended>; stop(): Promise<void> } {
  const calls = new Map<string, ToolCall>();
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const fail = (why: string) => resolve(faultOf[why] ?? { fault: "TOOL_ERROR", why });
  let made = 0;
  const carryOut = async ({ id, tool, args }: z.infer<typeof callLine>["call"]) => {
    made += 1;
    if (made > mostCalls) return fail("calls");
    const returned = await context.call(tool, args);
    if (returned.ok) calls.set(returned.call.tool_call_id, returned.call);
    const answer = returned.ok
      ? { id, result: { tool_call_id: returned.call.tool_call_id, value: returned.value } }
      : { id, error: { code: returned.error.code } };
    child.send(answer);
  };
  const [command = "", ...args] = card.command.split(/\s+/);
  const child: JsonLinesChild = startChild(
    { command, args, cwd: folder, env },
    { maxLine: maxOutput, maxTotal: maxOutput },
    {
      line(text) {
        const read = readLine(text);
        if (read === null) fail("line");
        else if ("call" in read) carryOut(read.call).catch(() => fail("exit"));
        else resolve({ result: resultOf(read, calls, context) });
      },
      ended: fail,
    },
  );
  child.send(opening);
  const timer = setTimeout(fail, card.timeoutMs, "time");
  return {
    ended,
    async stop() {
      clearTimeout(timer);
      await child.stop(0);
    },
  };
}

const inputFor = (inputs: ProcessSkillCard["inputs"]) =>
  z.strictObject({
    ...(inputs.includes("codes") ? { codes: codesInput } : {}),
    ...(inputs.includes("date") ? { date: dateInput } : {}),
  });

/**
 * A skill that is a program of its own: JSON Lines over its standard input and output (the README has the protocol). It sees what other
 * skills see, reaches tools through the same trace and points at values of it; it is killed, with all that it started, when the turn
 * ends, its time is up or it has answered.
 */
export function createProcessSkill(
  card: ProcessSkillCard,
  folder: string,
  host: ProcessHost,
): SkillDefinition {
  return defineSkill<unknown>({
    input: inputFor(card.inputs),
    freshness: card.freshness,
    ...(card.maxToolCalls === undefined ? {} : { maxToolCalls: card.maxToolCalls }),
    async run(input, context) {
      context.signal.throwIfAborted();
      const talk = converse(card, folder, host, openingOf(input, context), context);
      try {
        const ended = await orAborted(talk.ended, context.signal);
        if ("result" in ended) return ended.result;
        host.log?.warn({ skill: card.name, why: ended.why }, "a process skill gave no answer");
        return { kind: "refusal", code: ended.fault };
      } finally {
        await talk.stop();
      }
    },
  });
}
