import type { Bilingual, Language, MetricRegistry } from "#contract";
import { type Directory, type FactOrigins, renderSources } from "#language";
import { type SourceEntry, sourcesOf } from "../../gateway/sources.ts";
import type { Journal } from "../../journal/journal.ts";
import type { ListSources } from "../../tools/get-sources.ts";

export interface SourceListingServices {
  readonly directory: () => Directory;
  readonly metrics: MetricRegistry;
  /** Document and date of every registered fact. */
  readonly facts: FactOrigins;
}

/** The one listing of an answer's sources: for the command, the button and the skill. */
export type SourceListing = (entries: readonly SourceEntry[], language: Language) => string;

export const createSourceListing =
  ({ directory, metrics, facts }: SourceListingServices): SourceListing =>
  (entries, language) => {
    const fallbacks = entries.flatMap(({ call }) =>
      call?.fallback_from === undefined ? [] : [[call.tool_call_id, call.fallback_from] as const],
    );
    const claims = entries.map(({ claim }) => claim);
    const view = { language, metrics, names: directory().names() };
    return renderSources(claims, view, Object.fromEntries(fallbacks), facts);
  };

/** The listing of a turn by its id, in both languages. */
export const listSourcesOf =
  (journal: Pick<Journal, "read">, list: SourceListing): ListSources =>
  async (turnId): Promise<Bilingual | null> => {
    const turn = await journal.read(turnId);
    const entries = turn === null ? [] : sourcesOf(turn);
    return entries.length === 0 ? null : { zh: list(entries, "zh"), en: list(entries, "en") };
  };
