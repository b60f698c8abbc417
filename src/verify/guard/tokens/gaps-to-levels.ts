/** 离1900元还有距离, 距1900元还差一些: below that level. */
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

const gap =
  /(距离|离|距)((?:您[说问提]的)?[^,，。;；()（）\n]{1,14}?)(还有(?:一?大?段|一定的?|一些|些|点|不小的?)?(?:距离|差距)|还差(?:得远|一大截|一截|一些|一点|点|些|不少)?)(?=$|[,，。;；)）(（\n])/g;
const mostFound = 8;

export function readGapsToLevels(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/还[有差]/.test(lower)) return tokens;
  let result = tokens;
  for (const { 1: head = "", 2: level = "", 3: tail = "", index } of [...lower.matchAll(gap)].slice(
    0,
    mostFound,
  )) {
    const from = index + head.length;
    const to = from + level.length;
    const inner = result.filter(({ start, end }) => start >= from && end <= to);
    if (inner.filter(({ kind }) => kind === "number").length !== 1) continue;
    const end = to + tail.length;
    const isCut = result.some((each) =>
      [index, from, to, end].some((border) => each.start < border && each.end > border),
    );
    if (isCut) continue;
    result = [
      ...result.filter(({ end: stop }) => stop <= index),
      token("compare", index, from, { op: "<" }),
      ...inner,
      token("fill", to, end),
      ...result.filter(({ start }) => start >= end),
    ];
  }
  return result;
}
