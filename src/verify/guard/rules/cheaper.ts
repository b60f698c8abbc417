/** 单看市净率,工商银行要便宜一些: cheaper than the others by the multiple that is named, else by every one that the text shows. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import { claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";

const word = /^(?:便宜|昂贵|cheap|expensive)$/;
const before = /(?:显得|看起来|看上去|看着|要|相对|比较|略|稍微?|更|还是|反而)\s?$/;
const after = /^(?:了?一?些|了?一?点|得多)/;
const ofBook = /账面|净资产|book value/;
const ofEarnings = /盈利(?:角度)?看|从盈利|earnings/;

/** True for a word that compares without naming what with; 便宜 alone is a judgement of the one company. */
export function isCheaper({ start, end }: Token, lower: string): boolean {
  return (
    word.test(lower.slice(start, end)) &&
    (after.test(lower.slice(end, end + 4)) || before.test(lower.slice(Math.max(0, start - 4), start)))
  );
}

export function isCheaperBorneOut(each: Token, clause: Clause, part: Part, bench: Bench): boolean {
  const { lexicon, lower } = bench.input;
  const idsOf = (name: string): readonly string[] => {
    const entry = lexicon.match(name, 0)?.entry;
    return entry?.kind === "metric" ? entry.metrics : [];
  };
  const flat = part.sentence.clauses.flat().filter(({ start }) => start < each.start);
  const at = part.sentence.clauses.indexOf(clause);
  const own = [part.sentence.clauses[at - 1] ?? [], clause];
  const text = lower.slice(own.flat()[0]?.start ?? each.start, each.start);
  const company = clause.findLast(({ kind, start }) => kind === "company" && start < each.start)?.op;
  const shown = [...bench.settled.values()].flatMap(({ entry }) => entry ?? []);
  const multiples = new Set(
    shown.filter(({ unit }) => unit.dimension === "times").map(({ claim }) => claim.metric),
  );
  const isBare = (words: Clause): boolean => !words.some(({ kind }) => kind === "number");
  const named = own
    .filter(isBare)
    .flatMap((words) => words.flatMap(({ kind, metrics }) => (kind === "metric" ? metrics : [])));
  const meant = ofBook.test(text) ? idsOf("市净率") : ofEarnings.test(text) ? idsOf("市盈率") : named;
  const metrics =
    meant.length > 0 ? [...multiples].filter((metric) => meant.includes(metric)) : [...multiples];
  const others = new Set(flat.flatMap(({ kind, op }) => (kind === "company" && op !== company ? [op] : [])));
  if (company === undefined || metrics.length === 0) return false;
  const isDear = /^(?:昂贵|expensive)$/.test(lower.slice(each.start, each.end));
  return metrics.every((metric) => {
    const mine = claimsOf(company, [metric], bench.book);
    const theirs = bench.book
      .of(metric)
      .filter((entry) => entry.company !== company && (others.size === 0 || others.has(entry.company ?? "")));
    return (
      mine.length > 0 &&
      theirs.length > 0 &&
      mine.every((a) => theirs.every((b) => (isDear ? a.base > b.base : a.base < b.base)))
    );
  });
}
