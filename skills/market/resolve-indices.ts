import {
  indexSetBeside,
  type ResolvedSecurity,
  type SkillContext,
  type SkillMiss,
  type SkillQuestion,
} from "#contract";

/** 上证指数, 深证成指, 创业板指, 沪深300: what stands for the market where no index is named. */
const main = ["000001.SH", "399001.SZ", "399006.SZ", "000300.SH"] as const;

/** More are no answer to read. */
export const mostIndices = 5;

/** 大盘 is a name of one index and means the market. */
const wholeMarket =
  /大盘|市场|股市|[aA]股|两市|沪深(?!300)|盘面|三大指数|主要指数|各大指数|the market|a-share|stock market|indices|indexes/;

/** The index that stands for an exchange. */
const exchanges: readonly (readonly [words: RegExp, code: string])[] = [
  [/^(?:上海|沪市|上交所|shanghai)$/i, "000001.SH"],
  [/^(?:深圳|深市|深交所|shenzhen)$/i, "399001.SZ"],
  [/^(?:北京|北交所|beijing)$/i, "899050.BJ"],
];

export interface ResolvedIndices {
  readonly codes: readonly string[];
  readonly missing: readonly SkillMiss[];
  /** Beside them: the stock that a number of no index may have meant. */
  readonly question?: Omit<SkillQuestion, "kind">;
}

/** SH000858 is no index; the number is that of 五粮液 on the other exchange. */
const isStockNumber = (query: string, { status, kind }: ResolvedSecurity): boolean =>
  status === "several" && kind === "stock" && /\d{6}/.test(query.normalize("NFKC"));

/** 昨天大盘怎么样, 前天呢: the index of that name alone would be less than was told before. */
const goesOnWithMarket = ({ session, message }: SkillContext): boolean => {
  const last = session.at(-1);
  return (
    last?.skill === "market" &&
    main.every((code) => last.codes.includes(code)) &&
    !/上证|沪指|上指|000001|shanghai/i.test(message.text)
  );
};

/** The indices that a message names, else the main ones. A stock is none. */
export async function resolveIndices(
  queries: readonly string[],
  context: SkillContext,
): Promise<ResolvedIndices> {
  const { tools, message } = context;
  const codes = new Set<string>();
  const missing: SkillMiss[] = [];
  let question: ResolvedIndices["question"];
  for (const query of queries) {
    const ofExchange = exchanges.find(([words]) => words.test(query))?.[1];
    if (ofExchange !== undefined) {
      codes.add(ofExchange);
      continue;
    }
    const resolved = await tools.resolve_security({ query });
    if (!resolved.ok) {
      missing.push({ code: resolved.error.code, subject: query });
      continue;
    }
    const { kind, matches } = resolved.value;
    const code = matches[0]?.code;
    if (kind === "index" && code !== undefined) codes.add(code);
    else if (isStockNumber(query, resolved.value)) question ??= { subject: query, candidates: matches };
    else missing.push({ code: "UNKNOWN_INDEX", subject: query });
  }
  const named = [...codes];
  const isMeant =
    (wholeMarket.test(message.text) && indexSetBeside(message.text) === null) || goesOnWithMarket(context);
  const isWhole = named.length === 0 || (named.length === 1 && named[0] === main[0] && isMeant);
  const asked = question === undefined ? {} : { question };
  if (question !== undefined && named.length === 0) return { codes: [], missing, ...asked };
  // Words that no list knows are no index where the market as a whole is meant.
  if (isWhole && (queries.length === 0 || named.length > 0 || wholeMarket.test(message.text)))
    return { codes: main, missing: [] };
  const beyond = named.slice(mostIndices);
  return {
    codes: named.slice(0, mostIndices),
    missing: beyond.length === 0 ? missing : [...missing, { code: "TOOL_LIMIT", subject: beyond.join(", ") }],
    ...asked,
  };
}
