import { createInterface } from "node:readline/promises";
import { AppError } from "#contract";

/** A question of yes or no to whoever sits at the terminal. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await lines.question(`${question} `).finally(() => lines.close());
  return /^(y|yes|是|好)/i.test(reply.trim());
}

/** The second confirmation of an act: at the terminal, or by `--yes`. Throws AppError INVALID_ARGS with `otherwise` where there is neither. */
export async function isSure(yes: boolean, question: string, otherwise: string): Promise<boolean> {
  if (yes) return true;
  if (process.stdin.isTTY !== true) throw new AppError("INVALID_ARGS", otherwise);
  return askOnTerminal(`${question} [y/N]`);
}
