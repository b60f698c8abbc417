import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token, type TokenKind } from "../token.ts";

/**
 * Liquor makers in general earn 91.97%, 白酒股普遍…: whoever else a number is said of, in words that name no company. The last
 * word of such a subject becomes an entity, so that what follows is not the number of the company spoken of before.
 */
const often =
  "(?:in general|as a whole|overall|on average|generally|typically|usually|normally|commonly|often|traditionally|historically)";
const determiner =
  "(?!(?:the|these|those|both|such|its|their|your|our|all|two|three|four|five|company|ordinary|common|a|h|b|if|when|at|in|of|for|on|to|with|today|so|then|closing)[ -])";
const modifiers = `(?:${determiner}[a-z-]{2,18} ){1,3}`;
const owners =
  "(?:stocks|shares|equities|names|makers|companies|firms|banks|lenders|brokers|brokerages|distillers|brewers|insurers|producers|manufacturers|players|developers|miners|automakers|carmakers|chipmakers|drugmakers|retailers|utilities|refiners|airlines|peers|rivals|competitors|blue[- ]chips)";
const whole = "(?:sector|industry|market|space|universe)";
const verb =
  "(?:are|were|is|was|have|had|has|do|earns?|earned|pays?|paid|trades?|traded|rose|fell|gained|lost|climbed|dropped|slipped|jumped|advanced|declined|posts?|posted|saw|reports?|reported|makes?|made|yields?|averages?|averaged|closed|ended|finished|sells?|gets?|commands?|carry|carries|shows?|tends?|came|comes|stood|stands?|went|added|shed|keeps?|kept|runs?|sits?)(?![a-z])";
const then = `(?:,? ${often},?| (?:now|also|all|currently|still))*`;

const lead = `^(?:(?:and|but|while|whereas|as|that|because|since|so|though|meanwhile|overall) )*(?:${often} )?`;
const english: readonly RegExp[] = [
  pattern`${lead}(?:most|many|some|other|several|few)(?: of the| the)? (?:[a-z-]{2,18} ){0,3}?${owners}(?= )`,
  pattern`${lead}${modifiers}${owners}(?=${then} ${verb})`,
  pattern`${lead}(?:banks|lenders|brokers|insurers|distillers|liquor makers|blue chips)(?=${then} ${verb})`,
  pattern`${lead}(?:(?:the|a|an) )?(?:(?!(?:in|of|for|from|within|across|to|into|by|as|like)[ -])[a-z-]{2,18} ){0,4}?${whole}(?='s |${then} ${verb})`,
  pattern`${lead}(?:the|a|an) (?:average|typical|normal|ordinary|median|standard) (?:[a-z-]{2,18} ){0,2}?(?:stock|share|maker|company|firm|bank|lender|broker|distiller|insurer|producer|peer|rival)(?=(?:'s)? )`,
  pattern`${lead}(?:shares|stocks|names|companies|prices) (?:across|throughout|around|in) the (?:[a-z-]{2,18} ){0,3}?${whole}(?= )`,
  pattern`${lead}(?:investors|buyers|people|analysts)(?= ${often} | tend )`,
];

const usually = "(?:普遍|一般|通常|大多|大都|多数|往往|平均|整体|总体|多半)";
const quantity = "(?:大?多数|大部分|绝大多数|不少|许多|很多|其他|其它|其余|所有|整个|普通|主流|头部)的?";
const owner = "(?:股|企业|公司|厂商|酒企|车企|房企|药企|银行|券商|险企|个股|行业|板块|赛道|股票)们?";
const sectors =
  "(?:白酒|银行|券商|消费|科技|医药|新能源|地产|保险|煤炭|钢铁|有色|汽车|家电|半导体|芯片|光伏|锂电|电力|石油|航运|军工|食品饮料|食品|蓝筹|权重|大盘|小盘|中小盘|成长|龙头|周期|红利)";
