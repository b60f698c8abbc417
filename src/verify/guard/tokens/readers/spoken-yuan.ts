/** 四十四块八毛七, 131块零5分, 八毛七: money as it is spoken, in 块 or 元, 毛 or 角, and 分, as one amount in yuan. */

import { readDigitRun, type Shown } from "../../../../language/numbers.ts";
import { pattern } from "../../lexicon/patterns.ts";

const digit = "([0-9零〇一二两三四五六七八九])";
/** 块三, 毛七: what is said without its unit ends there; 五块一股 is what a share costs, 五块三成 another number. */
const ends =
  "(?<=一)(?=$|[\\s,，。;；:：、.()!?|\\n的了])|(?<!一)(?![0-9零〇一二两三四五六七八九十百千万亿%成元块毛角分股手只家个倍点折天日月年周度次位名条户号级档])";
const jiao = pattern`^${digit}[毛角](?!利)(?:${digit}(?:分钱?|${ends})|钱)?`;
const fen = pattern`^(?:零|〇)?${digit}分钱?`;
const bareTenth = pattern`^${digit}(?:${ends})`;
const bareHundredth = pattern`^[零〇]${digit}(?:${ends})`;
/** No more characters belong to it. */
const longest = 8;

const digitOf = (char: string): string => (/^[0-9]$/.test(char) ? char : readDigitRun(char, 0).digits);

/** The decimals that the words say and where they end; null where they say none. */
function decimalsAt(lower: string, at: number, isBehindKuai: boolean) {
  const ahead = lower.slice(at, at + longest);
  const read = (pattern: RegExp, before: string) => {
    const found = pattern.exec(ahead);
    if (found === null) return null;
    const decimals =
      before +
      found
        .slice(1)
        .map((each) => digitOf(each ?? ""))
        .join("");
    return { decimals, end: at + found[0].length };
  };
  const inUnits = read(jiao, "") ?? read(fen, "0");
  return inUnits ?? (isBehindKuai ? (read(bareHundredth, "0") ?? read(bareTenth, "")) : null);
}

/** The amount whose whole number `bare` stands from `start`, or whose 毛 it is; null for any other amount. */
export function readSpokenYuan(lower: string, start: number, bare: Shown): Shown | null {
  if (bare.decimals > 0 || bare.exponent > 0) return null;
  const unit = lower.charAt(bare.end);
  const isYuan = unit === "块" || unit === "元";
  const isJiao = (unit === "毛" || unit === "角") && bare.end === start + 1;
  if (!isYuan && !isJiao) return null;
  const whole = isYuan ? bare.digits : 0n;
  const found = decimalsAt(lower, isYuan ? bare.end + 1 : start, unit === "块");
  if (found === null) return null;
  const { decimals, end } = found;
  return { digits: BigInt(`${whole}${decimals}`), decimals: decimals.length, exponent: 0, end };
}
