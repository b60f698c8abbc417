import {
  type Claim,
  type Language,
  nextShanghaiDay,
  type Reply,
  reminderMark,
  type SynthesisRecord,
  userText,
} from "#contract";
import type { TurnRun } from "../ports.ts";
import { type ActionView, endingOf, type TurnView } from "../verify/view.ts";
import { closingLines, type Degraded } from "./closing-lines.ts";
import type { DrawnCharts } from "./draw-charts.ts";
import type { CutBy } from "./finish.ts";

/** The label of the button under every answer that shows numbers. */
const sourceLabel = { zh: "来源", en: "Sources" };

/** Platforms take 64 bytes of a button; a longer id means the last answer. */
const sourceAction = (turnId: string): string => (turnId.length <= 56 ? `/source ${turnId}` : "/source");

/** The market instant at which a claim has used up its budget, or its fact's time is over, epoch milliseconds. */
function endOf({ ports, now }: TurnRun, claim: Claim, own: ActionView["freshness"]): number {
  if (claim.kind === "knowledge") {
    const { cite } = claim;
    const { expires_at } =
      (cite.kind === "competence" ? ports.competences[cite.competence_id] : undefined) ?? {};
    return expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  }
  const freshness = own?.[claim.metric] ?? ports.freshnessOf(claim.metric);
  if (freshness === undefined) return Number.POSITIVE_INFINITY;
  const endMs = ports.freshUntilMs(freshness, claim.as_of);
  // The Verifier has just found it fresh: only what is counted in seconds may be over by now.
  return endMs > Date.parse(now) || "sessionSeconds" in freshness ? endMs : Number.POSITIVE_INFINITY;
}

/** The smallest remaining budget of the answer's claims, as a market instant; undefined where none ever ends. */
function validUntil(run: TurnRun, view: TurnView): string | undefined {
  const ends = view.actions.flatMap(({ claims, freshness }) =>
    claims.map(({ claim }) => endOf(run, claim, freshness)),
  );
  const soonestMs = Math.min(...ends);
  return Number.isFinite(soonestMs) ? new Date(soonestMs).toISOString() : undefined;
}

/** What goes with the prose. */
interface Beside {
  readonly degraded: Degraded | undefined;
  readonly charts: DrawnCharts;
  readonly cutBy: CutBy | undefined;
  /** What was asked beyond what a plan holds, in the person's own words. */
  readonly left?: readonly string[];
}

/** What was asked and not answered, quoted. */
function leftLine(left: readonly string[], language: Language): readonly string[] {
  if (left.length === 0) return [];
  const subject = left
    .map((words) => (language === "zh" ? `「${words}」` : `“${words}”`))
    .join(language === "zh" ? "" : ", ");
  return [userText("TOO_MANY_QUESTIONS", language, { subject })];
}

/** The finished reply: prose, then the lines that code adds, then the button that lists the sources. */
export function replyOf(run: TurnRun, view: TurnView, prose: SynthesisRecord, beside: Beside): Reply {
  const { language, ports, message } = run;
  const { charts, cutBy, left = [] } = beside;
  const { state, error = "TURN_FAILED" } = endingOf(view);
  // Where nothing was answered the built-in rules have not answered either.
  const degraded = state === "failed" ? undefined : beside.degraded;
  const renews = nextShanghaiDay(ports.clock.wallMs());
  const unDrawn = charts.failed > 0 ? [userText("CHART_FAILED", language)] : [];
  const unread = message.attachments.some((each) => each.text === undefined)
    ? [userText("ATTACHMENT_NOT_READ", language)]
    : [];
  const cutShort = cutBy === undefined ? [] : [userText(cutBy, language, { renews })];
  const { platform } = message;
  const lines = closingLines(view, language, { text: ports.text, renews, degraded, platform });
  // What is missing may be told in the same words already.
  const closing = [...new Set([...leftLine(left, language), ...lines, ...unread, ...unDrawn, ...cutShort])];
  const mark = reminderMark(message, language);
  const join = (first: string) => [first, ...closing].filter((line) => line !== "").join("\n");
  const until = validUntil(run, view);
  // Every ending says something, also one that found nothing and lacks nothing that it could name.
  const text = `${mark}${join(prose.text) || userText(error, language)}`;
  const aged =
    until === undefined ? text : `${mark}${join(ports.text.aged(prose.draft, view.slots, language))}`;
  return {
    text,
    buttons:
      view.slots.length === 0 ? [] : [{ label: sourceLabel[language], action: sourceAction(message.id) }],
    ...(until === undefined ? {} : { validUntil: until }),
    ...(aged === text ? {} : { agedText: aged }),
    ...(charts.artifacts.length === 0 ? {} : { artifacts: [...charts.artifacts] }),
  };
}
