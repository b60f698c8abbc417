import { AppError } from "#contract";

/** Replies by which a living Redis says that it cannot take writes now. */
const unfitReply =
  /^(OOM|READONLY|LOADING|MISCONF|NOREPLICAS|MASTERDOWN|TRYAGAIN|BUSY|CLUSTERDOWN|NOAUTH|NOPERM)\b/;
const lostConnection =
  /Command timed out|Connection is closed|max retries per request|Stream isn't writeable|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|socket/i;

/** True for what says "Redis cannot be reached or cannot write now", not for a mistake in a command. */
function isStoreFault(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "INTAKE_DOWN";
  if (!(error instanceof Error)) return false;
  return unfitReply.test(error.message) || lostConnection.test(error.message);
}

/** The same error, or AppError INTAKE_DOWN where Redis is the cause. */
export function asIntakeDown(error: unknown): unknown {
  if (error instanceof AppError || !isStoreFault(error)) return error;
  const why = error instanceof Error ? ` (${error.message})` : "";
  return new AppError("INTAKE_DOWN", `Redis cannot be reached or written${why}`, { cause: error });
}
