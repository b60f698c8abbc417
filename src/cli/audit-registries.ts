import { z } from "zod";
import type { MetricRegistry, NameRegistry } from "#contract";

/** A list of words, which may be empty; one alone may stand for a list of one. */
const words = z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(z.string()));

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);

const metric = z.object({
  ...{ default_unit: z.string(), zh: words.default([]), en: words.default([]) },
  ...{ realtime: flag, signed: flag, level: flag, computed: flag, exact: flag, unrounded: flag },
});

const metricRegistry = z.record(z.string(), metric);
const nameRegistry = z.record(z.string(), words);

export type RegistryReading<Registry> =
  | { readonly ok: true; readonly registry: Registry }
  | { readonly ok: false; readonly fault: string };

/** The first fault alone, with its place: `price.zh: expected array, received number`. */
function read<Registry>(schema: z.ZodType<unknown>, value: unknown): RegistryReading<Registry> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, registry: parsed.data as Registry };
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join(".") ?? "";
  const message = (issue?.message ?? "it fits no registry")
    .replace(/^Invalid input: /, "")
    .replace(/\n/g, " ");
  return { ok: false, fault: place === "" ? message : `${place}: ${message}` };
}

/** `{"price": {"default_unit": "CNY", "zh": ["当前价"], "en": ["price"]}}`. */
export const readMetrics = (value: unknown): RegistryReading<MetricRegistry> => read(metricRegistry, value);

/** `{"600519.SH": ["贵州茅台", "茅台"]}`. */
export const readNames = (value: unknown): RegistryReading<NameRegistry> => read(nameRegistry, value);
