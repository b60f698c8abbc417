import type { AdapterStore } from "#contract";
import { cleanTitle } from "#language";

const mostCharacters = 64;

/** Names and titles are somebody's writing: one line, cut, without what moves a terminal's cursor or turns the text around. */
export const shownTitle = (title = ""): string => cleanTitle(title, mostCharacters);

/** What the groups that were let in are called, as it stood when somebody last wrote to the bot there. */
export interface GroupTitles {
  /** Written behind the message, where it is new; lost where the store is away, and said again by the next message. */
  note(group: string, title: string | undefined): void;
  read(): Promise<ReadonlyMap<string, string>>;
  drop(group: string): Promise<void>;
}

const place = "titles";

/** `store`: where it is kept who may ask. */
export function createGroupTitles(store: AdapterStore): GroupTitles {
  const noted = new Map<string, string>();
  return {
    note(group, title) {
      const shown = shownTitle(title);
      if (shown === "" || noted.get(group) === shown) return;
      noted.set(group, shown);
      store.setEntry(place, group, shown).catch(() => noted.delete(group));
    },
    read: () => store.entries(place),
    async drop(group) {
      noted.delete(group);
      await store.deleteEntry(place, group);
    },
  };
}
