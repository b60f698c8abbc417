import { z } from "zod";
import {
  type AskedMove,
  answerByCompany,
  asksWhy,
  type Bilingual,
  type Claim,
  type CompanyPart,
  codesInput,
  corrected,
  defineSkill,
  type Freshness,
  freshnessOfMoves,
  isMove,
  ledByCompany,
  maxSecurities,
  missedPart,
  moveOf,
  type NewsEntry,
  resolveStretch,
  type SkillAnswer,
  type SkillContext,
  type SkillText,
  staleness,
  type TemplateInput,
  type ToolCall,
  wordsOfMove,
} from "#contract";

const input = z.strictObject({
  codes: codesInput,
  date: z
    .string()
    .max(64)
    .optional()
    .describe("ISO date, only for a day the user named; or the user's words for it."),
});

/** What is quoted of a headline. */
const quoted = ["title", "outlet", "url"] as const;

/** What is told of a day that may be long past. */
const prices = ["close", "change", "pct_chg"] as const;

const freshness: Readonly<Record<string, Freshness>> = {
  current_price: staleness.live,
  ...Object.fromEntries(prices.map((metric) => [metric, staleness.daily])),
};

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const noneOfDay = note(
  "所问日期没有查到新闻,显示的是最新的几条。",
  "No headlines of that day were found: shown are the newest ones.",
);
const notByTime = note(
  "新闻只能查最近的,显示的是最新的几条。",
  "Only recent headlines can be looked up: shown are the newest ones.",
);
const olderOnes = note(
  "最近一周没有查到新闻,显示的是更早的几条。",
  "No headlines of the last week were found: shown are earlier ones.",
);
const noCause = note(
  "以上是媒体标题原文,不代表涨跌的原因。",
  "These are the outlets' own headlines, not the cause of a move.",
);

const ofMarket: SkillText = {
  kind: "text",
  declined: true,
  text: note(
    "目前只能查个股新闻,请带上股票名称或代码,例如「茅台最近有什么新闻」。",
    "Only the news of single stocks can be looked up, for example “news about Moutai”.",
  ),
};

/** How many headlines of a company are shown, alone and beside others. */
const mostAlone = 5;
const mostBeside = 3;
/** As many as are looked through for a day. */
const mostLooked = 20;

const weekMs = 7 * 24 * 3_600_000;

/** Words that only say "lately": the newest headlines are what they ask for. */
const lately =
  /^(?:最近的?|近期|近来|近日|日前|这几天|这两天|前几天|(?:最近|近|这|本)?一?个?(?:周|星期|礼拜)|recent(?:ly)?|lately|(?:this|the|last|past| )*week)$/i;

interface Picked {
  readonly places: readonly number[];
  readonly notes: readonly Bilingual[];
}

/** The headlines to show: those of the day asked about, else those of the last week, else the newest there are. */
function pick(
  rows: readonly NewsEntry[],
  most: number,
  { day, now }: { day: string | null; now: string },
): Picked {
  const ofDay = rows.flatMap(({ as_of }, at) => (as_of.slice(0, 10) === day ? [at] : []));
  if (ofDay.length > 0) return { places: ofDay.slice(0, most), notes: [] };
  const recent = rows.flatMap(({ as_of }, at) => (Date.parse(now) - Date.parse(as_of) < weekMs ? [at] : []));
  const places = recent.length > 0 ? recent : rows.map((_, at) => at);
  const older = recent.length > 0 ? [] : [olderOnes];
  return { places: places.slice(0, most), notes: day === null ? older : [noneOfDay] };
}

const claimsOf = (call: ToolCall, place: number, context: SkillContext): readonly Claim[] =>
  quoted
    .map((key) => context.quote(call, `/rows/${place}/${key}`, key === "outlet" ? "label" : key))
    .filter((claim) => claim !== null);

interface Asked {
  /** An ISO day. */
  readonly day: string | null;
  /** Words of time that name no day. */
  readonly isVague: boolean;
  /** A stretch of time is named: 这周, 最近. */
  readonly isLong: boolean;
  /** Asked why a price moved over a stretch of time: that stretch. */
  readonly move?: AskedMove;
}

async function newsOf(
  code: string,
  most: number,
  { asked, context, since }: { asked: Asked; context: SkillContext; since: CompanyPart[] },
): Promise<CompanyPart> {
  const limit = asked.day === null ? most : mostLooked;
  const isWhy = asksWhy(context.message.text);
  const [moved, found] = await Promise.all([
    isWhy ? movedOver(code, asked, context) : unmoved,
    context.tools.get_news({ code, limit }),
  ]);
  const { claims: price } = moved;
  since.push(...(moved.since === undefined ? [] : [moved]));
  if (!found.ok) return { ...missedPart(found.error, code), claims: price };
  const { rows } = found.value;
  const { places, notes } = pick(rows, most, { day: asked.day, now: context.now });
  const oldest = places.flatMap((place) => rows[place]?.as_of ?? []).toSorted()[0];
  const isOld = asked.day !== null || notes.length > 0;
  return {
    claims: [...price, ...places.flatMap((place) => claimsOf(found.call, place, context))],
    notes: [
      ...(moved.notes ?? []),
      ...notes,
      ...(asked.isVague ? [notByTime] : []),
      ...(isWhy ? [noCause] : []),
    ],
    missing: moved.missing ?? [],
    ...(isOld && oldest !== undefined ? { since: oldest.slice(0, 10) } : {}),
  };
}

