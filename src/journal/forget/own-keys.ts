import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";

/** A person's or a group's id on its platform. */
export interface Whose {
  readonly platform: string;
  readonly id: string;
}

/** Beginnings of the keys that go on with a chat, a conversation or a payer. */
function families({ keys }: Store): readonly string[] {
  const { session, watchlist, epoch, paste, rate, spent } = keys;
  const notices = ["denied", "limited", "wait", "help"].map((kind) => keys.lock(`first:${kind}:`));
  const ofNames = [session, watchlist, epoch, paste, rate, spent].map((keyOf) => keyOf(""));
  return [...ofNames, keys.turnsBy("chat", ""), ...notices];
}

/** Whether a name is `<platform>/<id>` or holds the id as the chat or the sender of `<platform>/<account>/<chat>[/<sender>]`. */
export function isOwnName(name: string, { platform, id }: Whose): boolean {
  if (name === `${platform}/${id}`) return true;
  if (!name.startsWith(`${platform}/`)) return false;
  const place = name.slice(platform.length + 1);
  return place.endsWith(`/${id}`) || place.includes(`/${id}/`);
}

/**
 * Every key that bears the name of the person or group: memory, watchlist, epoch, paste, allowances, notices, lists of their turns, and
 * what leads from a quoted message to its turn. By the keys' names, for they may outlive the turns.
 */
export async function ownKeys(store: Store, whose: Whose): Promise<readonly string[]> {
  const { keys } = store;
  const { platform, id } = whose;
  const prefixes = families(store);
  const sender = keys.turnsBy("sender", `${platform}:${id}`);
  const [said] = keys.said("\n", "").split("\n");
  const isOwn = (key: string): boolean => {
    if (key === sender) return true;
    // Behind the chat stands what a message is known by, which may read like an id.
    if (said !== undefined && key.startsWith(`${said}${platform}/`))
      return key.slice(said.length + platform.length + 1).includes(`/${id}/`);
    return prefixes.some((prefix) => key.startsWith(prefix) && isOwnName(key.slice(prefix.length), whose));
  };
  const found = new Set<string>();
  for await (const page of scanKeys(store, "qm:*")) for (const key of page) if (isOwn(key)) found.add(key);
  return [...found];
}
