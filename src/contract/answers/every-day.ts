import { countWords } from "../common/count-words.ts";
import type { TemplateInput } from "../ports/skill.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { codeOf } from "./lines-by-company.ts";
import { ledByCompany } from "./measured-against.ts";
import { asksWhether, yesOrNo } from "./yes-or-no.ts";

const spread =
  /连[续續着著]|連[續着著]|[连連][涨漲跌阳陽阴陰]|每[个個一]?(?:交易)?[天日]|天天|日日|一直|[天日周](?:里|内)?[全都均]|近[期来來日]?都(?:在|是)|\b(?:every|each) (?:single )?(?:trading )?(?:day|session)\b|\bin a row\b|\b(?:straight|consecutive|running) (?:trading )?(?:days|sessions)\b|\ball (?:of )?(?:the )?(?:last |past )?\w{1,6} (?:days|sessions)\b|\bkeeps? (?:on )?(?:r|f|g)|\bkept (?:r|f|g)/i;
const up = /[涨漲升阳陽红紅](?!停)|\b(?:r[io]se|risen|rising|rises|gain(?:ed|ing|s)?|up|climb(?:ed|ing)?)\b/i;
const down =
  /[跌降阴陰绿綠](?!停)|\b(?:f[ae]ll|fallen|falling|falls|drop(?:ped|ping)?|down|lost|declin(?:ed|ing))\b/i;
const asksElse =
  /多少|几(?![天日])|幾(?![天日])|为什么|为啥|為什麼|怎么|怎麼|会|會|还[会能要]|涨停|漲停|跌停|流[入出]|谁|哪|\d ?(?:%|元|块|点)|\b(?:how|why|will|which|who|limit|inflow|outflow)\b/i;
const counts =
  /(?<zh>\d{1,2}|十[一二三四五六七八九]?|[一二两兩三四五六七八九])(?:个?交易日|個交易日|[天日]|[连連][阳陽阴陰涨漲跌])|(?<![a-z\d])(?<en>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)[ -](?:straight |consecutive |trading )*(?:days?|sessions?)(?![a-z])/i;

/** True where a message speaks of what a price did on every one of several days, which its move over all of them does not tell. */
export const saysEveryDay = (text: string): boolean => spread.test(text);

/** A way that is asked of every day of a stretch. */
export interface EveryDayWay {
  readonly way: "rise" | "fall";
  /** So many trading days, where they are counted: 连续三天, 三连阳. */
  readonly days?: number;
}

function countIn(text: string): number | undefined {
  const { zh, en } = counts.exec(text.toLowerCase())?.groups ?? {};
  const said = zh ?? en;
  if (said === undefined) return undefined;
  const isTeen = said.length === 2 && said.startsWith("十");
  return isTeen ? 10 + (countWords[said.slice(1)] ?? 0) : (countWords[said] ?? Number(said));
}

/** 连续三天下跌吗, 最近5天都涨了吗, has it fallen every day: null where no way is asked of every day. */
export function everyDayWay(text: string): EveryDayWay | null {
  const isUp = up.test(text);
  if (!spread.test(text) || !asksWhether(text) || asksElse.test(text) || isUp === down.test(text))
    return null;
  const days = countIn(text);
  return { way: isUp ? "rise" : "fall", ...(days === undefined ? {} : { days }) };
}

/** A day's change, which is computed where the source of the rows tells none. */
const isChange = (claim: Claim): claim is NumericClaim =>
  claim.kind === "numeric" && (claim.metric === "pct_chg" || claim.metric === "move_prev");

/** Yes or no in front of each security's listed days, by the change of every one of them; null where none is asked for, or some has no day. */
export function ledByEveryDay(
  { way, days = 1 }: EveryDayWay,
  claims: readonly Claim[],
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const codes = new Set(claims.map(codeOf));
  const leads = new Map<string, Bilingual>();
  for (const code of codes) {
    const changes = claims.filter(isChange).filter((claim) => codeOf(claim) === code);
    if (changes.length < days) return null;
    const isSo = changes.every(({ value }) => (way === "rise" ? value > 0 : value < 0));
    leads.set(code, isSo ? yesOrNo.yes : yesOrNo.no);
  }
  return leads.size === 0 ? null : ledByCompany(leads, claims, template);
}
