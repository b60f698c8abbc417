/** 仍亏损,不过比去年同期少; still losing money, but less than a year ago: how large a loss is beside the company's other one. */
import { type Reading, type Token, token } from "../token.ts";

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

/** Makes one comparison of the words behind a loss that say how large it is. */
export function readLossSizes(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/亏|los[eit]/.test(lower)) return tokens;
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
