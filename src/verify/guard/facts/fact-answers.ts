/** 今天买的今天能卖吗? 不能,…: the yes or no at the head of a text beside what a registered fact says of the question. */

import type { KnowledgeClaim } from "#contract";
import type { InspectionInput } from "../bench.ts";
import { pattern } from "../lexicon/patterns.ts";
import { fold } from "../tokens/text/normalise.ts";
import { contradicts, sidesOf } from "./concepts.ts";
import { isFact } from "./fact-cites.ts";
import { chargesOf, denies, doneOf, leaveOf, namesOtherCharge, timeOf } from "./fact-polarity.ts";
import { pairsOf } from "./turned-facts.ts";

/** Longer questions ask more than one thing. */
const longestQuestion = 80;
const asksWhether =
  /吗|么[?？]?$|能不能|可不可以|行不行|要不要|用不用|是不是|是否|能否|可否|^(?:so |and )?(?:can|could|may|must|is|are|do|does|am|will|should)(?:n't)?(?![a-z])/;

/** What is bought and sold on one day: 当天买当天卖, buy and sell on the same day. */
const asBought = (asked: string): string =>
  asked
    .replace(/([今当][日天])(?:刚|才)?买(?:入|进|到)?(?!的|了|入的)/g, "$1买入的")
    .replace(/(?<![a-z])buy(?: (?:it|a stock|a share|shares|stocks))? and /g, "bought today and ")
    .replace(/(?<=(?<![a-z])(?:i|you|we|shares|stocks?) )buy(?= )/g, "bought");

/** Whether shares bought on the day may be sold then, or later. */
function leaveHolds(asked: string, fact: string): boolean | null {
  const words = asBought(asked);
  const [when, own] = [timeOf(words), timeOf(fact)];
  const isOfDeed = doneOf(words) !== "" && doneOf(words) === doneOf(fact);
  if (when === null || own === null || !isOfDeed) return null;
  if (leaveOf(words).sign <= 0 || leaveOf(fact).sign <= 0) return null;
  return when === "later" || when === own;
}

const lotOf = /(\d{1,5}) ?股(?:或其)?的?整数倍|multiples? of (\d{1,5})(?! ?%)/;
const sharesOf = /(?<![\d.])(\d{1,7}) ?(?:股|shares)/;

/** 能买50股吗: whether the number of shares is one of whole lots. */
function lotHolds(asked: string, fact: string): boolean | null {
  const [lot, shares] = [lotOf.exec(fact), sharesOf.exec(asked)];
  if (lot === null || shares === null || leaveOf(asked).sign <= 0 || !/买|\bbuy/.test(asked)) return null;
  const size = Number(lot[1] ?? lot[2]);
  return size > 0 ? Number(shares[1]) % size === 0 : null;
}

const pays = /缴|交(?!易)|付|征|收|pay|paid|charged|levied|owe/;
const [buyer, seller, both] = [1, 2, 3];

/** 买入要交印花税吗: whether the charge that is named is of the side that is asked about. */
function chargeHolds(asked: string, fact: string): boolean | null {
  const charges = chargesOf(asked);
  if (charges.length === 0 || namesOtherCharge(charges, fact)) return null;
  if (!pays.test(asked) || !pays.test(fact) || denies(fact) || denies(asked)) return null;
  const [said, own] = [sidesOf(asked)[0] ?? 0, sidesOf(fact)[0] ?? 0];
  if (said === both && /都|均|(?<![a-z])both/.test(asked) && own !== 0) return own === both;
  return (said === buyer || said === seller) && own !== 0 ? (said & own) !== 0 : null;
}

const leaveWords =
  /能不能|可不可以|可以|能否|可否|是否|允许|能|会|吗|么|呢|[?？]|(?<![a-z])(?:can|may|i|you|we|be)(?![a-z])/g;
/** Less in common, and the question is about something else. */
const leastAsked = 0.6;

/** 停牌期间能买卖吗: what a clause of the fact allows or forbids outright, at any time. */
function ruleHolds(asked: string, fact: string): boolean | null {
  if (leaveOf(asked).sign <= 0 || timeOf(asked) !== null || /\d/.test(asked)) return null;
  const pairs = [...pairsOf(asked.replace(leaveWords, " "))];
  const last = pairs.at(-1);
  if (last === undefined || pairs.length < 2) return null;
  const all = pairsOf(fact);
  if (pairs.filter((each) => all.has(each)).length < leastAsked * pairs.length) return null;
  const said = fact.split(/[,，;；。]|(?<![a-z])but(?![a-z])/).flatMap((clause) => {
    const { sign, isOnly } = leaveOf(clause);
    return sign !== 0 && !isOnly && timeOf(clause) === null && pairsOf(clause).has(last) ? [sign > 0] : [];
  });
  return said.length === 1 ? (said[0] ?? null) : null;
}

/** What the facts say of the user's question; null where none decides, or two do otherwise. */
function truthOf(asked: string, facts: readonly string[]): boolean | null {
  if (asked.length > longestQuestion || !asksWhether.test(asked)) return null;
  const said = sidesOf(asked);
  const verdicts = new Set<boolean>();
  for (const fact of facts) {
    const sides = sidesOf(fact);
    const isOther = contradicts(
      said.map((bits, i) => (i === 0 ? 0 : bits)),
      sides,
      sides,
    );
    const verdict =
      leaveHolds(asked, fact) ?? lotHolds(asked, fact) ?? chargeHolds(asked, fact) ?? ruleHolds(asked, fact);
    if (verdict !== null && !isOther) verdicts.add(verdict);
  }
  const [verdict = null] = verdicts;
  return verdicts.size === 1 ? verdict : null;
}

const greeting =
  /^\s*(?:#[^\n]{1,30}\n\s*)?(?:(?:您好|你好|hi|hello|答|a|结论|short answer)[,，。.:：!！\s]{1,3}){0,2}/;
const end = "(?=[,，。.;；:：!！\\n]|\\s[—–-]|\\s*$)[,，。.;；:：!！\\s—–-]*";
const when = "(?:(?:今天|当天|今日|当日|现在|明天|次日|暂时|目前|您|你|买入|卖出|买方|卖方)(?:时|是)?){0,2}";
const deed = "(?:再)?(?:卖出?|买入?|交|缴|缴纳|付)?(?:的|了|哦)?";
const who = "(?:you|it|they|the buyer|buyers|the seller|sellers|we|i)";
const yes = pattern`^(?:${when}(?:可以|能|行|要|需要?|会|是|对|没错|没问题|当然(?:可以|能|要)?)${deed}|yes|yep|yeah|sure|correct|of course|${who} (?:can|may|does|do|is|are|must)(?: sell| buy)?(?: (?:it|them|that|those))?(?: (?:today|tomorrow))?)${end}`;
const no = pattern`^(?:${when}(?:不(?:能|可以?|行|用|需要?|必|要|会|是)?|没有|否|无需|无须)${deed}|[卖买]不[了成]|no|nope|not (?:today|yet|on the same day|the same day|until tomorrow)|${who} (?:can't|cannot|can not|(?:do|does|is|are|may|must|need)(?:n't| not))(?: (?:have to|need to|sell|buy|pay))?(?: (?:it|them|that|those))?(?: (?:today|tomorrow|yet))?)${end}`;
const longestOpening = 100;
const mostOpeners = 3;

/** The yes or no at the head of a text: where it ends, and whether the facts bear it out. */
export interface FactAnswer {
  readonly end: number;
  readonly isTrue: boolean;
}

/** Null where the text begins with no answer, or where the facts do not decide. */
export function factAnswer({ claims, lower, asked }: InspectionInput): FactAnswer | null {
  const facts: readonly KnowledgeClaim[] = claims.filter(isFact);
  const truth =
    facts.length === 0
      ? null
      : truthOf(
          asked,
          facts.map(({ claim }) => fold(claim)),
        );
  if (truth === null) return null;
  const head = lower.slice(0, longestOpening);
  let at = greeting.exec(head)?.[0].length ?? 0;
  const first = at;
  let isTrue = true;
  for (let count = 0; count < mostOpeners; count++) {
    const rest = head.slice(at);
    const denial = no.exec(rest);
    const found = denial ?? yes.exec(rest);
    if (found === null) break;
    isTrue = isTrue && (denial === null) === truth;
    at += found[0].length;
  }
  return at === first ? null : { end: at, isTrue };
}
