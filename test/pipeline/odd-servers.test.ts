/** Whole turns against servers that keep to their wire, each in its own way. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { recordedAt } from "#contract";
import { countersOf } from "../../src/pipeline/step-log/step-log.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness, turnOf } from "./turn-harness.ts";

type Wire = "openai" | "anthropic";
type Kind = "plan" | "draft" | "pick";

/** One answer on the wire. */
interface Raw {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Nothing is sent for so long, then the body in pieces. */
  readonly slowMs?: number;
}

interface Asked {
  readonly kind: Kind;
  /** How many of this kind came before. */
  readonly nth: number;
  /** Everything that was sent, as text. */
  readonly text: string;
}

type Script = (asked: Asked) => Raw;

function kindOf(text: string): Kind {
  if (text.includes("You route messages")) return "plan";
  return text.includes("You write the answer") ? "draft" : "pick";
}

/** A server that answers as the script says, whatever the path. */
async function listen(
  script: () => Script,
): Promise<{ readonly url: string; readonly server: Server; reset(): void }> {
  const counts = new Map<Kind, number>();
  const answer = async (request: IncomingMessage) => {
    const text = JSON.stringify(await json(request));
    const kind = kindOf(text);
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    return script()({ kind, nth, text });
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status = 200, headers = { "content-type": "application/json" }, body, slowMs }) => {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        const send = () => {
          response.writeHead(status, headers);
          const middle = Math.floor(text.length / 2);
          response.write(text.slice(0, middle));
          setImmediate(() => response.end(text.slice(middle)));
        };
        setTimeout(send, slowMs ?? 0);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, reset: () => counts.clear() };
}

const plan = { actions: [{ skill: "price", input: { codes: ["600519"] } }], language: "zh" };
const research = { actions: [{ skill: "research", input: { codes: ["茅台"] } }], language: "zh" };
const slotsIn = (text: string): string => [...new Set(text.match(/\{\{c\d+\}\}/g) ?? [])].join("\n");

/** The least that either wire needs: no ids, no usage, no types beside the content's own. */
const plainly: Readonly<Record<Wire, (text: string) => object>> = {
  openai: (text) => ({ choices: [{ message: { content: text } }] }),
  anthropic: (text) => ({ content: [{ type: "text", text }] }),
};

const wordsFor = ({ kind, text }: Asked): string => (kind === "plan" ? JSON.stringify(plan) : slotsIn(text));

/** The well-behaved answer of the wire's least form. */
const honest =
  (wire: Wire): Script =>
  (asked) => ({ body: plainly[wire](wordsFor(asked)) });

/** Something else before the honest answer, for plans and drafts alike or for one of them. */
const first =
  (raw: Raw, only?: Kind) =>
  (wire: Wire): Script =>
  (asked) =>
    asked.nth === 0 && (only === undefined || asked.kind === only) ? raw : honest(wire)(asked);

const retried = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  first({ status, headers, body: { error: { message: "later" } } });

const eventOf = (event: object): string =>
  `${"type" in event ? `event: ${event.type}\r\n` : ""}data: ${JSON.stringify(event)}\r\n\r\n`;

/** The same words piece by piece. */
function streamed(wire: Wire, text: string) {
  const pieces = text.match(/.{1,7}/gs) ?? [];
  const events =
    wire === "openai"
      ? [
          ...pieces.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
          { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
        ]
      : [
          { type: "message_start", message: { content: [], usage: {} } },
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
          ...pieces.map((piece) => ({
            ...{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } },
          })),
          { type: "message_delta", delta: { stop_reason: "end_turn" } },
          { type: "message_stop" },
        ];
  const body = `: hello\r\n\r\n${events.map(eventOf).join("")}`;
  return { headers: { "content-type": "text/event-stream" }, body };
}

interface Way {
  readonly script: (wire: Wire) => Script;
  /** Plans and drafts that the turn counts. */
  readonly calls: number;
  readonly wires?: readonly Wire[];
}

const openaiOnly = ["openai"] as const;
const anthropicOnly = ["anthropic"] as const;

