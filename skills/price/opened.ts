import {
  asksWhether,
  type Bilingual,
  type Claim,
  ledBy,
  type NumericClaim,
  type SkillContext,
  type ToolCall,
  yesOrNo,
} from "#contract";
import { isOlder } from "./older.ts";
import { openWords } from "./quote-claims.ts";
import { template } from "./template.ts";

const higher = /高开|\b(?:higher|up)\b/i;
const lower = /低开|\b(?:lower|down)\b/i;
const flat = /平开|\bflat\b/i;

const isOf =
  (metric: string) =>
  (claim: Claim): claim is NumericClaim =>
    claim.kind === "numeric" && claim.metric === metric;

/** 高开了吗 of one company: yes or no by the day's open and the close before; null where that is not asked, or either is not there. */
export function openedSo(
  call: ToolCall,
  claims: readonly Claim[],
  { message }: SkillContext,
): Bilingual | null {
  const { text } = message;
  const ways = [higher, lower, flat].filter((words) => words.test(text));
  if (isOlder(call) || ways.length !== 1 || !openWords.test(text) || !asksWhether(text)) return null;
  const [open, before] = [claims.find(isOf("open")), claims.find(isOf("prev_close"))];
  if (open === undefined || before === undefined) return null;
  const way = Math.sign(open.value - before.value);
  const isSo = way === (ways[0] === higher ? 1 : ways[0] === lower ? -1 : 0);
  return ledBy(isSo ? yesOrNo.yes : yesOrNo.no, claims, template);
}
