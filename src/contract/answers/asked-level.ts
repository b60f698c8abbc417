import type { Bilingual } from "../records/json.ts";
import type { UserNumber } from "../records/operand.ts";

/** A level of which a message asks whether it has been reached: 跌破1300了吗, is it above 1900. */
export interface AskedLevel {
  /** The user's own number, an operand of `calculate`. */
  readonly number: UserNumber;
  /** `either`: it may be reached from above or from below. `at`: whether it is the price. */
  readonly side: "below" | "above" | "either" | "at";
  /** True where the level itself is not beyond it. */
  readonly isStrict: boolean;
}

const downTo =
  /(?:跌破|跌穿|击穿|下破|失守|跌到|跌至|跌回|跌过|回落到|(?<!不)(?:低于|小于|少于)|不到|不足|不(?:高于|大于|超过)|(?:below|under|beneath|(?:less|lower|smaller) than|at most)(?: the)?)了? ?[¥￥]?$/i;
const upTo =
  /(?:突破|涨破|冲破|站上|站稳|站回|涨到|涨至|涨回|升到|升至|冲到|冲上|(?<!不)(?:超过?|高于|大于)|多于|至少|不(?:低于|小于|少于)|守住|涨过|(?<![没才只就价现不])有|(?:above|over|past|through|exceed(?:ed|s|ing)?|(?:more|higher|greater) than|at least)(?: the)?)了? ?[¥￥]?$/i;
const to =
  /(?:[到过破]|达到|触及|碰到|\b(?:hit|hits|reach|reached|touch|touched|break|broken?|cross|crossed|at)(?: the)?)了? ?[¥￥]?$/i;
