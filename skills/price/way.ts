import {
  type AskedDay,
  assertsMove,
  corrected,
  isOfAskedDay,
  ledByCompany,
  ledByWay,
  measuredAgainst,
  type SkillContext,
  type SkillResult,
  type ToolCall,
  withCompared,
} from "#contract";
import { measures } from "./measured.ts";
import { template } from "./template.ts";

/** What the values were read from, and the day that was asked about. */
interface Found {
  readonly calls: readonly ToolCall[];
  readonly day: AskedDay;
}

/** 涨了吗, 是涨是跌, 成交额过50亿了吗, 涨疯了: yes or no, the way, or what the message has wrong, in front of what was found. An older day decides nothing. */
export function withWay(result: SkillResult, context: SkillContext, found?: Found): SkillResult {
  if (result.kind !== "answer" || result.draft !== undefined) return result;
  if (found !== undefined && !isOfAskedDay(found.calls, found.day, context)) return result;
  const { text } = context.message;
  const { claims } = result;
  const told = measuredAgainst(measures, claims, context, template) ?? ledByWay(text, claims, template);
  const wrong = told === null && assertsMove(text) ? corrected(text, claims) : new Map();
  const draft = wrong.size === 0 ? told : ledByCompany(wrong, claims, template);
  return draft === null ? withCompared(result, {}, context, template) : { ...result, draft };
}
