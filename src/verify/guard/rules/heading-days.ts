/** 万华化学 · 周五收盘, Wanhua Chemical today: a line of its own that says of which day the lines below it are. */
import type { Bench } from "../bench.ts";
import type { Sentence } from "../binding/structure.ts";
import { relativeHolds } from "../claims/calendar-match.ts";
import type { Token, TokenKind } from "../tokens/token.ts";

const day = /^(?:today|yesterday|dayBefore|(?:lastW|w)eekday\d)$/;
const namesItself: ReadonlySet<TokenKind> = new Set([
  "company",
  "metric",
  "relative",
  "clause",
  "open",
  "close",
]);
const aboutData =
  /^(?:[\s·|:—–#*&'-]|的|与|及|和|】|【|收盘|行情|数据|盘面|概况|概览|快照|速览|报价|表现|情况|复盘|小结|一览|简报|播报|走势|更新|snapshot|data|market|quote|update|summary|wrap|recap|figures|numbers|at a glance|s(?![a-z]))*$/;
/** Says that the day has no figures, and why. */
const lacking =
  /休市|停牌|尚未|还没|还未|暂无|没有|取不到|查不到|(?<![a-z])(?:not (?:yet )?available|no (?:trading|data|figures)|not yet|closed today|holiday|suspended)(?![a-z])/;
const mostTokens = 16;

/** The word for a day in a line that holds nothing but names of things; undefined for any other. */
function dayIn({ clauses }: Sentence, lower: string): Token | undefined {
  const flat = clauses.flat();
  const found =
    flat.length > mostTokens ? undefined : flat.find(({ kind, op }) => kind === "relative" && day.test(op));
  if (found === undefined) return undefined;
  const rest = flat.filter(({ kind }) => !namesItself.has(kind));
  return aboutData.test(rest.map(({ start, end }) => lower.slice(start, end)).join("")) ? found : undefined;
}

/** Reports a heading's day that no claim shown below it is of. */
export function checkHeadingDays({
  input: { lower },
  reading: { parts },
  matches,
  now,
  report,
}: Bench): void {
  const shown = matches.flatMap(({ options }) => options);
  for (const [at, { sentence, coverage }] of parts.entries()) {
    if (coverage.hasNumber || parts[at - 1]?.sentence.line === sentence.line) continue;
    if (shown.length === 0 || (parts[at + 1]?.sentence.line ?? sentence.line) === sentence.line) continue;
    const said = dayIn(sentence, lower);
    if (said === undefined || lacking.test(lower)) continue;
    if (!shown.some((entry) => relativeHolds(said.op, entry, now))) report(said, "wrong_date");
  }
}
