import type { SkillContext } from "../ports/skill.ts";
import type { Bilingual } from "../records/json.ts";
import type { ToolCall } from "../records/trace.ts";
import type { CompanyPart } from "./answer-by-company.ts";
import { asksWay } from "./asked-way.ts";
import { type AskedMove, withinBars } from "./price-moves.ts";

const toNow: Bilingual = {
  zh: "今天还没收盘:涨跌幅按起始那天的收盘(个股前复权)和当前的价格或点位计算。",
  en: "The session is not over: the change is computed from the close shown (adjusted for a stock) to the price or level of now.",
};

/** 3月2日到现在涨了多少: the price of now is what it is measured to. */
const toThisMoment = /[到至](?:[现現]在|此刻|目前)/;

/** Prices have two decimals. */
const leastStep = 0.005;
/** Any list of a stretch says whether today is a part of it that is not over. */
const shortestList = 1;

/** So many days back: today is one of them, so that they begin a day later than those that end with the newest close. */
const isOfCountedDays = (metric: string): boolean => /^move_\d{1,3}d$/.test(metric);

interface Now {
  readonly call: ToolCall;
  readonly metric: "current_price" | "index_current";
  /** What today's change is measured from. */
  readonly before: number | undefined;
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

async function quoteNow(code: string, isIndex: boolean, { tools }: SkillContext): Promise<Now | null> {
  if (isIndex) {
    const level = await tools.get_index({ code });
    if (!level.ok || level.value.index_current === undefined) return null;
    return { call: level.call, metric: "index_current", before: numberOf(level.value.index_prev_close) };
  }
  const price = await tools.get_price({ code });
  if (!price.ok || price.value.current_price === undefined) return null;
  return { call: price.call, metric: "current_price", before: numberOf(price.value.prev_close) };
}

/**
 * How far one security has moved by now, where the stretch holds a session that is under way and the message asks which way it went (这周涨了吗):
 * from the close of its first day to the price of now. Null where it is not so, and where the newest close is not the one that today's change is
 * measured from (a stock that goes ex-dividend today).
 */
export async function moveByNow(
  code: string,
  asked: AskedMove,
  context: SkillContext,
  isIndex = false,
): Promise<CompanyPart | null> {
  const { tools, message } = context;
  if (!asksWay(message.text) && !toThisMoment.test(message.text)) return null;
  const listed = await tools.resolve_stretch({ query: asked.words, list: shortestList });
  if (!listed.ok || listed.value.today_open !== true) return null;
  const now = await quoteNow(code, isIndex, context);
  const adjust = isIndex ? "none" : "qfq";
  const bars = await tools.get_daily_bars({ code, adjust, from: asked.stretch.bars_from });
  if (now === null || !bars.ok) return null;
  const stretch = await withinBars(asked, bars.value, context);
  const field = isIndex ? "index_close" : "close";
  const { rows } = bars.value;
  const [newest, before] = [rows.at(-1)?.[field], now.before];
  if (!("metric" in stretch) || typeof newest !== "number" || before === undefined) return null;
  const first = rows.findLastIndex(({ date }) => date <= stretch.from);
  const at = first >= 0 && isOfCountedDays(stretch.metric) ? first + 1 : first;
  const since = rows[at]?.date;
  if (since === undefined || since < stretch.from || Math.abs(newest - before) > leastStep) return null;
  const operands = [
    { tool_call_id: now.call.tool_call_id, path: `/${now.metric}` },
    { tool_call_id: bars.call.tool_call_id, path: `/rows/${at}/${field}` },
  ];
  const { metric } = stretch;
  const moved = await tools.calculate({ expression: "(a-b)/b", operands, metric });
  const claims = [
    moved.ok ? context.select(moved.call, `/${metric}`) : null,
    context.select(bars.call, `/rows/${at}/${field}`),
    context.select(now.call, `/${now.metric}`),
  ].filter((claim) => claim !== null);
  return claims.length < operands.length + 1 ? null : { claims, notes: [toNow], since };
}
