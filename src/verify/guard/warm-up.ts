import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { guard } from "./guard.ts";
import { claimOf } from "./scene-claims.ts";
import scenes from "./warm-up.json" with { type: "json" };

/**
 * Claims come with and without a name and a table, in either order of their fields, and from JSON: V8 throws out the code that it
 * compiled for objects of one form when another comes.
 */
function inEitherForm(claim: Claim, at: number): Claim {
  if (claim.kind !== "numeric" || at % 2 === 1) return claim;
  const { kind, value, metric, code, window, unit, as_of, cite } = claim;
  const name = code ?? undefined;
  return { kind, value, metric, code, name, window, as_of, unit, cite: { ...cite, table: "daily" } } as Claim;
}

/**
 * Builds the lexicon of the two registries and runs the guard until most of it is compiled, so that the first texts are judged
 * about as fast as the rest: what people write, in Chinese and in English (V8 compiles a regular expression for each), of which
 * about as much is borne out as is not.
 */
export function warmUp(names: NameRegistry, metrics: MetricRegistry, rounds = 3): void {
  const inputs = scenes.flatMap(({ question, now, claims, sound, unsound }, at) => {
    const rows = claims.map((row) =>
      inEitherForm(
        claimOf(row, now, (code) => names[code]?.[0]),
        at,
      ),
    );
    const input = { user_question: question, now, claims: JSON.parse(JSON.stringify(rows)), names, metrics };
    return [...sound, ...unsound].map(
      (prose) => ({ ...input, lang: at % 2 === 0 ? "zh" : "en", prose }) as const,
    );
  });
  for (let round = 0; round < rounds; round++) for (const input of inputs) guard(input);
}
