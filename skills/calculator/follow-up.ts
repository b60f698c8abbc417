import type { Session, SessionTurn, SkillContext } from "#contract";
import { readStep } from "./arithmetic.ts";
import { asksDividend } from "./dividend.ts";
import { asksBreakEven, asksDayGain, costAndPrice, feesAfter, readFees, sells } from "./holding.ts";
import { falls, levelOf, rises } from "./level.ts";
import { onOtherCase } from "./limit.ts";
import {
  addsShares,
  asksAverage,
  gainOfDay,
  joinedLots,
  questionOfLots,
  readAdded,
} from "./lots-together.ts";
import { type Given, type Lot, type Question, type Reading, readQuestion, stated } from "./question.ts";
import { atLevel, type Base, ofHalf, saysCost, supposed } from "./supposed.ts";
import { asksTarget, readTarget } from "./target.ts";

/** Makes sense of a question about companies by itself. */
export type Read = (question: Question, codes: readonly string[]) => Reading | null;

/** 要是…呢, 那…, what if: words that go on with the sum before rather than begin one. */
const goesOn = ({ words }: Question): boolean =>
  /^(?:那|要是|如果|假如|假设|万一|若|换成|改成|再)|呢[?？。!！~ ]*$|^(?:and|what if|what about|how about|if|then)\b/.test(
    words.trim(),
  );

/** 少100股, 亏了10万, 涨50块: how far something moves, which is no number of the sum's own. */
const fewer = /(?:减|(?<![至最多])少)[了掉去买]{0,2}\s*⟨0⟩|减仓|\b(?:fewer|less)\b/;
const movesBy = /[涨跌升降亏赚赔盈]利?[了掉]?\s*⟨0⟩/;

const onlyOf = (all: readonly Given[], kind: Given["kind"]): Given | undefined => {
  const [found, ...others] = all.filter((each) => each.kind === kind);
  return others.length === 0 ? found : undefined;
};

/** The shares that the sum before is about, with what they cost. */
function lotsOf({ question, reading }: Base): readonly Lot[] {
  if (reading.lots !== undefined) return reading.lots;
  const numbers = stated(question);
  const [quantity, cost] = [onlyOf(numbers, "quantity"), onlyOf(numbers, "amount")];
  return quantity === undefined ? [] : [{ quantity, ...(cost === undefined ? {} : { cost }) }];
}

/** 成本1900的茅台亏了多少, 300股: what the sum before lacked of a holding. */
function joined(words: string, number: Given, base: Base): Question | null {
  const [own, ...others] = stated(base.question);
  if (own === undefined || others.length > 0) return null;
  const kinds = [own.kind, number.kind].toSorted().join(" ");
  const known = own.kind === "amount" && isOfCost(base);
  const told = own.kind === "quantity" && saysCost(words);
  if (kinds !== "amount quantity" || !(known || told)) return null;
  const [cost, quantity] = own.kind === "amount" ? [own, number] : [number, own];
  return { words: "成本⟨0⟩,⟨1⟩", given: [cost, quantity] };
}

const isScaled = ({ literal }: Given): boolean => /[千万亿]/.test(literal);

/** 200股呢, 20万呢, 8%呢: the same sum with another number in the place of its own of that kind. */
function replaced(words: string, number: Given, { question }: Base): Question | null {
  const numbers = stated(question);
  const isPlain = number.unit === null && number.kind === "amount";
  const own = onlyOf(numbers, number.kind) ?? (isPlain ? onlyOf(numbers, "quantity") : undefined);
  // 8.5折呢 is no number of shares.
  if (own === undefined || (own.kind !== number.kind && (numbers.length > 1 || !isBare(words)))) return null;
  // 3手, then 5呢; 10万, then 20呢: the unit that is left out would be another one.
  if (isPlain && (own.unit === "手" || (isScaled(own) && !isScaled(number)))) return null;
  const given = question.given.map((each) => (each === own ? { ...number, kind: own.kind } : each));
  return { ...question, given };
}

/** 赚了还是亏了, 手续费呢, 能分多少红, 回本要涨多少: another question about the numbers of before. */
function askedOf(words: string, base: Base): Reading | null {
  const numbers = stated(base.question);
  const [quantity, cost] = [onlyOf(numbers, "quantity"), onlyOf(numbers, "amount")];
  if (asksDividend(words) && quantity !== undefined) return { sums: [], dividendOn: quantity };
  if (cost === undefined || !isOfCost(base)) return null;
  return asksBreakEven.test(words) ? costAndPrice(cost) : null;
}

const isOfFees = ({ reading }: Base): boolean =>
  reading.sums.some(({ metric }) => metric === "calc_transfer_fee");

const ofCost: ReadonlySet<string> = new Set([
  "calc_return",
  "calc_profit",
  "calc_day_profit",
  "calc_target",
  "calc_average_cost",
  "calc_break_even",
]);

/** The sum before is about what was paid for a share. */
const isOfCost = ({ question, reading }: Base): boolean =>
  reading.sums.some(({ metric }) => ofCost.has(metric)) &&
  stated(question).some(({ kind }) => kind === "amount");

