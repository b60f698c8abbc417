import {
  answerByCompany,
  asksDifference,
  type Claim,
  type CompanyPart,
  type EventKind,
  type EventRow,
  type EventsValue,
  missedPart,
  noEventKeys,
  notSetApart,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  type ToolCall,
  type ToolFailure,
} from "#contract";
import { noMeetings, noRights, notesOf, otherYears, periodNotes, records } from "./event-notes.ts";
import { askedPeriods, type EventWishes, readEventWishes } from "./event-wishes.ts";

/** What is shown of each kind, in its order. Names stand under two keys, one for each language. */
const shownKeys: Readonly<Record<EventKind, readonly string[]>> = {
  dividends: [
    "paid_for_zh",
    "paid_for_en",
    "dividend_per_10",
    "stock_per_10",
    "stage_zh",
    "stage_en",
    "plan_date",
    "ex_date",
    "record_date",
    "pay_date",
  ],
  unlocks: ["unlock_date", "unlock_shares", "unlock_ratio"],
  reports: ["report_zh", "report_en", "booked_date", "published_date"],
};

const mostPast = 5;
const mostComing = 3;

interface Found {
  readonly call: ToolCall;
  readonly value: EventsValue;
}

const isOfYears = (row: EventRow, { years, fiscal }: EventWishes): boolean =>
  (fiscal ? [row.paid_for_zh] : [row.paid_for_zh, row.ex_date, row.unlock_date]).some(
    (cell) => typeof cell === "string" && years.some((year) => cell.startsWith(year)),
  );

/** Pointers of the rows to show. */
function placesOf({ value }: Found, wishes: EventWishes): readonly string[] {
  const paths = (list: "coming" | "planned" | "past", most: number) =>
    value[list].slice(0, most).map((_, place) => `/${list}/${place}`);
  const coming = [...paths("coming", mostComing), ...paths("planned", mostComing)];
  if (wishes.past) {
    const shown = paths("past", wishes.several ? mostPast : 1);
    return shown.length > 0 ? shown : coming;
  }
  if (wishes.future && value.coming.length > 0) return coming;
  return [...coming, ...paths("past", wishes.several ? mostPast : 1)];
}

/** Of the years that are named, where there is anything of them. */
function placesOfYears({ value }: Found, wishes: EventWishes): readonly string[] {
  if (wishes.years.length === 0 || value.kind === "reports") return [];
  return (["coming", "planned", "past"] as const).flatMap((list) =>
    value[list].flatMap((row, place) => (isOfYears(row, wishes) ? [`/${list}/${place}`] : [])),
  );
}

function claimsAt({ call, value }: Found, path: string, context: SkillContext): readonly Claim[] {
  const other = context.language === "zh" ? "_en" : "_zh";
  return shownKeys[value.kind].flatMap((key) => {
    if (key.endsWith(other)) return [];
    const at = `${path}/${key}`;
    const type = key.endsWith("_date") ? "date" : "label";
    return context.select(call, at) ?? context.quote(call, at, type) ?? [];
  });
}

/** AkShare's function fails for a company without dividends as it does for an outage; where no other source has them, nobody can tell which. */
async function failureOf(kind: EventKind, error: ToolFailure, { tools }: SkillContext): Promise<ToolFailure> {
  if (error.code === "NOT_OFFERED") return { ...error, code: "NO_EVENT_DATA" };
  if (kind !== "dividends" || error.code !== "SOURCE_DOWN") return error;
  const enabled = await tools.list_sources({});
  const isAlone =
    enabled.ok && enabled.value.sources.includes("akshare") && !enabled.value.sources.includes("tushare");
  return isAlone ? { ...error, code: "DIVIDENDS_UNCLEAR" } : error;
}

