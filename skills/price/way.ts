import {
  type AskedDay,
  asksWhether,
  type Bilingual,
  type Claim,
  isMove,
  ledBy,
  type NumericClaim,
  type SkillContext,
  type SkillResult,
  type ToolCall,
  yesOrNo,
} from "#contract";
import { isOlder } from "./older.ts";
import { template } from "./template.ts";

const bothWays =
  /[涨漲]了?还是[要在]?跌|跌了?还是[要在]?[涨漲]|是[涨漲]是跌|是跌是[涨漲]|\b(?:up or down|down or up|r[io]se or f[ae]ll|risen or fallen|fallen or risen|rising or falling|gained or lost)\b/i;
const rise =
  /[涨漲](?:了|过)?(?:吗|嗎|没|沒|么|木有|[?？])|有[没沒]有上?[涨漲]|[涨漲][没沒][涨漲]|是不是上?[涨漲]|是否上?[涨漲]|\b(?:is|are|did|has|have|was)\b.{1,40}\b(?:up|rise|risen|rising|rose|gain(?:ed)?|climb(?:ed)?)\b/i;
const fall =
  /跌(?:了|过)?(?:吗|嗎|没|沒|么|木有|[?？])|有[没沒]有下?跌|跌[没沒]跌|是不是下?跌|是否下?跌|\b(?:is|are|did|has|have|was)\b.{1,40}\b(?:down|fall|fallen|falling|fell|drop(?:ped)?|lost)\b/i;
/** How far, to which level, why, and whether it will is another question. */
const asksElse =
  /\d|[涨跌]停|涨到|跌到|多少|几|最|为什么|为啥|怎么|比|跑[赢输]|还会|[会能]再?[涨跌]|还[要能]?[涨跌]|抗跌|\b(?:how|why|will|more|most|than|limit|still|high|low|to|from|below|above)\b/i;

const directions = {
  up: { zh: "涨了:", en: "Up: " },
  down: { zh: "跌了:", en: "Down: " },
  flat: { zh: "没有涨跌:", en: "Unchanged: " },
} as const;

/** What the words and the one move come to; null where no direction is asked about. */
function leadOf(text: string, value: number): Bilingual | null {
  if (asksElse.test(text)) return null;
  if (bothWays.test(text)) return value > 0 ? directions.up : value < 0 ? directions.down : directions.flat;
  const isRise = rise.test(text);
  if (!asksWhether(text) || isRise === fall.test(text)) return null;
  return (isRise ? value > 0 : value < 0) ? yesOrNo.yes : yesOrNo.no;
}

const isWay = (claim: Claim): claim is NumericClaim =>
  claim.kind === "numeric" && (claim.metric === "pct_chg" || isMove(claim.metric));

/** What the values were read from, and the day that was asked about. */
interface Found {
  readonly call: ToolCall | undefined;
  readonly day: AskedDay;
}

/** 涨了吗, 是涨是跌 of one company and one time: yes or no, or the way, in front of what was found. An older day decides nothing. */
export function withWay(result: SkillResult, { message }: SkillContext, found?: Found): SkillResult {
  if (result.kind !== "answer" || result.draft !== undefined) return result;
  if (found?.call !== undefined && (isOlder(found.call) || found.day.closed !== undefined)) return result;
  const [way, ...others] = result.claims.filter(isWay);
  const companies = new Set(result.claims.flatMap((claim) => ("code" in claim ? [claim.code] : [])));
  if (way === undefined || others.length > 0 || companies.size > 1) return result;
  const lead = leadOf(message.text, way.value);
  return lead === null ? result : { ...result, draft: ledBy(lead, result.claims, template) };
}
