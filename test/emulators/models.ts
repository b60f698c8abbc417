import { createFaultPlan, pause } from "./faults.ts";
import { type Exchange, listen } from "./http.ts";
import { defaultAnswer } from "./models-defaults.ts";
import {
  anthropicAnswer,
  anthropicError,
  openaiAnswer,
  openaiError,
  readAnthropic,
  readOpenai,
} from "./models-wire.ts";
import { createWaiting, type Waiting } from "./waiting.ts";

export type Wire = "openai" | "anthropic";

/** One request, whichever wire it came on. */
export interface SeenRequest {
  readonly wire: Wire;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The wanted answer's schema, and by which feature of the wire it was asked for. */
  readonly schema?: {
    readonly name: string;
    readonly json: Record<string, unknown>;
    readonly by: SchemaFeature;
  };
  /** Names of the functions that it may call. */
  readonly tools?: readonly string[];
}

/** What a model answers that calls functions: scripted as an object with `toolCalls` alone. */
export interface ScriptedCall {
  readonly name: string;
  /** An object, or the text that the model wrote in its place. */
  readonly args: unknown;
}

export type SchemaFeature = "response_format" | "tool" | "output_config";

export type ModelFault =
  | { readonly kind: "error"; readonly status: number; readonly message?: string }
  | { readonly kind: "rate_limit"; readonly retryAfter?: number | string }
  | { readonly kind: "hang" }
  /** Headers and half a body, then nothing. */
  | { readonly kind: "stall" }
  | { readonly kind: "drop" }
  | { readonly kind: "slow"; readonly ms: number }
  /** 200 with a body that is no JSON. */
  | { readonly kind: "garbage" }
  /** 200 with a page of HTML, as a proxy in between sends it. */
  | { readonly kind: "html" }
  /** A well-formed response in which the model said something that is no JSON. */
  | { readonly kind: "bad_json" }
  | { readonly kind: "empty" }
  /** 200 and JSON, but without any choice or content. */
  | { readonly kind: "no_choices" };

/** Text is sent as the model's words; an object as its structured answer (in a tool call where one was forced). */
export type ModelAnswer = string | Readonly<Record<string, unknown>>;

export interface ModelCall extends SeenRequest {
  readonly atMs: number;
  /** HTTP status, or the fault's kind where there was none. */
  readonly outcome: number | string;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface ModelsOptions {
  /** The only key of each wire that is let in; null lets in anybody. */
  readonly openaiKey?: string | null;
  readonly anthropicKey?: string | null;
  /** Every answer waits this long. */
  readonly latencyMs?: number;
  /** Features that this server refuses with 400, as older servers do. */
  readonly refuses?: readonly SchemaFeature[];
  /** False keeps no log of calls (for long runs). */
  readonly record?: boolean;
}

export interface ModelsEmulator extends Pick<Waiting, "waitFor"> {
  readonly root: string;
  /** Base URLs as the two SDKs want them. */
  readonly openaiBaseUrl: string;
  readonly anthropicBaseUrl: string;
  readonly openaiKey: string;
  readonly anthropicKey: string;
  close(): Promise<void>;
  /** Scripts the answers; `undefined` leaves this one to the default script. */
  respond(script: (request: SeenRequest) => ModelAnswer | ModelFault | undefined): void;
  /** The next `times` requests on `wire` meet the fault. */
  fail(wire: Wire | "*", fault: ModelFault, times?: number): void;
  clearFaults(): void;
  setLatency(ms: number): void;
  /** From now on no request is answered before `release`, on top of its latency. */
  hold(): void;
  release(): void;
  /** How many requests are held or waiting for their latency now. */
  waiting(): number;
  readonly calls: readonly ModelCall[];
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly calls: number };
}

const faultKinds: ReadonlySet<string> = new Set<ModelFault["kind"]>([
  "error",
  "rate_limit",
  "hang",
  "stall",
  "drop",
  "slow",
  "garbage",
  "html",
  "bad_json",
  "empty",
  "no_choices",
]);

const isFault = (value: ModelAnswer | ModelFault): value is ModelFault =>
  typeof value === "object" && typeof value.kind === "string" && faultKinds.has(value.kind);

/** Four characters a token: the same text always costs the same. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** What a fault puts in the place of the model's answer; undefined when the request got its answer here. */
function meet(
  exchange: Exchange,
  wire: Wire,
  fault: Exclude<ModelFault, { kind: "slow" }>,
): string | null | undefined {
  const error = wire === "openai" ? openaiError : anthropicError;
  switch (fault.kind) {
    case "error":
      exchange.json(fault.status, error(fault.status, fault.message));
      return undefined;
    case "rate_limit":
      exchange.json(
        429,
        error(429),
        fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) },
      );
      return undefined;
    case "hang":
      return undefined;
    case "stall":
      exchange.stall("application/json", '{"id":"half');
      return undefined;
    case "drop":
      exchange.drop();
      return undefined;
    case "garbage":
      exchange.text(200, "application/json", '{"id": "cut in the mid');
      return undefined;
    case "html":
      exchange.text(200, "text/html", "<html><body>Bad gateway</body></html>");
      return undefined;
    case "bad_json":
      return 'Sure! {"actions": [oops';
    case "empty":
      return "";
    case "no_choices":
      return null;
  }
}

