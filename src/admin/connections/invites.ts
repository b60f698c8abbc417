import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { AdapterStore, Clock } from "#contract";

const inviteShape = z.object({
  platform: z.string(),
  expiresMs: z.number(),
  /** When somebody has connected by it: it then opens nothing any more. */
  usedMs: z.number().optional(),
});

export type Invite = z.infer<typeof inviteShape>;

/** Links by which one person connects an account of their own. Everything throws AppError INTAKE_DOWN while Redis is away. */
export interface Invites {
  /** The link's path is `/invite/<token>`. The token is told here and nowhere else: what is kept is its hash. */
  make(platform: string): Promise<{ readonly token: string; readonly expiresMs: number }>;
  /** Undefined for one that there is not, or not any more. */
  find(token: string): Promise<Invite | undefined>;
  use(token: string): Promise<void>;
}

const validForMs = 24 * 3_600_000;
const tokenBytes = 32;

/** Under which a token stands in the store. Looked up by its hash, it cannot be felt out by the time that takes. */
export const inviteName = (token: string): string =>
  `invite:${createHash("sha256").update(token).digest("hex")}`;

export function createInvites(store: AdapterStore, { wallMs }: Pick<Clock, "wallMs">): Invites {
  const find: Invites["find"] = async (token) => {
    const text = await store.get(inviteName(token));
    const parsed = text === undefined ? undefined : inviteShape.safeParse(JSON.parse(text));
    return parsed?.success === true && parsed.data.expiresMs > wallMs() ? parsed.data : undefined;
  };
  return {
    find,
    async make(platform) {
      const token = randomBytes(tokenBytes).toString("base64url");
      const expiresMs = wallMs() + validForMs;
      await store.set(inviteName(token), JSON.stringify({ platform, expiresMs }), { ttlMs: validForMs });
      return { token, expiresMs };
    },
    async use(token) {
      const invite = await find(token);
      if (invite === undefined) return;
      const usedMs = wallMs();
      const ttlMs = Math.max(1, invite.expiresMs - usedMs);
      await store.set(inviteName(token), JSON.stringify({ ...invite, usedMs }), { ttlMs });
    },
  };
}
