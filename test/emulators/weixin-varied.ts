import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { pick } from "../line/random.ts";
import { pause } from "./faults.ts";
import { exactNumber, freshId } from "./weixin-chats.ts";
import { dialectOf, readExactly, type WeixinDialect, writeAnswer, writeMessage } from "./weixin-dialect.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface VariedChannel {
  readonly root: string;
  readonly dialect: WeixinDialect;
  /** From now on everything goes well. */
  calm(): void;
  close(): Promise<void>;
}

interface Asked {
  readonly path: string;
  readonly search: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const refusals = [
  { ret: -2, errmsg: "prepare failed" },
  { errcode: -2, errmsg: "unknown error" },
  { ret: -2, errcode: 0, errmsg: "rate limited" },
  { ret: -13 },
  { ret: 0, errcode: -14, errmsg: "session timeout" },
];

const pollRefusals = [{ ret: -1 }, { errcode: -14, errmsg: "" }, { ret: -14, errmsg: "session timeout" }];

/**
 * The emulator of the official channel, spoken to through one who writes the same things differently, by the seed, and to whom things
 * happen: lost answers, cut connections, refusals in every call, messages that come twice.
 */
export async function createVariedChannel(
  emulator: { readonly root: string },
  random: () => number,
  faultRate: number,
): Promise<VariedChannel> {
  const dialect = dialectOf(random);
  const cursors = new Map<string, string>();
  let rate = faultRate;
  let messages = 0;
  let lastBatch: readonly unknown[] = [];

  async function ask({ path, search, method, headers, body }: Asked, gone: AbortSignal) {
    const sent = method === "POST" ? { body: new Uint8Array(body) } : {};
    const answer = await fetch(`${emulator.root}${path}${search}`, {
      method,
      headers,
      signal: gone,
      ...sent,
    });
    return { answer, text: await answer.text() };
  }

  /** The emulator's own cursor behind another word. */
  function cursorFor(own: string): string {
    if (dialect.cursor === "plain") return own;
    const word = `${freshId()}${dialect.cursor === "huge" ? "A".repeat(20_000) : ""}`;
    const opaque = Buffer.from(word).toString("base64");
    cursors.set(opaque, own);
    return opaque;
  }

  function doubled(written: readonly Fields[]): readonly unknown[] {
    if (dialect.again === "same id") return written.flatMap((each) => [each, each]);
    if (dialect.again === "whole batch") return [...lastBatch, ...written];
    if (dialect.again === "no" || dialect.times === "slow" || dialect.times === "fast") return written;
    return written.flatMap((each) => [
      each,
      { ...each, message_id: exactNumber(freshId()), client_id: freshId() },
    ]);
  }

  function updates(answer: Fields): Fields {
    const { msgs, get_updates_buf: cursor, longpolling_timeout_ms: hold, ...rest } = answer;
    const list: readonly Fields[] = Array.isArray(msgs) ? msgs : [];
    const holds = { told: hold, text: String(hold), zero: 0, none: undefined };
    const told = { ...rest, longpolling_timeout_ms: holds[dialect.hold] };
    if (list.length === 0) {
      const idle = { same: cursorFor(String(cursor)), empty: "", none: undefined }[dialect.idle];
      const none = { "left out": undefined, null: null, empty: [] }[dialect.absent];
      return { ...told, msgs: none, get_updates_buf: idle };
    }
    const written = list.map((each) => writeMessage(each, dialect, messages++));
    const all = doubled(written);
    lastBatch = written;
    return { ...told, msgs: all, get_updates_buf: cursorFor(String(cursor)) };
  }

  function place(answer: Fields): Fields {
    const { upload_param: param, ...rest } = answer;
    const query = `/upload?encrypted_query_param=${param}&filekey=${String(param).replace("up-", "")}`;
    if (dialect.place === "param") return answer;
    if (dialect.place === "address") return { ...rest, upload_full_url: `${root}/c2c${query}` };
    if (dialect.place === "path") return { ...rest, upload_full_url: `/c2c${query}` };
    return { ...answer, upload_full_url: `https://cdn.example${query}` };
  }

  function altered(path: string, answer: Fields): Fields {
    if (path === "getupdates") return updates(answer);
    return path === "getuploadurl" ? place(answer) : answer;
  }

  function write(response: ServerResponse, text: string, status = 200, extra = {}): void {
    if (response.destroyed) return;
    const type = dialect.transport === "text type" ? "text/plain" : "application/json; charset=utf-8";
    if (dialect.transport === "gzip") {
      response.writeHead(status, { "content-type": type, "content-encoding": "gzip", ...extra });
      response.end(gzipSync(text));
      return;
    }
    response.writeHead(status, { "content-type": type, ...extra });
    // A character may be cut in two.
    const bytes = Buffer.from(text);
    const size =
      dialect.transport === "chunks" ? Math.max(1, Math.ceil(bytes.byteLength / 7)) : bytes.byteLength;
    for (let at = 0; at < bytes.byteLength; at += size) response.write(bytes.subarray(at, at + size));
    response.end();
  }

  /** True where it has been answered, or never will be. */
  async function trouble(path: string, response: ServerResponse): Promise<boolean> {
    if (random() >= rate) return false;
    const kind = pick(random, ["drop", "drop", "busy", "html", "refusal", "slow"]);
    if (kind === "slow") await pause(30);
    else if (kind === "drop") response.destroy();
    else if (kind === "busy") write(response, "", 524);
    else if (kind === "html") write(response, "<html>busy</html>");
    else write(response, writeAnswer(pick(random, path === "getupdates" ? pollRefusals : refusals), dialect));
    return kind !== "slow";
  }

  async function serve(asked: Asked, response: ServerResponse): Promise<void> {
    const path = asked.path.replace(/^\/ilink\/bot\//, "");
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    if (await trouble(path, response)) return;
    const own = path === "getupdates" ? JSON.parse(asked.body.toString()) : undefined;
    const known = own === undefined ? undefined : (cursors.get(own.get_updates_buf) ?? own.get_updates_buf);
    const body =
      own === undefined ? asked.body : Buffer.from(JSON.stringify({ ...own, get_updates_buf: known }));
    const { answer, text } = await ask({ ...asked, body }, gone.signal);
    // What was asked for has happened, and nobody hears of it.
    if (asked.method === "POST" && random() < rate / 2) response.destroy();
    else if (asked.path.startsWith("/c2c/")) {
      const param = answer.headers.get("x-encrypted-param");
      write(response, text, answer.status, param === null ? {} : { [dialect.header]: param });
    } else write(response, writeAnswer(altered(path, readExactly(text)), dialect), answer.status);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://channel");
    const { host: _, connection: __, "content-length": ___, ...kept } = request.headers;
    const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]));
    const { pathname: path, search } = url;
    const asked = { path, search, method: request.method ?? "GET", headers, body: Buffer.concat(chunks) };
    await serve(asked, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    root,
    dialect,
    calm: () => {
      rate = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
