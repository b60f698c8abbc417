import type { Bilingual, ConnectedAccount, LoginOutcome, LoginScreen } from "#contract";

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
