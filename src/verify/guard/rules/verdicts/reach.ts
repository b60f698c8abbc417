/** How far the words around a remark belong to it, and whether they leave it unsaid. */
import { oncePer } from "#contract";
import { firstWhere, matchesOf, type Token } from "../../tokens/token.ts";

export const clauseBorder = /[。;；\n!！?？|，(（:：]|(?<!\d),|,(?!\d{3})|[.](?!\d)/;
export const sentenceBorder = /[。;；\n!！?？]|[.](?!\d)/;
/** In characters. */
const reach = 120;

/** Behind these words their sentence supposes, asks, tells of things in general or of what the user said; a way of looking is no supposition. */
const governing =
  /(?:如果?|若|假如|倘若|一旦|只要|除非)(?![何此下图]|[^,，]{0,3}(?:[看论比问]|按|就|以))|通常|往往|一般(?=来说|来讲|而言|情况|会|都|认为|指|说|,)|常[常被]|所谓|(?:您|你|用户)(?:刚才|之前)?(?:所?[说提问]|觉得|认为)|(?<![a-z])(?:(?:if|when|unless|whether)(?! (?:you |we |one |they are |it is )?(?:look|compar|judg|go|measur|consider|count|rank|weigh|ask|put|seen|view))|usually|typically|often|generally|tends?|you (?:asked|said|mentioned)|asked (?:whether|if|about))(?![a-z])/;
/** What the clause itself asks, offers, has not at hand or takes for possible; what shows or can be seen is said. */
const leaving =
  /是否|能否|会否|有没有|可能|或许|可以(?![看说见认得])|需要的|(?<![理联设])想(?!必)|请(?![看注记])|无法|不能(?!说不)|难以|不代表|不等于|不意味|不一定|未必|不说明|指的是|是指|(?:数据|信息)(?![显表][示明]|来?看|上|中)|(?<![a-z])(?:may|might|could(?! (?:say|see))|would(?! say)|should(?! be (?:noted|said))|can(?! (?:be )?(?:see|say|said|tell|conclude))|cannot|(?<!(?:this|that|which|it) )means?|does not|doesn't|do not|don't|data(?! (?:show|say|indicate|suggest|point|tell|put|confirm))|which one|who(?=[^,]*$))(?![a-z])/;
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
export const firstFrom = (tokens: readonly Token[], place: number): number =>
  firstWhere(tokens.length, (at) => (tokens[at]?.start ?? place) >= place);

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

/** Left unsaid by its clause, or by what governs its sentence from before it. */
export function isLeft(lower: string, start: number, end: number): boolean {
  const [from, to] = around(lower, start, end, sentenceBorder);
  const [own, last] = around(lower, start, end, clauseBorder);
  return (
    /[?？]/.test(lower.charAt(to)) ||
    governing.test(lower.slice(from, Math.max(start, last))) ||
    leaving.test(lower.slice(own, last))
  );
}

/** Left unsaid or denied. */
export const isUnsaid = (lower: string, start: number, end: number): boolean =>
  isLeft(lower, start, end) || denying.test(lower.slice(around(lower, start, end, sentenceBorder)[0], start));
