import type { RedisOptions } from "ioredis";

/** `redis+sentinel://[user:password@]host:port,host:port/<name of the master>[/<database>]` */
const sentinelAddress = /^redis\+sentinel:\/\/(?:([^@/]*)@)?([^/@]+)\/([\w.-]+)(?:\/(\d+))?$/;

/** Undefined for an address that is not one of sentinels. Name and password are those of the Redis behind them. */
export function readSentinels(url: string): RedisOptions | undefined {
  const [, login, hosts = "", name = "", db] = sentinelAddress.exec(url) ?? [];
  if (name === "") return undefined;
  const sentinels = hosts.split(",").map((place) => {
    const at = place.lastIndexOf(":");
    return at < 0
      ? { host: place, port: 26_379 }
      : { host: place.slice(0, at), port: Number(place.slice(at + 1)) };
  });
  const [username = "", password = ""] = (login ?? "").split(":").map(decodeURIComponent);
  return {
    sentinels,
    name,
    ...(db === undefined ? {} : { db: Number(db) }),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
  };
}
