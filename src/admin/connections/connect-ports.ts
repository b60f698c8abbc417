import type { Connection } from "./connection.ts";
import type { Invites } from "./invites.ts";
import type { LoginFlows } from "./login-flows.ts";

/** What the pages need on which accounts are connected. */
export interface ConnectPorts {
  readonly connections: readonly Connection[];
  readonly logins: LoginFlows;
  readonly invites: Invites;
  /** The text as a picture to scan, an address of the kind `data:image/png`; undefined for a text that is too long for one. */
  readonly qrPicture: (text: string) => string | undefined;
}
