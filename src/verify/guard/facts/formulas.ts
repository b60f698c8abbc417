/** What a formula takes from what, and which sign goes with which side: 12日EMA减26日EMA, 上轨和下轨分别为中轨加、减2倍标准差. */
import { conceptsOf } from "./concepts.ts";
import { factNumbers } from "./fact-numbers.ts";
import { inTurn, type Statement } from "./statements.ts";

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
const result = /^.*(?:等于|=|为|是|指|用|拿|以|叫|(?<![a-z])(?:is|equals|means|as|when)(?![a-z]))/;

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

const exchanged = (a: Operands, b: Operands): boolean => {
  const crosses = (from: ReadonlySet<string>, to: ReadonlySet<string>, own: ReadonlySet<string>): boolean =>
    [...from].some((item) => to.has(item) && !own.has(item));
  return crosses(a.left, b.right, b.left) || crosses(a.right, b.left, b.right);
};

/** True where the text takes what the fact is taken from, or divides by what the fact divides. */
export function turnsFormula(said: Statement, own: Statement): boolean {
  const [a, b] = [operandsOf(said.text), operandsOf(own.text)];
  return a !== null && b !== null && exchanged(a, b);
}

/** The sides of two questions that a clause names side by side belong to each other in their order: 上轨和下轨分别为中轨加、减. */
export function crossesPairs(said: Statement, own: Statement): boolean {
  if (!inTurn.test(own.text)) return false;
  const order = new Map<string, string[]>();
  for (const { id } of own.concepts.named) {
    const [question = ""] = id.split(".");
    const sides = order.get(question) ?? [];
    if (question !== id && !sides.includes(id)) order.set(question, [...sides, id]);
  }
  const several = [...order.values()].filter((sides) => sides.length > 1);
  const named = new Set(said.concepts.named.map(({ id }) => id));
  return several.some((a, i) =>
    several.slice(i + 1).some((b) => {
      const length = Math.min(a.length, b.length);
      const [inA, inB] = [a, b].map((ids) => ids.slice(0, length).filter((id) => named.has(id)));
      return inA?.length === 1 && inB?.length === 1 && a.indexOf(inA[0] ?? "") !== b.indexOf(inB[0] ?? "");
    }),
  );
}
