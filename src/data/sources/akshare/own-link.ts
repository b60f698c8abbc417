/** Where headlines and reports of this source stand. */
const hosts = ["eastmoney.com", "dfcfw.com"];

/**
 * A link to one of the source's own hosts, or undefined: what an upstream writes into a link column may lead anywhere. Plain path
 * and query only, so that nothing in it can end a phrase or be read as markup.
 */
export function ownLink(cell: unknown): string | undefined {
  if (typeof cell !== "string" || !/^https?:\/\/[a-z0-9.-]+\/[\w\-./?=&%~]{0,300}$/i.test(cell))
    return undefined;
  const { hostname, port, username } = new URL(cell);
  const isOwn = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return isOwn && port === "" && username === "" ? cell : undefined;
}