/** 茅台才300块,对吗: the number is said to be the price. */
const asPrice =
  /(?:是不是|[是才只就]|现价|股价|价格?|卖)(?:只|才|就)?(?:在|有|要|值|是)?了? ?[¥￥]?$|\b(?:is|costs?|only|just|worth)(?: only| just| about)? ?[¥￥]?$|^(?:so |and )?is (?!.*\b(?:up|down|by|from|to|between|than|more|less|around|about|near)\b)[a-z' ]{2,30} [¥￥]?$/i;
const strict =
  /(?:破|穿|失守|(?<!不)(?:超过?|高于|低于|大于|小于|少于)|多于|不到|不足|below|under|beneath|(?:less|lower|smaller|more|higher|greater) than|above|over|past|through|exceed(?:ed|s|ing)?)(?: the)?了? ?[¥￥]?$/i;
/** 20倍以下吗: the side behind the number. */
const sideBehind =
  /^ ?(?:元|块钱?|点|yuan|rmb)?(?:(?<up>[以之]上|上[方面])|(?<down>[以之]下|下[方面])| or (?<more>more|higher|above)| or (?<less>less|lower|below))/i;

/** 了吗, 没有, 了? behind the number. */
const askedBehind =
  /^ ?(?:元|块钱?|点|yuan|rmb|大关|关口|整数关)?(?:一股|每股| a share| per share)?(?:[以之][上下]|[上下][方面]| or (?:more|higher|above|less|lower|below))?(?:[还更要]?(?:[高贵大多低小少]|便宜))?(?:了|过|啦)?[ ,，]*(?:对不对|[对是]?(?:吗|么|嘛|吧)|没|了没|不|right\b|[?？])/i;
const askedBefore =
  /有没有|有无|是不是|是否|没有?(?:到|过)|^(?:so |and )?(?:is|has|have|do|does|did|was|are) /i;

const simple: Readonly<Record<string, string>> = {
  於: "于",
  嗎: "吗",
  過: "过",
  漲: "涨",
  沒: "没",
  點: "点",
  塊: "块",
  擊: "击",
  衝: "冲",
  穩: "稳",
  達: "达",
  觸: "触",
  對: "对",
  價: "价",
  現: "现",
};

/** The words around a level in simplified characters, one for one, so that places stay. */
export const inSimplified = (text: string): string =>
  text.replaceAll(/[於嗎過漲沒點塊擊衝穩達觸對價現]/g, (each) => simple[each] ?? each);

const ofPrices: ReadonlySet<string | null> = new Set([null, "CNY", "点"]);

/** 比1800高吗: the side stands behind the number. */
const than = /比 ?[¥￥]?$/;
const thanBehind = /^ ?(?:元|块钱?|点|倍|%)?[还更要]?(?:(?<up>[高贵大多])|(?<down>低|便宜|小|少))/;

/** On which side of the number the words ask for the value; null where they say none. */
export function sideOf(before: string, after: string): AskedLevel["side"] | null {
  const beyond = than.test(before) ? thanBehind.exec(after)?.groups : undefined;
  if (beyond !== undefined) return beyond.up === undefined ? "below" : "above";
  if (downTo.test(before)) return "below";
  if (upTo.test(before)) return "above";
  const { up, down, more, less } = sideBehind.exec(after)?.groups ?? {};
  if ((up ?? more) !== undefined) return "above";
  if ((down ?? less) !== undefined) return "below";
  return to.test(before) ? "either" : asPrice.test(before) ? "at" : null;
}

/** 跌了3%吗, did it fall 3%: how far it moved is said, and no side of it. */
const movedBy =
  /[涨跌]了?(?:有|大约|大概|差不多)?[ ]?$|\b(?:f[ae]ll|fallen|drop(?:ped)?|r[io]sen?|gain(?:ed)?|los[te]|up|down)(?: by| about| around)? ?$/i;

/** True where the words before a number of per cent say how far something moved. */
export const saysMovedBy = (number: UserNumber, before: string): boolean =>
  number.unit === "%" && movedBy.test(before);

/** The level that a message asks about, in one of these units; null where it asks about none, or about several. */
export function readAskedLevel(
  written: string,
  numbers: readonly UserNumber[],
  units: ReadonlySet<string | null> = ofPrices,
): AskedLevel | null {
  const text = inSimplified(written);
  const found = numbers.flatMap((number): AskedLevel[] => {
    const [start, end] = number.span;
    const before = text.slice(0, start);
    const isAsked = askedBehind.test(text.slice(end)) || askedBefore.test(before);
    // Six digits are a code.
    const isLevel = units.has(number.unit) && Number(number.value) > 0 && !/^\d{6}$/.test(number.literal);
    if (!isAsked || !isLevel) return [];
    const side = sideOf(before, text.slice(end)) ?? (saysMovedBy(number, before) ? "at" : null);
    return side === null ? [] : [{ number, side, isStrict: strict.test(before) }];
  });
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

/** Whether a value is beyond the level that was asked about; undefined where the words do not say from which side. */
export function isBeyond({ number, side, isStrict }: AskedLevel, value: number): boolean | undefined {
  const level = Number(number.value);
  if (value === level) return !isStrict;
  if (side === "at") return false;
  return side === "either" ? undefined : side === "below" ? value < level : value > level;
}

/** How a value stands to the level, in words around the user's own number; nothing where that says no unit and it is none of money. */
export function relationTo({ number }: AskedLevel, value: number, unit: Bilingual): Bilingual | null {
  if (number.unit === null && unit.zh !== "元") return null;
  const level = Number(number.value);
  const zh = `你问的 ${number.value} ${unit.zh}`;
  const en = `the ${number.value} ${unit.en} you asked about`;
  if (value === level) return { zh: `正好是${zh}`, en: `exactly ${en}` };
  return value < level ? { zh: `低于${zh}`, en: `below ${en}` } : { zh: `高于${zh}`, en: `above ${en}` };
}

const anyNumber = /[¥￥]?\d[\d,.]*/;

/** The same question of another level: the side is the one that `said` asks for of its own; null where it asks for none. */
export function withLevel(said: string, number: UserNumber): AskedLevel | null {
  const text = inSimplified(said);
  const level = anyNumber.exec(text);
  if (level === null) return null;
  const head = text.slice(0, level.index);
  const side = sideOf(head, text.slice(level.index + level[0].length));
  return side === null ? null : { number, side, isStrict: strict.test(head) };
}
