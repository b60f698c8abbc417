import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { guard } from "../../src/verify/guard/guard.ts";
import { type Construct, constructs } from "./construct-examples.ts";
import { claimsOf, nowOf, otherWorlds, usesOf, type World, worldOf } from "./construct-scenes.ts";

/** The same each time, so that nothing is red that was not changed; SEED takes another, CONSTRUCT_WORLDS lengthens it. */
const seed = Number(process.env.SEED ?? 20261121);
const worlds = Array.from({ length: Number(process.env.CONSTRUCT_WORLDS ?? 3) }, (_, at) =>
  worldOf(seed * 31 + at),
);

interface Registry {
  readonly names: NameRegistry;
  readonly metrics: MetricRegistry;
  readonly wide: MetricRegistry;
}
const registry: Registry = JSON.parse(
  readFileSync(new URL("written-registry.json", import.meta.url), "utf8"),
);
const metrics: MetricRegistry = { ...registry.metrics, ...registry.wide };

const problems = (world: World, claims: readonly Claim[], prose: string) =>
  guard({
    lang: /[\u4e00-\u9fff]/.test(prose) ? "zh" : "en",
    user_question: "",
    now: nowOf(world),
    claims,
    prose,
    names: registry.names,
    metrics,
  }).problems;

/** What a wrong text says of `world`, with the claims that the text or the true one reads. */
function neighbours(
  { say, wrong = [] }: Construct,
  world: World,
): readonly (readonly [string, readonly Claim[]])[] {
  const uses = usesOf(world, say);
  const said = say(world);
  const others = otherWorlds(world, uses).map((other) => [say(other), claimsOf(world, uses)] as const);
  const twisted = wrong.map((write) => {
    const all = new Map([...uses, ...usesOf(world, write)].map((use) => [`${use.owner}.${use.field}`, use]));
    return [write(world), claimsOf(world, [...all.values()])] as const;
  });
  return [...others, ...twisted].filter(([text]) => text !== said);
}

for (const construct of constructs) {
  test(`passes what is true, refuses its neighbours: ${construct.name} (seed ${seed})`, () => {
    for (const world of worlds) {
      const said = construct.say(world);
      const claims = claimsOf(world, usesOf(world, construct.say));
      assert.deepEqual(problems(world, claims, said), [], said);
      const wrong = neighbours(construct, world);
      assert.ok(wrong.length > 0, "a construct that asserts something has wrong neighbours");
      for (const [text, held] of wrong) assert.notDeepEqual(problems(world, held, text), [], text);
    }
  });
}
