import { type Alert, reminderKey } from "#contract";
import { isOfPrice } from "./alert-rules.ts";
import type { RulesRead } from "./alert-words.ts";
import type { KeptAlert } from "./shelf.ts";

/** What is to be set beside what there is. */
export interface ChangeWish extends Pick<RulesRead, "former" | "isChange"> {
  readonly set: readonly Alert[];
  readonly kept: readonly KeptAlert[];
}

/** What becomes of the alerts that there are. */
export interface Replaced {
  /** Those in whose place the new come; `none`: the one that is named is not there; `open`: it is not said which. */
  readonly replaced: readonly KeptAlert[] | "none" | "open";
  /** Those that are set once more. */
  readonly same: readonly KeptAlert[];
  /** Those of the same companies that stay. */
  readonly others: readonly KeptAlert[];
}

/** The alerts that a change means: those of the former level, else the only one, else the only one of that side. */
function changed({ former, isChange, set }: ChangeWish, own: readonly KeptAlert[]): Replaced["replaced"] {
  if (!isChange || own.length === 0) return [];
  if (former.length > 0) {
    const found = own.filter(({ rule }) =>
      former.some(
        ({ level, unit }) => Number(level) === Number(rule.level) && (unit === "CNY") === isOfPrice(rule),
      ),
    );
    return found.length === 0 ? "none" : found;
  }
  if (own.length === 1) return own;
  const sides = new Set(set.map(({ rule }) => rule.side));
  const ofSide = own.filter(({ rule }) => sides.has(rule.side));
  return ofSide.length > 0 && ofSide.length <= set.length ? ofSide : "open";
}

/** Two levels of one company stand beside each other; a change takes the former away. */
export function replacedBy(wish: ChangeWish): Replaced {
  const keys = new Set(wish.set.map(reminderKey));
  const codes = new Set(wish.set.map(({ rule }) => rule.code));
  const ofCompany = wish.kept.filter(({ rule }) => codes.has(rule.code));
  const same = ofCompany.filter((each) => keys.has(reminderKey(each)));
  const own = ofCompany.filter((each) => !keys.has(reminderKey(each)));
  const replaced = changed(wish, own);
  const others = typeof replaced === "string" ? own : own.filter((each) => !replaced.includes(each));
  return { replaced, same, others };
}
