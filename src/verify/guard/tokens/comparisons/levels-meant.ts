import { type Reading, type Token, token } from "../token.ts";

/** 低于该高点, still below that level: the level that the text has named; `op` of its token. */
export const levelMeantOps = { high: "level-high", low: "level-low", average: "level-average", any: "level" };

const words =
  /^ ?(?:于)?(?:该|这个|这一|此|那个|上述|前述|(?:that|this) )(?:(高点|高位|最高[价点]|high(?! of))|(低点|低位|最低[价点]|low(?! of))|(均线|average|moving average|line)|(?:位置|水平|价位|点位|level|mark))(?![a-z])/;

const longest = 24;

/** The words behind a comparison that mean a level said before, as one token. */
export function readLevelsMeant(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/[该此]|这[个一]|那个|[上前]述|th(?:at|is) /.test(lower)) return tokens;
  let until = -1;
  const read = tokens.flatMap((each, at) => {
    if (each.start < until) return [];
    const before = tokens[at - 1];
    if (before?.kind !== "compare" || !/^[<>]/.test(before.op)) return [each];
    const found = words.exec(lower.slice(before.end, before.end + longest));
    if (found === null) return [each];
    const [all, ofHigh, ofLow, ofAverage] = found;
    const { high, low, average, any } = levelMeantOps;
    const op =
      ofHigh !== undefined ? high : ofLow !== undefined ? low : ofAverage !== undefined ? average : any;
    until = before.end + all.length;
    return [token("fill", each.start, until, { op })];
  });
  return until < 0 ? tokens : read;
}
