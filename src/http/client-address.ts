import { BlockList, isIP } from "node:net";

/** Who asks, as far as it can be told without taking their own word for it. */
export interface Client {
  /** An address; of IPv6 behind a proxy its network (`/64`), of which one caller has them all. */
  readonly remoteAddress: string;
  /** The address of the proxy that has told it. */
  readonly through?: string;
  /** True where it is that of a proxy which tells nothing: many callers share it. */
  readonly isShared?: true;
}

/** Where a proxy of the operator's own connects from: this machine, a container's network, a private one. */
const near = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  near.addSubnet(network, bits, "ipv4");
near.addAddress("::1", "ipv6");
near.addSubnet("fc00::", 7, "ipv6");

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

function isNear(socketAddress: string): boolean {
  const address = unmapped(socketAddress);
  const version = isIP(address);
  return version !== 0 && near.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** The first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const short = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  const [before = [], after] = short.split("::").map((side) => side.split(":").filter(Boolean));
  const zeros = after === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...(after ?? [])];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Some proxies write the port as well: `198.51.100.7:4711`, `[2001:db8::5]:4711`. Undefined for what is no address. */
function addressOf(hop: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(hop) ?? [];
  const address = unmapped(bracketed ?? withPort ?? hop);
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? address : networkOf(address);
}

/**
 * Who asks: whoever connected, or behind a proxy of the operator's own the last hop of X-Forwarded-For, which that proxy has
 * written. Every hop before it may be the caller's invention; so is the last one where the proxy only hands the header on.
 * `isDirect`: the request was made on this machine and meant for it, so that no proxy stands between.
 */
export function clientOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  { isBehindProxy, isDirect = false }: { readonly isBehindProxy: boolean; readonly isDirect?: boolean },
): Client {
  const remoteAddress = socketAddress ?? "";
  if (!isBehindProxy || !isNear(remoteAddress)) return { remoteAddress };
  const last = addressOf(forwardedFor?.split(",").at(-1)?.trim() ?? "");
  if (last !== undefined) return { remoteAddress: last, through: remoteAddress };
  return isDirect ? { remoteAddress } : { remoteAddress, isShared: true };
}
