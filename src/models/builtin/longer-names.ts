import type { Mention } from "#language";

/** Behind a company's name these make it no other company: 茅台集团, 五粮液股份. */
const ofSameCompany = /^(?:集团|股份|控股|实业|企业|总?公司|本部|正股|有限)+/;
/** May stand between a name and what is asked of it. */
const between = /(?:的|现在|目前|当前|最新|[今昨][天日])*/y;
const unknownWords = /^\p{Script=Han}{2,4}$/u;

type Span = readonly [number, number];

/** A name of Chinese characters that is not the whole of the company's own. */
const isAlias = ({ status, query, matches }: Mention): boolean =>
  status === "one" && /^\p{Script=Han}+$/u.test(query) && matches[0]?.name !== query;

/**
 * 中兴新云股价: words that nothing understands, between an alias and what is asked, are taken for the rest of another company's name, so
 * that the company of the alias is asked about and not answered for. `asked`: where what is asked for stands.
 */
export function withLongerNames(
  mentions: readonly Mention[],
  { text, rest, asked }: { readonly text: string; readonly rest: string; readonly asked: readonly Span[] },
): readonly Mention[] {
  const unknown = rest.split(" ").filter((word) => unknownWords.test(word) && !ofSameCompany.test(word));
  if (unknown.length === 0) return mentions;
  return mentions.map((mention): Mention => {
    const [start, from] = mention.span;
    const word = unknown.find((each) => text.startsWith(each, from));
    if (word === undefined || !isAlias(mention)) return mention;
    const end = from + word.length;
    between.lastIndex = end;
    between.test(text);
    const next = between.lastIndex;
    if (!asked.some(([at]) => at >= end && at <= next)) return mention;
    return {
      ...mention,
      span: [start, end],
      query: text.slice(start, end),
      status: "several",
      doubtful: true,
    };
  });
}