/** The Anthropic wire knows both headers: its SDK sends the first since 1.0, older clients the second. */
function keyFits(exchange: Exchange, wire: Wire, keys: Record<Wire, string | null>): boolean {
  const wanted = keys[wire];
  if (wanted === null) return true;
  const { authorization, "x-api-key": apiKey } = exchange.headers;
  return authorization === `Bearer ${wanted}` || (wire === "anthropic" && apiKey === wanted);
}

/** A server of both wire formats, over real HTTP on 127.0.0.1. */
export async function createModelsEmulator(options: ModelsOptions = {}): Promise<ModelsEmulator> {
  const keys: Record<Wire, string | null> = {
    openai: options.openaiKey === undefined ? "sk-test-openai" : options.openaiKey,
    anthropic: options.anthropicKey === undefined ? "sk-ant-test" : options.anthropicKey,
  };
  const faults = createFaultPlan<ModelFault>();
  const waiting = createWaiting();
  const calls: ModelCall[] = [];
  const tokens = { prompt: 0, completion: 0, calls: 0 };
  let latencyMs = options.latencyMs ?? 0;
  let held: PromiseWithResolvers<void> | undefined;
  let waitingNow = 0;
  let script: (request: SeenRequest) => ModelAnswer | ModelFault | undefined = () => undefined;

  async function wait(ms: number): Promise<void> {
    waitingNow += 1;
    waiting.changed();
    await pause(ms);
    await held?.promise;
    waitingNow -= 1;
  }

  function release(): void {
    held?.resolve();
    held = undefined;
  }

  function record(seen: SeenRequest, outcome: number | string, answer = ""): void {
    const prompt = tokensOf(seen.system) + seen.messages.reduce((sum, row) => sum + tokensOf(row.content), 0);
    const completion = tokensOf(answer);
    tokens.calls += 1;
    if (outcome === 200) {
      tokens.prompt += prompt;
      tokens.completion += completion;
    }
    if (options.record !== false)
      calls.push({
        ...seen,
        atMs: performance.now(),
        outcome,
        promptTokens: prompt,
        completionTokens: completion,
      });
    waiting.changed();
  }

  function reply(exchange: Exchange, seen: SeenRequest, answer: ModelAnswer | null): void {
    const text = answer === null ? "" : typeof answer === "string" ? answer : JSON.stringify(answer);
    const usage = {
      prompt: tokensOf(seen.system) + seen.messages.reduce((sum, row) => sum + tokensOf(row.content), 0),
      completion: tokensOf(text),
    };
    const body =
      seen.wire === "openai" ? openaiAnswer(seen, answer, usage) : anthropicAnswer(seen, answer, usage);
    exchange.json(200, body);
    record(seen, 200, text);
  }

  async function serve(exchange: Exchange, seen: SeenRequest): Promise<void> {
    const scripted = script(seen) ?? defaultAnswer(seen);
    let planned = faults.take(seen.wire, "*") ?? (isFault(scripted) ? scripted : undefined);
    if (latencyMs > 0 || held !== undefined) await wait(latencyMs);
    if (planned?.kind === "slow") {
      await pause(planned.ms);
      planned = undefined;
    }
    if (planned === undefined)
      return reply(exchange, seen, isFault(scripted) ? defaultAnswer(seen) : scripted);
    const instead = meet(exchange, seen.wire, planned as Exclude<ModelFault, { kind: "slow" }>);
    if (instead === undefined) record(seen, planned.kind === "error" ? planned.status : planned.kind);
    else reply(exchange, seen, instead);
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { pathname } = exchange.url;
    const wire = pathname === "/v1/messages" ? "anthropic" : "openai";
    const error = wire === "openai" ? openaiError : anthropicError;
    if (!keyFits(exchange, wire, keys)) return exchange.json(401, error(401));
    if (pathname === "/v1/models") return exchange.json(200, { object: "list", data: [] });
    if (exchange.method !== "POST" || (pathname !== "/v1/chat/completions" && wire === "openai"))
      return exchange.json(404, error(404));
    const read = wire === "openai" ? readOpenai : readAnthropic;
    const seen = read(JSON.parse(exchange.body.toString()));
    if (typeof seen === "string") return exchange.json(400, error(400, seen));
    if (seen.schema !== undefined && options.refuses?.includes(seen.schema.by)) {
      record(seen, 400);
      return exchange.json(400, error(400, `${seen.schema.by} is not supported`));
    }
    await serve(exchange, seen);
  }

  const listener = await listen(handle);
  return {
    root: listener.root,
    openaiBaseUrl: `${listener.root}/v1`,
    anthropicBaseUrl: listener.root,
    openaiKey: keys.openai ?? "",
    anthropicKey: keys.anthropic ?? "",
    close() {
      release();
      return listener.close();
    },
    respond(next) {
      script = next;
    },
    fail: faults.plan,
    clearFaults: faults.clear,
    setLatency(ms) {
      latencyMs = ms;
    },
    hold() {
      held ??= Promise.withResolvers();
    },
    release,
    waiting: () => waitingNow,
    calls,
    tokens,
    waitFor: waiting.waitFor,
  };
}
