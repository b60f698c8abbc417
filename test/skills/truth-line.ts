import assert from "node:assert/strict";
import type { Claim, NumericClaim, Session, TextClaim } from "#contract";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";
import type { Truth } from "../emulators/market-truth.ts";
import { openQuestionRun } from "../line/question-run.ts";

/** One answer of the whole pipeline: route, skill, tools, Verifier, template, guard. */
export interface Told {
  readonly text: string;
  readonly numbers: readonly NumericClaim[];
  readonly quotes: readonly TextClaim[];
  readonly error?: string;
  /** What the turn leaves to the next one. */
  readonly session: Session;
}

/** Questions about an emulated market whose truth is known. */
export interface TruthLine {
  readonly truth: Truth;
  /** What goes wrong at the sources from now on. */
  readonly fail: MarketEmulator["fail"];
  /** Fails where the turn did, and where the guard refused what a skill had written. */
  ask(text: string, session?: Session): Promise<Told>;
  /** What the last message of a conversation is told. */
  converse(texts: readonly string[]): Promise<Told>;
  close(): Promise<void>;
}

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";
const isText = (claim: Claim): claim is TextClaim => claim.kind === "text";

export async function openTruthLine(now: string, sources = "tushare,akshare"): Promise<TruthLine> {
  const market = await createMarketEmulator({ now: () => now });
  const run = await openQuestionRun(
    {
      DATA_SOURCES: sources,
      TUSHARE_TOKEN: market.tushareToken,
      TUSHARE_API_ROOT: `${market.root}/`,
      AKTOOLS_API_ROOT: market.root,
      TENCENT_API_ROOT: market.root,
      TENCENT_KLINE_API_ROOT: market.root,
    },
    now,
  );
  async function ask(text: string, before: Session = []): Promise<Told> {
    const { reply, state, error, session, refusals } = await run.ask(text, before);
    assert.notEqual(state, "failed", `${text}: ${error ?? ""} ${reply.text}`);
    assert.deepEqual(refusals, [], `${text}: ${reply.text}`);
    const claims = session.flatMap((turn) => turn.claims ?? []);
    return {
      text: reply.text,
      numbers: claims.filter(isNumeric),
      quotes: claims.filter(isText),
      session,
      ...(error === undefined ? {} : { error }),
    };
  }
  return {
    truth: market.truth,
    fail: market.fail,
    ask,
    async converse(texts) {
      let session: Session = [];
      let told: Told | undefined;
      for (const text of texts) {
        told = await ask(text, session);
        session = [...session, ...told.session];
      }
      assert.ok(told !== undefined, "a conversation has a message");
      return told;
    },
    async close() {
      run.close();
      await market.close();
    },
  };
}

/** Companies of the emulated market, a few at a time. */
export function inGroups<Each>(all: readonly Each[], size: number): readonly (readonly Each[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
