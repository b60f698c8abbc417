/** Named entities that a platform may write, and what they show. */
export const htmlEntities: Readonly<Record<string, string>> = {
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  yen: "¥",
  euro: "€",
  pound: "£",
  percnt: "%",
  period: ".",
  comma: ",",
  colon: ":",
  minus: "-",
  plus: "+",
  hyphen: "-",
  ndash: "-",
  mdash: "—",
  times: "x",
  lpar: "(",
  rpar: ")",
  dollar: "$",
  num: "#",
  middot: "·",
  bull: "•",
  hellip: "…",
  ldquo: "“",
  rdquo: "”",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  permil: "‰",
  sol: "/",
  vert: "|",
  zwnj: "",
  zwj: "",
  shy: "",
  ge: "≥",
  le: "≤",
  rarr: "→",
};

/** HTML tags that a platform may write, by what they show: a line, a border, or nothing of their own. */
export const blockTags = new Set(
  "br p div tr li ul ol table h1 h2 h3 h4 h5 h6 hr pre blockquote thead tbody tfoot section caption details summary article aside header footer main nav figure figcaption dl dt fieldset address hgroup menu output legend colgroup col".split(
    " ",
  ),
);
export const cellTags = new Set(["td", "th", "dt", "dd"]);
export const inlineTags = new Set(
  "b strong i em u s del ins code kbd samp var q cite dfn abbr time data span font small sub sup mark tg-spoiler a big strike tt nobr bdi ruby picture html body label center img wbr".split(
    " ",
  ),
);
