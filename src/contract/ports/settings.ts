import type { z } from "zod";

/**
 * The settings an extension reads, keyed by the outside names of its environment variables.
 * `src/config.ts` merges all of them into one schema, so that every fault is reported at once; a name claimed twice is refused
 * unless both schemas are the same shared one.
 */
export interface Settings<Schema extends z.ZodObject = z.ZodObject> {
  readonly schema: Schema;
  /** Names whose values must never be logged, traced or shown. */
  readonly secrets: readonly string[];
  /** Secrets inside values of several parts (a server's header): each must never be logged either. */
  secretsIn?(config: z.infer<Schema>): readonly string[];
  /**
   * What no single field can see (an address without its secret), a line each, as `<VARIABLE>: <what is wrong>; <what to write>`.
   * Asked only with settings that the schema takes. No secret in it.
   */
  faults?(config: z.infer<Schema>): readonly string[];
  /** What is allowed but hardly meant, in the same form; it is shown at the start and in `doctor`. No secret in it. */
  cautions?(config: z.infer<Schema>): readonly string[];
}

/** Whether an extension is on with these settings, and if not, which variable would turn it on. */
export type Switch =
  | { readonly on: true; readonly detail?: string }
  | { readonly on: false; readonly hint: string };
