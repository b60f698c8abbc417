/** 目标价1600, 止损1400, 100股: what a number of the user's was said to be, which an answer may not turn into something else. */

import { type Bench, onlyNamed } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import { valueFault } from "../claims/claim-book.ts";
import { pattern } from "../lexicon/patterns.ts";
import { type Clause, type Token, writtenSize } from "../tokens/token.ts";
import { askedLevel } from "./asked-levels.ts";
import { allPaid, companyOf } from "./users-price.ts";
import { isAffirmed } from "./users-quotes.ts";

type Role = "cost" | "target" | "stop" | "count" | "level" | "result";

interface RoleWords {
  readonly role: Role;
  readonly before: RegExp;
  readonly after: RegExp;
}

const joint = "(?:价|位|线|设|定|放)*(?:是|为|在|约|到|:|了|的)*\\s?¥?$";
const jointEn =
  "(?: (?:price|level|loss|order|basis|point))?(?: (?:at|of|is|was|to|for|near|around|about))*:? ?(?:(?:cny|rmb|yuan|¥) ?)?$";
/** Your cost for China Merchants Bank is… */
const ofCompany = "(?: (?:basis|price))?(?: (?:for|of|on|in) [a-z&'.-]{1,16}(?: [a-z&'.-]{1,16}){0,2}?)?";
const unit = "^\\s?(?:元|块钱?|块)?(?:左右|附近)?(?:的|这个|那个|一线|我|就|再|才|时|会|想|要)*";

const table: readonly RoleWords[] = [
  {
    role: "cost",
    before: pattern`(?:成本|买入|建仓|入手|进价|持仓价|买价|买在)${joint}|(?<![a-z])(?:cost|entry|purchase|entered|paid|bought(?: it| in)?)${ofCompany}${jointEn}`,
    after: pattern`${unit}(?:的[^,，。;；\d]{1,10})?(?:成本|买入价?|建仓价?|买价|进价|持仓价|入手价)|^\s?(?:元|块)?(?:就|便|也)?(?:是|为|即)[^,，。;；\d]{0,8}(?:成本|买入价|建仓价|持仓价|入手价)|^ (?:cost|entry|purchase)(?![a-z])|^ (?:that )?you(?:'ve| have)? paid`,
  },
  {
    role: "target",
    before: pattern`(?:目标|止盈|看到|卖出|想赚|赚够|赚到)${joint}|(?<![a-z])(?:target|take[- ]profit|i want|make)${jointEn}`,
    after: pattern`${unit}(?:目标|止盈)|^ (?:price )?target(?![a-z])`,
  },
  {
    role: "stop",
    before: pattern`(?:止损|割肉)${joint}|(?<![a-z])stop(?:[- ]loss)?${jointEn}`,
    after: pattern`${unit}(?:止损|割肉)|^ stop(?![a-z])`,
  },
  {
    role: "count",
    before: /(?:持有|持股|拿着)了?\s?$/,
    after: /^\s?(?:股|手)(?!价)|^ (?:shares|lots)(?![a-z])/,
  },
  {
    role: "result",
    before:
      /(?:盈利|亏损|浮盈|浮亏|赚|赔|亏)(?:了|约|到|够)*$|(?<![a-z])(?:profit|gain|loss|up|down|make|made|lost)(?: of)? $/,
    after: /^\s?的?(?:盈利|亏损|浮盈|浮亏|收益|利润)|^ (?:profit|gain|loss|return)(?![a-z])/,
  },
  {
    role: "level",
    before:
      /(?:比|[涨跌升降]到|[涨跌升降]至|[涨跌]回|跌破|站上|站稳|突破|守住|超过|高于|低于|大于|小于)了?\s?¥?$|(?<![a-z])(?:above|below|over|under|reach|reaches|hit|hits|(?:fall|rise|drop|climb|get|go) to)(?: (?:cny|rmb|¥))? ?$/,
    after: /^\s?(?:元|块|%|倍|点|万亿元?|亿元?|万元?)?(?:以上|以下|上方|下方|之上|之下)/,
  },
];
const reach = 24;
const longestLead = 64;

/** What the words beside the number say that it is; empty where they say nothing. */
function rolesOf({ start, end, number }: Token, lower: string): Set<Role> {
  // The unit may be a part of the number: 1500元的成本, 100股.
  const digits = /^[^\d]*[\d.,]+/.exec(lower.slice(start, end))?.[0].length ?? end - start;
  const before = lower.slice(Math.max(0, start - longestLead), start);
  const after = lower.slice(start + digits, start + digits + reach);
  const roles = new Set(
    table.flatMap((each) => (each.before.test(before) || each.after.test(after) ? [each.role] : [])),
  );
  return number?.unit?.dimension === "shares" ? roles.add("count") : roles;
}

