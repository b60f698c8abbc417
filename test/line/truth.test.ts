import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#contract";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";
import { openMarketLine } from "./market-line.ts";
import { openQuestionRun, type QuestionRun } from "./question-run.ts";
import { nextQuestion, type Question } from "./questions.ts";
import { createRandom } from "./random.ts";
import { judge, lacking } from "./truth-judge.ts";

/** `QUESTIONS=1000 SEED=… npm test -- test/line/truth.test.ts` is the long form. */
const questions = Number(process.env.QUESTIONS ?? 150);
const seed = Number(process.env.SEED ?? 20261121);
/** Sources that failed are left alone for a while; a new line has forgotten it. */
const questionsPerLine = 15;
const throughService = 40;

/** Counts endings, gathers what is wrong. */
interface Tally {
  readonly counts: Record<string, number>;
  readonly wrong: string[];
  readonly missing: string[];
}

const newTally = (): Tally => ({ counts: {}, wrong: [], missing: [] });

interface Answer {
  readonly text: string;
  readonly ending: string;
}

function note(tally: Tally, question: Question, answer: Answer, { truth }: MarketEmulator): void {
  tally.counts[answer.ending] = (tally.counts[answer.ending] ?? 0) + 1;
  const { now, text, fault } = question;
  const broken = fault === undefined ? "-" : `${fault.target} ${JSON.stringify(fault.fault)}`;
  const described = `${now} ${text} [${broken}] → ${answer.text}`;
  for (const problem of judge(answer.text, question, truth)) tally.wrong.push(`${described}: ${problem}`);
  if (fault !== undefined) return;
  for (const lack of lacking(answer.text, question, truth)) tally.missing.push(`${described}: lacks ${lack}`);
}

async function askLine(line: QuestionRun, text: string): Promise<Answer> {
  try {
    const { reply, state, error } = await line.ask(text);
    return { text: reply.text, ending: error ?? state };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: "", ending: error.code };
  }
}

/** Asks the whole stream; `setNow` moves the market's own clock. */
async function askAll(market: MarketEmulator, setNow: (now: string) => void): Promise<Tally> {
  const env = {
    DATA_SOURCES: "tushare,akshare",
    TUSHARE_TOKEN: market.tushareToken,
    TUSHARE_API_ROOT: `${market.root}/`,
    AKTOOLS_API_ROOT: market.root,
  };
  const random = createRandom(seed);
  const tally = newTally();
  let line: QuestionRun | undefined;
  try {
    for (let index = 0; index < questions; index++) {
      const question = nextQuestion(random, market.truth);
      setNow(question.now);
      market.clearFaults();
      if (line === undefined || index % questionsPerLine === 0) {
        line?.close();
        line = await openQuestionRun(env, question.now);
      }
      line.setNow(question.now);
      const { fault } = question;
      if (fault !== undefined) market.fail(fault.target, fault.fault, fault.times);
      note(tally, question, await askLine(line, question.text), market);
    }
  } finally {
    line?.close();
  }
  return tally;
}

test(`no wrong number in ${questions} generated questions (seed ${seed})`, async (context) => {
  let now = "2026-05-07T10:32:05+08:00";
  const market = await createMarketEmulator({ now: () => now });
  const tally = await askAll(market, (next) => {
    now = next;
  }).finally(() => market.close());
  context.diagnostic(JSON.stringify(tally.counts));
  assert.deepEqual(tally.wrong, []);
  assert.deepEqual(tally.missing, [], "where nothing is broken the newest true value is told");
  assert.ok((tally.counts.completed ?? 0) > questions / 2, "most questions are answered");
});

test(`no wrong number in ${throughService} of them through the running service`, async () => {
  const line = await openMarketLine("2026-05-07T10:32:05+08:00");
  const random = createRandom(seed + 1);
  const tally = newTally();
  try {
    for (let index = 0; index < throughService; index++) {
      // What a source did in one question stays in the service's memory, so nothing is broken here.
      const { fault: _, ...question } = nextQuestion(random, line.market.truth);
      const text = await line.askAt(question.now, question.text);
      note(tally, question, { text, ending: "answered" }, line.market);
    }
  } finally {
    await line.close();
  }
  assert.deepEqual([tally.wrong, tally.missing], [[], []]);
});
