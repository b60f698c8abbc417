import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sameSecret, seal } from "./secret.ts";

export type AdminRole = "operator" | "viewer";

const sessionSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{16,40}$/),
  role: z.enum(["operator", "viewer"]),
  /** Wall time, epoch milliseconds. */
  endsMs: z.number(),
});

/** Somebody who is logged in. */
export type AdminSession = z.infer<typeof sessionSchema>;

/** A working day; then the token is asked for again. */
export const sessionMs = 12 * 3_600_000;

/** Cookies and form tokens, sealed with a key that comes of the tokens: who changes a token ends all sessions. */
export interface Sessions {
  begin(role: AdminRole, nowMs: number): { readonly session: AdminSession; readonly cookie: string };
  /** Undefined for a cookie that was not made here, or has ended. */
  read(cookie: string | undefined, nowMs: number): AdminSession | undefined;
  /** What every form of the session carries. */
  formToken(session: AdminSession): string;
  isFormToken(session: AdminSession, given: string): boolean;
}

export function createSessions(key: string): Sessions {
  const formToken = ({ id }: AdminSession) => seal(key, "form", id);
  return {
    formToken,
    isFormToken: (session, given) => sameSecret(given, formToken(session)),
    begin(role, nowMs) {
      const session = { id: randomBytes(15).toString("base64url"), role, endsMs: nowMs + sessionMs };
      const body = Buffer.from(JSON.stringify(session)).toString("base64url");
      return { session, cookie: `${body}.${seal(key, "session", body)}` };
    },
    read(cookie = "", nowMs) {
      const [body = "", given = "", more] = cookie.split(".");
      if (more !== undefined || !sameSecret(given, seal(key, "session", body))) return undefined;
      // Sealed by `begin`.
      const session = sessionSchema.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
      return session.endsMs > nowMs ? session : undefined;
    },
  };
}