/** 您的成本 as the head of a column or a row. */
function headRoles(start: number, lower: string): readonly Role[] {
  const head =
    lower
      .slice(start, start + reach)
      .split(/[|\n(（]/)[0]
      ?.trim() ?? "";
  return table.flatMap(({ role, before }) => (before.test(head) ? [role] : []));
}

const mostAsked = 300;

/** 跌破50我就割, if it falls below 48 I'll sell: what is to be done at the level makes it a stop or a target. */
const leaving =
  /^\s?(?:元|块钱?|块)?(?:以[上下])?[,，]?\s?(?:我|就|再|才|便|会|要|打算|准备|考虑)*(?:割|卖|走|跑|出|清|砍|斩|止|减)|^,? ?(?:then )?i(?:'ll| will|'m going to| would)? (?:sell|cut|exit|get out|dump|take profit)/;
const levelAt: readonly (readonly [RegExp, Role])[] = [
  [/(?:跌破|跌到|跌至|跌穿|低于|失守|破)了?\s?$|(?<![a-z])(?:below|under|(?:falls?|drops?) to) $/, "stop"],
  [
    /(?:涨到|涨至|升到|升至|高于|站上|突破|到)了?\s?$|(?<![a-z])(?:above|over|reaches|hits|(?:rises?|climbs?|gets?) to) $/,
    "target",
  ],
];

function plannedRole({ start, end, number }: Token, asked: string): readonly Role[] {
  const digits =
    number === null ? end : start + (/^[^\d]*[\d.,]+/.exec(asked.slice(start, end))?.[0].length ?? 0);
  if (!leaving.test(asked.slice(digits, digits + reach))) return [];
  const ahead = asked.slice(Math.max(0, start - reach), start);
  const found = levelAt.find(([words]) => words.test(ahead))?.[1];
  return found === undefined ? [] : [found];
}

/** What the question says of the number, wherever it holds it. */
function askedRoles(size: number, { input }: Pick<Bench, "input">): ReadonlySet<Role> {
  const same = input.question
    .slice(0, mostAsked)
    .filter(({ kind, number }) => kind === "number" && number !== null && writtenSize(number) === size);
  const paid = allPaid(input).some((each) => each.price === size && each.isUsers);
  const roles = new Set(
    same.flatMap((each) => [...rolesOf(each, input.asked), ...plannedRole(each, input.asked)]),
  );
  return paid ? roles.add("cost") : roles;
}

/** The number stands beside the company in the question, which is another one than that of what is known to be paid. */
function isOfOther(size: number, owner: string | null, { input }: Bench): boolean {
  const said = input.question.find(
    ({ kind, number }) => kind === "number" && number !== null && writtenSize(number) === size,
  );
  const company = said === undefined ? null : companyOf(input.question, said.start, said.end);
  return company !== null && company === owner && allPaid(input).every((each) => each.company !== company);
}

const boughtAt =
  /^\s?(?:元|块钱?|块)?的?(?:买入价|持仓价|建仓价|入手价|持仓成本|买入成本|成本价)|^\s?(?:元|块)?(?:就|便|也)?(?:是|为|即)(?:您|你)?(?:自己|当时|当初)?的?(?:买入|持仓|建仓|入手)?(?:时的)?(?:成本价?|价格?)(?=$|[,，。;；:：!)])|^ (?:entry price|purchase price|cost basis)(?![a-z])/;

/** 也高于1300元的买入价, 1300元是您的买入成本: what the user paid, said again without a word for the user. */
export function isPaidAgain(quantity: Quantity, bench: Bench): boolean {
  const { lower } = bench.input;
  // The question first: most say nothing of a price that was paid.
  if (allPaid(bench.input).length === 0) return false;
  const { start, end } = quantity.token;
  const digits = /^[^\d]*[\d.,]+/.exec(lower.slice(start, end))?.[0].length ?? end - start;
  if (!boughtAt.test(lower.slice(start + digits, start + digits + reach))) return false;
  const size = writtenSize(quantity.number);
  return allPaid(bench.input).some((each) => each.price === size) && keepsRole(quantity, bench);
}

