import { z } from "zod";
import type { Settings } from "#contract";

const address = z
  .url({ protocol: /^https?$/, error: "must be a web address" })
  .meta({ examples: ["http://127.0.0.1:4318"] })
  .optional();

const pairs = z
  .string()
  .refine(
    (text) => text.split(",").every((pair) => /^\s*[^=\s]+=[^=]*/.test(pair)),
    "must be a list of <name>=<value>",
  );

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1")
  .transform(Number);

const samplers = [
  ...["always_on", "always_off", "traceidratio"],
  ...["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"],
] as const;

const schema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  /** The whole address, where it is not the one above with `/v1/traces`. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: pairs.meta({ examples: ["authorization=Bearer%20<token>"] }).optional(),
  OTEL_SERVICE_NAME: z.string().default("qianmen"),
  OTEL_RESOURCE_ATTRIBUTES: pairs.meta({ examples: ["deployment.environment.name=production"] }).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => Number(text) >= 0 && Number(text) <= 1, "must be a share from 0 to 1")
    .transform(Number)
    .meta({ examples: ["0.1"] })
    .default(1),
  /** Between two batches, milliseconds; and how many spans wait at most, the rest being dropped. */
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber.meta({ examples: ["5000"] }).default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber.meta({ examples: ["2048"] }).default(2048),
  OTEL_SDK_DISABLED: z.string().default("false"),
});

/**
 * The standard variables of OpenTelemetry that traces go by. The exporter reads those of its connection by itself
 * (`OTEL_EXPORTER_OTLP_TIMEOUT`, `…_COMPRESSION`, `…_CERTIFICATE`).
 */
export const traceSettings: Settings<typeof schema> = {
  schema,
  secrets: ["OTEL_EXPORTER_OTLP_HEADERS"],
};

/** Where and what to export. */
export interface TraceTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  /** Of the turns, from 0 to 1. */
  readonly share: number;
  /** Between two batches. */
  readonly everyMs: number;
  readonly mostWaiting: number;
}

/** `a=b,c=d` with percent-encoded values, as the specification writes lists. */
function readPairs(text = ""): Record<string, string> {
  const entries = text.split(",").flatMap((pair): (readonly [string, string])[] => {
    const at = pair.indexOf("=");
    if (at < 1) return [];
    return [[pair.slice(0, at).trim(), safeDecode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(entries);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Undefined: traces are off, and nothing of OpenTelemetry is loaded. */
export function traceTarget(config: z.infer<typeof schema>): TraceTarget | undefined {
  const root = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const url =
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (root === undefined ? undefined : `${root}/v1/traces`);
  const sampler = config.OTEL_TRACES_SAMPLER.replace("parentbased_", "");
  const share = sampler === "always_off" ? 0 : sampler === "always_on" ? 1 : config.OTEL_TRACES_SAMPLER_ARG;
  if (url === undefined || share === 0 || config.OTEL_SDK_DISABLED.toLowerCase() === "true") return undefined;
  return {
    url,
    share,
    everyMs: config.OTEL_BSP_SCHEDULE_DELAY,
    mostWaiting: config.OTEL_BSP_MAX_QUEUE_SIZE,
    headers: readPairs(config.OTEL_EXPORTER_OTLP_HEADERS),
    resource: {
      ...readPairs(config.OTEL_RESOURCE_ATTRIBUTES),
      "service.name": config.OTEL_SERVICE_NAME,
    },
  };
}
