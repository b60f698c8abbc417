import { clearLine, createInterface, cursorTo } from "node:readline";
import { errorCatalogue } from "#contract";
import type { TerminalClient } from "./terminal-client.ts";

export interface ChatOptions {
  readonly client: Pick<TerminalClient, "ask" | "listen" | "closed">;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** How much of a question is shown before its answer where several wait. */
const quotedCharacters = 12;

/** What people write to leave a program; no question is only this. */
const leaving = /^\s*[/:]?(exit|quit|q|退出)\s*$/i;

/**
 * The interactive chat: one question a line, the next may be typed while one runs. Ends at a word of leaving or the end of the input (Ctrl-D), when
 * the answers to what was piped in have come, or when the service goes away.
 */
export async function runChat({ client, input, output }: ChatOptions): Promise<void> {
  const isTty = input.isTTY === true && output.isTTY === true;
  const lines = createInterface({ input, output, terminal: isTty, prompt: "" });
  const waiting = new Set<Promise<void>>();
  let left = false;

  const showPrompt = (): void => {
    if (!isTty || left) return;
    lines.setPrompt(waiting.size === 0 ? "问> " : `(${waiting.size} 个问题查询中)问> `);
    lines.prompt(true);
  };
  const print = (text: string): void => {
    if (isTty) {
      // what is being typed stays, below
      clearLine(output, 0);
      cursorTo(output, 0);
    }
    output.write(`${text}\n`);
    showPrompt();
  };
  const ask = (question: string): void => {
    const answered = client.ask(question).then((asked) => {
      // A command's answer names itself, and comes before those of the questions that still wait.
      const severalWait = waiting.size > 1 && !question.startsWith("/");
      waiting.delete(answered);
      // whoever canceled it has been told so by the answer to `/cancel`
      if (!asked.ok && asked.reason === "CANCELED") return showPrompt();
      const text = asked.ok ? asked.text : refusalText(asked.reason);
      print(severalWait ? `「${[...question].slice(0, quotedCharacters).join("")}」\n${text}` : text);
    });
    waiting.add(answered);
  };

  client.listen({ notice: print });
  lines.on("line", (line) => {
    // What stands behind it in the same piece of input is still handed out.
    if (left || leaving.test(line)) {
      left = true;
      return lines.close();
    }
    if (line.trim() !== "") ask(line);
    showPrompt();
  });
  showPrompt();
  const ended = new Promise((resolve) => lines.once("close", resolve));
  await Promise.race([ended, client.closed]);
  if (!isTty) await Promise.all(waiting);
  left = true;
  lines.close();
  if (isTty) output.write("\n");
}

const refusals: Readonly<Record<string, string>> = {
  duplicate: "这个问题已经问过了。 This question was asked before.",
  ignored: "这条消息无法受理。 This message cannot be taken.",
  no_access: `${errorCatalogue.ACCESS_DENIED.zh} ${errorCatalogue.ACCESS_DENIED.en}`,
  used_up:
    "今天可以提的问题已经提完,北京时间零点以后可以继续。 The questions for today are used up; ask again after midnight, Beijing time.",
  rate_limited: "问得太快了,请稍后再问。 Too many questions at once; please wait a moment.",
  disconnected: "与服务的连接断开了。 The connection to the service was lost.",
};

/** The sentence for a `reason` of `Asked`, in both languages. */
export function refusalText(reason: string): string {
  const known = Object.entries(errorCatalogue).find(([code]) => code === reason)?.[1];
  return known === undefined ? (refusals[reason] ?? refusals.ignored ?? reason) : `${known.zh} ${known.en}`;
}
