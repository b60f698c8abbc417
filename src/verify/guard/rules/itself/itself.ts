/** What a text says of itself and of its figures: what is missing, newest, shared, all there is or was asked for. */
import type { Bench } from "../../bench.ts";
import { checkExtent } from "./extent.ts";
import { checkMissing } from "./missing.ts";
import { checkNewest } from "./newest.ts";
import { checkSenses } from "./senses.ts";
import { checkSharedMarks } from "./shared-marks.ts";
import { checkUsersWords } from "./users-words.ts";

/** Reports what the claims or the question say otherwise. */
export function checkItself(bench: Bench): void {
  checkSharedMarks(bench);
  checkNewest(bench);
  checkMissing(bench);
  checkExtent(bench);
  checkUsersWords(bench);
  checkSenses(bench);
}
