/** RMB 120.35 million of main-force money came into Moutai, RMB 50.22 million left Wuliangye: the verb says which way the money went. */
import { pattern } from "../../lexicon/patterns.ts";
import type { Reading } from "../reading.ts";
import { revised, type Token, token } from "../token.ts";

const going =
  "(?:came|comes|coming|flowed|flows|flowing|moved|moves|moving|went|goes|going|poured|pours|pouring|streamed|streaming)";
const amount =
  "(?: (?:a|net|some|about|roughly|around))* (?:rmb|cny|¥) ?[\\d,.]+(?: (?:million|billion))?(?: yuan)?";
const ways = pattern.all`(?<![a-z])(?:(${going} in(?:to)?|entered|enters|entering|arriving|(?:put|puts|poured|moved|pumped)(?=${amount} (?:net )?into)|bought(?=${amount} (?:worth )?of)|(?:attracted|drew|took in|gained|pulled in)(?=${amount} (?:of|in) main.force))|(?:left|leaves|leaving|exited|exits|exiting|fled|${going} out(?: of)?|(?:pulled|took|moved|drained)(?=${amount} (?:net )?out of)|(?:withdrew|pulled|took)(?=${amount} (?:net )?from)|sold(?=${amount} (?:worth )?of)|(?:lost|shed)(?=${amount} (?:of|in) main.force)))(?![a-z])|(流进|涌入|进场|进驻|买入)|(?:离开|撤走|跑了|跑掉|走了|流失|流走|外流|卖出|抛售|抛出|甩卖|出货)`;
const denied = /(?:not|n't|never|no) (?:[a-z]+ )?$|[没未不][有能会曾]?$/;
const ofMain = /main.force|主力/;

/** More in one sentence is no prose; the limits keep the work linear. */
const mostVerbs = 8;
const longestClause = 32;
const moneyNoun = /(?:money|funds|capital|investors|(?<![a-z])flows?|主力资金|主力)$/;
const plainWord = /^(?:[^\u4e00-\u9fffa-z]+|[a-z]{1,2}|net|worth|[净额的全天日共计约元为在了有])$/;

/** Main-force money deserted Moutai, 主力资金跑了: a word that no list knows may be a verb of either way. */
function unknownVerbs(read: readonly Token[], isFlow: (each: Token) => boolean): readonly Token[] {
  if (read.some(({ op }) => op === "loss")) return read;
  return read.map((each, at) => {
    if (!isFlow(each)) return each;
    const rest = read.slice(at + 1, at + longestClause);
    const end = rest.findIndex(({ kind }) => kind === "clause" || kind === "open");
    const isDoing = (end < 0 ? rest : rest.slice(0, end)).some(
      ({ kind, op }) => kind === "text" && !plainWord.test(op),
    );
    return isDoing ? { ...each, kind: "foreign" } : each;
  });
}

/** The verb told by its way: behind the amount it is the amount's measure with a sign, before it a word of direction. */
function readSentence(sentence: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  const isFlow = ({ kind, sign, metrics, start, end }: Token): boolean =>
    kind === "metric" &&
    sign === 0 &&
    metrics.some((id) => lexicon.flows.includes(id)) &&
    moneyNoun.test(lower.slice(start, end));
  const flow = sentence.find(isFlow);
  const [first, last] = [sentence[0]?.start ?? 0, sentence.at(-1)?.end ?? 0];
  if (flow === undefined) return sentence;
  let read: Token[] = [...sentence];
  const found = [...lower.slice(first, last).matchAll(ways)];
  for (const { 0: words, 1: into, 2: entered, index } of found.slice(0, mostVerbs)) {
    const [start, end, sign] = [
      first + index,
      first + index + words.length,
      (into ?? entered) === undefined ? -1 : 1,
    ];
    const before = read.filter((each) => each.end <= start);
    const isPart = !read.some((each) => each.start === start);
    if (isPart || denied.test(lower.slice(Math.max(first, start - 16), start))) continue;
    const [number, of, money] = before.slice(-3);
    const after = read.filter((each) => each.start >= end);
    const verb = token("fill", start, end, { op: "for" });
    // main-force money of RMB 183.53 million flowing out: the measure stands before its amount.
    const measure = number !== undefined && isFlow(number) && of?.kind === "fill" ? number : of;
    if (money?.kind === "number" && measure !== undefined && isFlow(measure))
      read = [...before.map((each) => (each === measure ? { ...each, sign } : each)), verb, ...after];
    else if (before.at(-1)?.kind === "number") {
      const at = before.at(-1)?.end ?? start;
      read = [
        ...before,
        token("metric", at, at, { op: "multiple", metrics: flow.metrics, sign }),
        verb,
        ...after,
      ];
    } else if (number?.kind === "number" && money !== undefined && isFlow(money) && of?.kind === "fill")
      read = [...before.slice(0, -1), { ...money, sign }, verb, ...after];
    else read = [...before, token("direction", start, end, { op: "loss", sign }), ...after];
  }
  return unknownVerbs(read, isFlow);
}

/** CATL in by RMB 391.51 million, Ping An out by RMB 152.08 million: in a text of flows, right behind whose money it is. */
function readWays(tokens: readonly Token[], lower: string): readonly Token[] {
  if (!/flow/.test(lower) || !/(?<![a-z])out by /.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const [owner, by, amount] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    const said = lower.slice(each.start, each.end);
    const isWay = owner?.kind === "company" && (said === "in" || said === "out") && by?.op === "by";
    if (!isWay || amount?.number?.unit?.dimension !== "CNY") return each;
    return { ...each, kind: "direction", op: "loss", sign: said === "in" ? 1 : -1 };
  });
}

export function readFlowVerbs(all: readonly Token[], reading: Reading): readonly Token[] {
  const tokens = readWays(all, reading.lower);
  if (!ofMain.test(reading.lower)) return tokens;
  const read: Token[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const each = tokens[at];
    if (each !== undefined && each.kind !== "break" && each.kind !== "line") continue;
    read.push(...readSentence(tokens.slice(from, at), reading));
    if (each !== undefined) read.push(each);
    from = at + 1;
  }
  return read;
}
