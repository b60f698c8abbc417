import type { Bilingual, Claim, SkillContext } from "#contract";

/** The least that may be bought at a time, in shares, and the registered fact that says so, by the code's board. */
const boards: readonly (readonly [code: RegExp, fewest: number, fact: string])[] = [
  [/^68[89]\d{3}\.SH$/, 200, "lot-star"],
  [/\.BJ$/, 100, "lot-beijing"],
  [/./, 100, "lot-main-boards"],
];

const tooDearForSome: Bilingual = {
  zh: "这笔钱不够买其中一些公司的最低申报数量。",
  en: "For some of the companies that amount does not buy the smallest order.",
};

const tooDear: Bilingual = {
  zh: "这笔钱不够买最低的申报数量。",
  en: "That amount does not buy the smallest order.",
};

/** What is said beside the number of shares that an amount buys: the rule of the company's board, and whether it buys any at all. */
export function lotsOf(
  code: string,
  claims: readonly Claim[],
  { facts }: SkillContext,
  isAlone: boolean,
): { readonly facts: readonly Claim[]; readonly notes: readonly Bilingual[] } {
  const shares = claims.find((claim) => claim.kind === "numeric" && claim.metric === "calc_shares");
  const board = boards.find(([pattern]) => pattern.test(code));
  if (shares?.kind !== "numeric" || board === undefined) return { facts: [], notes: [] };
  const [, fewest, fact] = board;
  return {
    facts: facts.find("最少买多少股").filter(({ cite }) => cite.competence_id === fact),
    notes: shares.value < fewest ? [isAlone ? tooDear : tooDearForSome] : [],
  };
}
