import type { Bilingual } from "#contract";

/** Figures that people ask for beside the price and that no source here gives. */
const figures: readonly (readonly [words: RegExp, zh: string, en: string])[] = [
  // 今天量比昨天大吗 compares volumes.
  [/(?<!今[天日]的?)量比(?![昨前上去今]|[0-9一二两三四五六七八九十])|volume ratio/i, "量比", "volume ratio"],
  [
    /(?:是|被|算)(?:不是|否)?(?:\*?st|风险警示)|\*?st(?:股|了)?吗/i,
    "风险警示(ST)状态",
    "risk-warning (ST) status",
  ],
  [/权重|\bweight(?:ing)?\b/i, "权重", "weight in an index"],
  [/振幅|amplitude/i, "振幅", "amplitude"],
  [/(?<!\d日|[五十]日)均价|vwap|average price/i, "均价", "average price"],
  [
    /平均(?:每[天日]的?)?换手|日均换手|average (?:daily )?turnover rate/i,
    "平均换手率",
    "average turnover rate",
  ],
  [/盘口|买[一二三四五]|卖[一二三四五]|五档|order book|\bbid\b|\bask price\b/i, "盘口报价", "order book"],
  [
    /历史最[高低]|历史新[高低]|历史(?:上)?的?[高低]点|(?<!(?:今[天日]|昨[天日]|当[天日]|盘中)[^,，。?？]{0,4})最[高低](?:到过|曾|是什么时候)|[曾从]最[高低]|all[- ]time (?:high|low)|(?:highest|lowest) ever/i,
    "历史高低点",
    "all-time highs and lows",
  ],
  [/上市以来|since (?:the )?(?:listing|ipo)\b/i, "上市以来的涨跌", "move since the listing"],
  [/内盘|外盘|委比/, "内外盘", "order ratios"],
  [/拆股|拆细|[股票]分割|缩股|\bstock splits?\b|\bsplit its stock\b/i, "拆股记录", "stock splits"],
  [
    /(?:什么|哪个|哪些|所属|啥)(?:的?板块|概念)|\b(?:which|what) (?:sector|concept)s?\b/i,
    "所属板块和概念",
    "sector and concepts",
  ],
  [
    /[增减]持(?!评级|建议|的?价)|\b(?:shareholders?|insiders?) (?:selling|buying|sold|bought)\b/i,
    "股东增减持",
    "shareholders' purchases and sales",
  ],
];

/** Says which of the figures asked for are not there, so that the price does not pass for them. */
export function unavailableNotes(question: string): readonly Bilingual[] {
  const asked = figures.filter(([words]) => words.test(question));
  if (asked.length === 0) return [];
  const list = (at: 1 | 2, joint: string) => asked.map((figure) => figure[at]).join(joint);
  return [
    {
      zh: `所问的${list(1, "、")}目前没有数据来源,未显示。`,
      en: `No source here gives the ${list(2, ", ")} asked for, so it is not shown.`,
    },
  ];
}
