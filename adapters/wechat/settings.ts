import { z } from "zod";
import type { Settings } from "#contract";

const puppets = ["wechaty-puppet-service", "wechaty-puppet-wechat4u", "wechaty-puppet-mock"] as const;

const schema = z.object({
  /** The mock talks to nobody; it is there for tests, and only a clone has it. */
  WECHATY_PUPPET: z
    .enum(puppets, "must be wechaty-puppet-service, or, at your own risk, wechaty-puppet-wechat4u")
    .optional(),
  WECHATY_PUPPET_ENDPOINT: z
    .string()
    .regex(/^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/, "must be the gateway's host:port")
    .meta({ examples: ["127.0.0.1:8788"] })
    .optional(),
  WECHATY_PUPPET_TOKEN: z
    .string()
    .regex(/^[!-~]{1,200}$/, "must be the gateway's token, without spaces")
    .meta({ examples: ["insecure_<uuid>"] })
    .optional(),
});

export const wechatSettings: Settings<typeof schema> = {
  schema,
  secrets: ["WECHATY_PUPPET_TOKEN"],
  faults({ WECHATY_PUPPET: puppet, WECHATY_PUPPET_ENDPOINT: endpoint, WECHATY_PUPPET_TOKEN: token }) {
    if (puppet !== "wechaty-puppet-service") return [];
    return [
      ...(endpoint === undefined
        ? [
            "WECHATY_PUPPET_ENDPOINT: wechaty-puppet-service needs it; write the gateway's host:port, e.g. 127.0.0.1:8788",
          ]
        : []),
      ...(token === undefined
        ? ["WECHATY_PUPPET_TOKEN: wechaty-puppet-service needs it; write the gateway's token"]
        : []),
      // The gateway's certificate is checked against what stands before the last underscore.
      ...(token !== undefined && token.lastIndexOf("_") < 1
        ? [
            "WECHATY_PUPPET_TOKEN: it must begin with the name on the gateway's certificate and an underscore, e.g. insecure_… for one with wechaty's own certificate",
          ]
        : []),
    ];
  },
};

export type WechatConfig = z.infer<typeof schema>;
export type PuppetName = (typeof puppets)[number];
