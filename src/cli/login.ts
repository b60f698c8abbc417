import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { asRun, type Bilingual, type LoginOutcome, type LoginScreen } from "#contract";
import { qrCode, qrLines } from "./qr-code.ts";

export interface LoginScreenOptions {
  readonly output: Writable;
  readonly input: Readable;
  readonly signal: AbortSignal;
}

/** Apart, for each may hold a fault of its own. */
const both = ({ zh, en }: Bilingual): string => `${zh}\n${en}`;

/** The code in block characters, and its link for who cannot scan them. */
function picture(link: string): string {
  try {
    return `\n${qrLines(qrCode(link)).join("\n")}\n${link}\n`;
  } catch {
    return `\n${link}\n`;
  }
}

/** Lines as they are typed; undefined once there will be none. */
function typedLines({ input, signal }: LoginScreenOptions): () => Promise<string | undefined> {
  let next: AsyncIterator<string> | undefined;
  return async () => {
    if (next === undefined) {
      const lines = createInterface({ input, terminal: false });
      signal.addEventListener("abort", () => lines.close(), { once: true });
      next = lines[Symbol.asyncIterator]();
    }
    const { value, done } = await next.next();
    return done === true ? undefined : value;
  };
}

/** A login at the terminal. */
export function terminalScreen(options: LoginScreenOptions): LoginScreen {
  const say = (text: string) => void options.output.write(`${text}\n`);
  const read = typedLines(options);
  return {
    show: (link) => say(picture(link)),
    tell: (text) => say(both(text)),
    async ask(wrong) {
      if (wrong) say("数字不对,请再看一眼手机。 Those digits were not right.");
      say("请输入手机上显示的数字。 Type the digits that the phone shows:");
      return (await read())?.replace(/\D/g, "");
    },
  };
}

export interface LoginReport {
  readonly exitCode: number;
  readonly text: string;
}

/** What to tell the operator at the end. `hint`: what turns the platform on, while it is off. */
export function loginReport(platform: string, outcome: LoginOutcome, hint: string | undefined): LoginReport {
  if (!outcome.ok)
    return {
      exitCode: 1,
      text: `${both(outcome.reason)}\n再试一次 Try again: ${asRun(`login ${platform}`)}`,
    };
  const done = outcome.already
    ? "此前已绑定,无需更改。 Connected before; nothing has changed."
    : `已登录:${outcome.accountId}。正在运行的服务会自动接手。 Logged in; a running service takes it up by itself.`;
  return { exitCode: 0, text: hint === undefined ? done : `${done}\n${platform}: ${hint}` };
}
