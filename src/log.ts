import pino from "pino";
import type { Log } from "#contract";

export interface LogOptions {
  readonly level: string;
  /** Values that must never be written, whatever the field they stand in. */
  readonly secrets: readonly string[];
}

/** A text as it stands in a line of JSON. */
const asWritten = (text: string): string => JSON.stringify(text).slice(1, -1);

/** An error's own fields are no JSON: it would stand there as `{}`. Its stack would be many lines of no use to an operator. */
function errorField(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = "code" in value && typeof value.code === "string" ? { code: value.code } : {};
  return { name: value.name, ...code, message: value.message };
}

/** JSON lines on standard error, so that standard output stays for answers. Every secret value is struck out. */
export function createLog({ level, secrets }: LogOptions): Log & {
  flush(): void;
  /** Secrets that came to be known later. */
  hide(secrets: readonly string[]): void;
} {
  const longOf = (values: readonly string[]) =>
    [...new Set(values.flatMap((value) => [value, asWritten(value)]))]
      .filter(({ length }) => length >= 6)
      .sort((a, b) => b.length - a.length);
  let long = longOf(secrets);
  const strike = (line: string): string =>
    long.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
  const destination = pino.destination({ dest: 2, sync: true });
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: errorField } },
    { write: (line: string) => void destination.write(strike(line)) },
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    debugs: logger.isLevelEnabled("debug"),
    flush: () => destination.flushSync(),
    hide(more) {
      long = longOf([...long, ...more]);
    },
  };
}
