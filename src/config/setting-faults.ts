import { z } from "zod";
import type { Settings } from "#contract";

/** The example of a field, however deep its schema wraps it. */
function exampleOf(field: z.core.$ZodType | undefined): string | undefined {
  if (field === undefined) return undefined;
  const examples = z.globalRegistry.get(field)?.examples;
  if (Array.isArray(examples) && examples.length > 0) return String(examples[0]);
  const def = field._zod.def;
  return "innerType" in def ? exampleOf(def.innerType as z.core.$ZodType) : undefined;
}

const sentence = ({ code, message, ...issue }: z.core.$ZodIssue): string => {
  if (code === "invalid_type" && issue.input === undefined && message.includes("received undefined"))
    return "is not set";
  if (message === "Invalid URL") return "must be a web address, such as https://api.example.com";
  return message.charAt(0).toLowerCase() + message.slice(1);
};

function faultLine({ shape }: Settings["schema"], issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? "");
  const example = exampleOf(shape[name]);
  const what = `${name === "" ? "" : `${name}: `}${sentence(issue)}`;
  return example === undefined ? what : `${what}, e.g. ${name}=${example}`;
}

/**
 * Every fault of one extension's settings: variable, what is wrong, an example where its schema has one. What several fields
 * amount to is judged without those that are wrong by themselves.
 */
export function faultsOf(settings: Settings, values: Readonly<Record<string, string>>): readonly string[] {
  const { schema } = settings;
  const parsed = schema.safeParse(values);
  if (parsed.success) return settings.faults?.(parsed.data) ?? [];
  const { issues } = parsed.error;
  const wrong = new Set(issues.map(({ path }) => String(path[0] ?? "")));
  const rest = schema.safeParse(
    Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name))),
  );
  const joint = rest.success ? (settings.faults?.(rest.data) ?? []) : [];
  return [
    ...issues.map((issue) => faultLine(schema, issue)),
    ...joint.filter((line) => !wrong.has(line.split(":")[0] ?? "")),
  ];
}

/** What one extension points out of settings that it takes. */
export function cautionsOf(settings: Settings, values: Readonly<Record<string, string>>): readonly string[] {
  const parsed = settings.schema.safeParse(values);
  return parsed.success ? (settings.cautions?.(parsed.data) ?? []) : [];
}

/** The line without any secret: an extension's own message may have quoted what it was given. */
export const strike = (line: string, secrets: readonly string[]): string =>
  secrets
    .filter(({ length }) => length >= 4)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
