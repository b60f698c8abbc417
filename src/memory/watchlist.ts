import { maxWatchlist, type WatchlistChange } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";

/**
 * The watchlists, by `sessionKey(message)` of the contract: one a direct chat, in groups one a sender, so that nobody's list is shown
 * elsewhere. They are kept until their owner empties them; `/new` leaves them alone.
 */
export interface Watchlists {
  /** Canonical codes in the order in which they were added. Throws AppError INTAKE_DOWN when Redis is away. */
  read(owner: string): Promise<readonly string[]>;
  /** Carries a turn's changes out, in their order, in the script that ends it; a turn that comes by again changes nothing. */
  changeStep(owner: string, turnKey: string, changes: readonly WatchlistChange[]): Step;
}

/** KEYS list, turn · ARGV most, changes as JSON. The turn's field `wl` says that its changes are made. */
const changeLua = `
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HSETNX', KEYS[2], '${turnField.watchlist}', 1) == 0 then return 0 end
for _, change in ipairs(cjson.decode(ARGV[2])) do
  if change.op == 'clear' then redis.call('DEL', KEYS[1]) end
  for _, code in ipairs(change.codes or {}) do
    if change.op == 'remove' then
      redis.call('ZREM', KEYS[1], code)
    elseif redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[1]) then
      local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
      redis.call('ZADD', KEYS[1], 'NX', (tonumber(last[2]) or 0) + 1, code)
    end
  end
end
return 1`;

const changeKind = { lua: changeLua } as const;

export function createWatchlists(store: Store): Watchlists {
  const keyOf = (owner: string) => store.keys.watchlist(owner);
  return {
    read: (owner) => store.guarded((redis) => redis.zrange(keyOf(owner), "0", "-1")),
    changeStep: (owner, turnKey, changes) => ({
      kind: changeKind,
      keys: [keyOf(owner), turnKey],
      args: [maxWatchlist, JSON.stringify(changes)],
    }),
  };
}
