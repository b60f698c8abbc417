import type { SecurityMatch } from "#contract";

/** How far the stocks of a board may move in a day. */
export interface LimitRule {
  /** The registered fact; absent where none holds on that day. */
  readonly fact?: string;
  /** The same as a constant; absent where how the price is rounded is not registered, or where nobody can say which limit held. */
  readonly rate?: string;
}

interface Board {
  readonly codes: RegExp;
  readonly rule: LimitRule;
  /** The limit was another one before this day. */
  readonly since?: string;
}

const boards: readonly Board[] = [
  { codes: /^68[89]\d{3}\.SH$/, rule: { fact: "limit-star", rate: "limit_rate_growth_boards" } },
  {
    codes: /^30\d{4}\.SZ$/,
    rule: { fact: "limit-chinext", rate: "limit_rate_growth_boards" },
    since: "2020-08-24",
  },
  { codes: /\.BJ$/, rule: { fact: "limit-beijing" } },
];
const mainBoards: LimitRule = { fact: "limit-main-boards", rate: "limit_rate_main_boards" };

/** Since this day risk-warning stocks on the main boards have the limit of the others there. */
const alikeSince = "2026-07-06";

const isRiskWarning = (name: string): boolean => /^\*?ST/i.test(name);

const isOfMainBoards = (code: string): boolean => !boards.some(({ codes }) => codes.test(code));

/** The limit of a stock in the session of a day; a name that it had before does not say when. */
export function ruleOf({ code, name, former_names = [] }: SecurityMatch, day: string): LimitRule {
  const board = boards.find(({ codes }) => codes.test(code));
  if (board !== undefined) return day < (board.since ?? "") ? {} : board.rule;
  if (isRiskWarning(name)) return { ...(day < alikeSince ? {} : mainBoards), fact: "limit-risk-warning" };
  return day < alikeSince && former_names.some(isRiskWarning) ? { fact: "limit-risk-warning" } : mainBoards;
}

/** True where the limit of a past session hangs on the stock's not having been under a risk warning by then. */
export const dependsOnName = (code: string, day: string): boolean => isOfMainBoards(code) && day < alikeSince;

/** The sessions after a listing that have no limit, and the registered fact that says so. */
export const unlimitedAfterListing = (code: string): { readonly sessions: number; readonly fact: string } =>
  code.endsWith(".BJ")
    ? { sessions: 1, fact: "limit-new-listings-beijing" }
    : { sessions: 5, fact: "limit-new-listings" };