const unmoved: CompanyPart = { claims: [] };

/** How far it moved over the stretch asked about, or on a day. */
const movedOver = async (code: string, { move, day }: Asked, context: SkillContext): Promise<CompanyPart> =>
  move === undefined ? { claims: await movedPrice(code, day, context) } : moveOf(code, move, context);

/** The newest price, or that of the day asked about, and how far it has moved that day. Nothing where none can be told. */
async function movedPrice(
  code: string,
  day: string | null,
  context: SkillContext,
): Promise<readonly Claim[]> {
  const isPast = day !== null && day !== context.now.slice(0, 10);
  const found = await context.tools.get_price({ code, ...(isPast ? { date: day } : {}) });
  if (!found.ok) return [];
  const { call, value } = found;
  const price = "current_price" in value ? "current_price" : "close";
  return [price, "change", "pct_chg"].flatMap((metric) => context.select(call, `/${metric}`) ?? []);
}

/** The stretch over which the message asks why a price moved; undefined where it names none. */
async function moveAsked(date: string | undefined, context: SkillContext): Promise<AskedMove | undefined> {
  const words = asksWhy(context.message.text) ? wordsOfMove(date, context) : undefined;
  const stretch = words === undefined ? null : await resolveStretch(words, context);
  return words === undefined || stretch === null || !("metric" in stretch) ? undefined : { words, stretch };
}

async function whenAsked(date: string | undefined, context: SkillContext): Promise<Asked> {
  const resolved = date === undefined ? null : await context.tools.resolve_date({ query: date });
  if (resolved?.ok === true) return { day: resolved.value.date, isVague: false, isLong: false };
  const move = await moveAsked(date, context);
  return {
    day: null,
    isVague: date !== undefined && !lately.test(date.trim()),
    isLong: date !== undefined,
    ...(move === undefined ? {} : { move }),
  };
}

/** Headlines quoted from within the last week; older ones only where their age is said. */
function freshnessOf(parts: readonly CompanyPart[], day: string | null): Readonly<Record<string, Freshness>> {
  const oldest = parts.flatMap(({ since }) => since ?? []).toSorted()[0];
  const budget: Freshness = oldest === undefined ? staleness.news : { since: oldest };
  const dated = day === null ? [] : prices.map((metric) => [metric, { since: day }] as const);
  return Object.fromEntries([...quoted.map((key) => [key, budget] as const), ...dated]);
}

/** One headline a line: its title and outlet, the link after them; a price has a line of its own before them. */
function template({ claims }: TemplateInput): string {
  let text = "";
  let isPriceBefore = false;
  for (const { slot, claim } of claims) {
    const isPrice = claim.kind === "numeric";
    const begins = isPrice ? !isPriceBefore : claim.kind === "knowledge" || claim.metric === "title";
    isPriceBefore = isPrice;
    const joint =
      text === "" ? "" : begins ? "\n" : claim.kind === "text" && claim.type === "url" ? " " : ",";
    text += `${joint}{{${slot}}}`;
  }
  return text;
}

/** 为什么跌了 of a day on which it rose: that stands in front. A close of another day than the one asked about decides nothing. */
function withPremise(answer: SkillAnswer, { day, isLong }: Asked, context: SkillContext): SkillAnswer {
  const { text } = context.message;
  const numbers = answer.claims.filter((claim) => claim.kind === "numeric");
  const stretches = numbers.filter(({ metric }) => isMove(metric));
  const moves = stretches.length > 0 ? stretches : numbers.filter(({ metric }) => metric === "pct_chg");
  const ofDay = day ?? context.now.slice(0, 10);
  const isOfDay = !isLong && moves.every(({ as_of }) => as_of.slice(0, 10) === ofDay);
  const isOfTime = stretches.length > 0 || isOfDay;
  const leads = isOfTime && asksWhy(text) ? corrected(text, moves) : new Map();
  return leads.size === 0 ? answer : { ...answer, draft: ledByCompany(leads, answer.claims, template) };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  maxToolCalls: 3 * maxSecurities + 3,
  template,
  async run({ codes = [], date }, context) {
    if (codes.length === 0) return ofMarket;
    const asked = await whenAsked(date, context);
    const since: CompanyPart[] = [];
    const answer = await answerByCompany(codes, context, {
      up: (code, companies) =>
        newsOf(code, companies === 1 ? mostAlone : mostBeside, { asked, context, since }),
      freshness: (parts) => ({
        ...freshnessOfMoves(
          since.flatMap(({ claims }) => claims),
          since,
        ),
        ...freshnessOf(parts, asked.day),
      }),
    });
    return answer.kind === "answer" ? withPremise(answer, asked, context) : answer;
  },
});
