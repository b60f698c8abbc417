/** thinnest, 最凶, 换手更频繁: ranks by form, in a word that no judge knows; what is no statement of values (at least, 最近) apart. */
import { type Rule, type Told, valuesOf } from "./told.ts";

const ordinary =
  /^(?:interest|invest|reinvest|rest|best|test|latest|newest|earliest|nearest|closest|oldest|request|suggest|honest|modest|west|midwest|forest|harvest|digest|contest|protest|arrest|guest|quest|nest|chest|crest|divest|manifest|least|most|east|beast|feast|breast|simplest|easiest|safest|clearest|surest|quickest|almost|unrest|attest|ingest|highest|lowest|conquest|bequest|inquest|retest|pretest|backtest|hardest|finest|kindest|wisest|farthest|furthest)$/;

const isUnknown = ({ bench, found }: Told): boolean => {
  const word = bench.input.tokens.find(({ end }) => end > found.index);
  return word?.kind === "text" && !bench.judged.has(word);
};

export const unknownRanks: readonly Rule[] = [
  [
    /(?<![a-z])(?<!to the )[a-z]{2,12}est(?![a-z])/g,
    (told) => (ordinary.test(told.found[0]) || !isUnknown(told) ? undefined : null),
  ],
  [
    /最(?![新近后终早初先早佳多快好高低大小]|为?重要|为?常|值得|关键|主要|基本|直接|简单|起码|长|短)[\u4e00-\u9fff]/g,
    (told) => (isUnknown(told) ? null : undefined),
  ],
  [
    /更(?:为|加)?(?:频繁|勤|旺|稳|稳健|厚|薄|陡|缓|急|重|轻|靠[前后]|领先|出色|突出|亮眼|明显|紧|松|冷|热|激烈|温和|平稳|充裕|丰厚)(?=[的一些,，。;；\n]|$)/g,
    (told) => (isUnknown(told) && valuesOf(told.bench).length > 1 ? null : undefined),
  ],
];
