import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { guard } from "./guard.ts";
import { chineseScenes } from "./warm-up-chinese.ts";
import { englishScenes } from "./warm-up-english.ts";
import { sceneOf, type WarmUpScene } from "./warm-up-scene.ts";
import { warmUpTexts } from "./warm-up-texts.ts";

const cite = {
  kind: "tool",
  source: "computed",
  fetched_at: "2026-01-05T10:00:00+08:00",
  tool_call_id: "tc_0",
} as const;

const questions: readonly string[] = [
  "600000 现在多少钱",
  "600000和000001哪个市盈率高？跌破12元了吗",
  "Did 600000 rise more than 000001 today?",
];

/** Claims of two companies, as many of a text's numbers hold as not. */
const claimsOf = (metrics: MetricRegistry): readonly Claim[] =>
  ["600000.SH", "000001.SZ"].flatMap((code, at) =>
    Object.entries(metrics)
      .slice(0, 12)
      .map(([metric, { default_unit }]): Claim => {
        const value = at === 0 ? 12.34 : -1.2;
        return { kind: "numeric", value, metric, code, unit: default_unit, as_of: "2026-01-05", cite };
      }),
  );

/** The shapes of text over the registry's own measures, and the scenes. */
function scenesOf(metrics: MetricRegistry): readonly WarmUpScene[] {
  const claims = claimsOf(metrics);
  const shapes = warmUpTexts.map((prose, at) => ({
    question: questions[at % questions.length] ?? "",
    now: "2026-01-05T10:00:00+08:00",
    claims: claims.slice(0, at % 2 === 0 ? 3 : undefined),
    prose,
  }));
  return [...shapes, ...[...chineseScenes, ...englishScenes].map(sceneOf)];
}

/**
 * Builds the lexicon of the two registries and runs the guard until most of it is compiled, so that the first texts are judged
 * about as fast as the rest: every rule and regular expression runs, on Chinese text and on English (V8 compiles an expression
 * for each), and on what bears out a text as on what does not.
 */
export function warmUp(names: NameRegistry, metrics: MetricRegistry, rounds = 6): void {
  const scenes = scenesOf(metrics);
  for (let round = 0; round < rounds; round++)
    for (const { question, now, claims, prose } of scenes)
      guard({ lang: "zh", user_question: question, now, claims, prose, names, metrics });
}
