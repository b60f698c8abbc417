import { z } from "zod";
import { TimedOut } from "./within.ts";

/** gRPC's status codes, as far as they tell something. */
const grpc = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** What is known of a call that went wrong. */
export interface Failure {
  /**
   * `unsent`: it never reached the puppet. `not_logged_in`, `throttled`, `denied` (the token): the puppet did nothing.
   * `refused`: it never will. `unknown`: it may or may not have been done.
   */
  readonly kind: "unsent" | "not_logged_in" | "throttled" | "denied" | "refused" | "unknown";
  /** A class name or gRPC's code, for operators: puppets write what they like into their messages. */
  readonly reason: string;
}

const neverConnected =
  /no connection established|name resolution failed|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/i;
const loggedOut = /not logged ?in|not login|no this\.__currentUserId|未登录/i;
const nobodyThere = /not exist|not found|no such|no payload|invalid (contact|room|conversation)/i;

const refusals: ReadonlySet<number> = new Set([
  grpc.invalidArgument,
  grpc.notFound,
  grpc.permissionDenied,
  grpc.failedPrecondition,
  grpc.unimplemented,
]);

function kindOf(code: number | undefined, text: string): Failure["kind"] {
  if (neverConnected.test(text)) return "unsent";
  if (code === grpc.unauthenticated) return "denied";
  if (code === grpc.resourceExhausted) return "throttled";
  if (code === grpc.unavailable || code === grpc.deadlineExceeded || code === grpc.cancelled)
    return "unknown";
  if (loggedOut.test(text)) return "not_logged_in";
  return nobodyThere.test(text) || (code !== undefined && refusals.has(code)) ? "refused" : "unknown";
}

/** Reads what a puppet threw: gRPC's errors carry a number, those of a puppet in this process and of one behind a gateway words alone. */
export function readFailure(error: unknown): Failure {
  if (error instanceof TimedOut) return { kind: "unknown", reason: error.name };
  const code =
    error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;
  const text = error instanceof Error ? error.message : String(error);
  const name = error instanceof Error ? error.name : "error";
  return { kind: kindOf(code, text), reason: code === undefined ? name : `gRPC ${code}` };
}

const eventShape = z.object({ gerror: z.string() });
const errorShape = z.object({ name: z.string().default("error"), code: z.number().optional() });

/** The reason of a puppet's `error` event, which carries an error as JSON text. */
export function readTrouble(event: unknown): string {
  const parsed = eventShape.safeParse(event);
  if (!parsed.success) return readFailure(event).reason;
  const { name, code } = errorShape.catch({ name: "error" }).parse(parseOr(parsed.data.gerror));
  // gRPC's "unknown" stands there for every error of another kind.
  return code === undefined || code === grpc.unknown ? name : `gRPC ${code}`;
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
