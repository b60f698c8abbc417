/** 离收盘价最近的是MA5, nearer to the open, further from its average: how far a price stands from a level, beside the other levels or companies. */
import {
  companiesOf,
  isLevel,
  type Judge,
  measuresOf,
  pricesIn,
  type Rule,
  type Told,
  valuesOf,
} from "./told.ts";

const isFar = ({ found }: Told): boolean => /远|furthe|farthe|long way/.test(found[0]);

const extreme = (own: number, others: readonly number[], far: boolean): boolean =>
  others.every((each) => (far ? own > each : own < each));

/** Of the levels of one company: the one that the clause names beside the price, against the others shown. */
function ofLevels(told: Told, company: string | null): boolean | null {
  const { bench, clause, behind, found } = told;
  const values = valuesOf(bench);
  const [price, ...more] = pricesIn(values, company, bench);
  if (price === undefined || more.length > 0) return null;
  const levels = values.filter((each) => each.company === company && isLevel(each.metric, bench));
  const shown = (of: readonly string[]) =>
    of.flatMap((each) => levels.filter(({ metric }) => metric === each));
  // nearer to the open than to the previous close
  const isOfTwo = / than /.test(told.text.slice(told.text.indexOf(found[0])));
  const [own, ...rest] = shown(measuresOf(isOfTwo ? behind : clause));
  if (own === undefined || (rest.length > 0 && !isOfTwo)) return null;
  const others = isOfTwo ? rest : levels.filter((each) => each !== own);
  if (others.length === 0) return null;
  const far = (level: number) => Math.abs(level - price.base);
  return extreme(
    far(own.base),
    others.map(({ base }) => far(base)),
    isFar(told),
  );
}

/** Of several companies, each of which has its price and that level: by the part of the level, and by the amount. */
function ofCompanies(told: Told, company: string): boolean | null {
  const { bench, clause } = told;
  const values = valuesOf(bench);
  const named = measuresOf(clause);
  const apart = [...new Set(values.map((each) => each.company))].map((each) => {
    const all = values.filter((one) => one.company === each && isLevel(one.metric, bench));
    const own = all.filter(({ metric }) => named.includes(metric));
    const [price, level, ...more] = [...pricesIn(values, each, bench), ...(own.length > 0 ? own : all)];
    return price === undefined || level === undefined || more.length > 0
      ? null
      : { each, size: Math.abs(price.base - level.base), part: Math.abs(price.base / level.base - 1) };
  });
  const held = apart.filter((each) => each !== null);
  const own = held.find(({ each }) => each === company);
  const others = held.filter((each) => each !== own);
  if (own === undefined || others.length === 0 || held.length < apart.length) return null;
  return (["size", "part"] as const).every((by) =>
    extreme(
      own[by],
      others.map((each) => each[by]),
      isFar(told),
    ),
  );
}

const judgeDistance: Judge = (told) => {
  const { bench, clause } = told;
  const values = valuesOf(bench);
  const owners = new Set(values.map(({ company }) => company));
  if (values.length < 2) return undefined;
  const [only = null] = owners;
  if (owners.size === 1) return ofLevels(told, only);
  const [company, ...more] = companiesOf(clause);
  return company === undefined || more.length > 0 ? null : ofCompanies(told, company);
};

export const distances: readonly Rule[] = [
  [
    /(?:[离距与和跟同][^,，。;；\n]{0,14}?|相距|[靠贴挨离]得?)(?:最近|最远|更近|更远|较近|较远)(?![一两几三四个日天期次交收])|最(?:接近|靠近|贴近|远离)|紧贴|紧挨|远离(?=[^,，。;；\n]{0,8}(?:均线|日线|ma\d))|(?<![a-z])(?:nearest|closest|nearer|closer)(?: of [a-z ]{3,12})? to(?! (?:its )?book)|(?<![a-z])(?:hugs|hugging|right next to|a long way from)(?= [^.,;\n]{0,12}(?:ma\d|average|line|close|price))|(?<![a-z])(?:furthest|farthest|further|farther)(?: away)? (?:from|off)(?![a-z])/g,
    judgeDistance,
  ],
];
