import type { AdapterStore } from "#contract";

/** Groups that have become supergroups: their old ids, and those from now on. */
export interface MovedGroups {
  /** Where what is meant for the chat goes. Never throws. */
  placeOf(chat: number | string): Promise<number | string>;
  /** The group has moved; kept for all processes, and where that fails for this one. Never throws. */
  note(chat: number | string, movedTo: number): void;
}

const group = "moved";

/** People have positive ids, and stay where they are. */
const isGroup = (chat: number | string): boolean => typeof chat === "number" && chat < 0;

/** What other processes learn after the first look here, this one learns by itself. */
export function createMovedGroups(store: AdapterStore): MovedGroups {
  const moved = new Map<string, number>();
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    for (const [chat, movedTo] of await store.entries(group)) moved.set(chat, Number(movedTo));
  };
  const loaded = () => {
    loading ??= load().catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    async placeOf(chat) {
      if (!isGroup(chat)) return chat;
      await loaded();
      return moved.get(String(chat)) ?? chat;
    },
    note(chat, movedTo) {
      if (!isGroup(chat)) return;
      moved.set(String(chat), movedTo);
      store.setEntry(group, String(chat), String(movedTo)).catch(() => undefined);
    },
  };
}
