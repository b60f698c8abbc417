import type { AdapterDefinition, LoginHost } from "#contract";
import type { ConnectPorts } from "../../admin/connections/connect-ports.ts";
import type { Connection } from "../../admin/connections/connection.ts";
import { createInvites, type Invites } from "../../admin/connections/invites.ts";
import { createLoginFlows } from "../../admin/connections/login-flows.ts";
import { createShortFetch } from "../../http/short-fetch.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import { withFolderLock } from "../../store/folder-lock.ts";
import type { Store } from "../../store/redis.ts";
import { accountsLock } from "../command-line/forget-files.ts";
import type { Foundation } from "../foundation.ts";
import { qrPicture } from "./qr-picture.ts";

/** What a platform's login is handed, in a service or on the command line. */
export function loginHostOf(
  { config, clock, log }: Foundation,
  store: Store,
  { platform, settings }: AdapterDefinition,
): LoginHost<ReturnType<AdapterDefinition["settings"]["schema"]["parse"]>> {
  return {
    config: config.of(settings),
    clock,
    log,
    dataFolder: config.dataFolder,
    fetch: createShortFetch({ fallback: globalThis.fetch }),
    store: createAdapterStore(store, platform),
    withAccounts: (work) => withFolderLock(accountsLock(config.dataFolder, platform), work),
  };
}

function connectionOf(foundation: Foundation, store: Store, definition: AdapterDefinition): Connection[] {
  const { platform, summary, login, accounts, invites = false, settings, isOn } = definition;
  if (login === undefined) return [];
  const host = loginHostOf(foundation, store, definition);
  const state = isOn(foundation.config.of(settings));
  return [
    {
      platform,
      summary,
      invites,
      ...(state.on ? {} : { hint: state.hint }),
      login: (screen, signal) => login(host, screen, signal),
      accounts: async () => accounts?.(host) ?? [],
    },
  ];
}

/** Where invitations stand; the command line makes them, the service redeems them. */
export const openInvites = ({ clock }: Foundation, store: Store): Invites =>
  createInvites(createAdapterStore(store, "connect"), clock);

/** The platforms whose accounts are connected by codes. */
export const connectionsOf = (foundation: Foundation, store: Store): readonly Connection[] =>
  foundation.adapters.flatMap((each) => connectionOf(foundation, store, each));

/** The same with the logins that are followed on pages. */
export function createConnect(foundation: Foundation, store: Store, signal: AbortSignal): ConnectPorts {
  const keep = createAdapterStore(store, "connect");
  return {
    connections: connectionsOf(foundation, store),
    logins: createLoginFlows({ store: keep, log: foundation.log, signal }),
    invites: openInvites(foundation, store),
    qrPicture,
  };
}