const held =
  /(?:持有|持仓|手里|手上|手头)(?:的|有的?|那|这)?$|(?<![a-z])(?:your|you (?:hold|own|have)|you(?:'re| are) holding)(?: the)? $/;

/** 持有的100股: the shares that the question says are held, said again. */
export function isHeldCount({ token: { start }, number }: Quantity, { input, question }: Bench): boolean {
  if (number.unit?.dimension !== "shares") return false;
  const isHeld = held.test(input.lower.slice(Math.max(0, start - reach), start));
  return isHeld && question.holdsNumber(number) && askedRoles(writtenSize(number), { input }).has("count");
}

const mostShown = 12;

/** 现价27.94元,仍在28元下方: the level that was asked for, where the text has told the value that rounds to it. */
export function isRoundedLevel(quantity: Quantity, clause: Clause, bench: Bench): boolean {
  const { input, question, matches } = bench;
  const { number, token } = quantity;
  if (!question.holdsNumber(number) || !rolesOf(token, input.lower).has("level")) return false;
  // 28元以上 is no comparison of two sides: judged as what was asked of, or not at all.
  const isBare = /^以[上下]/.test(input.lower.slice(token.end));
  if (isBare && askedLevel(quantity, clause, bench) === null) return false;
  return matches
    .slice(-mostShown)
    .some(
      ({ quantity: told, options }) =>
        told.number.shown.decimals > number.shown.decimals &&
        (quantity.company === null || told.company === quantity.company) &&
        options.some((entry) => valueFault(entry, quantity) === null),
    );
}

/** 您问的150这个价位是现价: told as data. */
export const asPrice =
  /^["”'’」]?(?:元|块)?(?:的|(?:这个|那个)(?:价位|价格|价|位置|数字?))?(?:就|便|也|正)?(?:是|为)(?:目前|当前|现在|今天|今日|最新|它|公司|该股){0,2}的?(?:现价|当前价|股价|市价|收盘价|最新价|价格)/;

const ofData: ReadonlySet<string> = new Set(["company", "compare", "direction", "superlative", "event"]);

/** Your stated cost is CNY 68.: a sentence of nothing but the one price that the user gave, of the company that it was given of. */
function isToldAlone(quantity: Quantity, { input, reading }: Bench): boolean {
  const [paid, ...more] = allPaid(input);
  if (paid === undefined || more.length > 0 || paid.price !== writtenSize(quantity.number)) return false;
  const part = reading.parts.find(({ bound }) => bound.quantities.includes(quantity));
  const isKnown = paid.company === null || input.tokens.some(({ op }) => op === paid.company);
  return (
    isKnown &&
    part?.bound.quantities.length === 1 &&
    !part.sentence.tokens.some(({ kind }) => ofData.has(kind))
  );
}

/** The company that the number is said of: its own, else the only one of the text or of the claims. */
const ownerOf = (quantity: Quantity, bench: Bench): string | null =>
  isToldAlone(quantity, bench)
    ? null
    : (quantity.company ??
      onlyNamed(bench) ??
      (bench.input.tokens.some(({ kind }) => kind === "company") ? null : bench.book.only));

/** 茅台1500和五粮液140: the company that the number stands right behind in a question of several, or null. */
function companyBeside(size: number, { input: { question }, question: { companies } }: Bench): string | null {
  if (companies.size < 2) return null;
  const at = question.findIndex(
    ({ kind, number }) => kind === "number" && number !== null && writtenSize(number) === size,
  );
  const [company, number] = [question[at - 1], question[at]];
  const isBeside = company?.kind === "company" && number !== undefined && number.start - company.end <= 1;
  return isBeside ? company.op : null;
}

const gained =
  /(?:达到?|实现|完成|赚到?|超过|达成)了?(?:您|你)?(?:设|定|说)?的?$|(?<![a-z])(?:reached|hit|made|met)(?: your)? $/;
const isOpen =
  /是否|能否|是不是|有没有|(?:没有?|未|不)(?:能|再)?(?:达|实|完|赚|超)|(?<![a-z])(?:whether|if|not)(?![a-z])/;

/** 您1600元的买入价, where 1600 was the target or was paid for another company: false; true where the question does not say otherwise. */
export function keepsRole(quantity: Quantity, bench: Bench): boolean {
  const { end } = quantity.token;
  if (isAffirmed(quantity, bench.input.lower) || asPrice.test(bench.input.lower.slice(end, end + reach)))
    return false;
  const { start } = quantity.token;
  const ahead = bench.input.lower.slice(Math.max(0, start - reach), start);
  // 您已经达到20%的目标: what was reached is no claim's. 涨幅超过你设的5% is a comparison, judged as one.
  const isCompared = quantity.metrics.length > 0 && /超过[^,，。]*$/.test(ahead);
  if (quantity.number.unit?.dimension === "part" && !isCompared && gained.test(ahead) && !isOpen.test(ahead))
    return false;
  const beside = companyBeside(writtenSize(quantity.number), bench);
  if (beside !== null && quantity.company !== null && beside !== quantity.company) return false;
  const said = rolesOf(quantity.token, bench.input.lower);
  if (quantity.usersHead >= 0)
    for (const role of headRoles(quantity.usersHead, bench.input.lower)) said.add(role);
  said.delete("level");
  if (said.size === 0) return true;
  const size = writtenSize(quantity.number);
  const asked = askedRoles(size, bench);
  if (said.has("cost")) {
    const paid = allPaid(bench.input);
    const owner = ownerOf(quantity, bench);
    const own = paid.filter(({ price }) => price === size);
    const isOwn = own.some(
      (each) => each.isUsers && (owner === null || each.company === null || each.company === owner),
    );
    // What was paid is known, and it is another number, or another company's: 茅台成本1300,五粮液130 says it of both.
    if (paid.length > 0)
      return isOwn || (own.length === 0 && asked.size === 0 && isOfOther(size, owner, bench));
  }
  return asked.size === 0 || [...said].some((role) => asked.has(role));
}
