/** 比较盈利能力, 受增长预期影响: what is spoken of as a subject, neither earned nor grown. */
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { revised, type Token, token } from "../token.ts";

const asked =
  "(?:比较|对比|从|了解|衡量|判断|分析|评估|关注|查看|考虑|看看|想看|关于|对公司未来|对未来|未来)的?$";
const ability = /^能力(?=$|[,，。;；:：、?？)）\n]|看|来看|方面|角度|的(?:判断|指标|高低|差异|比较|看法))/;
const outlook = /^的?(?:预期|判断|看法)(?=$|[,，。;；、?？)）\n]|影响|有关|等|和|不同|差异)/;
/** 盈利质量的差异, 盈利能力没有放进来: what one could speak of, in a clause that grades nothing. */
const subject =
  /^(?:能力|质量|水平|模式|状况|情况|结构|前景|稳定性|波动)(?![^,，。;；、\n]{0,24}(?:强|弱|好|差(?![异别])|高(?!低)|低|提升|提高|下[降滑]|改善|增|减|恢复|稳(?!定性)|优|佳|突出|领先|大|小|不错|更|最|超|胜|比(?!较)|涨|跌))/;
const ofAbility = new RegExp(asked);
const ofOutlook = /(?:受|受到|反映|取决于|取决于您?对|与|和|及|未来|考虑|对公司未来|市场对)的?$/;
const reach = 32;

const mayBeNoun = rare(/能力|预期|判断|看法|盈利[质水模状情结前稳波]/);

/** The direction of 盈利能力 and 增长预期 taken away, where nothing is said of it but that it is a subject. */
export function readEarningNouns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeNoun.test(lower)) return tokens;
  return revised(tokens, (each) => {
    if (each.kind !== "direction" || !/^(?:盈利|增长)$/.test(lower.slice(each.start, each.end))) return each;
    const [before, after] = [
      lower.slice(Math.max(0, each.start - reach), each.start),
      lower.slice(each.end, each.end + reach),
    ];
    const isNoun =
      subject.test(after) ||
      (ability.test(after) && ofAbility.test(before)) ||
      (outlook.test(after) && ofOutlook.test(before));
    return isNoun ? { ...each, kind: "text", op: lower.slice(each.start, each.end), sign: 0 } : each;
  });
}

// Profit or loss? A loss. 赚钱还是亏钱？赚钱。

/** A loss. 赚钱: the answer by itself, which the result must bear out; a gain is one of the price. */
const answer =
  /^\s*(?:(?:(?:it|that)(?:'s| is| was) )?(?:an? )?(profit|loss|gain)|(?:是|在)?(?:(赚)钱?|亏钱?)的?)(?= ?(?:[.,:;!。，：；！]|—|– ))/;

/** The text tells of a result; a loss may be one of the price too. */
const telling = /profit|net (?:loss|income)|earn|净利|利润|亏损|盈利/;

/** The opening words as an event of earnings, where they are such an answer and the question is of no position. */
export function readResultAnswers(tokens: readonly Token[], { lower, question }: Reading): readonly Token[] {
  const found = answer.exec(lower);
  if (found === null || question.some(({ kind }) => kind === "number" || kind === "user")) return tokens;
  const end = found[0].length;
  const isGain = found[1] === "gain";
  if (!isGain && !telling.test(lower.slice(end))) return tokens;
  const isLoss = found[1] === "loss" || (found[1] === undefined && found[2] === undefined);
  const result = token("event", 0, end, { op: isGain ? "red" : "earnings", sign: isLoss ? -1 : 1 });
  return [result, ...tokens.filter(({ start }) => start >= end)];
}

// 仍亏损,不过比去年同期少; still losing money, but less than a year ago: how large a loss is beside the company's other one.

const zh =
  /^(?:[,，]? ?(?:而且|并且|不过|但是?|只是|只不过|还|且|却|反而))?得?(?:比(?:去年同期|上年同期|一年前|去年|上年|之前|以前|此前|同期))?(?:还|更|要|更加)*(多|少|大|小)(?:了|了些|一些|一点)?(?=[,，。:：;；(（]|$)/;
const en =
  /^(?: money)?(?:, )?(?: ?(?:and|but|though|only|albeit))?(?: ?(?:even|still))? ?(less|more)(?: money)?(?: than (?:before|(?:it did )?a year (?:ago|earlier|before)|(?:it did )?last year|in the (?:same period|year before|previous year)(?: a year (?:ago|earlier))?))?(?=[,.:;(]|$)/;
const longest = 72;
const lostWord = /^(?:lost|loses|losing|lose)$/;

/** 亏损, 亏钱, losing money; "lost" alone only where the text names a loss that is none of the price. */
function isLoss({ kind, op, sign, start, end }: Token, lower: string, namesLoss: boolean): boolean {
  if (sign >= 0) return false;
  if (kind === "event") return op === "earnings";
  if (kind !== "direction") return false;
  return op === "loss"
    ? lower.charAt(start) === "亏"
    : op === "market" && namesLoss && lostWord.test(lower.slice(start, end));
}

const mayLose = rare(/亏|los[eit]/);

/** Makes one comparison of the words behind a loss that say how large it is. */
export function readLossSizes(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayLose.test(lower)) return tokens;
  const namesLoss = /net loss/.test(lower);
  const read: Token[] = [];
  let past = 0;
  for (const each of tokens) {
    if (each.start < past) continue;
    const found = isLoss(each, lower, namesLoss) ? sizeBehind(lower, each.end) : null;
    if (found === null) {
      read.push(each);
      continue;
    }
    read.push({ ...each, kind: "direction", op: "loss" }, found);
    past = found.end;
  }
  return past === 0 ? tokens : read;
}

function sizeBehind(lower: string, at: number): Token | null {
  const rest = lower.slice(at, at + longest);
  const found = zh.exec(rest) ?? en.exec(rest);
  if (found === null) return null;
  const isMore = /^[多大m]/.test(found[1] ?? "");
  return token("compare", at, at + found[0].length, { op: isMore ? ">adj" : "<adj" });
}
