import { type Adapter, type AdapterDefinition, type Log, userText } from "#contract";
import type { Invites } from "../../admin/connections/invites.ts";
import { loginPath } from "../../admin/connections/login-path.ts";
import type { Store } from "../../store/redis.ts";
import { openInvites } from "../admin/connections.ts";
import type { Foundation } from "../foundation.ts";
import { operatorPlace, sendToOperator } from "./operator-chat.ts";
import { publicAddress } from "./public-address.ts";

export interface LoginLostServices {
  /** `<platform>:<chat>` where the operator is told; undefined: only the log, the metrics and the site tell. */
  readonly operatorChat: string | undefined;
  /** Under which others reach this service, without a slash at its end. */
  readonly publicUrl: string;
  readonly invites: Invites;
  readonly definitions: readonly AdapterDefinition[];
  /** The running ones. */
  readonly adapters: () => ReadonlyMap<string, Pick<Adapter, "send">>;
  readonly log: Log;
}

export type LoginLost = (platform: string, accountId: string, signal: AbortSignal) => Promise<void>;

/**
 * Tells the operator in their own chat that an account has to be connected anew, with a link to a page that draws codes. It is no
 * turn: its link lets somebody in, so it is written down nowhere.
 */
export function createLoginLost(services: LoginLostServices): LoginLost {
  const { operatorChat, publicUrl, invites, definitions, adapters, log } = services;

  const linkFor = async (platform: string): Promise<string> => {
    const isPersonal = definitions.some((each) => each.platform === platform && each.invites === true);
    return isPersonal
      ? `${publicUrl}/invite/${(await invites.make(platform)).token}`
      : `${publicUrl}${loginPath(platform)}`;
  };

  return async function loginLost(platform, accountId, signal) {
    if (operatorChat === undefined) return;
    const { platform: operatorPlatform } = operatorPlace(operatorChat);
    const adapter = adapters().get(operatorPlatform);
    // On the platform that is lost nobody can be told of it.
    if (adapter === undefined || operatorPlatform === platform) {
      log.warn({ platform, operatorPlatform }, "OPERATOR_CHAT cannot be told of a lost login");
      return;
    }
    const params = { platform, account: accountId, link: await linkFor(platform) };
    const text = {
      zh: userText("LOGIN_REQUIRED", "zh", params),
      en: userText("LOGIN_REQUIRED", "en", params),
    };
    const outcome = await sendToOperator(adapter, operatorChat, { name: platform, text }, signal);
    if (outcome.status !== "delivered")
      log.warn(
        { platform, outcome: outcome.status, reason: outcome.reason },
        "the operator's chat was not told",
      );
  };
}

export const loginLostServices = (
  foundation: Foundation,
  store: Store,
): Omit<LoginLostServices, "adapters"> => {
  const { core } = foundation.config;
  return {
    operatorChat: core.OPERATOR_CHAT,
    publicUrl: publicAddress(core),
    invites: openInvites(foundation, store),
    definitions: foundation.adapters,
    log: foundation.log,
  };
};
