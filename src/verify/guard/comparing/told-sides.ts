/** What the words on one side of a comparison name, where all of them are known. */
import { averagesOp } from "../tokens/measures/averages.ts";
import { kindsOf, type Token, textOf } from "../tokens/token.ts";
import type { ComparisonInput, Settled } from "./comparison-sides.ts";

/** What the words of one side name. */
export interface Side {
  readonly company: string | null;
  readonly metrics: readonly string[];
  readonly values: readonly Settled[];
  /** 前者, the second: which of the two that were told, or null. */
  readonly place: "former" | "latter" | null;
  /** 该均线, the line */
  readonly isAverage: boolean;
  /** 三条均线: all of them. */
  readonly isEvery: boolean;
  /** which, that: what was told last. */
  readonly isLast: boolean;
  /** it, 它: of what the sentence speaks of, which need not have been told last. */
  readonly isIt: boolean;
}

const silent = kindsOf(
  "source sourceMark date time realtime licensed count open close join clause approximate fill unitNote user",
);

/** Words that say nothing but where and which. */
const plainWords: ReadonlySet<string> = new Set(
  (
    "仍 仍然 还 也 都 均 已 已经 是 处 处于 位 位于 在 了 的 得 要 更 又 就 则 而 且 而且 并 并且 所以 因此 可见 这 这里 那 那里 该 此 其 它 它们 条 道 根 " +
    "线 个 些 一点 一些 一截 上面 下面 上头 下头 上边 下边 上 下 面 头 边 方 之 现 今 今天 今日 价 价位 股价 数 数字 数值 两者 者 家 只 支 站 落 跑 走 收 报 说明 运行 " +
    "哦 哈 啊 呀 吧 啦 哟 喽 哇 嘛 呢 噢 些 都 全 皆 即 来看 看 来 从 按 论 比 较 跟 与 同 和 依然 依旧 同样 目前 眼下 略 稍 微 明显 " +
    "掉 跌 到 回 差 压 压着 ' s ’ 's ’s the that this those these it its them they line lines level levels figure figures price prices one ones other others two three average " +
    "averages mark quote number value values multiple multiples reading stock share shares company still now back got gets sit sits both so thus hence " +
    "meaning which of and while also well touch a bit little put puts leaves left keeps remain remains stays holds holding today yes no i e than rest is are " +
    "was were has been at on carry carries with slightly clearly currently trading trades there here"
  ).split(" "),
);
const longestWord = 3;
const isHan = /^[\u4e00-\u9fff]/;

/** A run of words without spaces, cut into known ones from the left, the longest first. */
function saysNothing(run: string): boolean {
  if (!isHan.test(run)) return plainWords.has(run);
  for (let at = 0; at < run.length; ) {
    let size = longestWord;
    while (size > 0 && !plainWords.has(run.slice(at, at + size))) size--;
    if (size === 0) return false;
    at += size;
  }
  return true;
}

export const pointing = kindsOf("company metric text pair licensed");

export const placeOf = (text: string): Side["place"] =>
  /前者|former|^first/.test(text) ? "former" : /后者|latter|^second/.test(text) ? "latter" : null;

const averageWord = /均线|(?:条|该|此|上|下|在|破|到)线|(?<![a-z])(?:average|line)/;
const itWord = /它|其|(?<![a-z])(?:it|they|its|their)(?![a-z])/;
const lastWord = /^[^a-z\u4e00-\u9fff]*(?:which|that|this)(?![a-z])/;

/** 20日线(MA5为1410.20元,MA20为1432.80元), (akshare, 2026-05-07): without brackets that name more than the one value before them. */
function withoutAsides(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(({ kind }) => kind === "open");
  if (open < 0) return tokens;
  const close = tokens.findIndex(({ kind }, i) => i > open && kind === "close");
  const inside = tokens.slice(open, close < 0 ? tokens.length : close + 1);
  const isValue =
    inside.filter(({ kind }) => kind === "number").length === 1 &&
    !inside.some(({ kind }) => kind === "metric");
  return isValue ? tokens : tokens.toSpliced(open, inside.length);
}

/** Null where the words hold anything that is not known. */
export function sideOf(
  all: readonly Token[],
  { settled, lower }: Pick<ComparisonInput, "settled" | "lower">,
): Side | null {
  const tokens = withoutAsides(all);
  let company: string | null = null;
  let metrics: readonly string[] = [];
  let place: Side["place"] = null;
  const values: Settled[] = [];
  let run = "";
  for (const [i, each] of tokens.entries()) {
    const said = lower.slice(each.start, each.end);
    const pointed = pointing.has(each.kind) ? placeOf(said) : null;
    if (each.kind === "text" && pointed === null) {
      run += said;
      const next = tokens[i + 1];
      if (next?.kind === "text" && next.start === each.end) continue;
      if (!saysNothing(run)) return null;
      run = "";
      continue;
    }
    const value = settled.get(each);
    if (pointed !== null) place = pointed;
    else if (each.kind === "company") company = each.op;
    else if (each.kind === "metric") metrics = each.metrics;
    else if (value !== undefined) values.push(value);
    else if (each.kind === "derived" ? !averageWord.test(said) : !isPlain(each, lower)) return null;
  }
  const said = textOf(tokens, lower);
  // 都低于2024年: beside another day.
  const isNothing = company === null && metrics.length === 0 && values.length === 0;
  if (isNothing && tokens.some(({ kind }) => kind === "date")) return null;
  const isAverage = metrics.length === 0 && averageWord.test(said);
  const isEvery = tokens.some(({ op }) => op === averagesOp);
  return {
    company,
    metrics,
    values,
    place,
    isAverage,
    isEvery,
    isLast: lastWord.test(said),
    isIt: itWord.test(said),
  };
}

/** 跌到它下面: a way to where it lies. */
const way = /^(?:跌|掉|落|退|回|涨|升)[到回至]?$/;

const isPlain = ({ kind, op, start, end }: Token, lower: string): boolean =>
  (silent.has(kind) && op !== "asked" && !op.startsWith("level-")) ||
  (kind === "relative" && op === "today") ||
  (kind === "direction" && way.test(lower.slice(start, end)));

export const isNamed = ({ company, metrics, values, place, isAverage }: Side): boolean =>
  company !== null || metrics.length > 0 || values.length > 0 || place !== null || isAverage;
