/** What the emulated channel may do to a request instead of answering it well. */
export type WeixinFault =
  | { readonly kind: "ret"; readonly ret: number; readonly errmsg?: string }
  | { readonly kind: "status"; readonly status: number }
  /** Cuts the connection before anything has happened. */
  | { readonly kind: "drop" }
  /** Does what was asked, then cuts the connection. */
  | { readonly kind: "accept_then_drop" }
  /** Says yes without a message id; nothing is shown. */
  | { readonly kind: "silent" }
  | { readonly kind: "hang" }
  /** Answers with this text, whatever was asked. */
  | { readonly kind: "raw"; readonly body: string; readonly status?: number; readonly location?: string }
  /** Does what was asked and tells something else. */
  | {
      readonly kind: "alter";
      readonly alter: (answer: Readonly<Record<string, unknown>>) => object;
    }
  | { readonly kind: "slow"; readonly ms: number };

/** One message as the person's phone shows it. */
export interface ShownMessage {
  /** The text; of an image or a file its decrypted bytes stand in `bytes`. */
  readonly text: string;
  readonly kind: "text" | "image" | "file";
  readonly clientId: string;
  readonly messageId: string;
  readonly fileName?: string;
  readonly bytes?: Buffer;
}

/** A message of the person in an account's stream; `message_id` is the exact decimal text of a uint64. */
export interface StreamMessage {
  readonly message_id?: string;
  readonly client_id?: string;
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly create_time_ms: number;
  readonly message_type: number;
  readonly message_state: number;
  readonly context_token: string;
  readonly item_list: readonly object[];
  readonly [field: string]: unknown;
}

/** One binding of one person, newest token last. */
export interface WeixinAccount {
  readonly token: string;
  readonly botId: string;
  readonly userId: string;
  readonly stream: StreamMessage[];
  /** How much of the stream the client has confirmed by a cursor. */
  acknowledged: number;
  expired: boolean;
  polling: number;
}

/** What the phone does with a code, state by state; the last one stays. */
export type ScanStep =
  | "wait"
  | "scaned"
  | "expired"
  | "verify_code_blocked"
  | "binded_redirect"
  | "confirmed"
  | { readonly status: "need_verifycode"; readonly code: string }
  | { readonly status: "scaned_but_redirect"; readonly redirectHost: string }
  | { readonly status: "confirmed"; readonly baseurl: string };
