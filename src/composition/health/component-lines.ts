import type { Bilingual } from "#contract";
import type { HealthLine } from "../../admin/ports.ts";
import type { ActivityCounts } from "../../journal/activity.ts";
import type { Foundation } from "../foundation.ts";
import { processName, type SeenProcess } from "./heartbeat.ts";

const minuteMs = 60_000;

/** How long ago, in the largest fitting unit. */
function spanOf(ms: number): Bilingual {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return { zh: "不到 1 分钟", en: "less than a minute" };
  if (minutes < 120) return { zh: `${minutes} 分钟`, en: `${minutes} min` };
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? { zh: `${hours} 小时`, en: `${hours} h` }
    : { zh: `${Math.floor(hours / 24)} 天`, en: `${Math.floor(hours / 24)} days` };
}

function processLine(seen: SeenProcess, nowMs: number): HealthLine {
  const { roles, startedMs, atMs, isSilent } = seen;
  const line = { group: "processes", name: processName(seen) } as const;
  const named = roles.join(", ");
  if (isSilent) {
    const detail = { zh: `${named},没有音讯`, en: `${named}, not heard of` };
    return { ...line, ok: false, detail, fault: "process_silent", sinceMs: atMs };
  }
  const span = spanOf(nowMs - startedMs);
  return { ...line, ok: true, detail: { zh: `${named},已运行 ${span.zh}`, en: `${named}, up ${span.en}` } };
}

const needed = [
  ["gateway", "no_gateway"],
  ["worker", "no_worker"],
] as const;

/** The processes, and the roles that nobody has. */
export function processLines(processes: readonly SeenProcess[], nowMs: number): HealthLine[] {
  const living = processes.filter(({ isSilent }) => !isSilent);
  const lacking = needed.filter(([role]) => !living.some(({ roles }) => roles.includes(role)));
  return [
    ...lacking.map(
      ([role, fault]): HealthLine => ({
        ...{ group: "processes", name: role, ok: false, fault },
        detail: { zh: "没有进程担任", en: "no process does this" },
      }),
    ),
    ...processes.map((each) => processLine(each, nowMs)),
  ];
}

/** Each platform, in each process that has it. */
export function adapterLines(
  { adapters, config }: Pick<Foundation, "adapters" | "config">,
  processes: readonly SeenProcess[],
): HealthLine[] {
  const living = processes.filter(({ isSilent }) => !isSilent);
  return adapters.flatMap(({ platform, settings, isOn }): HealthLine[] => {
    const state = isOn(config.of(settings));
    if (!state.on) return [{ group: "adapters", name: platform, detail: state.hint }];
    const running = living.flatMap((each) => {
      const own = each.adapters.find((adapter) => adapter.platform === platform);
      return own === undefined ? [] : [{ ...own, name: processName(each) }];
    });
    if (running.length === 0) {
      const detail = { zh: "没有网关进程在运行它", en: "no gateway runs it" };
      return [{ group: "adapters", name: platform, ok: false, detail, fault: "no_gateway" }];
    }
    return running.map(({ ok, detail, name }) => {
      const full = running.length === 1 ? platform : `${platform} · ${name}`;
      return { group: "adapters", name: full, ok, detail };
    });
  });
}

/** A source is at fault while something is not asked of it; what failed and was asked again is counted on the same page. */
export function sourceLines(
  { sources }: Pick<Foundation, "sources">,
  processes: readonly SeenProcess[],
  nowMs: number,
): HealthLine[] {
  const living = processes.filter(({ isSilent }) => !isSilent);
  const open = living.flatMap((each) =>
    each.circuits
      .filter(({ untilMs }) => untilMs > nowMs)
      .map((circuit) => ({ ...circuit, by: living.length === 1 ? "" : `${processName(each)} ` })),
  );
  return [
    ...sources.on.map(({ name }): HealthLine => {
      const own = open.filter(({ source }) => source === name);
      const [first] = own;
      if (first === undefined)
        return { group: "sources", name, ok: true, detail: { zh: "已启用", en: "on" } };
      const detail = own.map(({ by, capability, code }) => `${by}${capability}: ${code}`).join(", ");
      // The gravest says what to do.
      const { code: fault } = own.find(({ code }) => code === "SOURCE_DENIED") ?? first;
      const untilMs = Math.max(...own.map((circuit) => circuit.untilMs));
      return { group: "sources", name, ok: false, detail, fault, untilMs };
    }),
    ...sources.off.map(({ name, hint }): HealthLine => ({ group: "sources", name, detail: hint })),
  ];
}

