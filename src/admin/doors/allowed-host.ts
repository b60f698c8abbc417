const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The host of a Host header without its port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, "");

/**
 * Whether a request was meant for this site: by its Host it goes to this machine or to PUBLIC_URL. A web page that has bent its own
 * name to this address shows itself by that name.
 */
export function isAllowedHost(host: string | undefined, publicUrl: string | undefined): boolean {
  if (host === undefined || !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return false;
  if (loopback.test(nameOf(host))) return true;
  return publicUrl !== undefined && URL.parse(publicUrl)?.host === host.toLowerCase();
}

/** Whether a request that changes something comes from a page of this very site, or from no page at all. */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (url === null || url.host === "" || url.host !== host?.toLowerCase()) return false;
  return isAllowedHost(url.host, publicUrl);
}
