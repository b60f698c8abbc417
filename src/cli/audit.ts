/**
 * `qianmen audit verify|guard|route`: JSON Lines in, one verdict a line out, each as soon as its line is read, so that the
 * answers of any system can be audited. A malformed line is answered as such and the next is read.
 */
import type { Claim, MetricRegistry, NameRegistry, StalenessBudgets } from "#contract";
import { guard } from "../verify/guard/guard.ts";
import { warmUp } from "../verify/guard/warm-up.ts";
import { isObject } from "../verify/pointer.ts";
import { verify } from "../verify/verifier.ts";
import { auditRoute, isContext, type RouteAudit } from "./audit-route.ts";

export const auditKinds = ["verify", "guard", "route"] as const;
export type AuditKind = (typeof auditKinds)[number];

export interface AuditIo {
  /** Text in pieces of any size. */
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Takes one line without its end; awaited, so that a slow reader slows the audit. */
  write(line: string): void | Promise<void>;
  readonly names?: NameRegistry;
  readonly metrics?: MetricRegistry;
  /** What `route` goes by. */
  readonly route?: RouteAudit;
  /** A clock that only counts up, in milliseconds. */
  elapsedMs(): number;
  /** What the machine is to do while the guard is warm and its first texts are timed, and in a run that goes on for longer. */
  readonly timing?: { begin(): void; end(): void };
}

export interface AuditSummary {
  readonly lines: number;
  readonly malformed: number;
  readonly refused: number;
}

const specials: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};

/** `{"$special": "NaN"}` stands for that float, which JSON cannot write. */
function reviveSpecial(_key: string, value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1 || typeof value.$special !== "string") return value;
  return Object.hasOwn(specials, value.$special) ? specials[value.$special] : value;
}

async function* linesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of input) {
    const lines = (
      rest + (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }))
    ).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

type Answer = Readonly<Record<string, unknown>> & { readonly ok?: boolean };

const malformed = (id: unknown, error: string): Answer => ({ id, error });
const isClaims = (claims: unknown): claims is readonly Claim[] =>
  Array.isArray(claims) && claims.every((claim) => isObject(claim) && isObject(claim.cite));

function auditVerify(record: Record<string, unknown>, id: unknown): Answer {
  const { claims, trace, competences = {}, staleness, now } = record;
  if (!Array.isArray(claims)) return malformed(id, "claims is not a list");
  if (!Array.isArray(trace)) return malformed(id, "trace is not a list");
  if (!isObject(staleness)) return malformed(id, "staleness is not an object");
  if (!isObject(competences)) return malformed(id, "competences is not an object");
  if (typeof now !== "string") return malformed(id, "now is not a string");
  const registered = competences as Record<string, { expires_at?: string }>;
  return {
    id,
    ...verify({ claims, trace, competences: registered, staleness: staleness as StalenessBudgets, now }),
  };
}

function auditGuard(record: Record<string, unknown>, id: unknown, io: AuditIo): Answer {
  const { lang, user_question = "", now, claims, prose } = record;
  if (lang !== undefined && typeof lang !== "string") return malformed(id, "lang is not a string");
  if (typeof prose !== "string") return malformed(id, "prose is not a string");
  if (typeof user_question !== "string") return malformed(id, "user_question is not a string");
  if (typeof now !== "string") return malformed(id, "now is not a string");
  if (!isClaims(claims)) return malformed(id, "claims is not a list of claims with cites");
  const startedMs = io.elapsedMs();
  const verdict = guard({
    // The guard reads both languages in one text, so that any other (mixed) is as good.
    lang: lang === "en" ? "en" : "zh",
    user_question,
    now,
    claims,
    prose,
    names: io.names ?? noNames,
    metrics: io.metrics ?? noMetrics,
  });
  return { id, ...verdict, ms: Math.round((io.elapsedMs() - startedMs) * 1000) / 1000 };
}

function readUtterance(record: Record<string, unknown>, id: unknown, { route }: AuditIo): Answer {
  const { utterance, now, context = [] } = record;
  if (route === undefined) return malformed(id, "no router is at hand");
  if (typeof utterance !== "string") return malformed(id, "utterance is not a string");
  if (typeof now !== "string") return malformed(id, "now is not a string");
  if (!isContext(context)) return malformed(id, "context is not a list of {role, text}");
  return { id, ...auditRoute({ utterance, now, context }, route) };
}

const noNames: NameRegistry = {};
const noMetrics: MetricRegistry = {};

function auditRecord(kind: AuditKind, record: Record<string, unknown>, id: unknown, io: AuditIo): Answer {
  switch (kind) {
    case "verify":
      return auditVerify(record, id);
    case "guard":
      return auditGuard(record, id, io);
    case "route":
      return readUtterance(record, id, io);
  }
}

function answerLine(kind: AuditKind, line: string, lineNumber: number, io: AuditIo): Answer {
  let id: unknown = lineNumber;
  try {
    const record: unknown = JSON.parse(line, reviveSpecial);
    if (!isObject(record)) return malformed(id, "the line is no JSON object");
    id = record.id ?? lineNumber;
    return auditRecord(kind, record, id, io);
  } catch (error) {
    return malformed(id, error instanceof Error ? error.message.slice(0, 200) : "unreadable");
  }
}

/** A longer run gains more from better code than its texts lose while it is compiled. */
const mostTimed = 5000;

const warmed = new WeakMap<NameRegistry, WeakSet<MetricRegistry>>();

/** What V8 has compiled, and the lexicon of two registries, stay with the process. */
function warmUpOnce(names: NameRegistry, metrics: MetricRegistry): void {
  const known = warmed.get(names) ?? new WeakSet();
  if (known.has(metrics)) return;
  warmed.set(names, known.add(metrics));
  warmUp(names, metrics);
}

/** Audits every line; blank lines are passed over. An answer carries the record's `id`, else the number of its line. */
export async function audit(kind: AuditKind, io: AuditIo): Promise<AuditSummary> {
  let [lines, refused, bad, lineNumber] = [0, 0, 0, 0];
  const timing = kind === "guard" ? io.timing : undefined;
  // `ms` is what the guard takes for a text, not what the first text waits for the rest to load.
  if (kind === "guard") {
    warmUpOnce(io.names ?? noNames, io.metrics ?? noMetrics);
    timing?.begin();
  }
  for await (const line of linesOf(io.input)) {
    lineNumber++;
    if (lineNumber === mostTimed) timing?.end();
    if (line.trim() === "") continue;
    const answer = answerLine(kind, line, lineNumber, io);
    lines++;
    if ("error" in answer) bad++;
    else if (answer.ok === false) refused++;
    await io.write(JSON.stringify(answer));
  }
  return { lines, malformed: bad, refused };
}
