/**
 * The prose guard, the second wall: every number, date, source and comparison of a finished text is accounted for by the
 * verified claims, or the text is refused. It runs on any text, whoever wrote it; deterministic, linear, no model.
 *
 * The folders follow the reading: `lexicon` (words of the registries and of the market) → `tokens` (the text, token by token) →
 * `binding` (clauses; which company, measure and stretch a number is of) → `claims` (the number against the claim's value, unit
 * and date). `comparing`, `rules`, `facts` and `question` then judge what is said beside the numbers; `inspection.ts` calls them.
 */
import type { Claim, GuardProblem, GuardVerdict } from "#contract";
import { companyKey } from "../security-code.ts";
import { missingField } from "./claims/claim-fields.ts";
import type { GuardInput } from "./guard-input.ts";
import { inspect } from "./inspection.ts";
import { type Lexicon, lexiconOf } from "./lexicon/lexicon.ts";
import { findLicences } from "./licences.ts";
import { findContacts } from "./links.ts";
import { readQuotations } from "./quotations.ts";
import { readAlike } from "./tokens/alike-words.ts";
import { readLastDays } from "./tokens/last-days.ts";
import { nameMoves } from "./tokens/move-nouns.ts";
import { isNamesake, isNarrowed } from "./tokens/narrowings.ts";
import { fold, normalise } from "./tokens/normalise.ts";
import { withoutOffers } from "./tokens/offers.ts";
import { inOrdinarySense } from "./tokens/ordinary-senses.ts";
import { scan } from "./tokens/scan.ts";
import type { Token } from "./tokens/token.ts";
import { nameWiderOwners } from "./tokens/wider-owners.ts";

const sourcesOf = (claims: readonly Claim[]): Set<string> =>
  new Set(claims.flatMap(({ cite }) => (cite.kind === "tool" ? [cite.source.toLowerCase()] : [])));
const tablesOf = (claims: readonly Claim[]): Set<string> =>
  new Set(
    claims.flatMap(({ cite }) =>
      cite.kind === "tool" && cite.table !== undefined && /^[a-z][a-z0-9_]*_[a-z0-9_]*$/.test(cite.table)
        ? [cite.table]
        : [],
    ),
  );

/** The two companies that the question asks of, in its order; empty where it names another number of them. */
function askedPair(question: readonly Token[]): readonly [string, string] {
  const named = [...new Set(question.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])))];
  const [first = "", second = ""] = named;
  return named.length === 2 ? [first, second] : ["", ""];
}

/**
 * Puts the company in the place of 前者 and 后者; where no two companies were named the measure (MA5…,MA60…,前者高于后者), where no
 * two measures either the company of the question, and where that names no two it stays a plain word.
 */
function resolvePairs(tokens: readonly Token[], question: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "pair")) return tokens;
  let pair: readonly [string, string] = ["", ""];
  let measures: readonly (Token | null)[] = [null, null];
  return tokens.map((each) => {
    if (each.kind === "metric" && each.metrics.join() !== measures[1]?.metrics.join())
      measures = [measures[1] ?? null, each];
    const measure = measures[each.op === "former" ? 0 : 1];
    if (each.kind === "pair" && pair[0] === "" && measures[0] != null && measure != null)
      return { ...each, kind: "metric", op: "", metrics: measure.metrics };
    if (each.kind === "company" && each.op !== pair[1]) pair = [pair[1], each.op];
    if (each.kind !== "pair") return each;
    const [former, latter] = pair[0] === "" ? askedPair(question) : pair;
    const op = each.op === "former" ? former : latter;
    return op === "" ? { ...each, kind: "text" } : { ...each, kind: "company", op };
  });
}

const bookedA =
  /(?<![a-z])(?:booked|posted|reported|recorded|registered|made|suffered|incurred|ran) a (?:net |full-year |annual )?$/;
const longestBooking = 40;

/** a loss of RMB 6.24 billion: of the profit, whatever else the registry calls a loss. */
function isLossOfMoney(tokens: readonly Token[], at: number, lower: string): boolean {
  const [each, of, amount] = tokens.slice(at, at + 3);
  if (each === undefined || of?.op !== "of" || amount?.number == null) return false;
  const { shown, unit } = amount.number;
  const isMillions = unit?.dimension === "CNY" && shown.exponent + unit.exponent >= 6;
  // Vanke booked a loss of: the company itself, of the year and not of a month, a segment or its lenders.
  const verb = bookedA.exec(lower.slice(Math.max(0, each.start - longestBooking), each.start));
  if (verb === null) return false;
  const start = each.start - verb[0].length;
  const owner = tokens.slice(Math.max(0, at - 6), at).findLastIndex(({ end }) => end <= start);
  const [before, who] = tokens.slice(Math.max(0, at - 6), at).slice(Math.max(0, owner - 1), owner + 1);
  const named = who ?? before;
  if (named === undefined || start - named.end > 1) return false;
  const isOfOther = who !== undefined && /^(?:in|of|for|by|to|against|with|from)$/.test(before?.op ?? "");
  if (isOfOther || !(named.kind === "company" || /^(?:it|and|company)$/.test(named.op))) return false;
  return isMillions && /^loss(?:es)?$/.test(lower.slice(each.start, each.end));
}

