import { z } from "zod";
import type { Settings } from "#contract";
import { dayShape } from "./day-settings.ts";
import { loopFaults, loopShape } from "./loop-settings.ts";
import { wholeNumber } from "./number-settings.ts";

/** A value that is a name followed by the rest of an address: `telegram:12345`. */
const chatName = /^[a-z][a-z0-9-]*:[^\s:,]+$/;
const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** True for an ISO 8601 instant with its offset, of a day that exists. */
export function isInstant(text: string): boolean {
  if (!isoInstant.test(text) || Number.isNaN(Date.parse(text))) return false;
  // Date.parse takes 2026-02-31 for 3 March.
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** `redis://`, `rediss://`, or `redis+sentinel://[user:password@]host:port,host:port/<name of the master>[/<database>]`. */
const isRedisAddress = (text: string): boolean =>
  /^redis\+sentinel:\/\/([^@/]*@)?[^/@,]+(,[^/@,]+)*\/[\w.-]+(\/\d+)?$/.test(text) ||
  (/^rediss?:\/\//.test(text) && URL.canParse(text));

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
};

/** What a million tokens cost, in the operator's currency: `openai:hermes-4-70b=0.13/0.40`, prompt and completion. */
const modelPrice = /^([a-z]+:[^\s,=]+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/;

/** Of a million tokens. */
export interface ModelPrice {
  readonly prompt: number;
  readonly completion: number;
}

function priceOf(text: string): readonly [model: string, price: ModelPrice] {
  const [, model = "", prompt, completion] = modelPrice.exec(text) ?? [];
  return [model, { prompt: Number(prompt), completion: Number(completion) }];
}

const asList = (text: string): string[] => text.split(/[,\s]+/).filter(Boolean);

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(", ")}`);

const schema = z.object({
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, "must be the address of a Redis, or of the sentinels of one")
    .meta({ examples: ["redis://127.0.0.1:6379", "redis+sentinel://10.0.0.1:26379,10.0.0.2:26379/mymaster"] })
    .optional(),
  REDIS_FSYNC: oneOf(["everysec", "always"])
    .meta({ examples: ["always"] })
    .default("everysec"),
  HTTP_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, "must be an address to listen on")
    .meta({ examples: ["127.0.0.1"] })
    .default("127.0.0.1"),
  HTTP_PORT: wholeNumber(0, 65_535)
    .meta({ examples: ["8787"] })
    .default(8787),
  ADMIN_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters (openssl rand -hex 24 makes one)")
    .meta({ examples: ["<48 random hex digits>"] })
    .optional(),
  ADMIN_VIEWER_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters (openssl rand -hex 24 makes one)")
    .meta({ examples: ["<48 other random hex digits>"] })
    .optional(),
  ADMIN_VIEWER_TEXT: oneOf(["show", "hide"])
    .meta({ examples: ["hide"] })
    .default("show"),
  PUBLIC_URL: z
    .string()
    .refine(isWebAddress, "must be the address of this service, without a path")
    .meta({ examples: ["https://qianmen.example.com"] })
    .optional(),
  MODEL_PRICES: z
    .string()
    .transform(asList)
    .refine(
      (each) => each.every((price) => modelPrice.test(price)),
      "must be a list of <provider>:<model>=<in>/<out>",
    )
    .transform((each) => new Map(each.map(priceOf)))
    .meta({ examples: ["openai:hermes-4-70b=0.13/0.40"] })
    .default(new Map()),
  ACCESS: oneOf(["pairing", "allowlist", "open"])
    .meta({ examples: ["allowlist"] })
    .default("pairing"),
  ACCESS_ALLOW: z
    .string()
    .transform(asList)
    .refine((each) => each.every((name) => chatName.test(name)), "must be a list of <platform>:<id>")
    .meta({ examples: ["telegram:123456789,telegram:-1001234567890"] })
    .default([]),
  OPERATOR_CHAT: z
    .string()
    .regex(chatName, "must be <platform>:<chat>")
    .meta({ examples: ["telegram:123456789"] })
    .optional(),
  /** Messages a minute of one person, over all chats, and of one chat, over all its people; as many may come at once. */
  RATE_LIMIT_PERSON: wholeNumber(1, 1_000_000)
    .meta({ examples: ["20"] })
    .default(20),
  RATE_LIMIT_CHAT: wholeNumber(1, 1_000_000)
    .meta({ examples: ["60"] })
    .default(60),
  /** Turns that one worker has under way at once; most of a turn's time it waits for models. */
  TURNS_AT_ONCE: wholeNumber(1, 1000)
    .meta({ examples: ["128"] })
    .default(128),
  ...loopShape,
  ...dayShape,
  DATA_SOURCES: z
    .string()
    .transform((text) => asList(text.toLowerCase()))
    .refine(
      (names) => names.every((name) => /^[a-z][a-z0-9_-]*$/.test(name)),
      "must be a list of source names",
    )
    .meta({ examples: ["tushare,akshare"] })
    .optional(),
  CROSS_CHECK: oneOf(["on", "off"])
    .meta({ examples: ["on"] })
    .default("on"),
  QIANMEN_NOW: z
    .string()
    .refine(
      (text) => text.startsWith("file:") || isInstant(text),
      "must be an ISO 8601 instant with its offset, or file:<path> of a file that holds one",
    )
    .meta({ examples: ["2026-05-07T10:32:05+08:00"] })
    .optional(),
  QIANMEN_DATA: z
    .string()
    .refine((text) => !text.includes("\0"), "must be the path of a folder")
    .meta({ examples: ["/var/lib/qianmen"] })
    .optional(),
  JOURNAL_DAYS: wholeNumber(1, 3650)
    .meta({ examples: ["30"] })
    .default(30),
  LOG_LEVEL: oneOf(["debug", "info", "warn", "error", "silent"])
    .meta({ examples: ["info"] })
    .default("info"),
});

export type CoreSettings = z.infer<typeof schema>;

/** The settings that no extension owns. */
export const coreSettings: Settings<typeof schema> = {
  schema,
  secrets: ["ADMIN_TOKEN", "ADMIN_VIEWER_TOKEN"],
  faults: ({ ADMIN_TOKEN, ADMIN_VIEWER_TOKEN, ...rest }) => [
    ...loopFaults(rest),
    ...(ADMIN_TOKEN !== undefined && ADMIN_TOKEN === ADMIN_VIEWER_TOKEN
      ? [
          "ADMIN_VIEWER_TOKEN: it is the same as ADMIN_TOKEN; write another one, e.g. ADMIN_VIEWER_TOKEN=<48 other random hex digits>",
        ]
      : []),
  ],
};
