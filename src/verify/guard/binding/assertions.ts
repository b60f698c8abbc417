import type { Lexicon } from "../lexicon/lexicon.ts";
import { collectiveReach, isCount, isNone, isOfRest } from "../tokens/readers/side-words.ts";
import { claimUnit } from "../tokens/readers/units.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import type { ClauseInput, Window } from "./context.ts";
import { isAlone, isClosing } from "./measures/clause-of-growth.ts";
import { grownAlone, headFlow, isRankIn, joinedBefore, measureBeside } from "./measures/said-measures.ts";
import type { Assertion } from "./quantity.ts";

const isChange = ({ kind, sign, metrics }: Token, lexicon: Lexicon): boolean =>
  kind === "metric" && sign !== 0 && lexicon.changes.percent.some((id) => metrics.includes(id));

const ofPrice: ReadonlySet<string> = new Set(["sinceOpen", "market", "comparative"]);
const ofOpening: ReadonlySet<string> = new Set(["open", "sinceOpen"]);

/** How far before a direction its denial may stand, in tokens. */
const denialReach = 4;

/** 没有, not; 没 of 没涨. */
export const denies = ({ kind, op }: Token): boolean =>
  kind === "negation" || (kind === "text" && ["不", "没", "无"].includes(op));

/** 没有下跌, did not fall. */
export function isDenied(tokens: readonly Token[], word: Token): boolean {
  // By its place: 跌到 is read as another token than the 跌 that was seen.
  const at = tokens.findLastIndex(({ start }) => start === word.start);
  const before = tokens.slice(Math.max(0, at - denialReach), Math.max(0, at));
  const denial = before.findLastIndex((each) => denies(each) || isNone(each));
  // 两家走势不同:五粮液下跌: a colon ends what is denied.
  return denial >= 0 && !before.slice(denial).some(({ kind, op }) => kind === "direction" || op === ":");
}

type Said = Pick<Assertion, "metrics" | "manner" | "grown">;

function put(word: Token, companies: readonly (string | null)[], said: Said, { bound }: ClauseInput): void {
  for (const company of companies) bound.assertions.push({ token: word, company, sign: word.sign, ...said });
}

/**
 * Takes note of a word of move as it is read. 高开 is a statement whatever follows; of two moves that no number parts
 * (CATL rose and BYD fell) the first is one.
 */
export function seeMove(each: Token, window: Window, input: ClauseInput): void {
  const { context, lexicon } = input;
  const mannerOf = (word: Token) => (isDenied(window.tokens, word) ? "denied" : "plain");
  if (each.kind === "direction" && ofOpening.has(each.op)) {
    const manner = isDenied([...window.tokens.slice(-denialReach), each], each) ? "denied" : "plain";
    put(each, [context.company], { metrics: null, manner }, input);
    return;
  }
  const grown = grownAlone(each, input);
  if (grown !== null) {
    put(each, [context.company], { ...grown, manner: mannerOf(each) }, input);
    return;
  }
  const isMove =
    (each.kind === "direction" && ofPrice.has(each.op)) || (isChange(each, lexicon) && each.op !== "noun");
  if (!isMove) return;
  const { moved } = window;
  if (moved !== null && moved.company !== context.company)
    put(moved.token, [moved.company], { metrics: null, manner: mannerOf(moved.token) }, input);
  window.moved = { token: each, company: context.company };
}

/** The number may be a value of the measure, which is no rate of growth itself. */
const isOfUnit = (
  { metrics }: Token,
  unit: NumberRead["unit"],
  { metrics: registry, basesOf }: Lexicon,
): boolean =>
  unit !== null &&
  metrics.some(
    (id) =>
      basesOf(id).length === 0 && claimUnit(registry[id]?.default_unit ?? "").dimension === unit.dimension,
  );

/**
 * It was a down day: BYD's change was -0.42%; 处于亏损:净利润为-14.36亿元: a word before a colon, and after it a measure with a sign of
 * its own. The word is a statement, and not the sign of the number.
 */