/** A measure with a word before it that makes it another one (动态市盈率, forward P/E, 每股净利润) is not the registered one. */
function joinMeasures(tokens: readonly Token[], lower: string, { priceLike, profits }: Lexicon): Token[] {
  return tokens.map((each, i) => {
    if (each.kind === "company") return isNamesake(each, lower) ? { ...each, kind: "entity", op: "" } : each;
    if (each.kind !== "metric") return each;
    if (isLossOfMoney(tokens, i, lower)) return { ...each, metrics: profits, sign: -1 };
    const before = tokens[i - 1];
    const isModified =
      (before?.kind === "foreign" && each.start - before.end <= 1) ||
      (!each.metrics.some((metric) => priceLike.has(metric)) && isNarrowed(each, lower));
    return isModified ? { ...each, kind: "foreign", metrics: [] } : each;
  });
}

/** Names of one index. */
const indexNames: readonly (readonly string[])[] = [
  ["上证指数", "上证综指", "沪指", "大盘", "shanghai composite"],
  ["深证成指", "深成指", "shenzhen component"],
  ["创业板指", "chinext"],
  ["沪深300", "csi 300", "csi300"],
  ["科创50", "star 50"],
  ["恒生指数", "恒指", "hang seng"],
];

/** An index that no registry names is the owner of the claims that bear its name. */
function nameIndices(tokens: readonly Token[], claims: readonly Claim[], lower: string): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "entity")) return tokens;
  const owners = new Map<string, string>();
  for (const each of claims) {
    if (each.kind !== "numeric" || each.code === null || each.name === undefined) continue;
    const name = each.name.toLowerCase();
    for (const one of indexNames.find((names) => names.includes(name)) ?? [name])
      owners.set(one, companyKey(each.code));
  }
  return tokens.map((each) => {
    const op = each.kind === "entity" ? owners.get(lower.slice(each.start, each.end)) : undefined;
    return op === undefined ? each : { ...each, kind: "company", op };
  });
}

/**
 * Judges a finished text. Never throws for what the text holds; an empty `problems` means that it may leave.
 * @throws TypeError for a claim that lacks a field of its kind, naming it.
 */
export function guard(input: GuardInput): GuardVerdict {
  const { claims, prose } = input;
  const missing = missingField(claims);
  if (missing !== null) throw new TypeError(missing);
  const normal = normalise(prose);
  const lower = normal.text.toLowerCase();
  const lexicon = lexiconOf(input.names, input.metrics);
  const masks = findLicences({
    lower,
    claims,
    question: input.user_question,
    licensed: input.licensed ?? [],
  });
  const common = { lexicon, claimSources: sourcesOf(claims), tables: tablesOf(claims) };
  const asked = fold(input.user_question);
  const question = scan({ lower: asked, masks: [], ...common });
  const scanned = inOrdinarySense(
    readLastDays(readAlike(withoutOffers(scan({ lower, masks, ...common }), lower), lower), lower),
    {
      lower,
      ...common,
    },
  );
  const named = nameIndices(nameWiderOwners(scanned, lower), claims, lower);
  const tokens = nameMoves(joinMeasures(resolvePairs(named, question), lower, lexicon), lexicon);
  const quotations = readQuotations(lower, { claims, masks, fold });
  const found = inspect({ ...input, lower, lexicon, tokens, quotations, question, asked });
  const problems: GuardProblem[] = normal.suspicious.map(({ start, end, reason }) => ({
    reason,
    span: prose.slice(start, end),
    message: "markup that hides or links",
  }));
  const spanOf = (start: number, end: number): string => {
    const last = normal.originOf(end - 1) ?? prose.length;
    const width = (prose.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
    return prose.slice(normal.originOf(start) ?? 0, last + width);
  };
  for (const each of findContacts(lower, masks, common.tables))
    problems.push({ reason: each.reason, span: spanOf(each.start, each.end), message: "no claim holds it" });
  for (const { token, reason, message } of found)
    problems.push({ reason, span: spanOf(token.start, token.end), message });
  return { ok: problems.length === 0, problems };
}
