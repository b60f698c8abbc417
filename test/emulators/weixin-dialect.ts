import { pick } from "../line/random.ts";
import { exactNumber } from "./weixin-chats.ts";

type Fields = Readonly<Record<string, unknown>>;
type Change = (fields: Fields) => Fields;

/** How one writer of the channel speaks, within what its documents leave open: each choice holds for all of its answers. */
export interface WeixinDialect {
  /** Of every answer that is a yes. */
  readonly code: "none" | "zero" | "text" | "both";
  readonly numbers: "bare" | "text";
  readonly ids: "bare" | "text";
  /** What is not there is left out, or stands there as null or empty. */
  readonly absent: "left out" | "null" | "empty";
  readonly times: "told" | "none" | "fast" | "slow" | "frozen";
  readonly order: "as is" | "turned" | "sorted";
  readonly layout: "tight" | "wide";
  readonly extra: boolean;
  readonly transport: "plain" | "gzip" | "chunks" | "text type";
  readonly cursor: "plain" | "new words each time" | "huge";
  readonly idle: "same" | "empty" | "none";
  readonly hold: "told" | "text" | "zero" | "none";
  readonly items: "bare" | "with others";
  readonly place: "param" | "address" | "path" | "foreign address beside the param";
  /** How much of what was said comes twice. */
  readonly again: "no" | "same id" | "other id" | "whole batch";
  readonly header: string;
}

export function dialectOf(random: () => number): WeixinDialect {
  return {
    code: pick(random, ["none", "zero", "text", "both"]),
    numbers: pick(random, ["bare", "text"]),
    ids: pick(random, ["bare", "bare", "text"]),
    absent: pick(random, ["left out", "null", "empty"]),
    times: pick(random, ["told", "told", "none", "fast", "slow", "frozen"]),
    order: pick(random, ["as is", "turned", "sorted"]),
    layout: pick(random, ["tight", "wide"]),
    extra: random() < 0.5,
    transport: pick(random, ["plain", "gzip", "chunks", "text type"]),
    cursor: pick(random, ["plain", "new words each time", "huge"]),
    idle: pick(random, ["same", "empty", "none"]),
    hold: pick(random, ["told", "text", "zero", "none"]),
    items: pick(random, ["bare", "with others"]),
    place: pick(random, ["param", "address", "path", "foreign address beside the param"]),
    again: pick(random, ["no", "same id", "other id", "whole batch"]),
    header: pick(random, ["x-encrypted-param", "X-Encrypted-Param", "X-ENCRYPTED-PARAM"]),
  };
}

/** JSON of the emulator's, whose ids stay digit for digit what they were. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const exactly: Reviver = (_, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) ? exactNumber(context?.source ?? "") : value;
export const readExactly = (text: string): Fields => JSON.parse(text, exactly);

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("rawJSON" in value);

const codes: Readonly<Record<WeixinDialect["code"], Change>> = {
  none: ({ ret: _, ...rest }) => rest,
  zero: (fields) => fields,
  text: (fields) => ({ ...fields, ret: "0", errcode: "0", errmsg: "" }),
  both: (fields) => ({ ...fields, errcode: 0, errmsg: "ok" }),
};

const absents: Readonly<Record<WeixinDialect["absent"], Fields>> = {
  "left out": {},
  null: { group_id: null, session_id: null, ref_msg: null, delete_time_ms: null, run_id: null, errmsg: null },
  empty: { group_id: "", session_id: "", delete_time_ms: 0, update_time_ms: 0, run_id: "" },
};

const numberNames = new Set(["type", "message_type", "message_state", "create_time_ms", "delete_time_ms"]);

/** One message of the person's as the dialect writes it. `at` counts the messages. */
export function writeMessage(message: Fields, dialect: WeixinDialect, at: number): Fields {
  const { create_time_ms: createdMs, item_list: items, ...rest } = message;
  const hourMs = 3_600_000;
  const [first, last] = [Number(createdMs), 1_700_000_000_000];
  const times = {
    told: { create_time_ms: first },
    none: {},
    fast: { create_time_ms: first + 900 * hourMs + at * hourMs },
    slow: { create_time_ms: last - at * hourMs },
    frozen: { create_time_ms: last },
  };
  const others = [{ type: 99, new_item: { text: "600519" } }, { type: 11, tool_call_start_item: {} }, {}];
  const list = Array.isArray(items) ? items : [];
  return {
    ...absents[dialect.absent],
    ...rest,
    ...times[dialect.times],
    item_list: dialect.items === "bare" ? list : [...others, ...list, { type: 1, text_item: null }],
  };
}

function spell(value: unknown, dialect: WeixinDialect): unknown {
  if (Array.isArray(value)) return value.map((each) => spell(each, dialect));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([name, own]): [string, unknown] => {
    if (dialect.numbers === "text" && numberNames.has(name) && typeof own === "number")
      return [name, String(own)];
    if (dialect.ids === "text" && /^(message|msg|svr)_id$/.test(name)) return [name, idText(own)];
    return [name, spell(own, dialect)];
  });
  const extra: [string, unknown][] = dialect.extra ? [["new_field", { ret: -14, list: [null, 1e300] }]] : [];
  const all = [...extra, ...entries];
  if (dialect.order === "turned") all.reverse();
  if (dialect.order === "sorted") all.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(all);
}

const idText = (value: unknown): unknown => {
  const { rawJSON = value } =
    typeof value === "object" && value !== null ? (value as { rawJSON?: unknown }) : {};
  return typeof rawJSON === "string" || typeof rawJSON === "number" ? String(rawJSON) : value;
};

/** An answer as the dialect writes it down. A no keeps its codes. */
export function writeAnswer(answer: Fields, dialect: WeixinDialect): string {
  const isYes = (answer.ret ?? 0) === 0 && (answer.errcode ?? 0) === 0;
  const spelled = spell(isYes ? codes[dialect.code](answer) : answer, dialect);
  return dialect.layout === "wide"
    ? `\u{feff}\r\n${JSON.stringify(spelled, undefined, "\t")}\n`
    : JSON.stringify(spelled);
}
