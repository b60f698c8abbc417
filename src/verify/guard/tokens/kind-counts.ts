import type { Token, TokenKind } from "./token.ts";

/** How many tokens of each kind a stretch of the text holds. One shape, so that asking is no more than a load. */
export type KindCounts = Readonly<Record<TokenKind, number>>;

/** Written out: a copy of a constant would be slower than making it. */
const noKinds = (): Record<TokenKind, number> => ({
  company: 0,
  entity: 0,
  metric: 0,
  foreign: 0,
  direction: 0,
  growth: 0,
  compare: 0,
  superlative: 0,
  scope: 0,
  source: 0,
  sourceMark: 0,
  date: 0,
  time: 0,
  relative: 0,
  window: 0,
  number: 0,
  quantity: 0,
  approximate: 0,
  vague: 0,
  realtime: 0,
  forecast: 0,
  negation: 0,
  event: 0,
  derived: 0,
  user: 0,
  respective: 0,
  pair: 0,
  count: 0,
  licensed: 0,
  fill: 0,
  unitNote: 0,
  break: 0,
  clause: 0,
  join: 0,
  open: 0,
  close: 0,
  cell: 0,
  line: 0,
  text: 0,
});

export function countKinds(tokens: readonly Token[]): KindCounts {
  const counts = noKinds();
  for (const { kind } of tokens) counts[kind]++;
  return counts;
}
