import assert from "node:assert/strict";
import { test } from "node:test";
import { lexiconOf } from "../../src/verify/guard/lexicon/lexicon.ts";
import { amendments } from "../../src/verify/guard/tokens/amend.ts";
import type { Reading } from "../../src/verify/guard/tokens/reading.ts";
import { scan } from "../../src/verify/guard/tokens/scan.ts";
import { fold, normalise } from "../../src/verify/guard/tokens/text/normalise.ts";
import type { Token, TokenKind } from "../../src/verify/guard/tokens/token.ts";
import { scenes } from "./written-scenes.ts";

/** The registry with the most measures. */
const { names, metrics } = scenes.reduce((a, b) =>
  Object.keys(a.metrics).length < Object.keys(b.metrics).length ? b : a,
);
const lexicon = lexiconOf(names, metrics);

const scanOf = (lower: string): readonly Token[] =>
  scan({ lower, lexicon, masks: [], claimSources: new Set(["akshare", "tushare"]), tables: new Set() });

/** What each pass would correct in a text that lacks the kinds it is said to need. */
function missedIn(text: string, question: string): readonly string[] {
  const lower = normalise(text).text.toLowerCase();
  const reading: Reading = {
    lower,
    lexicon,
    claims: [],
    claimSources: new Set(["akshare", "tushare"]),
    question: scanOf(fold(question)),
  };
  let tokens = scanOf(lower);
  const missed: string[] = [];
  for (const [pass, ...needs] of amendments) {
    const kinds = new Set<TokenKind>(tokens.map(({ kind }) => kind));
    const before = tokens;
    tokens = pass(before, reading);
    const isLeftOut = needs.length > 0 && !needs.some((kind) => kinds.has(kind));
    if (isLeftOut && (tokens.length !== before.length || tokens.some((each, at) => each !== before[at])))
      missed.push(`${pass.name}: ${text}`);
  }
  return missed;
}

test("no pass over the tokens finds anything in a text without the kinds that it needs", () => {
  const missed = scenes.flatMap(({ question, sound, unsound }) =>
    [...sound, ...unsound].flatMap((text) => missedIn(text, question)),
  );
  assert.deepEqual(missed, []);
});
