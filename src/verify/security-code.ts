const plain = /^(\d{6})(?:\.([A-Z]{2,4}))?$/;
const prefixed = /^(SH|SZ|BJ)\.?(\d{6})$/;
const exchanges: Readonly<Record<string, string>> = { SS: "SH", XSHG: "SH", XSHE: "SZ" };

interface CodeParts {
  readonly digits: string;
  readonly exchange: string | undefined;
}

function parts(code: string): CodeParts {
  const upper = code.toUpperCase();
  const match = plain.exec(upper);
  if (match?.[1] !== undefined) {
    const suffix = match[2];
    return { digits: match[1], exchange: suffix === undefined ? undefined : (exchanges[suffix] ?? suffix) };
  }
  const before = prefixed.exec(upper);
  return before?.[2] === undefined
    ? { digits: upper, exchange: undefined }
    : { digits: before[2], exchange: before[1] };
}

/** The same security. A bare and a suffixed code are equal; two different suffixes are not. */
export function sameCode(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [parts(a), parts(b)];
  if (left.digits !== right.digits) return false;
  return left.exchange === undefined || right.exchange === undefined || left.exchange === right.exchange;
}

/** True for what is written like an A-share code, bare, suffixed or prefixed. */
export function looksLikeCode(text: string): boolean {
  const upper = text.toUpperCase();
  return plain.test(upper) || prefixed.test(upper);
}

/** `SH`, `SZ`, `BJ`, or undefined for a bare code. */
export function exchangeOf(code: string): string | undefined {
  return parts(code).exchange;
}

/**
 * One key for all spellings of one security: its six digits. An index of Shanghai has the digits of a stock of Shenzhen
 * (上证指数 000001.SH, 平安银行 000001.SZ), so it keeps its exchange; bare digits mean the stock.
 */
export function companyKey(code: string): string {
  const { digits, exchange } = parts(code);
  const isIndex = digits.startsWith("000") && (exchange === "SH" || exchange === "CSI");
  return isIndex ? `${digits}.SH` : digits;
}
