import type { Exchange } from "./http.ts";
import type { Fields } from "./telegram-types.ts";

const numeric = /^-?\d{1,16}$/;
const textFields = new Set(["text", "caption", "url", "secret_token", "callback_query_id", "language_code"]);

/** In query strings and forms everything is a string: objects and numbers are written as JSON. */
function revive(name: string, value: string): unknown {
  if (textFields.has(name)) return value;
  if (numeric.test(value)) return Number(value);
  if (value === "true" || value === "false") return value === "true";
  if (!value.startsWith("{") && !value.startsWith("[")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Parameters of one call, from the query string and a JSON, urlencoded or multipart body. Files stay `File` objects. */
export async function readParams(exchange: Exchange): Promise<Fields> {
  const params: Fields = {};
  for (const [name, value] of exchange.url.searchParams) params[name] = revive(name, value);
  if (exchange.body.length === 0) return params;
  const type = exchange.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return { ...params, ...JSON.parse(exchange.body.toString()) };
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(exchange.body), {
      headers: { "content-type": type },
    }).formData();
    for (const [name, value] of form) params[name] = typeof value === "string" ? revive(name, value) : value;
    return params;
  }
  for (const [name, value] of new URLSearchParams(exchange.body.toString()))
    params[name] = revive(name, value);
  return params;
}
