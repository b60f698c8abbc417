/** How far the words around a remark belong to it, and whether they leave it unsaid. */
import { oncePer } from "#contract";
import { matchesOf, type Token } from "../../tokens/token.ts";

export const clauseBorder = /[。;；\n!！?？|，(（:：]|(?<!\d),|,(?!\d{3})|[.](?!\d)/;
export const sentenceBorder = /[。;；\n!！?？]|[.](?!\d)/;
/** In characters. */
const reach = 120;

/** Asked, supposed, offered, not at hand or said of such things in general. */
export const unsaid =
  /[?？]|是否|能否|会否|有没有|如果|若|假如|一旦|可能|或许|需要的|可以|想|请|无法|不能|难以|不代表|不等于|不意味|不一定|未必|不说明|通常|往往|一般|常常|常被|所谓|指的是|是指|(?:您|你|用户)(?:说|提|问|觉得|认为)|数据|信息|(?<![a-z])(?:whether|if|when|unless|may|might|could|would|should|can|cannot|usually|typically|often|tends?|means?|mean|generally|does not|doesn't|do not|don't|asked|said|mentioned|data|who|which one)(?![a-z])/;
export const denying =
  /(?:没有?|未|不|无|并非|不是|非)[^,，。;；]{0,4}$|(?<![a-z])(?:not|no|never|without|nor|hardly|isn't|wasn't|aren't)(?: [a-z]+){0,2} $/;

/** Where the stretch between borders that holds the words begins and ends. */
export function around(lower: string, start: number, end: number, border: RegExp): readonly [number, number] {
  const before = lower.slice(Math.max(0, start - reach), start);
  const from = matchesOf(new RegExp(border.source, "g"), before).at(-1);
  const begin = start - before.length + (from === undefined ? 0 : from.index + 1);
  return [begin, end + (lower.slice(end, end + reach).split(border)[0] ?? "").length];
}

/** The place of the first of tokens in the order of the text that begins there or later. */
export function firstFrom(tokens: readonly Token[], place: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The companies that a text names, in its order. */
export const namedIn = oncePer((tokens: readonly Token[]) => tokens.filter(({ kind }) => kind === "company"));

/** The tokens of that stretch. */
export function tokensAround(
  { lower, tokens }: { readonly lower: string; readonly tokens: readonly Token[] },
  start: number,
  end: number,
  border: RegExp,
): readonly Token[] {
  const [from, to] = around(lower, start, end, border);
  const own: Token[] = [];
  for (let at = firstFrom(tokens, from); at < tokens.length; at++) {
    const each = tokens[at];
    if (each === undefined || each.start > to) break;
    if (each.end <= to) own.push(each);
  }
  return own;
}

/** Asked, supposed or denied in its sentence, whatever else it says. */
export function isUnsaid(lower: string, start: number, end: number): boolean {
  const [from, to] = around(lower, start, end, sentenceBorder);
  return unsaid.test(lower.slice(from, to)) || denying.test(lower.slice(from, start));
}
