import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, test } from "node:test";
import { type Adapter, AppError, type IncomingMessage, terminalSocketName } from "#contract";
import terminal from "../../../adapters/terminal/index.ts";
import { runChat } from "../../../src/cli/terminal-chat.ts";
import { openTerminal, type TerminalClient } from "../../../src/cli/terminal-client.ts";
import { partFor } from "../contract.ts";
import { createTestHost, type TestHost } from "../support/test-host.ts";

let host: TestHost;
let adapter: Adapter;
let path: string;
let clients: TerminalClient[];

beforeEach(async () => {
  host = await createTestHost({});
  adapter = terminal.create(host.host);
  path = join(host.host.dataFolder, terminalSocketName);
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await adapter.stop();
  await host.close();
});

const open = async (chat?: string): Promise<TerminalClient> => {
  const client = await openTerminal(path, chat === undefined ? {} : { chat });
  clients.push(client);
  return client;
};
const chatOf = (message: IncomingMessage) => ({
  platform: message.platform,
  accountId: message.accountId,
  chatId: message.chatId,
});
const answer = (message: IncomingMessage, text: string, over = {}) =>
  adapter.send(partFor(chatOf(message), text, { turnId: message.id, ...over }));
const refusedConfig = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError);
  assert.equal(error.code, "CONFIG_INVALID");
  assert.match(error.message, pattern);
  return true;
};

