import type { Connection } from "./connection.ts";
import type { Invites } from "./invites.ts";
import type { LoginDesk } from "./login-desk.ts";

/** What the pages need on which accounts are connected. */
export interface ConnectPorts {
  readonly connections: readonly Connection[];
  readonly desk: LoginDesk;
  readonly invites: Invites;
  /** The text as a picture to scan, an address of the kind `data:image/png`; undefined for a text that is too long for one. */
  readonly qrPicture: (text: string) => string | undefined;
}
