/** Who waits at the door and who was decided on, as the gateway keeps them. */
interface Waiting {
  readonly code: string;
  readonly name: string;
  readonly displayName?: string | undefined;
  readonly askedBy?: string | undefined;
  readonly expiresMs: number;
}

interface Decided {
  readonly name: string;
  readonly state: string;
  readonly displayName?: string | undefined;
  readonly by: string;
}

const minutesLeft = (ms: number, nowMs: number): number => Math.max(0, Math.ceil((ms - nowMs) / 60_000));

/** `qianmen pair list` as text: a line each. */
export function pairList(waiting: readonly Waiting[], people: readonly Decided[], nowMs: number): string {
  const lines = [
    ...waiting.map(
      ({ code, name, displayName = "", askedBy, expiresMs }) =>
        `${code}  waits     ${name}  ${[displayName, askedBy === undefined ? "" : `asked for by ${askedBy}`].filter((word) => word !== "").join(", ")}  (${minutesLeft(expiresMs, nowMs)} min left)`,
    ),
    ...people.map(
      ({ name, state, displayName = "", by }) =>
        `          ${state.padEnd(8)}  ${name}  ${displayName}  by ${by}`,
    ),
  ];
  return lines.length === 0 ? "nobody waits, nobody was let in yet" : lines.join("\n");
}
