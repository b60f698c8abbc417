/**
 * Whether a company may be a member of an index by its listing alone: 科创50 takes none but the science board's. Whether it is one no
 * claim says; that a text says so in passing is harmless where it can be true.
 */
import type { Token } from "./token.ts";

const mainland = /^(?:60|68|00|30)/;
/** Names of indices and the codes that they draw on; the codes are those of the exchanges' numbering plans. */
const drawsOn: readonly (readonly [names: RegExp, codes: RegExp])[] = [
  [/^(?:上证|沪指|沪市|shanghai|sse)/, /^(?:60|68)/],
  [/^(?:科创|star)/, /^68/],
  [/^(?:创业板|chinext)/, /^30/],
  [/^(?:深|shenzhen)/, /^(?:00|30)/],
  [/^北证/, /^(?:4|8|92)/],
  [/^(?:恒|道|纳|标普|日经|s&p|nasdaq|dow|hang|ftse|nikkei)/, /^$/],
  [/^(?:沪深|中证|csi)/, mainland],
];
/** Indices that take none of each other's members. */
const apart = /^(?:沪深300|csi ?300|中证500|csi ?500|中证1000|中证2000)$/;

/** The company that the words are said of: the last one named before, else the first after. */
const subjectOf = (tokens: readonly Token[], at: number): string | null =>
  (
    tokens.slice(0, at).findLast(({ kind }) => kind === "company") ??
    tokens.slice(at).find(({ kind }) => kind === "company")
  )?.op ?? null;

/** True where the company spoken of may be in all indices from the token `first` to `last`. */
export function mayBeMemberOf(tokens: readonly Token[], first: number, last: number, lower: string): boolean {
  const code = subjectOf(tokens, first);
  const names = tokens
    .slice(first, last + 1)
    .flatMap(({ kind, start, end }) => (kind === "entity" ? [lower.slice(start, end)] : []));
  if (new Set(names.filter((name) => apart.test(name)).map((name) => name.replace(/\D/g, ""))).size > 1)
    return false;
  return (
    code === null ||
    names.every((name) => drawsOn.find(([pattern]) => pattern.test(name))?.[1].test(code) ?? true)
  );
}
