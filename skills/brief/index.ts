import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  type Claim,
  type CompanyPart,
  cardsBy,
  defineSkill,
  type Freshness,
  maxQueries,
  resolveDay,
  type SkillContext,
  sinceOldest,
  staleness,
  suspendedNote,
  type TemplateInput,
} from "#contract";
import { blockMetrics, blocks, datedBlocks } from "./blocks.ts";
import { type BlockName, businessNotes, convention, missingBlocks, onlyDated } from "./notes.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe("Only a time the user named: a day as ISO date, a stretch in the user's words."),
});

const names = Object.keys(blocks) as BlockName[];

const freshness: Readonly<Record<string, Freshness>> = {
  ...Object.fromEntries(
    names.flatMap((name) =>
      blockMetrics[name].map((metric) => [metric, name === "statements" ? staleness.filed : staleness.daily]),
    ),
  ),
  current_price: staleness.live,
};

const blockOf = (metric: string): string => names.find((name) => blockMetrics[name].includes(metric)) ?? "";

/** A line for each block of a company, the price on one of its own. */
const template = (view: TemplateInput): string =>
  cardsBy(view, (claim) => (claim.kind === "knowledge" ? "" : blockOf(claim.metric)));

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

async function cardOf(code: string, day: AskedDay, context: SkillContext): Promise<CompanyPart> {
  const wanted = names.filter((name) => day.date === undefined || datedBlocks.has(name));
  const found = await Promise.all(wanted.map((name) => blocks[name](code, day, context)));
  const claims = found.flatMap((each) => each.claims);
  const [first] = found;
  const empty = wanted.flatMap((name, at) =>
    found[at]?.claims.length === 0 ? [{ name, error: found[at].error }] : [],
  );
  if (claims.length === 0)
    return {
      claims,
      missing: [{ code: first?.error?.code ?? "NO_DATA", subject: first?.error?.subject ?? code }],
    };
  const since = claims.map(dayOf).toSorted()[0];
  const isStopped = day.date === undefined && found.some(({ suspended }) => suspended === true);
  return {
    claims,
    notes: [
      ...businessNotes(context.message.text),
      ...found.flatMap((each) => (each.claims.length > 0 ? (each.notes ?? []) : [])),
      ...(isStopped ? [suspendedNote] : []),
      convention,
      ...(day.date === undefined ? [] : [onlyDated]),
    ],
    missing: missingBlocks(code, empty),
    ...((day.date === undefined && !isStopped) || since === undefined ? {} : { since }),
  };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  maxToolCalls: 31,
  template,
  async run({ codes = [], date }, context) {
    const day = await resolveDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    return answerByCompany(codes, context, {
      up: (code) => cardOf(code, day, context),
      disclaimer: true,
      freshness: (parts) =>
        sinceOldest(
          parts,
          Object.keys(freshness).filter((each) => each !== "current_price"),
        ),
    });
  },
});
