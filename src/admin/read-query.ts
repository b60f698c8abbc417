import type { Mark } from "../journal/search/marks.ts";
import type { TurnQuery } from "../journal/search/turn-query.ts";
import { type FilterName, type Filters, filterNames } from "./html/filters.ts";
import { deliveryWords, stateWords } from "./html/words.ts";
import type { AdminPorts } from "./ports.ts";

interface QueryPorts extends Pick<AdminPorts, "platforms" | "search"> {
  /** The code that a name stands for; undefined leaves the name as it is. */
  codeOf(name: string): string | undefined | Promise<string | undefined>;
}

/** Free text is looked for this far back. */
const textDays = 7;
const dayMs = 86_400_000;

export const readFilters = (value: (name: FilterName) => string | undefined): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, (value(name) ?? "").trim().slice(0, 200)])) as Filters;

/** A person may be named by the id alone: then it is the platform that knows most of them. */
async function withWholeSender(
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

const exchanges = [".SH", ".SZ", ".BJ"] as const;

/** Where a stock or a fund of these digits is listed; an index may have the same digits elsewhere. */
const usualOf = (digits: string): (typeof exchanges)[number] =>
  /^(?:92|[48])/.test(digits) ? ".BJ" : /^[569]/.test(digits) ? ".SH" : ".SZ";

/**
 * A code may be written without its exchange, behind it or in small letters: then it is the usual one, or the one that turns are about. A
 * company's name stands for its code.
 */
async function withWholeCode(filters: Filters, { search, codeOf }: QueryPorts): Promise<Filters> {
  const [, before, digits, after] = /^(sh|sz|bj)?\.?(\d{6})(\.(?:sh|sz|bj))?$/i.exec(filters.code) ?? [];
  if (digits === undefined)
    return filters.code === "" ? filters : { ...filters, code: (await codeOf(filters.code)) ?? filters.code };
  const exchange = (after ?? (before === undefined ? "" : `.${before}`)).toUpperCase();
  if (exchange !== "") return { ...filters, code: digits + exchange };
  const usual = usualOf(digits);
  const codes = [usual, ...exchanges.filter((each) => each !== usual)].map((each) => digits + each);
  const sizes = await Promise.all(codes.map((value) => search.sizeOf({ dimension: "code", value })));
  const found = codes.find((_, at) => (sizes[at] ?? 0) > 0);
  return { ...filters, code: found ?? codes[0] ?? filters.code };
}

/** What was written in the filters, as the indexes have it. */
export const wholeFilters = async (filters: Filters, ports: QueryPorts): Promise<Filters> =>
  withWholeCode(await withWholeSender(filters, ports), ports);

/** A form's local time is Shanghai's; undefined where it is none. */
function instantOf(text: string): number | undefined {
  const ms = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) ? `${text}+08:00` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

const isState = (state: string): state is NonNullable<TurnQuery["state"]> =>
  Object.hasOwn(stateWords, state) || Object.hasOwn(deliveryWords, state);

/** The filters that say nothing that could be looked for; a query goes by none of them, so nothing may be found or done by it. */
export const unreadFilters = ({ state, from, to }: Filters): readonly FilterName[] => [
  ...(state === "" || isState(state) ? [] : (["state"] as const)),
  ...(from === "" || instantOf(from) !== undefined ? [] : (["from"] as const)),
  ...(to === "" || instantOf(to) !== undefined ? [] : (["to"] as const)),
];

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
  const state = isState(filters.state) ? filters.state : undefined;
  return {
    marks,
    ...(state === undefined ? {} : { state }),
    ...(earliest === undefined ? {} : { fromMs: earliest }),
    ...(to === undefined ? {} : { toMs: to + 59_999 }),
    ...(text === "" ? {} : { text }),
  };
}
