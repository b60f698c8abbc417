import type { Bilingual, ErrorCode, SkillMiss, ToolFailure } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const lossMaking = note(
  "公司处于亏损,市盈率(TTM)不适用。",
  "The company is loss-making, so P/E (TTM) does not apply.",
);
export const flowModel = note(
  "资金流向是数据源按成交单大小推算的模型值。",
  "Money flow is the source's model, reckoned from the size of orders.",
);
export const convention = note(
  "指标按前复权日线、通达信公式计算;财报为年初至报告期末的累计数。",
  "Indicators are computed from forward-adjusted daily bars by TDX's formulas; statements are cumulative to the period's end.",
);
export const onlyDated = note(
  "所问日期只提供价格、估值和指标,财报和资金流向从略。",
  "For a day in the past there are price, valuation and indicators only.",
);

/** What a company does is asked for: 是干嘛的, what does it do. */
const asksBusiness =
  /(?:干|做|搞|卖|造|生产)(?:什么|啥|嘛)|干嘛|(?:什么|啥|哪类|哪种|样的)公司|什么行业|哪个行业|来头|来历|靠(?:什么|啥)|怎么赚|是(?:什么|啥)[\s?？呢啊]*$|what (?:kind|sort|type) of company|what (?:does|do) .{1,40}\b(?:do|make|sell|produce)\b|\bwhat(?:'s| is) [^,.?]{1,30}[?.! ]*$/i;
const noBusiness = note(
  "公司做什么业务没有数据来源,显示的是行情、估值和财报。",
  "No source here tells what a company does: shown are its price, valuation and statements.",
);

/** Says that what a company does is not told, where that is asked for. */
export const businessNotes = (text: string): readonly Bilingual[] =>
  asksBusiness.test(text) ? [noBusiness] : [];

export type BlockName = "price" | "valuation" | "statements" | "indicators" | "flow";

const names: Readonly<Record<BlockName, Bilingual>> = {
  price: note("行情", "price"),
  valuation: note("估值", "valuation"),
  statements: note("财报", "statements"),
  indicators: note("技术指标", "indicators"),
  flow: note("资金流向", "money flow"),
};

const temporary: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "SOURCE_DOWN",
  "NET_TIMEOUT",
  "RATE_LIMIT",
  "TOOL_ERROR",
  "STALE",
]);

/** A block of the card that stayed empty, and why, where its tool said so. */
export interface EmptyBlock {
  readonly name: BlockName;
  readonly error: ToolFailure | undefined;
}

/** The blocks of a company's card that stay empty: those that have no data, and those that a later question may get. */
export function missingBlocks(code: string, empty: readonly EmptyBlock[]): readonly SkillMiss[] {
  const isTemporary = ({ error }: EmptyBlock) => error !== undefined && temporary.has(error.code);
  const missOf = (miss: ErrorCode, some: readonly EmptyBlock[]): readonly SkillMiss[] =>
    some.length === 0 ? [] : [{ code: miss, subject: code, parts: some.map(({ name }) => names[name]) }];
  return [
    ...missOf(
      "PARTS_WITHOUT_DATA",
      empty.filter((each) => !isTemporary(each)),
    ),
    ...missOf("PARTS_UNAVAILABLE", empty.filter(isTemporary)),
  ];
}
