import type { ErrorCode } from "#contract";
import type { SourceFailure } from "../../source.ts";

const hourMs = 3_600_000;

interface Meaning {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Where a minute's rest will not do. */
  readonly coolDownMs?: number;
}

/**
 * Tushare answers business errors with HTTP 200. The message decides: code 40203 stands both for "no permission" and
 * for "too often", and both begin with 抱歉,您 — so the rate limits are looked for first.
 */
const table: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/频率超限|每分钟最多访问/, { code: "RATE_LIMIT", detail: "calls per minute used up" }],
  [/每小时最多访问/, { code: "RATE_LIMIT", detail: "calls per hour used up", coolDownMs: hourMs }],
  [/每天最多访问/, { code: "RATE_LIMIT", detail: "calls per day used up", coolDownMs: 6 * hourMs }],
  [
    /访问权限|没有权限|没有访问|积分/,
    { code: "SOURCE_DENIED", detail: "the account has no right to this table" },
  ],
  [/token不对/i, { code: "SOURCE_DENIED", detail: "the token is not accepted" }],
  [/IP数量超限/i, { code: "SOURCE_DENIED", detail: "too many addresses use this token" }],
];

/** Where the words are none that are known, codes that mean one thing only. */
const byCode: Readonly<Record<number, Meaning>> = {
  40101: { code: "SOURCE_DENIED", detail: "the token is not accepted" },
  40204: { code: "SOURCE_DENIED", detail: "too many addresses use this token" },
};

/** 每分钟最多访问该接口200次, 频率超限(200次/分钟). */
const perMinutePattern = /每分钟最多访问\D{0,12}(\d{1,6})次|频率超限\D{0,4}(\d{1,6})次\/分钟/;

function readPerMinute(message: string): number | undefined {
  const match = perMinutePattern.exec(message);
  const calls = Number(match?.[1] ?? match?.[2]);
  return Number.isInteger(calls) && calls > 0 ? calls : undefined;
}

/** What a non-zero answer means. The upstream's text itself is never passed on. */
export function classifyError(code: number, message: string): SourceFailure {
  const meaning = table.find(([pattern]) => pattern.test(message))?.[1] ?? byCode[code];
  if (meaning === undefined) return { code: "TOOL_ERROR", message: `refused with code ${code}` };
  const { detail, coolDownMs } = meaning;
  const perMinute = readPerMinute(message);
  return {
    code: meaning.code,
    message: detail,
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(coolDownMs === undefined ? {} : { coolDownMs }),
  };
}