/** What an operator can do about a model goes by what its server said. */
const modelFaults = [
  [/\bHTML\b/, "model_address"],
  [/HTTP 40[13]\b/, "model_key"],
  [/HTTP 404\b/, "model_name"],
  [/HTTP 4(?:02|29)\b/, "model_limit"],
] as const;

/** Once may be chance. */
const failuresToTell = 2;

export interface ModelFacts {
  /** Task → `builtin` or `provider:model`. */
  readonly summary: Readonly<Record<string, string>>;
  readonly processes: readonly SeenProcess[];
  /** Of this hour and the one before. */
  readonly hours: readonly ActivityCounts[];
}

/** How often a model was asked in these hours, and how often it failed, by the code. A model's name may be the beginning of another's. */
function callsOf(model: string, hours: readonly ActivityCounts[]) {
  const prefix = `callfail:${model}:`;
  let [calls, failed] = [0, 0];
  let code: string | undefined;
  for (const counts of hours) {
    calls += counts[`calls:${model}`] ?? 0;
    for (const [name, count] of Object.entries(counts)) {
      if (!name.startsWith(prefix) || !/^[A-Z_]+$/.test(name.slice(prefix.length))) continue;
      failed += count;
      code ??= name.slice(prefix.length);
    }
  }
  return { calls, failed, code };
}

/** The fault of most failures that no process has seen answered since, for whatever task. */
function standingFault(model: string, processes: readonly SeenProcess[]) {
  const living = processes.filter(({ isSilent }) => !isSilent);
  const answers = living.flatMap(({ modelAnswers }) => modelAnswers.filter((each) => each.model === model));
  const answeredMs = Math.max(0, ...answers.map(({ atMs }) => atMs));
  const [worst] = living
    .flatMap(({ modelFaults: own }) => own)
    .filter((fault) => fault.model === model && fault.lastMs > answeredMs)
    .sort((a, b) => b.failures - a.failures);
  return { worst, hasAnswered: answers.length > 0 };
}

/** One model with the tasks that it has: by how it answered last, and by the calls of two hours; one that is not asked is not at fault. */
function modelLine(model: string, tasks: readonly string[], { processes, hours }: ModelFacts): HealthLine {
  const line = { group: "models", name: tasks.join(", ") } as const;
  const { calls, failed, code } = callsOf(model, hours);
  const counted = {
    zh: `${model} · 近两小时 ${calls} 次${failed === 0 ? "" : `,失败 ${failed}`}`,
    en: `${model} · ${calls} calls in two hours${failed === 0 ? "" : `, ${failed} failed`}`,
  };
  const { worst, hasAnswered } = standingFault(model, processes);
  const isDown =
    (worst !== undefined && worst.failures >= failuresToTell) ||
    (failed > 0 && failed >= calls && !hasAnswered);
  if (!isDown) return { ...line, ok: true, detail: counted };
  const reason = worst?.reason ?? "";
  const fault = modelFaults.find(([pattern]) => pattern.test(reason))?.[1] ?? code ?? "MODEL_DOWN";
  const more = reason === "" ? "" : ` · ${reason}`;
  return {
    ...{ ...line, ok: false, fault },
    detail: { zh: counted.zh + more, en: counted.en + more },
    ...(worst === undefined ? {} : { sinceMs: worst.sinceMs }),
  };
}

/** A line a model: what it does for one task it does for all of them. */
export function modelLines(facts: ModelFacts): HealthLine[] {
  const tasksOf = Map.groupBy(Object.entries(facts.summary), ([, model]) => model);
  return [...tasksOf].map(([model, entries]) =>
    modelLine(
      model,
      entries.map(([task]) => task),
      facts,
    ),
  );
}

/** Longer than any answer takes. */
const stuckMs = 120_000;

/** Answers that were given up, and a question that nobody takes up. */
export function deliveryLines(
  { dead, oldestMs }: { readonly dead: number; readonly oldestMs: number | undefined },
  nowMs: number,
): HealthLine[] {
  const waitedMs = oldestMs === undefined ? 0 : nowMs - oldestMs;
  const span = spanOf(waitedMs);
  return [
    ...(dead === 0
      ? []
      : [
          {
            ...({ group: "delivery", name: "dead letters", ok: false, fault: "dead_letters" } as const),
            detail: { zh: `${dead} 个回答没有送达`, en: `${dead} answers did not get through` },
          },
        ]),
    ...(waitedMs < stuckMs
      ? []
      : [
          {
            ...({ group: "delivery", name: "queue", ok: false, fault: "stuck" } as const),
            detail: { zh: `最久的一条已等 ${span.zh}`, en: `the oldest has waited ${span.en}` },
            ...(oldestMs === undefined ? {} : { sinceMs: oldestMs }),
          },
        ]),
  ];
}
