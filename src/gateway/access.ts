import type { IncomingMessage } from "#contract";

export interface AccessRule {
  readonly mode: "open" | "allowlist";
  /** `<platform>:<sender or chat id>`. */
  readonly allow: readonly string[];
  /** Platforms that no stranger can reach. */
  readonly privatePlatforms: readonly string[];
}

/** Who may ask: the sender, or in a group the group as a whole. */
export function createAccess(rule: AccessRule): (message: IncomingMessage) => boolean {
  const allowed = new Set(rule.allow);
  const isPrivate = new Set(rule.privatePlatforms);
  return ({ platform, senderId, chatId }) =>
    rule.mode === "open" ||
    isPrivate.has(platform) ||
    allowed.has(`${platform}:${senderId}`) ||
    allowed.has(`${platform}:${chatId}`);
}
