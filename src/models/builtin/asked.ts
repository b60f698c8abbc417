import { type Action, maxActions } from "#contract";
import { saysIt } from "#language";
import { actionsOf } from "./actions.ts";
import { talkative } from "./asked-again.ts";
import { ofDifference } from "./differences.ts";
import { isDoubtful, isFaint, shortHint } from "./faint.ts";
import { ofFigure, type Ruling } from "./follow-up.ts";
import { keepsTime } from "./keeps-time.ts";
import type { Message } from "./message.ts";
import { ofIndex } from "./of-index.ts";
import { completeSegments, type Segment, segmentsOf } from "./segments.ts";
import type { Hit } from "./triggers.ts";

/** A question about a word, not about a company's number. */
const definition =
  /什么意思|什么是|是什么|怎么算|怎么计算|区别|定义|含义|\b(?:explain|meaning|definition|what does .{1,40} mean)\b/i;

/** A word is asked about, no skill of the catalogue explains words, and no company is named. */
function asksForWord({ text, subjects, hits }: Message): boolean {
  const found = definition.exec(text);
  if (found === null || subjects.mentions.length > 0 || saysIt(text)) return false;
  return !hits.some(({ parts }) => parts.some(([start, end]) => start <= found.index && found.index < end));
}

/** What its words ask of the companies and days that it names, in no more than `room` actions. */
export function asked(message: Message, room: number = maxActions): Ruling | null {
  const { text, subjects, hits, subjectless } = message;
  if (asksForWord(message)) return null;
  const working = hits.filter(
    ({ skill, strength }) => skill !== "refuse" && (!talkative.has(skill) || strength === "decides"),
  );
  if (working.length === 0 || (isFaint(working) && isDoubtful(working, message))) return null;
  const segments = completeSegments(segmentsOf({ text, subjects, hits: working, subjectless }));
  const { actions: found, left } = actionsOf(dropFillers(segments, working, subjectless), message, room);
  const actions = ofDifference(
    found.map((action) => keepsTime(ofIndex(ofStretch(action, message), message), message)),
    message,
  );
  const told = ofFigure(actions, message);
  if (told.length === 0) return null;
  const words = [...new Set(working.map(({ word }) => `“${word}”`))].slice(0, 5).join(", ");
  const reason = left.length === 0 ? words : `${words}; ${left.length} more asked for than a plan holds`;
  return { actions: told, reason, left };
}

/** 茅台最近一周怎么样: a card is of now, how a stretch of time went is the price's. */
const ofStretch = (action: Action, { subjects, has }: Message): Action =>
  action.skill === "brief" && has("price") && subjects.unread.some(({ kind }) => kind === "period")
    ? { ...action, skill: "price" }
    : action;

/** 多少 and 涨 beside a real question ask for nothing of their own. */
function dropFillers(
  segments: readonly Segment[],
  hits: readonly Hit[],
  subjectless: ReadonlySet<string>,
): readonly Segment[] {
  const real = new Set(
    hits
      .filter(({ strength, weight }) => strength !== "hint" || weight >= shortHint)
      .map(({ skill }) => skill),
  );
  if (real.size === 0) return segments;
  let before = segments.flatMap(({ skills }) => skills.filter((skill) => real.has(skill))).slice(0, 1);
  return segments.map((each) => {
    const asked = each.skills.filter((skill) => real.has(skill));
    // What is named beside a filler alone is asked the real question.
    before = asked.length > 0 ? asked : before;
    // 几点收盘 茅台现在多少: a rule is asked of no company, so that what is named beside it keeps a question of its own.
    const isOfNone = before.every((skill) => subjectless.has(skill));
    const others = before.length > 0 && isOfNone ? each.skills : before;
    return { ...each, skills: asked.length === 0 && each.codes.length > 0 ? others : asked };
  });
}
