type Init = Pick<Response, "status" | "statusText"> & { readonly headers: [string, string][] };

/** Strips a byte order mark, as reading a body does. */
const decoder = new TextDecoder();

const nothing = Buffer.alloc(0);

/**
 * A Response whose whole body is at hand (null: it has none): text, JSON and bytes are read without the platform's stream, which costs
 * more than the parsing. Whatever else is asked for (`body`, `blob`, `clone`) comes from a platform's Response that is made then and
 * from then on answers for all. Read once, like any other: then it rejects with TypeError.
 */
export function bufferedResponse(received: Buffer<ArrayBuffer> | null, init: Init): Response {
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
  const text = async (): Promise<string> =>
    platform === undefined ? decoder.decode(take()) : platform.text();
  const arrayBuffer = async (): Promise<ArrayBuffer> =>
    // A copy: small buffers share their memory with others.
    platform === undefined ? new Uint8Array(take()).buffer : platform.arrayBuffer();
  // Defined, not assigned: the Response that the HTTP server puts in the platform's place lets nothing be assigned.
  return Object.defineProperties(new Response(null, init), {
    bodyUsed: { get: () => platform?.bodyUsed ?? isRead },
    body: { get: () => (received === null ? null : asPlatform().body) },
    text: { value: text },
    json: { value: async (): Promise<unknown> => JSON.parse(await text()) },
    arrayBuffer: { value: arrayBuffer },
    bytes: { value: async () => new Uint8Array(await arrayBuffer()) },
    blob: { value: async () => asPlatform().blob() },
    formData: { value: async () => asPlatform().formData() },
    clone: { value: () => asPlatform().clone() },
  });
}
