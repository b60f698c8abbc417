import { type FoldedText, unfold } from "./fold.ts";

/**
 * Words that stand for a fixed group of listed companies, and only such whose members are a matter of public record: the state-owned large
 * commercial banks as the National Financial Regulatory Administration lists them (大型商业银行: 工 农 中 建 交 邮储), of which the first four are
 * 四大行; the three state oil companies, the first two of them 两桶油; the three licensed carriers; the three central airline groups; and 易中天, which spells its members (新易盛, 中际旭创, 天孚通信). Words
 * that are a matter of opinion (白酒双雄, 白马) are none.
 */
const banks: Readonly<Record<string, string>> = {
  工: "601398.SH",
  农: "601288.SH",
  中: "601988.SH",
  建: "601939.SH",
  交: "601328.SH",
  邮: "601658.SH",
};
const bankCodes = Object.values(banks);
const oil = ["601857.SH", "600028.SH", "600938.SH"] as const;

const groups: readonly (readonly [words: RegExp, codes: readonly string[]])[] = [
  [/三桶油|three (?:state )?oil (?:giants|majors)/g, oil],
  [/两桶油/g, oil.slice(0, 2)],
  [
    /(?:国有)?四大(?:国有)?(?:商业)?(?:银行|行(?![业情动星为]))|big[- ]four (?:chinese|state|state-owned|china) banks/g,
    bankCodes.slice(0, 4),
  ],
  [/(?:国有)?五大(?:国有)?(?:商业)?(?:银行|行(?![业情动星为]))/g, bankCodes.slice(0, 5)],
  [/(?:国有)?六大(?:国有)?(?:商业)?(?:银行|行(?![业情动星为]))/g, bankCodes],
  [/三大(?:电信)?运营商/g, ["600941.SH", "601728.SH", "600050.SH"]],
  [/易中天/g, ["300502.SZ", "300308.SZ", "300394.SZ"]],
  [/三大航(?:空公司|司)?/g, ["601111.SH", "600115.SH", "600029.SH"]],
];
/** 工农中建, 工农中三家: the banks by the first characters of their names. */
const initials = /工农中(?:建(?:交(?:邮储?)?)?)?(?!学|专|心|国)/g;

/** One look for all of them: most texts name none. */
const any = new RegExp([...groups.map(([words]) => words), initials].map(({ source }) => source).join("|"));

/** A group that a text names. */
export interface FoundGroup {
  /** UTF-16 units of the original text. */
  readonly span: readonly [number, number];
  readonly codes: readonly string[];
}

/** The groups that a folded text names, in order. Linear. */
export function findGroups(folded: FoldedText): readonly FoundGroup[] {
  const { text } = folded;
  if (!any.test(text)) return [];
  const named = groups.flatMap(([words, codes]) =>
    [...text.matchAll(words)].map((match) => ({ match, codes })),
  );
  const byInitials = [...text.matchAll(initials)].map((match) => ({
    match,
    codes: [...match[0]].flatMap((each) => banks[each] ?? []),
  }));
  return [...named, ...byInitials]
    .map(({ match, codes }) => ({ span: unfold(folded, match.index, match.index + match[0].length), codes }))
    .sort((a, b) => a.span[0] - b.span[0]);
}
