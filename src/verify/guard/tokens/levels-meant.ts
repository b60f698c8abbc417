import { revised } from "../lists.ts";
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

/** 低于该高点, still below that level: the level that the text has named; `op` of its token. */
export const levelMeantOps = { high: "level-high", low: "level-low", average: "level-average", any: "level" };

const words =
  /^ ?(?:于)?(?:该|这个|这一|此|那个|上述|前述|(?:that|this) )(?:(高点|高位|最高[价点]|high(?! of))|(低点|低位|最低[价点]|low(?! of))|(均线|average|moving average|line)|(?:位置|水平|价位|点位|level|mark))(?![a-z])/;

/** The words behind a comparison that mean a level said before, as one token. */
export function readLevelsMeant(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/[该此]|这[个一]|那个|[上前]述|th(?:at|is) /.test(lower)) return tokens;
  let until = -1;
  let read: readonly Token[] = revised(tokens, (each, at) => {
    const before = tokens[at - 1];
    if (before?.kind !== "compare" || !/^[<>]/.test(before.op)) return each;
    const found = words.exec(lower.slice(before.end, before.end + 24));
    if (found === null) return each;
    const { high, low, average, any } = levelMeantOps;
    const op =
      found[1] !== undefined ? high : found[2] !== undefined ? low : found[3] !== undefined ? average : any;
    return token("fill", each.start, before.end + found[0].length, { op });
  });
  if (read === tokens) return tokens;
  // What the one token now holds is gone.
  read = read.filter((each) => {
    if (each.start < until) return false;
    if (each.op.startsWith(levelMeantOps.any) && each.kind === "fill") until = each.end;
    return true;
  });
  return read;
}
