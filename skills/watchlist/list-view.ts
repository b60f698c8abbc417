import {
  type AskedDay,
  type AskedMove,
  asksForRank,
  type Bilingual,
  type Claim,
  type CompanyPart,
  freshnessOfMoves,
  inRank,
  missedPart,
  moveOf,
  resolveDay,
  resolveStretch,
  type SkillAnswer,
  type SkillContext,
  type SkillMiss,
  suspendedNote,
  wordsOfMove,
} from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const older = note(
  "有股票该日停牌或无成交,显示的是此前最近收盘。",
  "Some stocks had no trading (suspended): shown is the newest close before.",
);
const closedDay = note(
  "所问日期休市,显示的是此前最近交易日的数据。",
  "The market was closed on that day: shown is the last trading day before it.",
);
const noPe = note(
  "数据源没有给出市盈率(TTM)的(已公布的财报不足四个季度等),该项未显示。",
  "Where the source gives no P/E (TTM), it is not shown.",
);

const ratios = ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv", "circ_mv", "turnover_rate"] as const;
/** Words that ask for valuation without naming a figure as it is printed. */
const alsoAsks: readonly (readonly [metric: string, words: RegExp])[] = [
  ["dv_ttm", /股息|分红|dividend|yield/i],
  ["total_mv", /市值|market cap/i],
  ["pe_ttm", /估值|贵|便宜|valuation|expensive|cheap/i],
];

/** The largest company is that of the largest market value; the largest rise or volume is none. */
const size = /最大|largest|biggest/i;
const movement =
  /[涨跌幅振波升降]|成交|换手|量|额|gain|ris|rose|fall|fell|los[st]|drop|mov|chang|volume|turnover/i;

/** The valuation figures that a message asks of the list; none where it asks for prices. */
function ratiosIn({ asked, message: { text } }: SkillContext): readonly string[] {
  const named = asked.metrics.filter((metric) => (ratios as readonly string[]).includes(metric));
  const meant = alsoAsks.filter(([, words]) => words.test(text)).map(([metric]) => metric);
  const isSize = asked.metrics.length === 0 && size.test(text) && !movement.test(text);
  return [...new Set([...named, ...meant, ...(isSize ? ["total_mv"] : [])])];
}

type Selected = Claim & { kind: "numeric" };
const found = (claims: readonly (Selected | null)[]): readonly Selected[] =>
  claims.filter((claim): claim is Selected => claim !== null);

/** Price and change of one stock of the list, the change first where the list is asked for by it. */
async function quote(code: string, day: AskedDay, context: SkillContext): Promise<CompanyPart> {
  const price = await context.tools.get_price({
    code,
    ...(day.date === undefined ? {} : { date: day.date }),
  });
  if (!price.ok) return missedPart(price.error, code);
  const { call, value } = price;
  const shown = ["current_price" in value ? "current_price" : "close", "pct_chg"];
  const metrics = asksForRank(context.message.text) ? shown.toReversed() : shown;
  const isOlder = value.suspended || value.gap !== undefined;
  // The day of an older close is said with it.
  const since = isOlder || day.date !== undefined ? call.as_of?.slice(0, 10) : undefined;
  return {
    claims: found(metrics.map((metric) => context.select(call, `/${metric}`))),
    notes: isOlder ? [older] : [],
    ...(since === undefined ? {} : { since }),
  };
}

async function valuation(
  code: string,
  metrics: readonly string[],
  day: AskedDay,
  context: SkillContext,
): Promise<CompanyPart> {
  const asked = await context.tools.get_valuation({
    code,
    ...(day.date === undefined ? {} : { date: day.date }),
  });
  if (!asked.ok) return missedPart(asked.error, code);
  const { call, value } = asked;
  const isOld = day.date !== undefined || value.suspended === true;
  const wantsPe = metrics.includes("pe_ttm");
  return {
    claims: found(metrics.map((metric) => context.select(call, `/${metric}`))),
    notes: [
      ...(value.suspended === true ? [suspendedNote] : []),
      ...(wantsPe && value.pe_ttm === undefined ? [noPe] : []),
    ],
    missing: wantsPe && value.pe_ttm === null ? [{ code: "LOSS_MAKING", subject: code }] : [],
    ...(isOld && call.as_of !== undefined ? { since: call.as_of.slice(0, 10) } : {}),
  };
}

/** What is asked of the list: how far its stocks moved, or how they stand on a day. */
async function askedOf(
  date: string | undefined,
  context: SkillContext,
): Promise<AskedMove | AskedDay | SkillMiss> {
  const words = wordsOfMove(date, context);
  const stretch = words === undefined ? null : await resolveStretch(words, context);
  if (words === undefined || stretch === null) return resolveDay(date, context);
  return "metric" in stretch ? { words, stretch } : stretch;
}

/** The answer about the whole list: prices, a stretch of time or valuation, in its own order or in that which is asked for. */
export async function viewList(
  list: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillAnswer | (SkillMiss & { readonly kind: "refusal" })> {
  const asked = await askedOf(date, context);
  if ("code" in asked) return { kind: "refusal", ...asked };
  const metrics = ratiosIn(context);
  const look = (code: string): Promise<CompanyPart> => {
    if ("stretch" in asked) return moveOf(code, asked, context);
    return metrics.length > 0 ? valuation(code, metrics, asked, context) : quote(code, asked, context);
  };
  const parts = await Promise.all(list.map(look));
  const claims = parts.flatMap((part) => part.claims);
  const isClosed = "closed" in asked && asked.closed !== undefined;
  const answer: SkillAnswer = {
    kind: "answer",
    claims,
    notes: [...(isClosed ? [closedDay] : []), ...new Set(parts.flatMap((part) => part.notes ?? []))],
    missing: parts.flatMap((part) => part.missing ?? []),
    freshness: freshnessOfMoves(claims, parts),
    ...(metrics.length > 0 ? { disclaimer: true } : {}),
  };
  return inRank(answer, context.message.text);
}
