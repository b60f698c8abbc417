import type { Claim } from "#contract";
import { normalise } from "../tokens/normalise.ts";
import { contradicts, isDenial, sidesOf } from "./contrasts.ts";
import { type FactNumber, factNumbers, isBorneBy, withLists, withoutNumbers } from "./fact-numbers.ts";
import {
  chargesOf,
  denies,
  doneOf,
  isOfMoney,
  namesOtherCharge,
  saysLeave,
  sellsThen,
  timeOf,
  turnsLeave,
} from "./fact-polarity.ts";
import { inChinese } from "./rule-terms.ts";

/** A clause of a registered fact: its numbers as written, its words as pairs of characters (English: as words), and whom it speaks of. */
interface FactClause {
  /** The fact that it is a clause of. */
  readonly fact: string;
  readonly text: string;
  readonly numbers: readonly FactNumber[];
  readonly pairs: ReadonlySet<string>;
  /** What the clause itself tells apart, and the whole fact. */
  readonly own: readonly number[];
  readonly whole: readonly number[];
}

/** Words that say nothing of what a clause is about. */
const joining =
  /[的为是在了于和与及,，。:()%\s]+|(?<!\S)(?:the|an?|is|are|of|for|on|in|and|to|by|its?|at|as|or|per)(?!\S)/g;
const opening =
  /^(?:\s|根据|按照?|(?:交易)?(?:规则|规定|制度)(?:方面|来看|上)?|目前|其中|一般认为|一般来说|一般|通常|而|对于|对|在|(?:the|an?|in|for|and|currently)(?!\S))+/;