export function assertTold(input: ClauseInput, window: Window, { sign, unit }: NumberRead): void {
  const flow = headFlow(window, input.lexicon, input.lower);
  if (flow !== null) {
    const isNo = input.lower.slice(Math.max(0, flow.start - 4), flow.start) === " no ";
    const manner = isNo || isDenied(window.tokens, flow) ? "knownDenied" : "known";
    put(flow, [input.context.company], { metrics: flow.metrics, manner }, input);
    window.named = null;
  }
  const { direction, moved, named, tokens } = window;
  const word = direction ?? moved?.token;
  if (word == null) return;
  const from = tokens.findLastIndex(({ start }) => start === word.start);
  const colon = tokens.findIndex(({ op }, at) => at > from && op === ":");
  if (from < 0 || colon < 0) return;
  // 净利润有所增长:2024年为3659.00亿元, 股东户数减少:601,800户: what a colon parts from the growth is a level of what grew.
  const isLevel =
    word.op === "growth" && sign === "" && named !== null && isOfUnit(named, unit, input.lexicon);
  if (isLevel && (tokens.indexOf(named) < colon || tokens.slice(from).some(({ kind }) => kind === "date"))) {
    assertLevel(input, window);
    window.direction = null;
    return;
  }
  // BYD is up: CNY 101.20; closed lower: CNY 1,801.23: the level behind the word.
  const isPrice = unit?.dimension === "CNY" || unit?.dimension === "点";
  const isMove = word.kind === "direction" && (word.op === "market" || word.op === "comparative");
  if (isMove && isPrice && sign === "" && colon === tokens.length - 1) {
    const manner = isDenied(tokens, word) ? "denied" : "plain";
    put(word, [input.context.company], { metrics: null, manner }, input);
    window.direction = null;
    return;
  }
  // ICBC is lower on P/B: 0.68x: a rank, and behind the colon the value that has it.
  if (word.op === "comparative" && sign === "" && !isPrice && colon === tokens.length - 1) {
    assertLevel(input, window);
    window.direction = null;
    return;
  }
  if (named === null || named === word || named.kind !== "metric" || tokens.indexOf(named) < colon) return;
  if (word.kind === "direction" && !(ofPrice.has(word.op) || word.op === "loss")) return;
  // 由流出转为流入:主力净流出1.58亿元,…: the measure behind the colon has a sign of its own.
  if (word.op === "loss" && sign === "" && named.sign !== 0 && named.sign !== word.sign) {
    assertLevel(input, window);
    window.direction = null;
    return;
  }
  // It lost money: its net loss was…: the word is not of the measure.
  const isOfOther = word.op === "market" && !isChange(named, input.lexicon);
  if (word.kind === "direction" && sign === "" && named.sign !== 0 && !isOfOther) return;
  const manner = isDenied(tokens, word) ? "denied" : "plain";
  if (word.op !== "loss") put(word, [input.context.company], { metrics: null, manner }, input);
  else assertLevel(input, window);
  window.direction = null;
}

/** True if a number has been read since the word. */
const isFollowed = ({ bound }: ClauseInput, word: Token): boolean =>
  (bound.quantities.at(-1)?.token.start ?? -1) > word.start;

const earningsWord = /^(?:净?亏损?|净?亏损额|盈利|net loss)$/;

const sizeOf = /^(?:的?(?:具体)?(?:金额|额度?|数额|多少|幅度|比例))/;
const untold = /取决于|无法|没有|未知|不清楚|不确定|要看|替您计算|帮您计算|(?:没|未|不)(?:能)?(?:算|计算)/;
const ofUser = /[您你]|持股|持仓|买入|成本价|账户/;
const longestUntold = 40;

/** 具体亏损金额取决于持股数量: how much is said not to be told, not that it is so. */
function isUntoldSize(word: Token, tokens: readonly Token[], lower: string): boolean {
  if (!sizeOf.test(lower.slice(word.end, word.end + 6))) return false;
  if (tokens.some(({ kind }) => kind === "company" || kind === "date" || kind === "metric")) return false;
  const rest = lower.slice(word.end, word.end + longestUntold).split(/[,，。;；\n]/)[0] ?? "";
  const before =
    lower
      .slice(Math.max(0, word.start - longestUntold), word.start)
      .split(/[,，。;；\n]/)
      .at(-1) ?? "";
  return untold.test(rest) && ofUser.test(before + rest);
}

/** 亏损, 净亏损额: of what a company earns, not of money that flows. */
export const isOfEarnings = ({ start, end }: Token, lower: string): boolean =>
  earningsWord.test(lower.slice(start, end));

/** 经营现金流: what flows in or out of a firm, as the money of a stock does. */
const isCashFlow = (id: string, { wordsOf }: Lexicon): boolean =>
  wordsOf(id).some((word) => /现金流|cash flow/.test(word));

