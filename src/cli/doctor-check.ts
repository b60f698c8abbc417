/** One thing looked at. `fix` says what to do where it is not in order. */
export interface Check {
  readonly name: string;
  /** `warn`: works, but not as it should; does not make the doctor fail. */
  readonly state: "ok" | "warn" | "fault" | "off";
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export const check = (name: string, state: Check["state"], detail: string, fix?: string): Check => ({
  name,
  state,
  ok: state !== "fault",
  detail,
  ...(fix === undefined || state === "ok" || state === "off" ? {} : { fix }),
});

export const majorOf = (version: string): number => Number.parseInt(version.replace(/^v/, ""), 10);
