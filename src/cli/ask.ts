import type { Turn } from "#contract";
import { refusalText } from "./terminal-chat.ts";
import type { TerminalClient } from "./terminal-client.ts";
import { type CostOf, wholeTurn } from "./turns.ts";

export interface AskOptions {
  readonly client: TerminalClient;
  readonly question: string;
  readonly json: boolean;
  /** Reads the finished turn; null when the journal has none. */
  readonly readTurn: (turnId: string) => Promise<Turn | null>;
  readonly costOf: CostOf;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly say: (line: string) => void;
}

/** Asks one question through the queue like anyone. Returns the exit code: 0 answered, refused or asked back; 1 failed. */
export async function ask(options: AskOptions): Promise<number> {
  const { client, question, json, readTurn, costOf, print, say } = options;
  client.listen({ notice: say });
  const asked = await client.ask(question);
  if (!asked.ok) {
    const state = asked.reason === "CANCELED" ? "canceled" : "failed";
    if (json) print(JSON.stringify({ state, error: asked.reason }));
    else say(refusalText(asked.reason));
    return 1;
  }
  const turn = await readTurn(asked.turnId);
  const whole = () => (turn === null ? { id: asked.turnId, prose: asked.text } : wholeTurn(turn, costOf));
  if (json) print(JSON.stringify(whole(), null, 2));
  else print(asked.text);
  return turn === null || turn.state === "failed" ? 1 : 0;
}
