/** The code of an answer that is a web page where an API's was asked for: a login page, a proxy's, a site's. */
export const webPage = "WEB_PAGE";

export const isWebPage = (headers: Headers): boolean => /\bhtml\b/i.test(headers.get("content-type") ?? "");

/** A fetch that throws an error with the code `webPage` for a page that comes as if all were well. */
export function refusingPages(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...asked) => {
    const response = await fetch(...asked);
    if (!response.ok || !isWebPage(response.headers)) return response;
    // Read, so that the connection can be used again.
    await response.arrayBuffer();
    throw Object.assign(new Error("a web page"), { code: webPage });
  };
}
