import type { AdapterDefinition } from "#contract";
import type { AccessConfig } from "../../config.ts";
import { createAccess } from "../../gateway/access.ts";
import { createOpenCode } from "../../gateway/open-code.ts";
import { createPairing, type Pairing } from "../../gateway/pairing.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import type { Store } from "../../store/redis.ts";
import type { Foundation } from "../foundation.ts";

/** Where in the store it is kept who may ask. */
const place = "access";

/** Whose settings may change while it is asked. */
export interface LivePairing extends Pairing {
  setAccess(access: AccessConfig): void;
}

/** Who may ask, by the settings and by what administrators decided. */
export function createPairingFor({ config, adapters, clock }: Foundation, store: Store): LivePairing {
  const privatePlatforms = adapters.filter((each) => !each.public).map(({ platform }) => platform);
  const ruleOf = ({ mode, allow }: AccessConfig) => ({
    isListed: createAccess({ mode: mode === "open" ? "open" : "allowlist", allow, privatePlatforms }),
    offersCodes: mode === "pairing",
  });
  let rule = ruleOf(config.access);
  const pairing = createPairing({
    store: createAdapterStore(store, place),
    openCode: createOpenCode(store, place),
    isListed: (message) => rule.isListed(message),
    offersCodes: () => rule.offersCodes,
    wallMs: clock.wallMs,
  });
  return {
    ...pairing,
    setAccess(access) {
      rule = ruleOf(access);
    },
  };
}

const isReachable = ({ config, adapters }: Foundation): boolean =>
  adapters.some(({ public: isPublic, settings, isOn }: AdapterDefinition) => {
    const parsed = settings.schema.safeParse(config.values);
    return isPublic && parsed.success && isOn(parsed.data).on;
  });

/** A line with the owner's code, for the first start at a terminal; null once somebody has been let in. */
export async function ownerLine(foundation: Foundation, pairing: Pairing): Promise<string | null> {
  if (foundation.config.access.mode !== "pairing" || process.stdin.isTTY !== true) return null;
  if (!isReachable(foundation) || (await pairing.people()).length > 0) return null;
  const code = await pairing.ownerCode();
  return `  ${"owner".padEnd(10)} send the bot ${code} within the hour and you are let in 向机器人发送此码即可使用`;
}
