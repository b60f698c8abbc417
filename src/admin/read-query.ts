import type { TurnState } from "#contract";
import type { Mark } from "../journal/marks.ts";
import type { TurnQuery } from "../journal/search.ts";
import { type Filters, filterNames } from "./pages/turns-page.ts";
import type { AdminPorts } from "./ports.ts";
import { stateWords } from "./words.ts";

/** Free text is looked for this far back. */
const textDays = 7;
const dayMs = 86_400_000;

export const readFilters = (value: (name: string) => string | undefined): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, (value(name) ?? "").trim().slice(0, 200)])) as Filters;

/** A person may be named by the id alone: then it is the platform that knows most of them. */
export async function withWholeSender(
  filters: Filters,
  { platforms, search }: Pick<AdminPorts, "platforms" | "search">,
): Promise<Filters> {
  const { sender, platform } = filters;
  if (sender === "" || platforms.some((each) => sender.startsWith(`${each}:`))) return filters;
  const names = (platform === "" ? platforms : [platform]).map((each) => `${each}:${sender}`);
  const sizes = await Promise.all(names.map((value) => search.sizeOf({ dimension: "sender", value })));
  const most = sizes.indexOf(Math.max(...sizes));
  return { ...filters, sender: names[most] ?? sender };
}

/** A form's local time is Shanghai's; undefined where it is none. */
function instantOf(text: string): number | undefined {
  const ms = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) ? `${text}+08:00` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

const isState = (state: string): state is TurnState => Object.hasOwn(stateWords, state);

/** What the filters mean. A chat is named by its key, `<platform>/<account>/<chat>`. */
export function queryOf(
  filters: Filters,
  nowMs: number,
  options: { readonly hidesText: boolean },
): TurnQuery {
  const marks: Mark[] = (["platform", "chat", "sender", "skill", "code", "error"] as const).flatMap(
    (dimension) => (filters[dimension] === "" ? [] : [{ dimension, value: filters[dimension] }]),
  );
  const text = options.hidesText ? "" : filters.q;
  const [from, to] = [instantOf(filters.from), instantOf(filters.to)];
  const earliest = text === "" ? from : Math.max(from ?? 0, nowMs - textDays * dayMs);
  const state = filters.state === "undelivered" || isState(filters.state) ? filters.state : undefined;
  return {
    marks,
    ...(state === undefined ? {} : { state }),
    ...(earliest === undefined ? {} : { fromMs: earliest }),
    ...(to === undefined ? {} : { toMs: to + 59_999 }),
    ...(text === "" ? {} : { text }),
  };
}
