import type { SkillContext } from "../ports/skill.ts";
import { type AskedLevel, withLevel } from "./asked-level.ts";

const bareLevel =
  /^(?:那|那么|and |what about |how about |or |so )*[¥￥]?\d[\d,.]*(?:元|块|点)?(?:呢|的话|以[上下]呢)[?？。! ]*$|^(?:and|what about|how about|or|so) [¥￥]?\d[\d,.]*[?.! ]*$/i;

/** 那1900呢, what about 1900: another level and nothing else. */
export const namesLevelOnly = (text: string): boolean => bareLevel.test(text.trim());

/** 那1900呢 behind 还在1300以上吗: that side of another level; null where the turn before told no distance (`metric`), or the message says more. */
export function levelAgain(
  { message, numbers, session }: Pick<SkillContext, "message" | "numbers" | "session">,
  metric: string,
): AskedLevel | null {
  const [number, ...others] = numbers;
  const last = session.at(-1);
  const isOfLevel = last?.claims.some((claim) => claim.kind === "numeric" && claim.metric === metric);
  if (number === undefined || others.length > 0 || isOfLevel !== true) return null;
  if (!namesLevelOnly(message.text) || /^\d{6}$/.test(number.literal)) return null;
  // 那1900呢, 那2000呢: only the first question of them says the side.
  const first = session.findLast(({ said }) => said === undefined || !namesLevelOnly(said));
  return first?.said === undefined || first.skill !== last?.skill ? null : withLevel(first.said, number);
}
