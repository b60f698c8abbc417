import { simplify } from "./fold.ts";

type Span = readonly [number, number];

/** A security's name where it stands in a message. */
export interface Placed {
  readonly span: Span;
}

/** Stands for every character of a name: the 比 of 比亚迪 and the 和 of 和邦生物 set nothing beside anything. */
const masked = "\uFFFC";

/** In simplified characters, with the names masked. */
function maskNames(raw: string, mentions: readonly Placed[]): string {
  const units = simplify(raw).split("");
  for (const { span } of mentions) units.fill(masked, ...span);
  return units.join("").trim();
}

const besideIt = /[和跟与同比](?:它|前面|上面|刚才)/;
/** 它和招行呢: both are spoken of, compared or not. */
const itAnd =
  /(?:^|[,，。;； ])(?:那|那么)?(?:它|该股|[这那][只支家])[和跟与同、]|[和跟与同、](?:它|该股|[这那][只支家])(?!们)|\b(?:it|this one|that one) and\b|\band it\b(?!'s)/i;

/** 加上五粮液: another one beside what was shown. */
const addsTo = /^(?:那|再)?(?:加上|加个|叠加)(?!自选|提醒|预警)/;
/** 五粮液也画上: in the same picture. */
const drawnBeside = /(?:也|一起|一块)(?:给我)?画(?:上|进去|在?一起)?[吧了。!！ ]*$/;
/** 它比五粮液便宜吗, is it cheaper than BYD: the company of before against the one that is named. */
const itAgainst =
  /(?:^|[,，。;； ])(?:那|那么)?(?:它|该股|[这那][只支家])(?:现在|今[天日]|昨[天日]|是不是|有没有)?比|\b(?:is|was|are|does|did|has|had) (?:it|this one|that one)\b[^.?!]{0,60}\bthan\b/i;

/** Where 它比五粮液便宜吗, is it cheaper than BYD begins in a message; -1 where it says nothing of the kind. */
export const startOfItAgainst = (raw: string): number => itAgainst.exec(simplify(raw))?.index ?? -1;

/** 对比茅台: what stands behind it is compared. */
const comparing = /^(?:那|那么)?(?:对比|比较|比一?比|比一?下)(?:一下)?/;
/** 和五粮液比呢, 相比五粮液, versus BYD: what stands behind it is only what another is compared with. */
const comparedWith =
  /^(?:那|那么)?(?:和|跟|与|同|相比)(?:一下)?(?!今天|昨天|去年|上)|^(?:and )?(?:compared? (?:it |that )?(?:to|with|against)|versus|vs)\b|^(?:and )?compared? (?:it |that )?w\/ ?/i;
const asksWhich = /比|哪个|哪只|谁|区别|差|一起|一块|叠|compare|versus|vs/i;

/** 茅台和…, …和茅台: two sides of one comparison, where only one of them need be a known name. */
const twoSides = new RegExp(
  `${masked} ?(?:和|与|跟|同|、|以及|及|&|比|vs|versus|and|with) ?\\S|[^\\s${masked}]{2} ?(?:和|与|跟|同|、|以及|及|&|vs|versus|and|with) ?${masked}`,
  "i",
);

/** What 比 sets a figure against where it names no company: a time, the market, an average. */
const figureBefore =
  /^(?:那|那么)?比(?:起|一下)?(?:[它他她这那上前去昨今年月周\d一二两三四五六七八九十半同预我哪谁]|之前|以前|刚|开盘|收盘|发行|最|历史|行业|大盘|沪深|指数|市场|别|其他|平均|均|中位|成本|呢|怎么样|如何)/;
/** 贵吗, 高多少: by which of two is more. */
const isMore =
  /(?:贵|便宜|划算|[高低大小强弱好差快慢远近])(?:吗|么|嘛|不|没|了|呢|多少|几|些|一?点|很多|得多|还是|[?？,，。! ]|$)|多(?:吗|么|嘛|了|些|[?？]|$)/;

const againstName = new RegExp(`^(?:那|那么)?比(?:起|得上|不上|得过|不过)? ?${masked}`);

/** 比音勒芬多少钱, of a name that no list knows: nothing is set against anything. */
const isAgainst = (text: string): boolean =>
  againstName.test(text) || figureBefore.test(text) || isMore.test(text);

const listed = `${masked}+(?: ?(?:和|与|跟|同|、|以及|及|&|and|or) ?${masked}+)*`;
/** 和五粮液比,茅台贵吗; 比起五粮液,茅台便宜吗; compared to BYD, is CATL dearer: the other side is named behind it. */
const hasOtherSide = [
  new RegExp(
    `^(?:那|那么)?[和跟与同][^,，。?？]{1,24}?(?:相|对|来|做)?比(?:较|起来|下来)?(?:来说|来看|而言|的话)?(?: |[,，][^,，。?？]{0,12}?(?<![比和跟与同、]))?${masked}`,
  ),
  new RegExp(
    `^(?:那|那么)?(?:相比|比)(?:起|于)?${listed}(?:来说|来看|而言|的话)?[,，][^,，。?？]{0,12}?(?<![比和跟与同、])${masked}`,
  ),
  new RegExp(
    `^(?:and )?(?:compared? (?:to|with|against)|versus|vs\\.?) ${listed} ?,[^.?!]{0,40}?(?<!(?:and|or|than|with|to|vs) )${masked}`,
    "i",
  ),
  // 和邦生物和招商银行谁高, of a name that no list knows.
  new RegExp(`^[和同与][^\\s,，。?？${masked}大同行它前上昨今去]\\S{1,12}?[和跟与同比、]${masked}`),
];

/** 对比五粮液, 和五粮液比呢, 比五粮液贵吗: one side of a comparison is named, and the other is what was spoken of before. */
function leavesOneSide(text: string, mentions: readonly Placed[]): boolean {
  if (comparing.test(text)) return mentions.length < 2 && !twoSides.test(text.replace(comparing, ""));
  if (hasOtherSide.some((each) => each.test(text))) return false;
  return /^(?:那|那么)?比/.test(text) ? isAgainst(text) : comparedWith.test(text) && asksWhich.test(text);
}

/** True where a message sets another company beside the one before: 和五粮液比呢, 五粮液和它比. No part of a name sets it there. */
export function joinsEarlier(raw: string, mentions: readonly Placed[] = []): boolean {
  const text = maskNames(raw, mentions);
  return (
    addsTo.test(text) ||
    drawnBeside.test(text) ||
    itAnd.test(text) ||
    itAgainst.test(text) ||
    (besideIt.test(text) && asksWhich.test(text)) ||
    leavesOneSide(text, mentions)
  );
}

/** True where a message compares with the only company that it names, and names no other: 毛利率跟农行比, margins versus CATL. */
function comparesWith(raw: string, [start, end]: Span): boolean {
  const [before, after] = [simplify(raw).slice(0, start), simplify(raw).slice(end)];
  return (
    (/[和跟与同] ?$/.test(before) && /^ ?(?:相|对|来|做|的)?比/.test(after)) ||
    /\b(?:vs\.?|versus|against|compared (?:to|with)) ?$/i.test(before)
  );
}

/** True where the companies of the turns before are one side of what the message compares. */
export function isSetBeside(raw: string, mentions: readonly Placed[]): boolean {
  const [only, ...others] = mentions;
  const comparesOne = only !== undefined && others.length === 0 && comparesWith(raw, only.span);
  return comparesOne || joinsEarlier(raw, mentions);
}
