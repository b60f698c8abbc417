import type { Bilingual, ConnectedAccount, LoginOutcome, LoginScreen } from "#contract";
import type { Invites } from "./invites.ts";
import type { LoginDesk } from "./login-desk.ts";

/** A platform whose accounts are connected by a code that their owners scan. */
export interface Connection {
  readonly platform: string;
  readonly summary: Bilingual;
  /** What turns the platform on, while it is off. */
  readonly hint?: string;
  /** Whether people may be invited to connect accounts of their own. */
  readonly invites: boolean;
  /** See `AdapterDefinition.login`. */
  login(screen: LoginScreen, signal: AbortSignal): Promise<LoginOutcome>;
  accounts(): Promise<readonly ConnectedAccount[]>;
}

/** What the pages need on which accounts are connected. */
export interface ConnectPorts {
  readonly connections: readonly Connection[];
  readonly desk: LoginDesk;
  readonly invites: Invites;
  /** The text as a picture to scan, an address of the kind `data:image/png`; undefined for a text that is too long for one. */
  readonly qrPicture: (text: string) => string | undefined;
}
