import type { ChatAddress } from "#contract";
import { inBatches } from "../../store/in-batches.ts";
import type { Store } from "../../store/redis.ts";
import { isOwnName, type Whose } from "./own-keys.ts";

/** Where a reminder goes, as the memory of reminders has written it; undefined where that cannot be read. */
function addresseeIn(text: string): (ChatAddress & { readonly senderId: string }) | undefined {
  try {
    const { to } = JSON.parse(text) ?? {};
    return to ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes away what the person has asked to be told of by itself. A record that cannot be read is theirs where it stands under their name, or
 * holds it; resolves also with how many there are of which nothing is known.
 */
export async function eraseReminders(
  { keys: { reminders: key }, guarded }: Store,
  { platform, id }: Whose,
  names: (text: string) => boolean,
): Promise<{ readonly erased: number; readonly unreadable: number }> {
  let unreadable = 0;
  const isTheirs = (owner: string, text: string): boolean => {
    const to = addresseeIn(text);
    if (to !== undefined) return to.platform === platform && (to.senderId === id || to.chatId === id);
    if (isOwnName(owner, { platform, id }) || (owner.startsWith(`${platform}/`) && names(text))) return true;
    unreadable += 1;
    return false;
  };
  const all = await guarded((redis) => redis.hgetall(key));
  const theirs = Object.entries(all).flatMap(([owner, text]) => (isTheirs(owner, text) ? [owner] : []));
  let erased = 0;
  for (const batch of inBatches(theirs)) erased += await guarded((redis) => redis.hdel(key, ...batch));
  return { erased, unreadable };
}
