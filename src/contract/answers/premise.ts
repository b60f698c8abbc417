import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { directionOf, withoutCountedTimes, withoutNumberedNames } from "./asked-way.ts";
import { codeOf } from "./lines-by-company.ts";
import { isMove } from "./price-moves.ts";

const cause =
  /为[什啥何甚]|為[什何]|[怎咋].{0,8}[涨漲跌崩绿綠红紅跳]|原因|怎么回事|怎么[了啦]|咋[了啦回]|(?:啥|什么|什麼)情况|\bwhy\b|reason|what caused|what(?:'s| is| has)? happen/i;

/** 为什么跌了, 怎么又涨了, what happened: the cause of a move is asked for. */
export const asksCause = (text: string): boolean => cause.test(text);

/** The same, or a move that is only told (跌成这样, 跳水): what a price did is asked about, and not how far it went. */
export const asksWhy = (text: string): boolean =>
  cause.test(text) || /[涨漲跌崩](?:这么|成|麻|惨|疯|了(?![吗嗎么没沒嘛多几幾不]))|跳水|炸板|异动/.test(text);

const rise =
  /[涨漲]|拉升|飙|走强|翻红|反弹|\b(?:r[io]sen?|rising|rose|up|gain(?:ed|ing|s)?|rall(?:y|ied|ying)|surg(?:e|ed|ing)|jump(?:ed|ing|s)?|soar(?:ed|ing|s)?|climb(?:ed|ing|s)?|higher)\b/i;
const fall =
  /跌|崩|跳水|下挫|走弱|翻绿|回落|\b(?:f[ae]ll(?:ing|en|s)?|drop(?:ped|ping|s)?|down|declin(?:e|ed|ing)|plung(?:e|ed|ing)|slump(?:ed|ing)?|crash(?:ed|ing)?|tank(?:ed|ing)?|sank|sink(?:ing)?|slid(?:e|ing)?|los(?:t|ing)|lower)\b/i;
/** A move that is denied, supposed or told of something else. */
const otherwise =
  /涨跌|漲跌|[不没沒未别][^,，。]{0,2}[涨漲跌]|[涨漲跌](?:不|停板?价|到|破|过)|抗跌|止跌|如果|要是|假如|连[续涨跌]|多少|\d|\b(?:not|isn't|didn't|wasn't|hasn't|if|than|limit|set up|up to|follow up|made up)\b/i;
/** A time of more than a day. */
const longer = /最近|近期|近来|一直|连日|以来|\b(?:lately|recently|past|since|week|month|year|keep|keeps)\b/i;

/** The way in which a message takes it that a price went that day, or over a stretch of time; 0 where it takes nothing for granted. */
function wayTaken(written: string, isOfStretch: boolean): 1 | -1 | 0 {
  const text = withoutNumberedNames(written);
  if (otherwise.test(isOfStretch ? withoutCountedTimes(text) : text)) return 0;
  if (!isOfStretch && longer.test(text)) return 0;
  const isRise = rise.test(text);
  return isRise === fall.test(text) ? 0 : isRise ? 1 : -1;
}

const asserted =
  /[涨漲跌崩](?:疯|惨|麻|成|得|这么|这样|了(?:吧|不少|很多|好多|这么多)|了[\s,，。!！]*$)|[涨跌]停了?吧?[\s。!！]*$|大[涨漲跌]|暴[涨漲跌]|\b(?:is|are) (?:crashing|plunging|soaring|surging|rallying|falling|tanking)\b/i;

/** 茅台今天涨疯了, 大跌了吧: a move is told, and no yes or no is wanted of it. */
export const assertsMove = (text: string): boolean => asserted.test(text) && !/[吗嗎没]|[?？]/.test(text);

const corrections = {
  roseNot: { zh: "没有涨,是跌的:", en: "It did not rise, it fell: " },
  fellNot: { zh: "没有跌,是涨的:", en: "It did not fall, it rose: " },
  roseFlat: { zh: "没有涨,也没有跌:", en: "It neither rose nor fell: " },
  noLimitUp: { zh: "没有涨停:", en: "It is not at its upper limit: " },
  noLimitDown: { zh: "没有跌停:", en: "It is not at its lower limit: " },
  fellFlat: { zh: "没有跌,也没有涨:", en: "It neither fell nor rose: " },
} as const satisfies Record<string, Bilingual>;

const atLimit = /[涨漲跌]停(?!板?价)/;
/** No stock's daily limit is narrower than 5%; below this a move is none, however it is rounded. */
const belowLimits = 4;

function leadOf(taken: 1 | -1, value: number): Bilingual {
  const isFlat = value === 0;
  if (taken > 0) return isFlat ? corrections.roseFlat : corrections.roseNot;
  return isFlat ? corrections.fellFlat : corrections.fellNot;
}

/**
 * 为什么今天跌了 of a day on which it rose, 这周为什么跌 of such a week: what stands in front of each security's values, by its change, or by its move
 * over the stretch that is told. None where all went as the message has it; of several each has its own way where one did not.
 */
export function corrected(text: string, claims: readonly Claim[]): ReadonlyMap<string, Bilingual> {
  const numbers = claims.filter((claim): claim is NumericClaim => claim.kind === "numeric");
  const moves = numbers.filter(({ metric }) => isMove(metric));
  const taken = wayTaken(text, moves.length > 0);
  const ways = moves.length > 0 ? moves : numbers.filter(({ metric }) => metric === "pct_chg");
  const isOneEach = new Set(ways.map(codeOf)).size === ways.length;
  const [only, ...others] = ways;
  if (only !== undefined && others.length === 0 && Math.sign(only.value) === taken) {
    const isFar = moves.length === 0 && atLimit.test(text) && Math.abs(only.value) < belowLimits;
    return isFar
      ? new Map([[codeOf(only), taken > 0 ? corrections.noLimitUp : corrections.noLimitDown]])
      : new Map();
  }
  if (taken === 0 || !isOneEach || ways.every(({ value }) => Math.sign(value) === taken)) return new Map();
  if (only !== undefined && others.length === 0) return new Map([[codeOf(only), leadOf(taken, only.value)]]);
  return new Map(ways.map((way) => [codeOf(way), directionOf(way.value)]));
}
