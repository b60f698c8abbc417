import { randomUUID } from "node:crypto";
import type { Script } from "./lua.ts";
import { identityOf, isLiving, placeOfIdentities } from "./process-identity.ts";

/** Something that only one process of an installation may do at a time, for as long as it says so again and again. */
export interface Lease {
  /** Takes it, or takes it for longer. False while a living process holds it. Throws AppError INTAKE_DOWN. */
  hold(): Promise<boolean>;
  giveBack(): Promise<void>;
}

/** KEYS lease · ARGV holder, ttlMs, the former holder that is known to be dead or '' → {1} held | {0, holder} */
const holdLua = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= ARGV[3] then return {0, holder} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {1}`;

/** KEYS lease · ARGV holder */
const giveBackLua = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Where the system does not tell, a place of this process's own: then no other is ever known to be dead. */
const here = placeOfIdentities() ?? randomUUID();

/** True for a process that is gone and would be seen from here: its lease need not run out. */
function isDeadHere(holder: string): boolean {
  const [place, identity = ""] = holder.split("|");
  return place === here && !isLiving(identity);
}

export function createLeases(script: (name: string, lua: string) => Script, key: (name: string) => string) {
  const scripts = {
    hold: script("qmLeaseHold", holdLua),
    giveBack: script("qmLeaseGiveBack", giveBackLua),
  };
  const holder = `${here}|${identityOf(process.pid) ?? process.pid}`;
  return (name: string, ttlMs: number): Lease => {
    const hold = async (former: string): Promise<readonly unknown[]> => {
      const reply = await scripts.hold([key(name)], [holder, ttlMs, former]);
      return Array.isArray(reply) ? reply : [];
    };
    return {
      async hold() {
        const [held, other] = await hold("");
        if (held === 1) return true;
        const former = String(other);
        return isDeadHere(former) && (await hold(former))[0] === 1;
      },
      async giveBack() {
        await scripts.giveBack([key(name)], [holder]);
      },
    };
  };
}
