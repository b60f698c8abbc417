import { z } from "zod";
import {
  defineSkill,
  type FactBook,
  type KnowledgeClaim,
  maxFacts,
  type Session,
  type TemplateInput,
} from "#contract";

const input = z.strictObject({});

/** One fact a line, each a sentence of its own. */
const template = ({ claims }: TemplateInput): string => claims.map(({ slot }) => `{{${slot}}}`).join("\n");

const clauseEnd = /[,，;；。.!！?？\n]+/;

/** 能买50股吗: how few shares an order may be for. */
const asksForOrder = /(?:能|可以|可)(?:不[能可]以?)?[^,，]{0,3}买.{0,3}?\d+股/;

/** 涨停价怎么算: the rule of the price and the limits that it goes by. */
const asksHowLimit =
  /[涨跌]停板?价[^,，。]{0,6}(?:怎么|如何|咋|怎样)|(?:怎么|如何|咋)[^,，。]{0,6}[涨跌]停板?价|how.{0,24}limit[- ]?(?:up|down)? prices?/i;

const boardIn = /创业板|科创板|北交所|主板|\bST股?|chinext|star market/i;

const idOf = ({ cite }: KnowledgeClaim) => ("competence_id" in cite ? cite.competence_id : "");

const asksDifference = /区别|差别|不同|分别|difference/i;

/** 总市值和流通市值的区别: what each side is; none where a side is not registered, or there are not two. */
function bothSides(text: string, { find }: FactBook): readonly KnowledgeClaim[] {
  const sides = asksDifference.test(text) ? text.replace(asksDifference, "").split(/[和与跟]|\band\b/i) : [];
  const found = sides.map(find);
  if (found.length !== 2 || found.some((facts) => facts.length === 0)) return [];
  const ids = found.flat().map(idOf);
  return found.flat().filter((fact, at) => ids.indexOf(idOf(fact)) === at);
}

/** The facts that a question is about; where it says more than that, those of its first clause that has any. */
function factsFor(text: string, facts: FactBook): readonly KnowledgeClaim[] {
  const { find } = facts;
  const sides = bothSides(text, facts);
  if (sides.length > 0) return sides.slice(0, maxFacts);
  if (asksHowLimit.test(text))
    return [...find("涨跌停价计算"), ...find(`${boardIn.exec(text)?.[0] ?? ""}涨跌幅限制`)];
  const wholly = find(asksForOrder.test(text) ? "最少买多少股" : text.replace(/(?<!\d)1手/, "一手"));
  if (wholly.length > 0) return wholly;
  const clauses = text.split(clauseEnd).filter((clause) => clause.trim() !== "");
  return clauses.length < 2 ? [] : (clauses.map(find).find((found) => found.length > 0) ?? []);
}

/** 北交所呢, 那ST呢, and the STAR Market?: another case, named and nothing else. */
const another =
  /^(?:那|那么)?([^,，。?？!！]{1,10}?)(?:的)?呢[?？。!！~ ]*$|^(?:and|what about|how about) (?:the |for |on )*([^,.?!]{2,24})[?.! ]*$/i;

const caseIn = (text: string): string | undefined => {
  const match = another.exec(text.trim());
  return match?.[1] ?? match?.[2];
};

/** What the rule asked for before is for another case; none where no rule was, or it is told the same for both. */
function factsOfCase(text: string, session: Session, facts: FactBook): readonly KnowledgeClaim[] {
  const named = caseIn(text);
  const rules = session.filter(({ skill }) => skill === "knowledge");
  const rule = rules.findLast(({ said = "" }) => said !== "" && caseIn(said) === undefined)?.said;
  if (named === undefined || rule === undefined || session.at(-1)?.skill !== "knowledge") return [];
  // 创业板呢 behind 北交所涨跌幅限制 stands in the place of that board.
  const isBoard = boardIn.test(named);
  const plain = isBoard ? rule.replace(boardIn, "") : rule;
  const joint = /^\p{Script=Han}/u.test(rule) ? "" : " ";
  const told = factsFor(rule, facts);
  const found = factsFor(`${named}${joint}${plain}`, facts);
  const isNew = (fact: KnowledgeClaim) => !told.some((each) => idOf(each) === idOf(fact));
  // 市销率呢 behind 什么是市净率: what the rule before was about has been told.
  if (found.some(isNew)) return found.filter(isNew);
  return found.length === told.length ? [] : found;
}

/** 要扣税吗 behind a dividend, 持有三个月扣多少 behind its tax: no other tax is meant. */
function factsOfDividend(text: string, session: Session, { find }: FactBook): readonly KnowledgeClaim[] {
  const last = session.at(-1);
  const ofDividend = (claims: Session[number]["claims"]) =>
    claims.some((claim) =>
      claim.kind === "knowledge" ? /红利税/.test(claim.claim) : claim.metric === "dividend_per_10",
    );
  const asksTax = /[税稅扣]|\btax/i.test(text) && !/印花|手[续續]费|手續費|[过過][户戶]/.test(text);
  return last !== undefined && asksTax && ofDividend(last.claims) ? find("红利税") : [];
}

/** Says what is registered and nothing else: a question that no fact is about gets no answer made up for it. */
export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { message, session, facts }) {
    const ofCase = factsOfCase(message.text, session, facts);
    const ofDividend = factsOfDividend(message.text, session, facts);
    const [claims = []] = [ofCase, ofDividend, factsFor(message.text, facts)].filter(
      (found) => found.length > 0,
    );
    return claims.length === 0 ? { kind: "refusal", code: "NO_FACT" } : { kind: "answer", claims };
  },
  template,
});
