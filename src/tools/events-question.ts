import type { ToolContext } from "#contract";
import type { Question, RouteResult, Routes } from "../data/routing.ts";
import { failuresBefore } from "./find-close.ts";

/** Asks for a list that may be empty. */
export type EventQuestion<Row> = (routes: Routes) => Promise<RouteResult<Row>>;

interface Asked<Row> extends Pick<Question<Row>, "capability" | "key" | "call"> {
  readonly isEmpty: (row: Row) => boolean;
}

/**
 * The first source that has something answers. Where none has and at least one says so, that one's empty list is the answer: another's
 * failure (akshare fails for a company without dividends as for an outage) takes nothing away from it.
 */
export const eventQuestion =
  <Row>({ isEmpty, ...question }: Asked<Row>, { excludeSources, signal }: ToolContext): EventQuestion<Row> =>
  async (routes) => {
    const base = { ...question, excludeSources, signal };
    const found = await routes.ask<Row>({
      ...base,
      accept: ({ rows }) =>
        rows.every(isEmpty) ? { code: "NO_DATA", message: "the source's list is empty" } : null,
    });
    const wasEmpty = found.fallback_from.find((entry) => entry.endsWith(": NO_DATA"));
    if (found.ok || wasEmpty === undefined) return found;
    const only = wasEmpty.slice(0, wasEmpty.indexOf(":"));
    const empty = await routes.ask<Row>({ ...base, only });
    // Asked alone it knows nothing of those that failed before it.
    return empty.ok ? { ...empty, fallback_from: failuresBefore(found.fallback_from, only) } : empty;
  };
