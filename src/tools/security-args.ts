import { z } from "zod";
import type { ToolFailure } from "#contract";
import { readCode } from "#language";

/** A canonical code, as `resolve_security` gives it. */
export const codeArg = z.string().regex(/^\d{6}\.(SH|SZ|BJ)$/);

/** Why prices of this code cannot be asked for, or null: only stocks are covered. */
export function codeFault(code: string): ToolFailure | null {
  const kind = readCode(code)?.kind;
  if (kind === "stock") return null;
  if (kind === undefined || kind === "unknown" || kind === "neeq") {
    return { code: "UNKNOWN_SECURITY", message: "no such range of codes", subject: code };
  }
  return { code: "UNSUPPORTED_SECURITY", message: `a ${kind} is not covered`, subject: code };
}