const ways: Readonly<Record<string, Way>> = {
  "says no more than it must": { script: honest, calls: 2 },
  "wraps its answers in words and a code fence": {
    script: (wire) => (asked) => ({
      body: plainly[wire](
        asked.kind === "plan"
          ? `Sure.\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nAnything else?`
          : wordsFor(asked),
      ),
    }),
    calls: 2,
  },
  "says its plan twice": {
    script: (wire) => (asked) => ({
      body: plainly[wire](
        asked.kind === "plan" ? `${JSON.stringify(plan)} So: ${JSON.stringify(plan)}` : wordsFor(asked),
      ),
    }),
    calls: 2,
  },
  "thinks aloud": {
    script: (wire) => (asked) => ({
      body: plainly[wire](`<think>{"actions": 1823.5}</think>${wordsFor(asked)}`),
    }),
    calls: 2,
  },
  "names no content type": {
    script: (wire) => (asked) => ({ headers: {}, body: plainly[wire](wordsFor(asked)) }),
    calls: 2,
  },
  "takes its time and sends in pieces": {
    script: (wire) => (asked) => ({ slowMs: 200, body: plainly[wire](wordsFor(asked)) }),
    calls: 2,
  },
  "streams unless it is told not to": {
    script: (wire) => (asked) =>
      asked.text.includes('"stream":false')
        ? honest(wire)(asked)
        : { headers: { "content-type": "text/event-stream" }, body: "data: {}\n\ndata: [DONE]\n\n" },
    calls: 2,
  },
  "streams although it is told not to": {
    script: (wire) => (asked) => streamed(wire, wordsFor(asked)),
    calls: 2,
  },
  "breaks its stream off at first": {
    script: (wire) => (asked) => {
      const { body, headers } = streamed(wire, wordsFor(asked));
      return asked.nth === 0 ? { headers, body: body.slice(0, body.length / 2) } : { headers, body };
    },
    calls: 2,
  },
  "has too much to do at first": { script: retried(429, { "retry-after": "0" }), calls: 2 },
  "is overloaded at first": { script: retried(529), calls: 2 },
  "answers 200 with an error at first": { script: first({ body: { error: { code: 502 } } }), calls: 2 },
  "is out of choices at first": { script: first({ body: { choices: [], content: null } }), calls: 2 },
  "declines to plan at first": {
    script: (wire) => (asked) =>
      asked.kind === "plan" && asked.nth === 0
        ? {
            body:
              wire === "openai"
                ? { choices: [{ message: { content: null, refusal: "I cannot." }, finish_reason: "stop" }] }
                : { content: [], stop_reason: "refusal" },
          }
        : honest(wire)(asked),
    calls: 3,
  },
  "is cut in its first draft": {
    script: (wire) => (asked) => {
      const body = plainly[wire](wordsFor(asked)) as { choices?: object[] };
      if (asked.kind === "plan" || asked.nth > 0) return { body };
      const cut = { choices: body.choices?.map((choice) => ({ ...choice, finish_reason: "length" })) };
      return { body: wire === "openai" ? cut : { ...body, stop_reason: "max_tokens" } };
    },
    calls: 3,
  },
  "gives advice in its first draft": {
    script: (wire) => (asked) => ({
      body: plainly[wire](
        `${asked.kind === "draft" && asked.nth === 0 ? "逢低吸纳。\n" : ""}${wordsFor(asked)}`,
      ),
    }),
    calls: 3,
  },
  "answers in parts, its thoughts among them": {
    script: () => (asked) => ({
      body: {
        choices: [
          {
            message: {
              content: [
                { type: "thinking", thinking: [{ type: "text", text: "1823.5" }] },
                { type: "text", text: wordsFor(asked) },
              ],
            },
          },
        ],
      },
    }),
    calls: 2,
    wires: openaiOnly,
  },
  "answers with blocks of other kinds": {
    script: () => (asked) => ({
      body: {
        content: [
          { type: "thinking", thinking: "1823.5", signature: "x" },
          { type: "redacted_thinking", data: "x" },
          asked.kind === "plan"
            ? { type: "tool_use", id: "t", name: "plan", input: plan }
            : { type: "text", text: wordsFor(asked) },
        ],
        stop_reason: asked.kind === "plan" ? "tool_use" : "end_turn",
      },
    }),
    calls: 2,
    wires: anthropicOnly,
  },
  "answers with bare words in the place of blocks": {
    script: () => (asked) => ({ body: { content: wordsFor(asked) } }),
    calls: 2,
    wires: anthropicOnly,
  },
  "writes the input of its tool as text": {
    script: () => (asked) => ({
      body: {
        content: [
          asked.kind === "plan"
            ? { type: "tool_use", id: "t", name: "plan", input: JSON.stringify(plan) }
            : { type: "text", text: wordsFor(asked) },
        ],
      },
    }),
    calls: 2,
    wires: anthropicOnly,
  },
  "puts its plan into a call that nobody offered": {
    script: () => (asked) => ({
      body: {
        choices: [
          {
            message:
              asked.kind === "plan"
                ? {
                    content: null,
                    tool_calls: [{ type: "function", function: { name: "plan", arguments: plan } }],
                  }
                : { content: wordsFor(asked) },
          },
        ],
      },
    }),
    calls: 2,
    wires: openaiOnly,
  },
  // Last: a server that has once refused the feature is not asked for it again.
  "does not know structured output": {
    script: (wire) => (asked) =>
      /"response_format"|"tool_choice"/.test(asked.text)
        ? { status: 400, body: { error: { message: "unknown field" } } }
        : honest(wire)(asked),
    calls: 2,
  },
};

