/** Values of the tools over what the asker's own conversation has left: no market data, so no claim is made of them. */
import type { Bilingual, JsonObject } from "../records/json.ts";
import type { RemindersValue } from "../records/reminders.ts";
import type { ToolReturn } from "./tool-values.ts";

/** Value of `get_watchlist`: the asker's own list, in the order in which it was made. In a group each sender has one. */
export interface WatchlistValue extends JsonObject {
  readonly codes: readonly string[];
}

/** Value of `get_sources`: where the numbers of an answer come from, as `/source` lists them. */
export type SourcesValue = Bilingual & JsonObject;

/** Value of `list_sources`: the names of the enabled data sources. */
export interface EnabledSourcesValue extends JsonObject {
  readonly sources: readonly string[];
}

export interface ConversationTools {
  get_watchlist(args: Record<string, never>): Promise<ToolReturn<WatchlistValue>>;
  get_reminders(args: Record<string, never>): Promise<ToolReturn<RemindersValue>>;
  /** Of the first of these turns that showed anything with a source; NO_DATA where none did. */
  get_sources(args: { turn_ids: readonly string[] }): Promise<ToolReturn<SourcesValue>>;
  list_sources(args: Record<string, never>): Promise<ToolReturn<EnabledSourcesValue>>;
}