const leadHan = "^(?:而|但|不过|因为|由于|且|并且|同时|目前|当前|今天|今日|当天)*";
const chinese: readonly RegExp[] = [
  pattern`${leadHan}${quantity}[\u4e00-\u9fff]{0,5}?${owner}(?!的?名)`,
  pattern`${leadHan}(?!该|本|这|那|其|此|两|三|几|一)[\u4e00-\u9fff]{1,5}?${owner}(?=的?${usually})`,
  pattern`${leadHan}${sectors}(?:股|企业|类股)(?=(?:今天|今日|当天|目前|当前|普遍|整体|的|均|都|市盈率|市净率|毛利率|涨|跌|上涨|下跌))`,
  pattern`${leadHan}(?:a股|市场|投资者|机构|大家|银行|券商)(?=${usually})`,
];
/** 属于白酒行业: what the company belongs to is no owner of its numbers. */
const belonging = /(?:属于|隶属|归属|属|身处|所处|所在|处于|来自)(?:的?[\u4e00-\u9fff]{0,6})$/;

/** 像茅台这样的公司: of any such company, not of the one named. */
const suchBefore = /(?:像|如同?|诸如|类似于?)$/;
const suchAfter = pattern`^(?:这样|这种|这类|之类|一样|那样|一类)的?(?:[\u4e00-\u9fff]{0,6}?)(?:${owner.replace("们?", "")}|白马|蓝筹|龙头|标的)`;
const isOfSuch = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "company" &&
  suchBefore.test(lower.slice(Math.max(0, start - 3), start)) &&
  suchAfter.test(lower.slice(end, end + 14));

/** Told before a clause is looked at: most texts hold none of these. */
const trigger = rare(
  pattern`(?:这样|这种|这类|之类|一样|那样|一类)的?|(?<![a-z])${owners}(?![a-z])|${whole}|investors|buyers|analysts|people|average|typical|${usually}|${quantity}|${sectors}|行业|板块`,
);
const starts: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "open", "cell", "licensed"]);
/** Of these a subject in general consists; a company, a count or a number among them makes it another. */
const plain = kindsOf("text fill scope entity licensed relative realtime derived join");
const longest = 90;

function subjectEnd(start: number, lower: string): number {
  const ahead = lower.slice(start, start + longest);
  // A股整体 begins with a letter.
  for (const pattern of ahead.charCodeAt(1) < 128 ? english : chinese) {
    const found = pattern.exec(ahead);
    if (found !== null) return start + found[0].length;
  }
  return -1;
}

/** The market is closed: of its hours, and no owner of what follows. */
const hours =
  /^ (?:is|was|has|had|isn't|hasn't)(?: (?:now|currently|already|still|not|yet))* (?:closed|open|opened|shut)(?! (?:up|down|higher|lower|at|flat|with|\d))(?![a-z])/;
const isOfHours = (end: number, lower: string): boolean => hours.test(lower.slice(end, end + 48));

export function nameWiderOwners(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!trigger.test(lower)) return tokens;
  const owned = new Set<number>();
  for (let at = 0; at < tokens.length; at++) {
    const [before, first] = [tokens[at - 1], tokens[at] as Token];
    const begins = before === undefined || before.op === ":" || starts.has(before.kind);
    if (!begins || !plain.has(first.kind)) continue;
    const end = subjectEnd(first.start, lower);
    if (end < 0 || isOfHours(end, lower)) continue;
    let last = at;
    while (plain.has(tokens[last]?.kind ?? "number") && (tokens[last]?.end ?? end) < end) last++;
    if (tokens[last]?.end === end && plain.has(tokens[last]?.kind ?? "number")) owned.add(last);
  }
  return revised(tokens, (each, at) => {
    if (owned.has(at) || isOfSuch(each, lower)) return { ...each, kind: "entity", op: "wider" };
    if (each.kind !== "entity" && each.kind !== "realtime") return each;
    if (each.kind === "entity" && lower.endsWith("market", each.end) && isOfHours(each.end, lower))
      return { ...each, kind: "licensed", op: "" };
    const isSector = each.kind === "entity" && /^(?:行业|板块)$/.test(lower.slice(each.start, each.end));
    const next = tokens[at + 1]?.kind;
    return isSector &&
      (next === undefined || next === "clause" || next === "break") &&
      belonging.test(lower.slice(Math.max(0, each.start - 10), each.start))
      ? { ...each, kind: "licensed", op: "" }
      : each;
  });
}

