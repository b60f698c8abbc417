import type { AdapterStore, Bilingual, Language } from "#contract";
import { adviceOn } from "../../admin/html/advice.ts";
import { inLanguage } from "../../admin/html/phrasebook.ts";
import { groupWords } from "../../admin/html/words.ts";
import type { HealthLine } from "../../admin/ports.ts";

export interface FaultWatchOptions {
  readonly lines: () => Promise<readonly HealthLine[]>;
  /** False: they could not be told, and are to be told later. */
  readonly tell: (text: Bilingual) => Promise<boolean>;
  /** Remembers what was told, over restarts and for all processes. */
  readonly keep: AdapterStore;
  readonly wallMs: () => number;
}

/** What comes and goes within this is not worth a message. */
const holdMs = 60_000;
/** Between two messages; what happens meanwhile is told together. */
const restMs = 10 * 60_000;
const mostLines = 10;

/** What nothing can be known or kept behind. */
const withoutRedis: ReadonlySet<string> = new Set(["unreachable", "unwritable", "denied"]);

/** Of Redis there is one; its line is named by its version while that is known. */
const keyOf = ({ group, name }: HealthLine): string => (group === "redis" ? group : `${group}:${name}`);

const nameOf = (line: HealthLine, language: Language): string =>
  `${groupWords[line.group][language]} · ${line.name}`;

function faultText(line: HealthLine, language: Language): string {
  const { detail } = line;
  const said = typeof detail === "string" ? inLanguage(detail, language) : detail[language];
  return [`${nameOf(line, language)}: ${said}`, adviceOn(line)?.[language]].filter(Boolean).join("\n→ ");
}

/** One message for all that began and ended. `over`: their names as they were told. */
function noteOf(begun: readonly HealthLine[], over: readonly Bilingual[]): Bilingual {
  const of = (language: Language, [faults, well]: readonly [string, string]) =>
    [
      ...(begun.length === 0
        ? []
        : [faults, ...begun.slice(0, mostLines).map((line) => faultText(line, language))]),
      ...(over.length === 0 ? [] : [well, ...over.slice(0, mostLines).map((name) => name[language])]),
    ].join("\n");
  return {
    zh: of("zh", ["【前门】需要处理:", "【前门】已恢复:"]),
    en: of("en", ["[Qianmen] To be looked after:", "[Qianmen] Over:"]),
  };
}

/** Looks once: tells each fault that has lasted when it is new, and once more when it has been over for as long. Never at the same time twice. */
export function createFaultWatch({ lines, tell, keep, wallMs }: FaultWatchOptions): () => Promise<void> {
  /** Since when each is at fault, and since when each that was told is well, as seen here. */
  const bad = new Map<string, number>();
  const well = new Map<string, number>();
  const lasts = (since: Map<string, number>, key: string, nowMs: number): boolean => {
    if (!since.has(key)) since.set(key, nowMs);
    return nowMs - (since.get(key) ?? nowMs) >= holdMs;
  };
  return async () => {
    const nowMs = wallMs();
    const seen = await lines();
    // Its account has been told of with a link; of the rest nothing is known without Redis, nor what was told.
    const known = seen.filter(({ group }) => group !== "logins");
    if (known.some(({ fault = "" }) => withoutRedis.has(fault))) return;
    const faults = new Map(known.filter(({ ok }) => ok === false).map((line) => [keyOf(line), line]));
    const told = await keep.entries("told");
    for (const key of bad.keys()) if (!faults.has(key)) bad.delete(key);
    for (const key of well.keys()) if (faults.has(key) || !told.has(key)) well.delete(key);
    const begun = [...faults].filter(([key]) => !told.has(key) && lasts(bad, key, nowMs));
    const over = [...told].filter(([key]) => !faults.has(key) && lasts(well, key, nowMs));
    if (begun.length === 0 && over.length === 0) return;
    // One process tells, and then all of them rest.
    if (!(await keep.set("telling", "1", { ttlMs: restMs, ifAbsent: true }))) return;
    const names = over.map(([, text]): Bilingual => JSON.parse(text) as Bilingual);
    const isTold = await tell(
      noteOf(
        begun.map(([, line]) => line),
        names,
      ),
    );
    if (!isTold) return;
    for (const [key, line] of begun)
      await keep.setEntry("told", key, JSON.stringify({ zh: nameOf(line, "zh"), en: nameOf(line, "en") }));
    for (const [key] of over) await keep.deleteEntry("told", key);
  };
}
