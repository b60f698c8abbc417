import { type Token, token } from "./token.ts";

/** Operators of the tokens for 后一年度 and 前一年度 as sides of a comparison. */
export const laterYear = "后一年";
export const earlierYear = "前一年";

const comparing = "(?:高于|低于|大于|小于|多于|少于|高过|超过)";
const left = new RegExp(`^[后前]一年度?(?=${comparing}[后前]一年)`);
const rightAfter = new RegExp(`[后前]一年度?${comparing}$`);

/** 后一年度高于前一年度: no stretch of time and no number, but the two years that were spoken of. */
export function readYearBeside(lower: string, at: number): Token | null {
  const first = lower.charAt(at);
  if (first !== "后" && first !== "前") return null;
  const ahead = lower.slice(at, at + 12);
  const isRight = rightAfter.test(lower.slice(Math.max(0, at - 8), at));
  const found = isRight ? /^[后前]一年度?/.exec(ahead) : left.exec(ahead);
  if (found === null) return null;
  return token("fill", at, at + found[0].length, { op: first === "后" ? laterYear : earlierYear });
}
