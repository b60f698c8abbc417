/** 市盈率为负, P/E is negative: the sign of a measure, told in words. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import { claimsOf } from "../claims/claim-book.ts";

const signs =
  /^(?:目前|现|也|均|都|仍|依然|依旧)?(?:为|是|呈)(正|负)(?:值|数|的)?(?![一-龥])|^ ?(?:\([^()]{1,12}\) ?)?(?:is|was|remains|stays|turned)(?: currently| still)? (negative|positive)(?![a-z])/;
const reach = 40;

/** Every sign that a word says of a measure is that of its claims. */
export function checkPolarity({ sentence, start }: Part, { input, book, report }: Bench): void {
  let { company } = start;
  for (const clause of sentence.clauses)
    for (const each of clause) {
      if (each.kind === "company" || each.kind === "entity") company = each.op;
      if (each.kind !== "metric") continue;
      const found = signs.exec(input.lower.slice(each.end, each.end + reach));
      if (found === null) continue;
      const sign = found[1] === "正" || found[2] === "positive" ? 1 : -1;
      const claims = claimsOf(company, each.metrics, book);
      if (claims.length === 0 || claims.some(({ base }) => Math.sign(base) !== sign))
        report(each, "direction_unsupported");
    }
}