async function partOf(
  kind: EventKind,
  code: string,
  wishes: EventWishes,
  context: SkillContext,
): Promise<CompanyPart> {
  const asked = askedPeriods(context.message.text, context.now.slice(0, 10));
  const { periods } = asked;
  const isDated = kind === "reports" && periods !== undefined;
  const found = await context.tools.get_events({ code, kind, ...(isDated ? { periods } : {}) });
  if (!found.ok) return missedPart(await failureOf(kind, found.error, context), code);
  const ofYears = placesOfYears(found, wishes);
  const places = ofYears.length > 0 ? ofYears : placesOf(found, wishes);
  const claims = places.flatMap((path) => claimsAt(found, path, context));
  const isSaid = (!wishes.past && ofYears.length === 0) || claims.length === 0;
  const none = isSaid ? context.quote(found.call, `/${noEventKeys[kind]}`, "date") : null;
  const all = none === null ? claims : [none, ...claims];
  return {
    claims: all,
    notes: [
      ...(wishes.years.length > 0 && ofYears.length === 0 && kind !== "reports" && claims.length > 0
        ? [otherYears]
        : []),
      ...(kind === "reports" ? periodNotes(found.value, wishes, asked) : []),
      ...notesOf(found.value, places, wishes),
    ],
    missing: missesOf(code, kind, found.value, all),
  };
}

/** A list that holds nothing at all is said, since none ahead does not say so. */
function missesOf(
  code: string,
  kind: EventKind,
  { past, planned, coming }: EventsValue,
  claims: readonly Claim[],
) {
  if (claims.length === 0) return [{ code: "NO_DATA", subject: code } as const];
  const isEmpty = past.length + planned.length + coming.length === 0;
  return isEmpty ? [{ code: "PARTS_WITHOUT_DATA", subject: code, parts: [records[kind]] } as const] : [];
}

/** What several kinds miss for the same reason is said once. */
function mergedMisses(missing: readonly SkillMiss[]): readonly SkillMiss[] {
  return [...new Set(missing.map(({ code }) => code))].flatMap((code) => {
    const alike = missing.filter((miss) => miss.code === code);
    const parts = alike.flatMap((miss) => miss.parts ?? []);
    return alike.slice(0, 1).map((miss) => (parts.length === 0 ? miss : { ...miss, parts }));
  });
}

/** What the answer before was about: 那五粮液呢 asks for the same of another company. */
function kindsBefore({ session }: SkillContext): readonly EventKind[] {
  const metrics = session.at(-1)?.claims.flatMap((claim) => ("metric" in claim ? [claim.metric] : [])) ?? [];
  return allKinds.filter((kind) =>
    [...shownKeys[kind], noEventKeys[kind]].some((key) => metrics.includes(key)),
  );
}

const allKinds: readonly EventKind[] = ["dividends", "reports", "unlocks"];

/** Days of companies: dividends, unlocks, reports. Meetings have no source. */
export async function answerEvents(codes: readonly string[], context: SkillContext): Promise<SkillResult> {
  const wishes = readEventWishes(context.message.text, context.now.slice(0, 10));
  const isOnlyMeetings = wishes.kinds.length === 0 && (wishes.meetings || wishes.rights);
  if (isOnlyMeetings) return { kind: "refusal", code: "NO_EVENT_DATA" };
  if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
  const [kinds = allKinds] = [wishes.kinds, kindsBefore(context)].filter((named) => named.length > 0);
  return answerByCompany(codes, context, {
    async up(code) {
      const parts = await Promise.all(kinds.map((kind) => partOf(kind, code, wishes, context)));
      return {
        claims: parts.flatMap((part) => part.claims),
        notes: [
          ...parts.flatMap((part) => part.notes ?? []),
          ...(asksDifference(context.message.text) ? [notSetApart] : []),
          ...(wishes.meetings ? [noMeetings] : []),
          ...(wishes.rights ? [noRights] : []),
        ],
        missing: mergedMisses(parts.flatMap((part) => part.missing ?? [])),
      };
    },
  });
}
