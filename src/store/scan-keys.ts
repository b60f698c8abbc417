import type { Store } from "./redis.ts";

/** Keys by a pattern of Redis, in pages of about so many, some perhaps twice. Throws AppError INTAKE_DOWN. */
export async function* scanKeys(
  { guarded }: Pick<Store, "guarded">,
  pattern: string,
  pageSize = 500,
): AsyncGenerator<readonly string[]> {
  let cursor = "0";
  do {
    const [next, page] = await guarded((redis) => redis.scan(cursor, "MATCH", pattern, "COUNT", pageSize));
    cursor = next;
    if (page.length > 0) yield page;
  } while (cursor !== "0");
}
