import type { Claim, SkillContext } from "#contract";
import { constant, type Question, type Reading, stated } from "./question.ts";
import type { Base } from "./supposed.ts";

const upper = /涨停|涨跌停|limit[- ]?up|price limits?/;
const lower = /跌停|limit[- ]?down|price limits?/;

/** Which rule of a daily limit holds: the registered fact, and its rate where the limit can be reckoned with it. */
interface Rule {
  readonly words: RegExp;
  readonly fact: string;
  readonly rate?: string;
}

const rules: readonly Rule[] = [
  { words: /北交所|beijing|\bbse\b/, fact: "limit-beijing" },
  { words: /科创|\bstar\b/, fact: "limit-star", rate: "limit_rate_growth_boards" },
  { words: /创业板|chinext/, fact: "limit-chinext", rate: "limit_rate_growth_boards" },
  { words: /(?<![a-z])\*?st(?![a-z])/, fact: "limit-risk-warning" },
  { words: /主板|沪市|深市|main board/, fact: "limit-main-boards", rate: "limit_rate_main_boards" },
];
const unsaid: Rule = { words: /^/, fact: "limit-main-boards", rate: "limit_rate_main_boards" };

/**
 * 昨收10块,涨停价是多少: the limit prices that follow from a close of the user's own, raised or lowered by the board's rate and rounded half
 * up to the price step. The main boards' rate where no board is named, and the answer says so; the rule alone where the limit of the
 * board cannot be reckoned.
 */
export function readLimit(question: Question): Reading | null {
  const { words } = question;
  const sides = [...(upper.test(words) ? ["up"] : []), ...(lower.test(words) ? ["down"] : [])];
  const [close, ...others] = stated(question);
  if (sides.length === 0 || close?.kind !== "amount" || others.length > 0) return null;
  const named = rules.find((each) => each.words.test(words));
  const { fact, rate } = named ?? unsaid;
  if (rate === undefined) return { sums: [], facts: [fact], notes: ["rule_alone"] };
  const operands = [close, ...["one", rate, "price_tick", "half"].map(constant)];
  return {
    sums: sides.map((side) => ({
      metric: `calc_limit_${side}`,
      expression: `[a*(b${side === "up" ? "+" : "-"}c)/d+e]*d`,
      operands,
    })),
    facts: [fact],
    notes: [named === undefined ? "main_board" : "limit"],
  };
}

/** 创业板呢, 跌停呢 behind a limit that was reckoned: the same close on the board, or on the side, that is named; null where neither is. */
export function onOtherCase(
  words: string,
  { question, reading }: Pick<Base, "question" | "reading">,
): Question | null {
  const isOfLimit = reading.facts?.some((id) => rules.some(({ fact }) => fact === id)) === true;
  if (!isOfLimit || stated(question).length !== 1) return null;
  const replaced = [rules.map((each) => each.words), [upper, lower]].find((cases) =>
    cases.some((each) => each.test(words)),
  );
  if (replaced === undefined) return null;
  const without = replaced.reduce((left, each) => left.replace(each, ""), question.words);
  return { ...question, words: `${without} ${words}` };
}

/** The registered facts that a reading goes by. */
export const factsOf = ({ facts = [] }: Reading, context: SkillContext): readonly Claim[] =>
  facts.flatMap((id) =>
    context.facts
      .find(id === "limit-risk-warning" ? "ST股涨跌幅" : "涨跌幅限制")
      .filter(({ cite }) => cite.competence_id === id),
  );
