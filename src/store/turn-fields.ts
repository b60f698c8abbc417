/**
 * The fields of a turn's hash, by what they hold. Their names in Redis are short, as every turn has them; scripts and readers know them by
 * these. Beside them stand `s:<attempt>:<stage>`, a stage's record, and `c:<attempt>:<stage>:<hash>`, one call's result.
 */
export const turnField = {
  version: "v",
  /** The message, JSON. */
  message: "m",
  /** The rest of a text that its platform had cut. */
  rest: "x",
  state: "s",
  /** Counts the runs: what an older one writes is refused. */
  run: "r",
  acceptedMs: "a",
  /** Of its conversation, which `/new` moves on. */
  epoch: "ep",
  /** Not begun before this. */
  notBeforeMs: "h",
  /** Market time of its data, ISO. */
  marketNow: "n",
  startedMs: "b",
  endedMs: "e",
  reply: "reply",
  error: "error",
  /** How the work ended, where state and error do not say it. */
  finish: "f",
  /** Calls of models, JSON. */
  models: "models",
  /** The turn that it replays. */
  replayOf: "of",
  /** The turn that its message was joined to. */
  joinedTo: "in",
  /** How many turns it has canceled. */
  canceled: "cx",
  /** By what its messages are known when they are quoted. */
  quotedAs: "q",
  /** Parts of its answer, once they are in the ledger. */
  parts: "p",
  /** Set once its changes of the watchlist are made, and those of the reminders. */
  watchlist: "wl",
  reminders: "rm",
  /** Set once it is entered anew because its answer had aged. */
  renewed: "fr",
  /** All stages but the plan, packed. */
  packed: "z",
} as const;

/** While a turn is made anew, what says how its aged answer was made stands under this mark and its name. */
export const asideMark = "o:";
