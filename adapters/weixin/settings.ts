import { z } from "zod";
import type { Settings } from "#contract";

const schema = z.object({
  WEIXIN_ENABLED: z
    .string()
    .regex(/^(on|off|true|false|yes|no|1|0)$/i, "must be on or off")
    .transform((word) => /^(on|true|yes|1)$/i.test(word))
    .meta({ examples: ["on"] })
    .default(false),
  WEIXIN_API_ROOT: z.url({ protocol: /^https?$/ }).default("https://ilinkai.weixin.qq.com"),
  WEIXIN_CDN_ROOT: z.url({ protocol: /^https?$/ }).default("https://novac2c.cdn.weixin.qq.com/c2c"),
  /** The phone refuses a scan for a client that is too old, so it can be raised without a new release. */
  WEIXIN_CLIENT_VERSION: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/, "must be three numbers")
    .meta({ examples: ["2.4.9"] })
    .default("2.4.9"),
  CREDENTIALS_KEY: z
    .string()
    .min(16, "must have at least 16 characters (openssl rand -hex 32 makes one)")
    .meta({ examples: ["<64 random hex digits>"] })
    .optional(),
});

export const weixinSettings: Settings<typeof schema> = { schema, secrets: ["CREDENTIALS_KEY"] };

export type WeixinConfig = z.infer<typeof schema>;