/** The sum before is about shares that are held, or what was paid for one. */
const isOfHolding = (base: Base): boolean => isOfCost(base) || lotsOf(base).length > 0;

/** 涨到多少能赚20%, 要赚1万要涨到多少 behind a cost. */
function targeted(words: string, number: Given, { question }: Base): Reading | null {
  const [cost, quantity] = [onlyOf(stated(question), "amount"), onlyOf(stated(question), "quantity")];
  if (cost === undefined) return null;
  const asked = `成本⟨0⟩,${words.replace("⟨0⟩", "⟨1⟩")}`;
  return quantity === undefined
    ? readTarget({ words: asked, given: [cost, number] })
    : readTarget({ words: `⟨2⟩${asked}`, given: [cost, number, quantity] });
}

/** What only a holding with a cost can answer. */
const asksGain = /亏|赚|赔|盈|浮|收益|profit|loss|gain|ma[dk]e\b/;

const asksSame = /能买|买得起|亏|赚|盈|浮|值多少|市值|多少钱|收益|怎么样|profit|loss|gain|worth|ma[dk]e\b/;

/** 值多少 behind a dividend, and 亏多少 behind what no cost is known of, are no questions of before. */
const asksAgain = (words: string, { reading }: Base, hasCost: boolean): boolean =>
  reading.dividendOn === undefined && asksSame.test(words) && (hasCost || !asksGain.test(words));

/** The words with `⟨0⟩` for the number, and without others (一股). */
const wordsAround = ({ words, given }: Question, number: Given | undefined): string =>
  words.trim().replace(/⟨(\d+)⟩/g, (_, at: string) => (given[Number(at)] === number ? "⟨0⟩" : ""));

/** Fees at the price that is supposed, where they are of one. */
const atSupposed = (fees: Reading, level: Given): Reading =>
  fees.sums.some(({ operands }) => operands.includes("price"))
    ? { ...fees, sums: atLevel(fees.sums, level), notes: [...(fees.notes ?? []), "supposed"] }
    : fees;

/** A question that goes on with the sum before; null where it does not, or cannot be told how. `question` where that one is now another. */
function goOn(
  own: Question,
  codes: readonly string[],
  base: Base,
  read: Read,
): { readonly reading: Reading; readonly question?: Question } | null {
  const [number, ...others] = stated(own);
  const isOther = codes.some((code) => !base.codes.includes(code));
  // 涨到2000卖掉手续费多少: at that price, not of that amount.
  const level = levelOf(own)?.level ?? base.level;
  const ofFees =
    isOther || base.isOfHalf === true || lotsOf(base).length > 1
      ? null
      : feesAfter(own, {
          level,
          question: base.question,
          isOfFees: isOfFees(base),
          isHeld: isOfCost(base),
          isBought: base.reading.buysFor !== undefined,
        });
  const fees = ofFees === null ? null : readFees(ofFees, base.codes.length > 0);
  if (ofFees !== null && fees !== null)
    return { reading: level === undefined ? fees : atSupposed(fees, level), question: ofFees };
  if (others.length > 0) return null;
  const words = wordsAround(own, number);
  const hasCost = base.reading.sums.some(({ metric }) => metric === "calc_return");
  const next = isOther ? null : readStep(words, number, base.reading);
  if (next !== null) return { reading: next, question: base.question };
  // What was paid for one company says nothing of another.
  if (isOther && (isOfCost(base) || number !== undefined)) return null;
  if (number === undefined && !isOther && asksDayGain(words) && isOfHolding(base)) {
    const reading = gainOfDay(lotsOf(base));
    return reading === null ? null : { reading };
  }
  if (number === undefined) {
    const half = isOther ? null : ofHalf(words, base);
    if (half !== null) return { reading: half };
    const ofCase = onOtherCase(words, base);
    const limit = ofCase === null ? null : read(ofCase, base.codes);
    if (ofCase !== null && limit !== null) return { reading: limit, question: ofCase };
    const reading =
      askedOf(words, base) ?? (isOther || asksAgain(words, base, hasCost) ? base.reading : null);
    return reading === null ? null : { reading };
  }
  if ((number.kind === "percent" || number.kind === "amount") && asksTarget(words) && isOfCost(base)) {
    const reading = targeted(words, number, base);
    return reading === null ? null : { reading };
  }
  if (number.kind === "quantity" && addsShares(words) && !sells.test(words)) {
    const reading = readAdded(lotsOf(base), number);
    return reading === null ? null : { reading };
  }
  const reading = supposed(words, number, base);
  if (reading !== null) return { reading };
  const whole = saysCost(words) || isBare(words) ? joined(words, number, base) : null;
  const question = whole ?? turned(words, replaced(words, number, base));
  const again = question === null ? null : read(question, base.codes);
  return question === null || again === null ? null : { reading: again, question };
}

/** An ellipsis asks nothing by itself: 200股呢 is no 200股要多少钱. */
const asksItself = /多少|几|how much|how many/;

const gains = /赚|盈/;
const losses = /亏|赔/;

