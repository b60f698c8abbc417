/** 跌得更多, fell further: by how much more something moved, right after the word of its move. */
import { lastOf } from "../lists.ts";
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

const han =
  /^(?:得(?:更|较|比较|相对|略|要|还)?|更|较|更为|相对)(?:(多|大|深|狠|猛|凶|厉害|惨|快|明显)|(?:少|小|浅|慢|轻))(?:一些|一点|些|点)?(?=$|[,，。;；:：)(\s的了])/;
const english = /^(?:the )?(?:(more|further|harder|deeper|faster)|(?:less))(?= of the two|\s?[.,:;()\n]|$)/;
const longest = 20;

const isMove = (each: Token | undefined): boolean =>
  each !== undefined &&
  each.sign !== 0 &&
  (each.kind === "direction" || (each.kind === "metric" && !each.op.endsWith("noun")));

export const sizeStarts = "得更较相tmfhdl";

/** The size of the move that was said right before. */
export function readSize(lower: string, at: number, before: readonly Token[]): Token | null {
  const move = lastOf(before);
  if (!isMove(move) || move === undefined) return null;
  const first = lower.charAt(at);
  const isHan = move.end === at && "得更较相".includes(first);
  const isEnglish = at - move.end === 1 && "tmfhdl".includes(first) && !isWord(lower.charCodeAt(at - 1));
  if (!isHan && !isEnglish) return null;
  const found = (isHan ? han : english).exec(lower.slice(at, at + longest));
  if (found === null) return null;
  return token("compare", at, at + found[0].length, { op: found[1] === undefined ? "<adj" : ">adj" });
}