/** the highest among liquor makers: of more companies than those spoken of, so that no superlative of the sentence is borne out. */
const known =
  "(?!(?:the|these|those|both|such|your|our|my|two|three|four|five|six|seven|eight|nine|ten|them|all (?:of )?(?:the|these|those|two|three|four|five|six))[ -])";
const group = pattern`^(?:among|amongst|across|out of) ${known}(?:${known}[a-z'-]{2,18} ){0,3}?${owners}(?![a-z])(?! (?:you|we|i|above|below|here|listed|named|mentioned|in your|on your|in this|in the (?:list|table)))`;
const field =
  /^(?:in|within|of) (?:its|the|their) (?:[a-z-]{2,18} ){0,2}?(?:peer group|peers|industry|sector|field|class|category|segment|space)(?![a-z])/;
const place =
  /^(?:in|of|on|across) (?:china|the country|the nation|the world|the mainland|mainland china|asia|shanghai|shenzhen|beijing|hong kong|the (?:main|star) (?:board|market)|chinext|the exchange)(?![a-z])/;
/** the cheapest listed bank, 国内最便宜的, 最便宜的上市银行: one of a kind of which there are more. */
const kind = pattern`^(?:of )?(?:(?:the|all) )?(?:listed|chinese|mainland|domestic|big|major|large|leading|state-owned|joint-stock|private|national|regional)(?: [a-z-]{2,18})?(?: ${owners}| (?:stock|share|name|maker|company|firm|bank|lender|broker|distiller|insurer|producer|carmaker))(?![a-z])(?! (?:of|among) (?:the|these|those|your|them|all|our))`;
const kindHan =
  /^的(?:上市|国内|内地|中国|境内|大型|股份制?|国有|龙头)(?:银行|公司|券商|酒企|险企|车企|企业|股票)?/;
const placeHan = /(?:国内|全国|内地|境内|中国)$/;
const isOneOfKind = ({ kind: of, start, end }: Token, lower: string): boolean =>
  of === "superlative" &&
  (kind.test(lower.slice(end + 1, end + 1 + longestGroup)) ||
    kindHan.test(lower.slice(end, end + 6)) ||
    placeHan.test(lower.slice(Math.max(0, start - 2), start)));

const groupTrigger = rare(
  /(?<![a-z])(?:among(?:st)?|across|out of) |(?<![a-z])(?:peer group|field|class|category|space)(?![a-z])/,
);
const kinds = rare(
  /(?<![a-z])(?:listed|chin|mainland|domestic|big |major|large |leading|state-owned|joint-stock|private|national|regional|countr|world|asia|shanghai|shenzhen|beijing|hong kong|exchange|board)|国内|全国|内地|境内|中国|上市|大型|股份|国有|龙头/,
);
const groupStarts: ReadonlySet<string> = new Set("among amongst across out in within of on".split(" "));
const longestGroup = 70;

/** The word that such a group begins with, as what a superlative is said of. */
export function nameWiderGroups(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!tokens.some((each) => each.kind === "superlative")) return tokens;
  if (!groupTrigger.test(lower) && !kinds.test(lower)) return tokens;
  return revised(tokens, (each) => {
    if (isOneOfKind(each, lower)) return { ...each, op: "record" };
    if ((each.kind !== "text" && each.kind !== "fill") || !groupStarts.has(each.op)) return each;
    const ahead = lower.slice(each.start, each.start + longestGroup);
    return group.test(ahead) || field.test(ahead) || place.test(ahead)
      ? { ...each, kind: "scope", op: "" }
      : each;
  });
}