/** 茅台涨5%是多少钱, 跌5%呢, 涨到多少能赚20%, 亏10%呢: the other way round. */
function turned(words: string, question: Question | null): Question | null {
  if (question === null) return null;
  const [up, down] = [rises.test(words) || gains.test(words), falls.test(words) || losses.test(words)];
  if (up === down) return question;
  const others = up ? /下跌|跌|降/g : /上涨|涨|升/g;
  const sides = up ? /亏|赔/g : /赚|盈/g;
  const english = up ? /\b(?:falls?|fell|drops?|down)\b/g : /\b(?:rises?|rose|gains?|up)\b/g;
  const turnedWords = question.words
    .replace(others, up ? "涨" : "跌")
    .replace(sides, up ? "赚" : "亏")
    .replace(english, up ? "rise" : "fall");
  return { ...question, words: turnedWords };
}

/** A number alone: 300股 */
const isBare = (words: string): boolean =>
  /^(?:那|有|一共|总共|我的?|成本价?|买入价?|是|大概)*⟨0⟩[呢吧啊左右?？。!！ ]*$/.test(words);

/** 减100股呢, 亏了10万呢; 再跌10%呢 behind a supposed price: what goes on with the sum in a way that is not reckoned here. */
function isUntold(question: Question, only: Given | undefined, { isSupposed }: Base): boolean {
  if (only === undefined || stated(question).length > 1) return false;
  const words = wordsAround(question, only);
  if (only.kind === "quantity") return fewer.test(words);
  if (only.kind === "amount") return movesBy.test(words) && !asksTarget(words);
  return only.kind === "percent" && isSupposed === true && /^(?:那|如果|要是)*[再又]/.test(words);
}

/** What a question comes to, and what the next one may go on with. */
export interface Step {
  readonly reading: Reading | null;
  readonly codes: readonly string[];
  readonly base: Base | null;
}

/** Makes sense of a question by itself, or where it is an ellipsis or none, with the sum before it. */
export function stepOn(question: Question, codes: readonly string[], base: Base | null, read: Read): Step {
  const own = read(question, codes);
  const [only] = stated(question);
  const isOther = codes.some((code) => base?.codes.includes(code) !== true);
  const together = base === null || isOther ? null : joinedLots(question, base.reading);
  if (base !== null && together?.lots !== undefined)
    return {
      reading: together,
      codes: base.codes,
      base: { question: questionOfLots(together.lots), reading: together, codes: base.codes },
    };
  const isEllipsis = goesOn(question) || (only !== undefined && isBare(wordsAround(question, only)));
  if (base !== null && isUntold(question, only, base)) return { reading: null, codes, base };
  const aims =
    base !== null &&
    isOfCost(base) &&
    (asksTarget(question.words) || (addsShares(question.words.trim()) && asksAverage(question.words)));
  const isWhole = stated(question).length > 1 || (!aims && (!isEllipsis || asksItself.test(question.words)));
  const next = base === null || (own !== null && isWhole) ? null : goOn(question, codes, base, read);
  if (base !== null && next !== null) {
    const about = codes.length > 0 ? codes : base.codes;
    const isSupposed = next.reading.notes?.includes("supposed") === true;
    const isOfFeesNow = next.reading.sums.some(({ metric }) => metric === "calc_transfer_fee");
    const level = levelOf(question)?.level ?? (isSupposed && only?.kind === "amount" ? only : undefined);
    const changed = {
      question: next.question ?? base.question,
      reading: base.reading,
      codes: about,
      isSupposed,
      isOfHalf: next.reading.notes?.includes("half") === true,
      level: isSupposed || isOfFeesNow ? (level ?? base.level) : undefined,
    };
    return {
      reading: next.reading,
      codes: about,
      base: next.question === undefined ? changed : { ...changed, reading: next.reading },
    };
  }
  const isSum = own !== null && stated(question).length > 0;
  // Behind several numbers that come to no sum here, those of an earlier one are not meant.
  const left = stated(question).length > 1 ? null : base;
  return { reading: own, codes, base: isSum ? { question, reading: own, codes } : left };
}

/** The sums that the conversation ends with; none where something else was spoken of since. */
export function sumsBefore(session: Session): Session {
  // 亏多少,现在多少钱 asked for the price in the same breath.
  const sums = new Set(session.flatMap(({ skill, turnId }) => (skill === "calculator" ? [turnId] : [])));
  const since = session.findLastIndex(({ turnId }) => !sums.has(turnId));
  return session.slice(since + 1).filter(({ skill }) => skill === "calculator");
}

/** What holds no number (茅台呢) may still be about another company. */
export function questionOfTurn(
  { said, codes }: SessionTurn,
  { numbersOf }: Pick<SkillContext, "numbersOf">,
): Question {
  if (said === undefined) return { words: "", given: [] };
  const digits = codes.map((code) => code.slice(0, 6));
  return readQuestion(said, numbersOf(said), [...codes, ...digits]);
}

/** What the conversation's last sums, one behind the other, leave to go on with. */
export const baseOf = (context: Pick<SkillContext, "session" | "numbersOf">, read: Read): Base | null =>
  sumsBefore(context.session).reduce<Base | null>(
    (base, turn) => stepOn(questionOfTurn(turn, context), turn.codes, base, read).base,
    null,
  );
