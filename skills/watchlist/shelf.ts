import type { KeptReminder, RemindersValue } from "#contract";
import type { Listed } from "./texts.ts";

export type KeptAlert = Extract<KeptReminder, { readonly kind: "alert" }>;
export type KeptDigest = Extract<KeptReminder, { readonly kind: "digest" }>;

/** The person's reminders, and the names of what these and the message are about. */
export interface Shelf {
  readonly reminders: RemindersValue["reminders"];
  readonly arrival: RemindersValue["arrival"];
  readonly named: (code: string) => Promise<Listed>;
}

/** The companies of alerts by their codes. */
export async function namesOf(
  reminders: readonly KeptReminder[],
  { named }: Pick<Shelf, "named">,
): Promise<ReadonlyMap<string, Listed>> {
  const codes = reminders.flatMap((each) => (each.kind === "alert" ? [each.rule.code] : []));
  const companies = await Promise.all([...new Set(codes)].map(named));
  return new Map(companies.map((company) => [company.code, company]));
}
