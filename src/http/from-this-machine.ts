import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

const isLoopback = (address: string): boolean => address === "::1" || /^(::ffff:)?127\./.test(address);

/** The host of a Host header, without port and brackets. */
const hostOf = (header: string): string =>
  header
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();

/**
 * Whether a request was made on this machine and meant for it. A proxy on the same machine connects from loopback too
 * but says for whom it speaks; a web page that has bent its own name to 127.0.0.1 shows itself by that name.
 */
export function isFromThisMachine(remoteAddress: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (remoteAddress === undefined || !isLoopback(remoteAddress)) return false;
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => name in headers);
  const host = hostOf(headers.host ?? "");
  return !isForwarded && (host === "localhost" || (isIP(host) !== 0 && isLoopback(host)));
}