/** Ways to write the calls of a research step. */
const callsAs: Readonly<Record<Wire, Readonly<Record<string, (name: string, args: object) => object>>>> = {
  openai: {
    "with its arguments as an object and no id": (name, args) => ({
      choices: [{ message: { content: null, tool_calls: [{ function: { name, arguments: args } }] } }],
    }),
    "as a function call of old": (name, args) => ({
      choices: [{ message: { content: "", function_call: { name, arguments: JSON.stringify(args) } } }],
    }),
    "as words of the Hermes family": (name, args) => ({
      choices: [
        {
          message: {
            content: `I look.\n<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`,
          },
          finish_reason: "stop",
        },
      ],
    }),
    "with words and odd fields beside it": (name, args) => ({
      object: "x",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "I look it up.",
            reasoning_content: "1823.5",
            tool_calls: [
              {
                index: 0,
                id: null,
                type: "function",
                function: { name, arguments: JSON.stringify(args), strict: null },
              },
              { index: 1, type: "custom", custom: { name: "x" } },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
    }),
  },
  anthropic: {
    "with its input as text": (name, args) => ({
      content: [{ type: "tool_use", id: "same", name, input: JSON.stringify(args) }],
    }),
    "with words and other blocks before it": (name, args) => ({
      content: [
        { type: "thinking", thinking: "1823.5" },
        { type: "text", text: "I look it up." },
        { type: "tool_use", id: "same", name, input: args },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: null },
    }),
  },
};

for (const wire of ["openai", "anthropic"] as const)
  describe(`a server of the ${wire} wire that`, () => {
    let harness: TurnHarness;
    let script: Script = honest(wire);
    let odd: Awaited<ReturnType<typeof listen>>;
    before(async () => {
      odd = await listen(() => script);
      const env =
        wire === "openai"
          ? { OPENAI_BASE_URL: `${odd.url}/v1`, OPENAI_API_KEY: "k" }
          : { ANTHROPIC_BASE_URL: odd.url, ANTHROPIC_API_KEY: "k" };
      harness = await openTurnHarness({ wire, env });
    });
    after(async () => {
      await harness.close();
      odd.server.closeAllConnections();
      odd.server.close();
    });

    for (const [what, way] of Object.entries(ways).filter(([, { wires }]) => wires?.includes(wire) ?? true))
      test(what, async () => {
        script = way.script(wire);
        odd.reset();
        const journal = createMemoryLog();
        const outcome = await harness.run("600519 现在多少钱", { journal });
        // All slots and nothing beside them: no remark that a model was away.
        assert.equal(
          outcome.reply.text,
          [
            "贵州茅台(600519.SH) 当前价 ¥1801.23(sample, 2026-05-07 10:32)",
            "涨跌额 +9.50元(sample, 2026-05-07 10:32)",
            "涨跌幅 +0.53%(sample, 2026-05-07 10:32)",
          ].join("\n"),
        );
        const turn = turnOf("600519 现在多少钱", journal, outcome);
        assert.deepEqual([countersOf(turn).llm_calls_small, countersOf(turn).llm_calls_big], [way.calls, 0]);
        assert.match(String(recordedAt(turn, "synthesize")?.by), new RegExp(`^${wire}:`));
      });

    for (const [what, call] of Object.entries(callsAs[wire]))
      test(`calls functions ${what}`, async () => {
        odd.reset();
        script = (asked) => {
          if (asked.kind === "plan") return { body: plainly[wire](JSON.stringify(research)) };
          if (asked.kind === "draft") return honest(wire)(asked);
          const id = /tc_[0-9a-f]{12}/.exec(asked.text)?.[0] ?? "";
          return {
            body:
              asked.nth === 0
                ? call("get_valuation", { code: "600519.SH" })
                : call("answer", { claims: [{ tool_call_id: id, path: "/pe_ttm" }] }),
          };
        };
        const { reply, finish_reason } = await harness.run("深入研究茅台的估值");
        assert.match(reply.text, /市盈率\(TTM\) 19\.80倍/);
        assert.equal(finish_reason, "success");
      });
  });
