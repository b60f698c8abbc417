import type { Language } from "#contract";
import { simplify } from "#language";

/**
 * The first wall: what a synthesis model may not write outside slots (design §5). It is stricter than the prose guard
 * and needs no registry: a draft loses nothing by being plain, and a refused one is written again or replaced by the template.
 */

const slotPattern = /\{\{[^{}]{1,20}\}\}/g;

/** Words that hold a numeral and say no number. */
const harmless = /一下|一起|一般|一直|一样|一定|统一|唯一|同一|万一|一些|一致|十分|百科|千万别/g;

const forbidden: readonly (readonly [what: string, words: RegExp])[] = [
  ["a digit", /\p{N}+/gu],
  ["a numeral", /[〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅半双]+/g],
  ["a quantity word", /翻番|翻倍|腰斩|涨停|跌停|成倍|倍|成(?=左右|以上|以下)|%|％|‰/g],
  [
    "a comparison or a direction",
    /高于|低于|超过|不足|大于|小于|多于|少于|优于|强于|弱于|最[高低大小多少好差贵]|领先|落后|居首|第[^次]|更|较|上涨|下跌|上升|下降|上扬|走高|走低|走强|走弱|大涨|大跌|反弹|回落|涨|跌/g,
  ],
  [
    "advice or a forecast",
    /建[议議]|[买買]入|[卖賣]出|[加減减清满滿重轻輕][仓倉]|抄底|止[损損]|目[标標]价|布局|上车|长期持有|继续持有|吸纳|逢[低高]|低吸|入手|入场|离场|将会|预计|预期|有望|看好|看空/g,
  ],
  ["a link or a contact", /https?:|www\.|@|\.(?:com|cn|net|org)\b|微信|电话|加群/gi],
];

const forbiddenEnglish: readonly (readonly [what: string, words: RegExp])[] = [
  [
    "a numeral",
    /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion|dozen|half|third|quarter|fifth|tenth|twice|double[ds]?|triple[ds]?|percent)\b/gi,
  ],
  [
    "a comparison or a direction",
    /\b(?:\w+er than|more|less|fewer|above|below|over|under|highest|lowest|most|least|best|worst|rose|rise[sn]?|rising|fell|fall(?:s|ing|en)?|gain(?:s|ed)?|los[ts]|loses?|up|down|higher|lower|rall(?:y|ied)|drop(?:s|ped)?|jump(?:s|ed)?|climb(?:s|ed)?)\b/gi,
  ],
  [
    "advice or a forecast",
    /\b(?:buy|sell|hold|recommend\w*|should|will|expect\w*|forecast\w*|target|likely|outlook)\b/gi,
  ],
];

/** Chinese numerals typed in Latin letters: two syllables at least, written apart or together, with or without their tones. */
const pinyinNumeral =
  /\b(?:ling|yi|er|liang|san|si|wu|liu|qi|ba|jiu|shi)(?:[\s'’·.-]{0,3}(?:ling|yi|er|liang|san|si|wu|liu|qi|ba|jiu|shi|bai|qian|wan|dian))+\b/gi;

/** Words of no script that an answer is written in: a numeral of theirs would be told by nobody. */
const foreignScript = /[^\P{L}\p{Script=Han}\p{Script=Latin}]+/gu;

const withoutTones = (text: string): string => text.normalize("NFD").replace(/\p{M}+/gu, "");

export interface FirstWallInput {
  readonly text: string;
  readonly language: Language;
  /** Codes of the companies that the claims speak of. */
  readonly codes: ReadonlySet<string>;
  /** Company names that stand in a text, as canonical codes. */
  codesIn(text: string): readonly string[];
}

/** The refused spans of a draft, each with what it is; empty when the draft may be filled. Linear in the text. */
export function firstWall({ text, codes, codesIn }: FirstWallInput): readonly string[] {
  const words = text.normalize("NFKC").replace(slotPattern, " ");
  // The common draft: slots and nothing else.
  if (words.trim() === "") return [];
  const outside = simplify(words).replace(harmless, " ");
  const refused: string[] = [];
  for (const [what, pattern] of [...forbidden, ...forbiddenEnglish]) {
    for (const match of outside.matchAll(pattern)) refused.push(`${what} (${match[0]})`);
  }
  for (const [match] of withoutTones(outside).matchAll(pinyinNumeral)) refused.push(`a numeral (${match})`);
  for (const [match] of outside.matchAll(foreignScript)) refused.push(`a foreign script (${match})`);
  if (/[{}]/.test(outside)) refused.push("a broken slot ({})");
  for (const code of codesIn(outside)) {
    if (!codes.has(code)) refused.push("a company that no claim speaks of");
  }
  return [...new Set(refused)].slice(0, 10);
}
