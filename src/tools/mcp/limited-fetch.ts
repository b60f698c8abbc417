type Fetch = typeof globalThis.fetch;

/** A body that fails once more than so many bytes of it have come. */
function limited(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  let total = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.byteLength;
        if (total > maxBytes) controller.error(new Error("the answer is too large"));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * HTTP to a server that may send anything: no answer is longer than `maxBytes`, a refusal neither; and no stream of its own is opened to us
 * (a GET of the protocol; servers may refuse it, so we do in their place). Redirects to elsewhere are the SDK's to refuse.
 */
export const limitedFetch =
  (fetch: Fetch, maxBytes: number) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(limited(response.body, maxBytes), { status, statusText, headers });
  };
