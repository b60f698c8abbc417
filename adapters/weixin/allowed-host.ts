/**
 * Hosts that the server names (`baseurl`, `redirect_host`, upload addresses) are called only where they are the channel's own, or
 * the one that is configured: otherwise whoever answers for it could send our token anywhere.
 */
export function isAllowedHost(url: URL, configuredRoot: string): boolean {
  if (url.username !== "" || url.password !== "") return false;
  const root = new URL(configuredRoot);
  if (url.host === root.host && url.protocol === root.protocol) return true;
  return url.protocol === "https:" && url.port === "" && /\.(weixin\.qq|wechat)\.com$/.test(url.hostname);
}

/** The root without a slash at its end, where it is allowed; else undefined. */
export function allowedRoot(text: unknown, configuredRoot: string): string | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || !isAllowedHost(url, configuredRoot)) return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