describe("the socket", () => {
  test("may be opened by its owner only and is gone after the stop", async () => {
    await adapter.start();
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await adapter.stop();
    await assert.rejects(stat(path), { code: "ENOENT" });
  });

  test("of a living service is left alone", async () => {
    await adapter.start();
    await assert.rejects(terminal.create(host.host).start(), refusedConfig(/already serves/));
    await open();
  });

  test("that a killed process left behind is replaced, as is a plain file", async () => {
    const script = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("up"))`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.equal((await stat(path)).isSocket(), true);
    await adapter.start();
    await adapter.stop();
    await writeFile(path, "");
    await adapter.start();
    await open();
  });

  test("under a path too long for the system is refused with what to do", async () => {
    const far = await createTestHost({}, { dataFolder: `/tmp/${"long/".repeat(30)}` });
    await assert.rejects(terminal.create(far.host).start(), refusedConfig(/QIANMEN_DATA/));
    await far.close();
  });

  test("where nobody listens is told to the client by the system's code", async () => {
    await assert.rejects(openTerminal(path), { code: "ENOENT" });
  });
});

describe("a question", () => {
  test("gets its answer, in one part or in several", async () => {
    await adapter.start();
    host.door = async (message) => {
      setImmediate(async () => {
        await answer(message, "第一段", { part: 0, of: 2 });
        await answer(message, "第二段", { part: 1, of: 2 });
      });
      return { accepted: true, turnId: message.id };
    };
    const client = await open();
    const asked = await client.ask("600519 现在多少钱");
    const turnId = host.received[0]?.id;
    assert.match(turnId ?? "", /^terminal-local-desk-/);
    assert.deepEqual(asked, { ok: true, turnId, parts: ["第一段", "第二段"], text: "第一段\n第二段" });
  });

  test("whose answer overtakes its acceptance gets it all the same", async () => {
    await adapter.start();
    host.door = async (message) => {
      await answer(message, "快");
      return { accepted: true, turnId: message.id };
    };
    const client = await open();
    const asked = await client.ask("快吗");
    assert.equal(asked.ok && asked.text, "快");
  });

  test("waits beside others, each getting its own answer", async () => {
    await adapter.start();
    const client = await open();
    const first = client.ask("one");
    const second = client.ask("two");
    await host.waitFor(() => host.received.length === 2);
    for (const message of [...host.received].reverse()) await answer(message, `re: ${message.text}`);
    const texts = (await Promise.all([first, second])).map((asked) => asked.ok && asked.text);
    assert.deepEqual(texts, ["re: one", "re: two"]);
  });

  test("of any length and with any character arrives and returns whole", async () => {
    await adapter.start();
    host.door = async (message) => {
      setImmediate(() => answer(message, message.text));
      return { accepted: true, turnId: message.id };
    };
    const client = await open();
    for (const text of ["", "\u2028\u2029\r\n{}\u0000🚀", "问".repeat(10_000)]) {
      const asked = await client.ask(text);
      assert.equal(asked.ok && asked.text, text);
    }
  });

  test("that cannot be held or is not let in is told with its reason", async () => {
    await adapter.start();
    host.door = () => {
      throw new AppError("INTAKE_DOWN");
    };
    const client = await open();
    assert.deepEqual(await client.ask("600519"), { ok: false, reason: "INTAKE_DOWN" });
    host.door = () => ({ accepted: false, reason: "rate_limited" });
    assert.deepEqual(await client.ask("600519"), { ok: false, reason: "rate_limited" });
  });

  test("that is canceled ends as such, also where the news overtakes its acceptance", async () => {
    await adapter.start();
    const client = await open();
    const waiting = client.ask("600519");
    const message = await host.waitFor(() => host.received[0]);
    await adapter.canceled?.(chatOf(message), message.id);
    assert.deepEqual(await waiting, { ok: false, reason: "CANCELED" });
    host.door = async (early) => {
      await adapter.canceled?.(chatOf(early), early.id);
      return { accepted: true, turnId: early.id };
    };
    assert.deepEqual(await client.ask("000858"), { ok: false, reason: "CANCELED" });
  });

  test("is not ended by the cancellation of another", async () => {
    await adapter.start();
    const client = await open();
    const asked = client.ask("600519");
    const message = await host.waitFor(() => host.received[0]);
    await adapter.canceled?.(chatOf(message), "another-turn");
    await answer(message, "答案");
    assert.equal((await asked).ok, true);
  });

  test("that waits when the service stops ends as disconnected, as does one asked after", async () => {
    await adapter.start();
    const client = await open();
    const asked = client.ask("600519");
    await host.waitFor(() => host.received.length === 1);
    await adapter.stop();
    assert.deepEqual(await asked, { ok: false, reason: "disconnected" });
    await client.closed;
    assert.deepEqual(await client.ask("000858"), { ok: false, reason: "disconnected" });
  });
});

describe("a chat", () => {
  test("is continued by its name, and its answers reach only those in it", async () => {
    await adapter.start();
    const here = await open("here");
    const there = await open("there");
    const notices: string[] = [];
    there.listen({ notice: (text) => notices.push(text) });
    const asked = here.ask("600519");
    const message = await host.waitFor(() => host.received[0]);
    assert.equal(message.chatId, "here");
    await answer(message, "答案");
    assert.equal((await asked).ok, true);
    const own = there.ask("000858");
    await answer(await host.waitFor(() => host.received[1]), "另一个");
    await own;
    assert.deepEqual(notices, []);
  });

  test("hears of work going on, and of texts that answer nothing it asked", async () => {
    await adapter.start();
    const client = await open();
    const heard = Promise.withResolvers<string>();
    const typing = Promise.withResolvers<void>();
    client.listen({ typing: typing.resolve, notice: heard.resolve });
    const asked = client.ask("600519");
    const message = await host.waitFor(() => host.received[0]);
    await adapter.typing?.(chatOf(message));
    await typing.promise;
    await answer(message, "答案");
    await asked;
    await adapter.send(partFor(chatOf(message), "通知", { turnId: "another" }));
    assert.equal(await heard.promise, "通知");
  });

  test("that nobody has open refuses what is sent", async () => {
    await adapter.start();
    const outcome = await adapter.send(
      partFor({ platform: "terminal", accountId: "local", chatId: "x" }, "?"),
    );
    assert.deepEqual(outcome, { status: "refused", reason: "no terminal is open" });
  });
});

test("lines that are not the wire's are refused and the connection goes on", async () => {
  await adapter.start();
  const socket = connect(path);
  const lines: string[] = [];
  socket.setEncoding("utf8").on("data", (chunk) => lines.push(...String(chunk).trim().split("\n")));
  socket.write('nonsense\n{"type":"ask"}\n{"type":"ask","id":"../..","text":"x"}\n[]\n\n');
  socket.write('{"type":"ask","id":"good-one","text":"600519"}\n');
  await host.waitFor(() => host.received.length === 1);
  socket.end();
  await once(socket, "close");
  const refused = { type: "refused", reason: "malformed" };
  assert.deepEqual(
    lines.map((line): unknown => JSON.parse(line)),
    [
      refused,
      refused,
      refused,
      refused,
      { type: "accepted", id: "good-one", turnId: "terminal-local-desk-good-one" },
    ],
  );
  assert.deepEqual(host.malformed, []);
});

describe("the interactive chat", () => {
  /** Runs a chat over pipes; on a terminal when `tty`. */
  const chat = (client: TerminalClient, tty: boolean) => {
    const input = Object.assign(new PassThrough(), { isTTY: tty });
    const output = Object.assign(new PassThrough(), { isTTY: tty, columns: 80 });
    let shown = "";
    output.setEncoding("utf8").on("data", (chunk: string) => {
      shown += chunk;
    });
    return { input, shown: () => shown, done: runChat({ client, input, output }) };
  };

  test("answers what is piped in, then leaves by itself", async () => {
    await adapter.start();
    const running = chat(await open(), false);
    running.input.end("600519\n\n000858\n");
    await host.waitFor(() => host.received.length === 2);
    for (const message of host.received) await answer(message, `${message.text} 的答案`);
    await running.done;
    assert.equal(running.shown(), "「600519」\n600519 的答案\n000858 的答案\n");
  });

  test("leaves at a word of leaving, after the answers to what was asked before it", async () => {
    await adapter.start();
    for (const word of ["exit", " QUIT ", "/exit", "退出"]) {
      const running = chat(await open(), false);
      const before = host.received.length;
      running.input.write(`600519\n${word}\n000858\n`);
      const question = await host.waitFor(() => host.received[before]);
      await answer(question, "答案");
      await running.done;
      assert.equal(running.shown(), "答案\n");
      assert.equal(host.received.length, before + 1);
    }
  });

  test("leaves once a piped question has been canceled, and says so once", async () => {
    await adapter.start();
    const running = chat(await open(), false);
    running.input.end("600519\n/cancel\n");
    await host.waitFor(() => host.received.length === 2);
    const [question, command] = host.received;
    assert.ok(question !== undefined && command !== undefined);
    await adapter.canceled?.(chatOf(question), question.id);
    await answer(command, "已取消。");
    await running.done;
    assert.equal(running.shown(), "已取消。\n");
  });

  test("takes the next question while one runs, and leaves at Ctrl-D", async () => {
    await adapter.start();
    const running = chat(await open(), true);
    running.input.write("600519\r");
    await host.waitFor(() => host.received.length === 1);
    running.input.write("000858\r");
    const second = await host.waitFor(() => host.received[1]);
    assert.match(running.shown(), /2 个问题查询中/);
    await answer(second, "五粮液的答案");
    running.input.write("\u0004");
    await running.done;
    assert.equal(second.text, "000858");
  });

  test("tells a refusal in words and ends when the service goes away", async () => {
    await adapter.start();
    host.door = () => ({ accepted: false, reason: "rate_limited" });
    const running = chat(await open(), false);
    running.input.write("600519\n");
    await host.waitFor(() => host.received.length === 1);
    await adapter.stop();
    await running.done;
    assert.match(running.shown(), /问得太快了/);
  });
});