/** 如果低于1倍,市场习惯叫"破净", of 低于1倍称为破净: how a thing is called, and on what condition. */
const naming =
  /所谓的?|如果|若|时?(?:需要|要(?![求点素约])|须)|(?:市场上?|业内|习惯上?|一般|通常|常)*(?:被?称[为作之]?|叫[做作]?|俗称)|["“”「」'‘’]/g;

/** A word of English, without its plural; two neighbouring characters of Chinese. */
const units = /[a-z][a-z'-]*[a-z]|\S(?=(\S))/g;

/** What a text is about, to be compared with another. */
export function pairsOf(text: string): Set<string> {
  const words = withoutNumbers(text)
    .replace(/当天|今[天日]/g, "当日")
    .replace(/main-board/g, "main board")
    .replace(/个股/g, "股票")
    .replace(naming, " ")
    .replace(joining, " ");
  const pairs = new Set<string>();
  for (const [unit, next = ""] of words.matchAll(units))
    pairs.add(next === "" ? unit.replace(/'s$|(?<!s)s'?$/, "") : unit + next);
  return pairs;
}

/** The first word, or two characters, of a clause that say what it is about. */
const headOf = (clause: string): string => [...pairsOf(clause.replace(opening, "").slice(0, 24))][0] ?? "";

const hasNumber = (text: string): boolean => factNumbers(text).length > 0;

/** 70 is read as overbought and 30 as oversold: what a joining word sets apart where both of its sides hold a number. */
function apart(clause: string): string[] {
  const pieces: string[] = [];
  for (const each of clause.split(/\s(?:and|while|whereas)\s|而(?!且)|、(?!\s*\d)/)) {
    const last = pieces.at(-1);
    if (last !== undefined && !(hasNumber(last) && hasNumber(each))) pieces.push(`${pieces.pop()} ${each}`);
    else pieces.push(each);
  }
  return pieces;
}

const split = (text: string): string[] =>
  text
    .split(/[，,;；。\n]|\. /)
    .filter((clause) => clause.trim() !== "")
    .flatMap(apart);

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
};

/** Fewer pairs of its own do not say what a clause is about: 100股为1手. */
const fewPairs = 3;

/** What the clause says behind its subject: 涨跌幅限制为 of 主板股票的涨跌幅限制为, a daily limit of. */
const predicateOf = (clause: string): string => clause.replace(/^.*?(?:的|\s(?:have|has|is|are)\s)/, "");

/** The clauses of a fact; one that names no subject of its own is also read as one with the clause before. */
function clausesOf(fact: string): FactClause[] {
  const whole = sidesOf(fact);
  const clauses = split(fact);
  let full = "";
  return clauses.flatMap((clause, i) => {
    const before = clauses[i - 1];
    const plain = {
      fact,
      text: clause,
      numbers: factNumbers(clause),
      pairs: pairsOf(clause),
      own: sidesOf(clause),
      whole,
    };
    const isWhole = before === undefined || plain.numbers.length === 0;
    const isShort = plain.pairs.size < fewPairs;
    // 北交所为30%: what the clause leaves unsaid an earlier one of the list says.
    if (isShort && before !== undefined && full !== "" && hasNumber(before))
      return [{ ...plain, pairs: pairsOf(`${clause} ${predicateOf(full)}`) }];
    if (plain.numbers.length > 0 && (full === "" || predicateOf(clause) !== clause)) full = clause;
    if (isWhole || (hasNumber(before) && !isShort)) return [plain];
    const own = hasNumber(before) ? plain.own : sidesOf(`${before} ${clause}`);
    const joined = { ...plain, pairs: pairsOf(`${before} ${clause}`), own };
    return isShort ? [joined] : [plain, joined];
  });
}

/** Less in common, and it is another statement with the same number. */
const leastLikeness = 0.4;

/** A clause of the text that may state a registered fact. */
export interface Stated {
  readonly clause: string;
  /** The measures and owners that it names, as written. */
  readonly measures: readonly string[];
  /** The clause before it, where that holds no number and may say what this one is about; else empty. */
  readonly before: string;
  /** The clauses of its sentence that hold no number. */
  readonly beside: readonly string[];
  /** Those of them right behind it, which speak of its number: 高于70,通常视为超买. */
  readonly behind: readonly string[];
}

/**
 * Says whether no clause scores higher. 税率为0.05%,只在卖出时征收: a clause without a number is no other subject than the rest of its
 * own fact, and does not count beside it.
 */
function closest(facts: readonly FactClause[], scores: readonly number[]) {
  const best = new Map<string, number>();
  let ofNumbers = 0;
  for (const [i, { fact, numbers }] of facts.entries()) {
    const score = scores[i] ?? 0;
    if (numbers.length > 0) ofNumbers = Math.max(ofNumbers, score);
    else best.set(fact, Math.max(best.get(fact) ?? 0, score));
  }
  const [first, second] = [...best].toSorted(([, a], [, b]) => b - a);
  return ({ fact }: FactClause, score: number): boolean => {
    const rival = first?.[0] === fact ? second : first;
    return score >= ofNumbers && score >= (rival?.[1] ?? 0);
  };
}

/** 并非由卖方缴纳,税率为0.05%: a clause beside the number that denies what the fact says of the same side. */
const deniesOwn = (text: string, { fact, whole, pairs }: FactClause): boolean => {
  if (!denies(text) || denies(fact) || contradicts(sidesOf(text), whole, whole)) return false;
  const own = pairsOf(text);
  const all = new Set([...pairs, ...pairsOf(fact)]);
  return own.size >= fewPairs && shared(own, all) / own.size >= leastDenied;
};

/** Less in common, and what is denied is another thing (不构成投资建议). */
const leastDenied = 0.5;

/** Less in common, and a clause without a number is about something that no fact speaks of. */
const leastAlike = 0.5;

/** 当日可以卖出 of 次一交易日才能卖出: what the clause allows, forbids or denies is the reverse of what the fact says that it is closest to. */
function turnsFact(facts: readonly FactClause[], text: string): boolean {
  const own = pairsOf(text);
  if (own.size < fewPairs) return false;
  const said = sidesOf(text);
  // 今天买的今天就能卖: in other words than those of the fact.
  const saysDeed = timeOf(text) !== null && (doneOf(text) !== "" || sellsThen(text));
  let best = leastAlike;
  let isTurned = false;
  for (const fact of facts) {
    if (saysDeed && (!saysLeave(fact.text) || isOfMoney(fact.text) !== isOfMoney(text))) continue;
    const alike = shared(own, fact.pairs) / Math.min(own.size, Math.max(fewPairs, fact.pairs.size));
    const likeness = saysDeed && doneOf(fact.fact) !== "" ? Math.max(alike, leastAlike) : alike;
    if (likeness < best) continue;
    best = likeness;
    const isOther = contradicts(said, fact.own, fact.whole);
    // Shares bought today cannot be sold today: the times decide.
    const isTimed = timeOf(fact.text) === "later" && timeOf(text) !== null;
    isTurned =
      turnsLeave(text, fact.text, fact.fact) || (!isOther && !isTimed && denies(text) && !denies(fact.fact));
  }
  return isTurned;
}

/** True where the clauses of the facts that are closest to the piece hold its numbers, said of the same subject. */
function bearsPiece(
  facts: readonly FactClause[],
  piece: string,
  { before: subject, beside: around, behind }: Pick<Stated, "before" | "beside" | "behind">,
) {
  const own = pairsOf(piece);
  const readings = own.size < fewPairs ? [own, pairsOf(`${subject} ${piece}`)] : [own];
  const head = headOf(piece) || headOf(subject);
  const inCommon = (fact: FactClause, of: (pairs: ReadonlySet<string>) => number) =>
    Math.max(...readings.map((pairs) => shared(pairs, fact.pairs) / Math.max(1, of(pairs))));
  const likeness = facts.map((fact) => inCommon(fact, ({ size }) => Math.min(size, fact.pairs.size)));
  // What the clause begins with decides between facts about 主板 and 科创板.
  const scores = facts.map((fact) => inCommon(fact, ({ size }) => size) + (fact.pairs.has(head) ? 1 : 0));
  const isClosest = closest(facts, scores);
  const isDenied = denies(piece);
  const named = chargesOf(piece);
  const charges = named.length > 0 ? named : chargesOf(subject);
  const wanted = factNumbers(piece);
  const said = sidesOf(piece);
  const sidesIn = (texts: readonly string[]) => texts.filter((each) => !isDenial(each)).map(sidesOf);
  const [beside, next] = [sidesIn(around), sidesIn(behind)];
  // The clause must be closest to the very fact that holds its numbers, not to one about another subject.
  return facts.some((fact, i) => {
    const { text, numbers, own: sides, whole } = fact;
    return (
      isClosest(fact, scores[i] ?? 0) &&
      (likeness[i] ?? 0) >= leastLikeness &&
      wanted.every((each) => isBorneBy(each, numbers, text)) &&
      (!isDenied || denies(fact.fact)) &&
      !turnsLeave(piece, text, fact.fact) &&
      !namesOtherCharge(charges, fact.fact) &&
      !contradicts(said, sides, whole) &&
      !around.some((each) => deniesOwn(each, fact)) &&
      !beside.some((each) => contradicts(each, whole, whole)) &&
      !next.some((each) => contradicts(each, sides, whole))
    );
  });
}

const ofBoard = /(?<!非|[a-z])a ?股(?:市场)?的?(?=(?:沪深|沪市|深市)?(?:主板|科创板|创业板|北交所))/;
const isAShare = /^a ?股$/;

/** 资金也要T+1, and so does the cash: the rule of a fact, said of something. */
const asWell =
  /t\+\d|[也同样都](?:要|须|需|得|能|可|不|实行|适用|是)|(?<![a-z])(?:so (?:do|does|is|are|can|must)|(?:as well|too|likewise)(?![a-z]))/;

/** Facts already read: a registry has few of them, and every text with one would read it anew. */
const factsRead = new Map<string, ReturnType<typeof readFact>>();
const mostFacts = 1000;

function readFact(claim: string) {
  const text = withLists(normalise(claim).text.toLowerCase());
  return { text, clauses: clausesOf(text) };
}

function factOf(claim: string) {
  const fact = factsRead.get(claim) ?? readFact(claim);
  if (factsRead.size < mostFacts) factsRead.set(claim, fact);
  return fact;
}

/** Says whether all numbers of a clause are those of a registered fact about the same subject. */
export function createFacts(claims: readonly Claim[]): {
  readonly any: boolean;
  bears(stated: Stated): boolean;
  /** True where a clause without a number says the reverse of a fact. */
  turns(clause: string): boolean;
  /** True where it says that a rule also holds of what no fact names: 资金也要T+1. */
  widens(clause: string): boolean;
} {
  const read = claims.filter((claim) => claim.kind === "knowledge").map(({ claim }) => factOf(claim));
  const facts = read.flatMap(({ clauses }) => clauses);
  const all = read.map(({ text }) => text).join("\n");
  const isHan = /[\u4e00-\u9fff]/.test(all);
  return {
    any: facts.length > 0,
    bears({ clause: whole, measures, before, beside, behind }) {
      const told = (text: string): string => (isHan ? inChinese(text) : text);
      // A股主板: of a board of A-shares the market says nothing more.
      const clause = whole.replace(ofBoard, "");
      const named = clause === whole ? measures : measures.filter((word) => !isAShare.test(word));
      const inTerms = told(clause);
      // The "price" of a price limit is no measure of its own.
      const isHeld = (word: string): boolean => all.includes(told(word)) || !inTerms.includes(word);
      if (facts.length === 0 || !named.every(isHeld)) return false;
      const pieces = apart(withLists(told(clause)));
      return pieces.every((piece, i) =>
        bearsPiece(facts, piece, {
          before: pieces[i - 1] ?? before,
          beside,
          behind: i === pieces.length - 1 ? behind : [],
        }),
      );
    },
    turns: (clause) =>
      saysLeave(clause) &&
      [clause, ...(clause.includes(":") ? clause.split(":") : [])].some((each) => turnsFact(facts, each)),
    widens(clause) {
      if (!asWell.test(clause) && !(saysLeave(clause) && timeOf(clause) !== null)) return false;
      const said = sidesOf(clause);
      return facts.every(
        ({ own, whole }) => contradicts(said, own, whole) && contradicts(said, whole, whole),
      );
    },
  };
}
