/** 实时价, Live price, 今日涨跌幅: the time that the head of a column, of a row or of a passage says of the numbers below it. */
import { isDayWord, lastOf, type Token } from "../../tokens/token.ts";
import { timesBeside } from "../pairs/carry-over.ts";
import type { Quantity } from "../quantity.ts";
import type { Sentence } from "../structure.ts";

/** 实时, 现价, latest. */
export const saysNow = ({ kind, op }: Token): boolean =>
  kind === "realtime" || (kind === "metric" && op.startsWith("now"));

/** How surely the words around a number claim "now" for it. */
export function nowOf(around: readonly Token[], named: Token | null): Quantity["now"] {
  const said = around.flatMap(({ kind, op }) => (kind === "realtime" ? [op] : []));
  if ((named?.kind === "metric" && saysNow(named)) || said.includes("hard")) return "hard";
  if (said.includes("soft") || said.includes("just")) return namesDayBehind(around) ? "dated" : "soft";
  return said.length > 0 ? "latest" : "";
}

/** 目前只有5月6日的数据: behind the word a day is named, not in a bracket. */
function namesDayBehind(around: readonly Token[]): boolean {
  const at = around.findLastIndex(({ kind }) => kind === "realtime");
  return around.some(
    ({ kind, date }, i) =>
      i > at && kind === "date" && date?.day != null && !/open|source|fill/.test(around[i - 1]?.kind ?? ""),
  );
}

/** 非实时, not live; 您问的实时价 is what was asked for. */
const isOpen = (tokens: readonly Token[], lower: string): boolean =>
  tokens.some(
    ({ kind, start }) =>
      kind === "negation" ||
      kind === "user" ||
      (kind === "realtime" && /[非不无]/.test(lower.charAt(start - 1))),
  );

const from = /(?<![a-z])from $/;

/** The words of time in a head; 较昨日, vs yesterday is what a change is measured from. */
export function headTimesIn(tokens: readonly Token[], lower: string): readonly Token[] {
  const said = tokens.filter((each) => saysNow(each) || isDayWord(each));
  if (said.length === 0 || isOpen(tokens, lower)) return [];
  const beside = timesBeside(tokens);
  return said.filter(
    (each) => !beside.has(each) && !from.test(lower.slice(Math.max(0, each.start - 6), each.start)),
  );
}

/** More is a sentence. */
const longest = 16;
const behindTime: ReadonlySet<string> = new Set(
  "metric company open close licensed fill realtime relative".split(" "),
);
const wordless = "[^\\na-z\\d\\u4e00-\\u9fff]{0,8}";
const [lineBefore, lineBehind] = [new RegExp(`(?:^|\\n)${wordless}$`), new RegExp(`^${wordless}(?:\\n|$)`)];

/** Those of a line of its own that ends with them (实时行情:); null for what is no heading and leaves the one before in force. */
export function headTimesOf({ tokens, counts }: Sentence, lower: string): readonly Token[] | null {
  const [start, end] = [tokens[0]?.start ?? 0, lastOf(tokens)?.end ?? 0];
  const isLine =
    counts.number === 0 &&
    tokens.length <= longest &&
    lineBefore.test(lower.slice(Math.max(0, start - 9), start)) &&
    lineBehind.test(lower.slice(end, end + 9));
  if (!isLine) return null;
  const said = headTimesIn(tokens, lower).filter(saysNow);
  const [first] = said;
  if (first === undefined) return counts.metric > 0 ? [] : null;
  const isLast = tokens
    .slice(tokens.indexOf(first))
    .every(
      ({ kind, op }) => behindTime.has(kind) || (kind === "text" && /^(?:价|[^a-z\u4e00-\u9fff]*)$/.test(op)),
    );
  return isLast ? said : [];
}
