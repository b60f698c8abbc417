/** What a formula takes from what: 12日EMA减26日EMA. */
import { oncePer } from "#contract";
import { conceptsOf } from "./concepts.ts";
import { factNumbers } from "./fact-numbers.ts";
import type { Statement } from "./statements.ts";

interface Operands {
  readonly left: ReadonlySet<string>;
  readonly right: ReadonlySet<string>;
}

const infix =
  /减去?(?![持少值免])|除以|÷|(?<=[\u4e00-\u9fff)])(?<![于过到为是])\s?[-/](?=\s?[\u4e00-\u9fff(\d])|\s[-/](?=\s[a-z(])|(?<![a-z])(?:minus|(?:is )?divided by|divide by)(?![a-z])|上穿|向上穿过|下穿|向下穿过|(?<![a-z])cross(?:es|ing)? (?:above|below|over|under)(?![a-z])/;
const prefix = /(?<![a-z])(?:divid(?:es?|ing)|taking) (?<left>.{2,60}?) (?:by|minus) (?<right>.{2,60})/;
const swapped =
  /(?<![a-z])(?:subtract(?:s|ed|ing)?|deduct(?:s|ed|ing)?|take) (?<right>.{2,60}?) from (?<left>.{2,60})/;
const passive = /(?<right>[^,，]{2,60}?) (?:is )?subtracted from (?<left>.{2,60})/;
const result = /^.*(?:等于|=|为|是|指|用|拿|(?<![乘除])以|叫|(?<![a-z])(?:is|equals|means|as|when)(?![a-z]))/;

/** 再除以最新因子: what is divided the clause before says. */
const continuing =
  /^[\s,，]*(?:再|然后|并|(?:and|then) )?\s*(?:减去?|除以|÷|(?:minus|(?:is )?divided by)(?![a-z]))/;
/** A clause of a formula, with the one before it where that holds the first operand. */
export const withBefore = (clause: string, before: string | undefined): string =>
  before !== undefined && continuing.test(clause) ? `${before},${clause}` : clause;

/** What a text speaks of: its concepts and other words, its numbers. */
function itemsOf(text: string): ReadonlySet<string> {
  const { named, rest } = conceptsOf(text);
  return new Set([...named.map(({ id }) => id), ...rest, ...factNumbers(text).map(({ key }) => key)]);
}

/** The operands of the first difference, quotient or crossing that the text names; null where it names none. */
function operandsOf(text: string): Operands | null {
  for (const form of [prefix, passive, swapped]) {
    const groups = form.exec(text)?.groups;
    if (groups?.left !== undefined && groups.right !== undefined)
      return { left: itemsOf(groups.left), right: itemsOf(groups.right) };
  }
  const found = infix.exec(text);
  if (found === null) return null;
  const left = text.slice(0, found.index).replace(result, "");
  const right = text.slice(found.index + found[0].length);
  return { left: itemsOf(left), right: itemsOf(right) };
}

/** What stands on both sides tells neither from the other: the factor of the day and the newest factor. */
const exchanged = (a: Operands, b: Operands): boolean => {
  const crosses = (from: "left" | "right", to: "left" | "right"): boolean =>
    [...a[from]].some((item) => !a[to].has(item) && b[to].has(item) && !b[from].has(item));
  return crosses("left", "right") || crosses("right", "left");
};

/** Of statements of facts, which are read once and asked of many texts. */
const formulasOf = oncePer((statements: readonly Statement[]) =>
  statements.map(({ text }, at) => operandsOf(withBefore(text, statements[at - 1]?.text))),
);

/** True where the text takes what one of the statements of a fact is taken from, or divides by what it divides. */
export function turnsFormula(said: string, statements: readonly Statement[]): boolean {
  const operands = operandsOf(said);
  return operands !== null && formulasOf(statements).some((own) => own !== null && exchanged(operands, own));
}
