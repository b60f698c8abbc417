import type { ErrorCode, ToolFailure } from "#contract";

/**
 * Tushare answers business errors with HTTP 200. The message decides: code 40203 stands both for "no permission" and
 * for "too often", and both begin with 抱歉,您 — so the rate limits are looked for first.
 */
const table: readonly (readonly [pattern: RegExp, code: ErrorCode, detail: string])[] = [
  [/频率超限|每分钟最多访问/, "RATE_LIMIT", "calls per minute used up"],
  [/每小时最多访问|每天最多访问/, "RATE_LIMIT", "calls per hour or day used up"],
  [/访问权限|没有权限|没有访问|积分/, "SOURCE_DENIED", "the account has no right to this table"],
  [/token不对/i, "SOURCE_DENIED", "the token is not accepted"],
  [/IP数量超限/i, "SOURCE_DENIED", "too many addresses use this token"],
];

/** What a non-zero answer means. The upstream's text itself is never passed on. */
export function classifyError(code: number, message: string): ToolFailure {
  const found = table.find(([pattern]) => pattern.test(message));
  return found === undefined
    ? { code: "TOOL_ERROR", message: `refused with code ${code}` }
    : { code: found[1], message: found[2] };
}
