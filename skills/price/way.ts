import {
  type AskedDay,
  isOfAskedDay,
  ledByWay,
  measuredAgainst,
  type SkillContext,
  type SkillResult,
  type ToolCall,
} from "#contract";
import { measures } from "./measured.ts";
import { template } from "./template.ts";

/** What the values were read from, and the day that was asked about. */
interface Found {
  readonly calls: readonly ToolCall[];
  readonly day: AskedDay;
}

/** 涨了吗, 是涨是跌, 成交额过50亿了吗: yes or no, or the way, in front of what was found. An older day decides nothing. */
export function withWay(result: SkillResult, context: SkillContext, found?: Found): SkillResult {
  if (result.kind !== "answer" || result.draft !== undefined) return result;
  if (found !== undefined && !isOfAskedDay(found.calls, found.day, context)) return result;
  const draft =
    measuredAgainst(measures, result.claims, context, template) ??
    ledByWay(context.message.text, result.claims, template);
  return draft === null ? result : { ...result, draft };
}
