import type { Nerves } from "./nerves.ts";

/** Jobs by queue and state, of the questions and of each platform's answers. */
export async function queueCounts(
  { inbound, queueOf }: Pick<Nerves, "inbound" | "queueOf">,
  platforms: readonly { readonly platform: string }[],
): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const rows = await Promise.all([
    inbound.counts().then((counts) => ["inbound", counts] as const),
    ...platforms.map(
      async ({ platform }) => [`outbound-${platform}`, await queueOf(platform).counts()] as const,
    ),
  ]);
  return Object.fromEntries(rows);
}
