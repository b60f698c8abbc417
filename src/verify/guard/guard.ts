/**
 * The prose guard, the second wall: every number, date, source and comparison of a finished text is accounted for by the
 * verified claims, or the text is refused. It runs on any text, whoever wrote it; deterministic, linear, no model.
 *
 * Rows as the formatter writes them have a short way (`plain-rows.ts`); every other text is read in full (`full-reading.ts`):
 * - `lexicon`: words of the registries and of the market.
 * - `tokens`: the text, token by token. `text` makes its layout one form, `scan.ts` asks the `readers` what begins where, and `amend.ts` gives
 *   each token the sense that its neighbours give it: what states nothing (`unsaid`), `times`, `owners`, `measures`, `comparisons`.
 * - `binding`: clauses, and which company, measure and stretch a number is of: `tables`, `cites`, `owners`, `measures`, `pairs`.
 * - `claims`: the number against the claim's value, unit and date (`match-numbers.ts` asks for each).
 * - `comparing`, `over-time`, `rules`, `facts` and `question` judge what is said beside the numbers; `inspection.ts` calls them.
 *
 * What is longer or more than a rule's `most…`, `longest…` or `reach` is no prose, and left unread: such limits keep the work linear.
 */
import type { GuardVerdict } from "#contract";
import { readMoment } from "../moment.ts";
import { readInFull } from "./full-reading.ts";
import { type GuardInput, missingField } from "./guard-input.ts";
import { lexiconOf } from "./lexicon/lexicon.ts";
import { isPlain } from "./plain-rows.ts";
import { showsWay } from "./rules/moves/pictures.ts";
import { normalise } from "./tokens/text/normalise.ts";

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
  const now = readMoment(input.now);
  const isShort =
    now !== null &&
    normal.suspicious.length === 0 &&
    !showsWay(prose) &&
    isPlain({ lower, claims, lexicon, now });
  return isShort ? { ok: true, problems: [] } : readInFull(input, { normal, lower, lexicon });
}
