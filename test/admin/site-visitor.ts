import { request as httpRequest } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

/** One request with any headers at all, which `fetch` does not allow; redirects are not followed. */
export function ask(
  base: string,
  path: string,
  { method, headers = {}, fields }: AskOptions = {},
): Promise<Answer> {
  const url = new URL(base);
  const body = fields === undefined ? undefined : new URLSearchParams(fields).toString();
  const form = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        // As it is: no `..` is folded before it is sent.
        path,
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { ...form, ...headers },
        agent: false,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

/** Somebody who is logged in, without a browser. */
export interface Visitor {
  readonly cookie: string;
  get(path: string): Promise<Answer>;
  /** Sends a form with the session's token; `fields` may bring another. */
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
}

export const cookieOf = ({ headers }: Answer): string => {
  const [first = ""] = [headers["set-cookie"] ?? []].flat().filter((each) => each.startsWith("qm_admin="));
  return first.split(";")[0] ?? "";
};

export async function visit(base: string, credentials: Readonly<Record<string, string>>): Promise<Visitor> {
  const entered = await ask(base, "/admin/login", { fields: credentials });
  if (entered.status !== 303) throw new Error(`not let in: ${entered.status}`);
  const cookie = cookieOf(entered);
  const get = (path: string) => ask(base, path, { headers: { cookie } });
  let token: string | undefined;
  return {
    cookie,
    get,
    async post(path, fields = {}) {
      token ??= /name="form" value="([^"]+)"/.exec((await get("/admin")).text)?.[1] ?? "";
      return ask(base, path, { headers: { cookie }, fields: { form: token, ...fields } });
    },
  };
}
