import {
  type Bilingual,
  type Claim,
  type MetricRegistry,
  type SkillContext,
  type SkillMiss,
  type ValuationRatio,
  valuationRatios,
} from "#contract";

/** Windows that are looked at, in years. */
const windows = [1, 3, 5] as const;
type Years = (typeof windows)[number];

const names: Readonly<Record<ValuationRatio, readonly [zh: string, en: string]>> = {
  pe_ttm: ["市盈率(TTM)", "P/E (TTM)"],
  pb: ["市净率", "P/B"],
  ps_ttm: ["市销率(TTM)", "P/S (TTM)"],
};

/** Where a ratio stands within its last years, and how many days stand behind that. */
export const metrics: MetricRegistry = Object.fromEntries(
  valuationRatios.flatMap((ratio) =>
    windows.flatMap((years) => {
      const [zh, en] = names[ratio];
      const place = { zh: [`近${years}年${zh}分位`], en: [`${years}-year ${en} percentile`] };
      const days = { zh: [`近${years}年${zh}样本天数`], en: [`days in the ${years}-year ${en} sample`] };
      return [
        [`${ratio}_percentile_${years}y`, { ...place, default_unit: "%", computed: true }] as const,
        [`${ratio}_days_${years}y`, { ...days, default_unit: "日", computed: true }] as const,
      ];
    }),
  ),
);

/** The window of one of these metrics, `""` for a metric without one. */
export const windowOf = (metric: string): string => /_(\d+y)$/.exec(metric)?.[1] ?? "";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const meaning = note(
  "分位是窗口内数值低于最新值的交易日占比,亏损的交易日不计。",
  "A percentile is the share of the window's days with a lower value; days of a loss do not count.",
);
const tooFew = note(
  "数据不足的区间(上市、盈利时间太短或停牌太久)不给出分位。",
  "No percentile is given for a window that the data do not fill (listed or profitable too shortly, or long suspended).",
);
const otherWindow = note(
  "分位只有近一年、近三年和近五年的,已按这几个区间给出。",
  "Percentiles exist for one, three and five years; these are shown.",
);
const unavailable = note(
  "历史分位目前查不了(需要能给出多年估值的数据源),显示的是当日的估值。",
  "Where a ratio stands within the last years cannot be looked up (no source at hand gives years of it): shown is the value of the day.",
);

const numerals: Readonly<Record<string, number>> = {
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  十: 10,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ten: 10,
};

const span =
  /(?:(?:最近|近|过去|这)的?(?<zh>\d{1,2}|[一二两三四五十])个?年|(?:last|past|previous) (?<en>\d{1,2}|one|two|three|four|five|ten)[ -]years?|(?<own>\d{1,2}|one|two|three|four|five|ten)[ -]years?|(?<zhOwn>\d{1,2}|[一二两三四五十])年(?:期|的)?(?:历史)?(?:百?分位)|(?<year>(?:last|past) year))/i;

/** A number of years by itself, which is a window where a place is asked for: no year of the calendar, no ordinal, no time ago. */
const bareSpan =
  /(?<![\d〇零一二三四五六七八九十第])(?<count>\d{1,2}|[一两二三四五十])个?年(?!前|后|度|报|末|初|底|级|\d|\s?\d{1,2}\s?月)|(?<![\d.])(?<en>\d{1,2}) ?(?:y|yrs?)\b/;

/** As `askedYears`, for words of a question that asks for a place. */
export function windowYears(words: string): number | null {
  const named = askedYears(words);
  if (named !== null) return named;
  const groups = bareSpan.exec(words.normalize("NFKC").toLowerCase())?.groups;
  const count = groups?.count ?? groups?.en;
  return count === undefined ? null : (numerals[count] ?? Number(count));
}

/** How many years the words name as a window (近3年, 过去五年, five-year); null where they name none. */
export function askedYears(words: string): number | null {
  const groups = span.exec(words.normalize("NFKC").toLowerCase())?.groups;
  if (groups === undefined) return null;
  const { zh, en, own, zhOwn, year } = groups;
  const count = zh ?? en ?? own ?? zhOwn;
  if (count === undefined) return year === undefined ? null : 1;
  return numerals[count] ?? Number(count);
}

export const asksForPercentile = (text: string): boolean =>
  /分位|(?:处于|处在|在|算|是)(?:历史)?(?:什么|哪个|怎样的|啥|高|低|相对高|相对低|中)的?(?:位置|水平|位|区间)(?!于)|历史(?:上|的|什么|哪个|怎样的)*(?:位置|水平|估值|高位|低位|区间)|历史上?(?:来看|看)?(?:算|是|属于|还|比较|偏)*[高低贵]|percentile|historical|own history|compared? (?:to|with|against) (?:its )?(?:past|history)|[和跟与]历史(?:上的?)?[相对]?比/i.test(
    text,
  );

const isWindow = (years: number): years is Years => (windows as readonly number[]).includes(years);

export interface Places {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  /** Windows of which a stretch has no data. */
  readonly missing: readonly SkillMiss[];
}

/** The ratios that are asked about; P/E where none is named. */
function ratiosOf({ asked }: SkillContext): readonly ValuationRatio[] {
  const named = valuationRatios.filter((ratio) => asked.metrics.includes(ratio));
  return named.length > 0 ? named : ["pe_ttm"];
}

/** The places of one company's ratios within the window of `years`, else within all windows, up to `to`. */
export async function placesOf(
  code: string,
  asked: { readonly years: number | null; readonly to?: string | undefined },
  context: SkillContext,
): Promise<Places> {
  const { years, to } = asked;
  const wanted = years !== null && isWindow(years) ? [years] : windows;
  const found = await context.tools.get_valuation_history({
    code,
    metrics: ratiosOf(context),
    years: Math.max(...wanted),
    ...(to === undefined ? {} : { to }),
  });
  if (!found.ok) return { claims: [], notes: [unavailable], missing: [] };
  const gaps = new Map<string, SkillMiss>();
  const claims: Claim[] = [];
  let isShort = false;
  for (const ratio of ratiosOf(context)) {
    for (const each of wanted) {
      const place = await context.tools.percentile({
        call: found.call.tool_call_id,
        field: ratio,
        years: each,
      });
      const { code: fault, subject = code } = place.ok ? {} : place.error;
      if (fault === "SERIES_GAP") gaps.set(subject, { code: fault, subject });
      else if (!place.ok) isShort = true;
      if (place.ok)
        claims.push(
          ...[`${ratio}_percentile_${each}y`, `${ratio}_days_${each}y`].flatMap(
            (metric) => context.select(place.call, `/${metric}`) ?? [],
          ),
        );
    }
  }
  return {
    claims,
    notes: [
      ...(claims.length > 0 ? [meaning] : []),
      ...(isShort ? [tooFew] : []),
      ...(years !== null && !isWindow(years) ? [otherWindow] : []),
    ],
    missing: [...gaps.values()],
  };
}