/** What a direction without a number says, or null where it is no statement. */
function statementOf(
  word: Token,
  { named, tokens, growth }: Window,
  { context, lexicon, bound, lower }: ClauseInput,
): Said | null {
  // BOE's is higher at 27.90x: of what was asked for, as its number.
  const metrics = context.metrics.length > 0 ? context.metrics : (bound.quantities.at(-1)?.asked ?? []);
  const isOfPrice = metrics.some((metric) => lexicon.priceLike.has(metric));
  if (word.op === "loss") {
    if (isUntoldSize(word, tokens, lower)) return null;
    const isEarnings = earningsWord.test(lower.slice(word.start, word.end));
    const own = metrics.filter((id) =>
      isEarnings ? lexicon.profits.includes(id) : lexicon.flows.includes(id) || isCashFlow(id, lexicon),
    );
    if (own.length > 0) return { metrics: own, manner: "plain" };
    // 2025年亏损: of the net profit, where a claim has one; 您是盈利的: of what somebody holds, which no claim is of.
    const isUsers = tokens.some(({ kind }) => kind === "user");
    if (isEarnings) return { metrics: lexicon.profits, manner: isUsers ? "plain" : "known" };
    return { metrics: lexicon.flows, manner: metrics.length > 0 ? "plain" : "known" };
  }
  if (word.op === "growth") {
    // 增, 升: a part of other words too (增持).
    const isLevel = word.count === 1;
    // 负债率降了一点
    const isWord =
      word.end - word.start > 1 ||
      isLevel ||
      lower.charAt(word.end) === "了" ||
      /[双在是]/.test(lower.charAt(word.start - 1));
    const isFinal = isClosing(word, lower);
    // 较上期减少 at the end of its clause is said of the measure before it; 减少风险 has an object of its own.
    const isSaid =
      isFinal &&
      isWord &&
      metrics.length > 0 &&
      (tokens.some(({ op }) => op === "beside" || op === "than") || isAlone(word, tokens, lower));
    // ROE升至12%: that it rose is a statement of its own.
    if (!isWord || (named === null && !growth && !isSaid && !(isLevel && metrics.length > 0))) return null;
    const of = named === null ? metrics : named.metrics;
    return {
      metrics: isOfPrice && !growth ? null : of.flatMap(lexicon.growthOf),
      manner: "plain",
      grown: of,
    };
  }
  // 前者higher is a rank even of prices; closed higher is a move.
  const isOfOwner =
    tokens.findLast(({ start }) => start < word.start)?.kind === "company" ||
    (named !== null && isRankIn(tokens.slice(0, tokens.indexOf(named) + 1)));
  if (word.op === "comparative" && metrics.length > 0 && (!isOfPrice || isOfOwner))
    return { metrics, manner: "rank" };
  const own = word.op === "market" ? measureBeside(word, tokens, lower) : null;
  if (own !== null && !own.some((id) => lexicon.priceLike.has(id) || lexicon.changes.percent.includes(id)))
    return { metrics: own.flatMap(lexicon.growthOf), manner: "plain", grown: own };
  if (ofPrice.has(word.op) || word.op === "flat") {
    // opened at CNY 65.90 and has since eased: from the open.
    const isAfterOpen = tokens.some(({ kind, op }) => kind === "direction" && op === "open") || bound.hasOpen;
    return { metrics: null, manner: isAfterOpen ? "afterOpen" : "plain" };
  }
  return null;
}

/** 其中两只下跌: said of so many and of nobody named in its clause, and judged as a count. */
const isCounted = ({ tokens, collectiveAt }: Window): boolean => {
  const word = tokens[collectiveAt];
  return word !== undefined && isCount(word) && !tokens.some(({ kind }) => kind === "company");
};

/** A direction without a number of its own, or before a level, is a statement that the claims must bear out. */
export function assertLevel(input: ClauseInput, window: Window): void {
  const { direction, named } = window;
  if (direction === null && named === null) return;
  const { context, lexicon } = input;
  const push = (word: Token, said: Said): void => {
    const denied = said.manner === "known" ? "knownDenied" : "denied";
    put(word, [context.company], isDenied(window.tokens, word) ? { ...said, manner: denied } : said, input);
  };
  // 三家都涨了 of nobody named before is judged with the companies of the whole sentence.
  const isOfMany = window.collectiveAt >= 0 && window.tokens.length - window.collectiveAt <= collectiveReach;
  if (isOfMany && (context.company === null || isOfRest(window.tokens) || isCounted(window))) return;
  if (direction !== null) {
    const isLevel = direction.count === 1 && direction.op !== "loss";
    const said = isLevel || !isFollowed(input, direction) ? statementOf(direction, window, input) : null;
    if (said !== null) push(direction, said);
    if (said?.grown !== undefined && named !== null)
      for (const { metrics } of joinedBefore(named, window.tokens))
        push(direction, { ...said, metrics: metrics.flatMap(lexicon.growthOf), grown: metrics });
    // 资金流出和股价上涨方向一致: the move behind the flow is said too.
    const moved = window.moved;
    if (direction.op === "loss" && moved !== null && !isFollowed(input, moved.token))
      push(moved.token, { metrics: null, manner: "plain" });
  } else if (named?.op === "noun" && context.company === null) return;
  // 看跌幅,…: the name of the measure, and nobody's move.
  else if (named !== null && isChange(named, lexicon) && !isFollowed(input, named))
    push(named, { metrics: null, manner: "plain" });
  else if (named?.kind === "metric" && named.sign < 0 && !isFollowed(input, named))
    put(named, [context.company], { metrics: named.metrics, manner: "known" }, input);
}

/** 较昨收57.83元下跌: the registry's own word for the move, as a direction, behind the last number of a clause; null for any other. */
export function trailingMove({ named }: Window, { changes }: Lexicon): Token | null {
  const isMove =
    named?.kind === "metric" &&
    named.op === "" &&
    named.sign !== 0 &&
    named.metrics.some((id) => changes.percent.includes(id));
  return isMove ? { ...named, kind: "direction", op: "market" } : null;
}
