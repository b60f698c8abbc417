/** 其证券代码为603259 where all that is shown is of 600276: a code of a company that neither the claims, the question nor the text names. */
import type { Bench } from "../../bench.ts";

/** Reports such codes, registered facts apart. */
export function checkStrayCodes({ input: { tokens }, book, question, reading, isFact, report }: Bench): void {
  const coded = tokens.filter(({ kind, byCode }) => kind === "company" && byCode);
  if (coded.length === 0) return;
  const known = new Set<string | null>(question.companies);
  for (const { company } of book.all) known.add(company);
  for (const { kind, byCode, op } of tokens) if (kind === "company" && !byCode) known.add(op);
  const stray = new Set(coded.filter(({ op }) => !known.has(op)));
  if (stray.size === 0) return;
  for (const { sentence } of reading.parts)
    for (const clause of sentence.clauses) {
      const word = clause.find((each) => stray.has(each));
      if (word !== undefined && !isFact(clause)) report(word, "code_name_mismatch");
    }
}
