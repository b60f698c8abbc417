/** 平安银行更猛, 海外增速放缓: of a company or a part, beside the others that the text shows. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Token } from "../../tokens/token.ts";

/** 失血更多, 撤得更快: of money that goes. */
const leaving = "(?:失血|出血|抽血|[失流跑撤逃抛抽溜](?:走|掉)?得|[流撤逃抽跑]走)";
const ofCompany = rare(
  pattern.all`(?:(?<leaving>${leaving})[更最](?:为)?(?:(?<more>多|严重|厉害|狠|凶|猛|快)|(?<less>少|轻|慢))|更(?:(?<good>好)|(?<bad>差|惨)|(?<size>猛)|(?<calm>稳)))(?:一些|一点|些)?(?=的[是为]|[,，。;；:：!！(（)）\n]|$)`,
);
const subjectGap = /^(?:的?(?:主力)?资金|的?主力|被|这边|则|还|明显)*$/;
const gapReach = 8;

/** The company right before the words, else behind 的是. */
function companyBeside(found: RegExpMatchArray, { input: { tokens, lower } }: Bench): string | undefined {
  const start = found.index ?? 0;
  const stop = start + found[0].length;
  const isBefore = ({ end }: Token) =>
    end <= start && start - end <= gapReach && subjectGap.test(lower.slice(end, start));
  const isBehind = (each: Token) => each.start === stop + 2 && /^的[是为]/.test(lower.slice(stop, stop + 2));
  return tokens.find((each) => each.kind === "company" && (isBefore(each) || isBehind(each)))?.op;
}

/** Of the moves, else the flows, else the profits that the text shows of several; of money that goes, of the flows alone. */
function isCompanyFalse(
  found: RegExpMatchArray,
  company: string,
  shown: readonly BookClaim[],
  { input: { lexicon } }: Bench,
): boolean {
  const said = found.groups ?? {};
  const isOfMoney = said.leaving !== undefined;
  const kinds = isOfMoney ? [lexicon.flows] : [lexicon.changes.percent, lexicon.flows, lexicon.profits];
  const list = kinds
    .map((ids) => shown.filter(({ claim }) => ids.includes(claim.metric)))
    .find((each) => new Set(each.map((one) => one.company)).size > 1);
  // 跑得更快 may be of growth.
  if (list === undefined) return isOfMoney && said.leaving?.startsWith("跑") === false;
  // 更稳 is in no number.
  if (said.calm !== undefined) return true;
  const isUp = said.good !== undefined || said.less !== undefined;
  const sizeOf = ({ base }: BookClaim): number =>
    said.size !== undefined ? Math.abs(base) : isUp ? base : -base;
  const own = list.filter((each) => each.company === company);
  const others = list.filter((each) => each.company !== company);
  return own.length > 0 && !own.every((a) => others.every((b) => sizeOf(a) > sizeOf(b)));
}

const stopped = rare(
  /(?:放缓|回落|下滑|减缓)的?(?:势头|趋势|态势)(?:已|已经)?(?:停止|止住|结束|扭转|逆转|缓解)/g,
);

const trigger = rare(/更|最|势头|趋势|态势/);
/** Reports such remarks that what the text shows contradicts. */
export function checkSaidOfOne(bench: Bench): void {
  const { lower } = bench.input;
  if (!trigger.test(lower)) return;
  const shown = shownClaims(bench);
  const report = (found: RegExpMatchArray) =>
    reportAt(bench, (found.index ?? 0) + found[0].length - 1, "comparison_false");
  for (const found of stopped.all(lower)) report(found);
  for (const found of ofCompany.all(lower)) {
    const named = companyBeside(found, bench);
    if (named !== undefined && isCompanyFalse(found, named, shown, bench)) report(found);
  }
}
