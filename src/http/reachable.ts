/** The host of an address at which this machine reaches the server: "all addresses" is none that a browser can open. */
export function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::" || host === "::0") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
