type Init = Pick<Response, "status" | "statusText"> & { readonly headers: [string, string][] };

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Strips a byte order mark, as reading a body does. */
const textOf = (bytes: Buffer): string =>
  bytes.toString("utf8", bytes[0] === mark[0] && bytes.subarray(0, 3).equals(mark) ? 3 : 0);

const nothing = Buffer.alloc(0);

/**
 * A Response whose whole body is at hand (null: it has none): text, JSON and bytes are read without the platform's stream, which costs
 * more than the parsing. Whatever else is asked for (`body`, `blob`, `clone`) comes from a platform's Response that is made then and
 * from then on answers for all. Read once, like any other: then it rejects with TypeError.
 */
export function bufferedResponse(received: Buffer<ArrayBuffer> | null, init: Init): Response {
  const { status, statusText } = init;
  let isRead = false;
  let platform: Response | undefined;
  const asPlatform = (): Response => {
    if (platform === undefined) {
      platform = new Response(received, init);
      // What was read before is as spent there.
      if (isRead) void platform.body?.cancel();
    }
    return platform;
  };
  const take = (): Buffer<ArrayBuffer> => {
    if (isRead) throw new TypeError("Body is unusable: Body has already been read");
    isRead = received !== null;
    return received ?? nothing;
  };
  const text = async (): Promise<string> => (platform === undefined ? textOf(take()) : platform.text());
  const arrayBuffer = async (): Promise<ArrayBuffer> =>
    // A copy: small buffers share their memory with others.
    platform === undefined ? new Uint8Array(take()).buffer : platform.arrayBuffer();
  let headers: Headers | undefined;
  // Of the platform's kind without its constructor, which checks every byte of the headers.
  const response = {
    __proto__: Response.prototype,
    status,
    statusText,
    ok: status >= 200 && status < 300,
    redirected: false,
    type: "default" as const,
    url: "",
    get headers() {
      headers ??= new Headers(init.headers);
      return headers;
    },
    get bodyUsed() {
      return platform?.bodyUsed ?? isRead;
    },
    get body() {
      return received === null ? null : asPlatform().body;
    },
    text,
    json: async (): Promise<unknown> =>
      JSON.parse(platform === undefined ? textOf(take()) : await platform.text()),
    arrayBuffer,
    bytes: async () => new Uint8Array(await arrayBuffer()),
    blob: async () => asPlatform().blob(),
    formData: async () => asPlatform().formData(),
    clone: () => asPlatform().clone(),
  };
  return response;
}
