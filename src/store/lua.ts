/** Pieces that more than one script needs, so that what must be atomic can be one call. */

/**
 * `place(order, chats, arrivals, chat, id)`: takes the next arrival number for a job of a chat, once.
 * Returns how many jobs stand before it: 0 is the head.
 */
export const placeLua = `
local function place(order, chats, arrivals, chat, id)
  if not redis.call('ZSCORE', order, id) then
    redis.call('ZADD', order, redis.call('INCR', arrivals), id)
    redis.call('SADD', chats, chat)
  end
  return redis.call('ZRANK', order, id)
end`;

/** `ended(state)`: whether a turn has come to its end. */
export const endedLua = `
local function ended(state)
  return state == 'completed' or state == 'failed' or state == 'canceled' or state == 'input-required'
end`;

/** Where a job stands in its chat's order: the keys and the member for `place`. */
export interface Placement {
  readonly keys: readonly [order: string, chats: string, arrivals: string];
  readonly chat: string;
  readonly id: string;
}

/** A Lua script bound to a store. Throws AppError INTAKE_DOWN when Redis cannot be reached or written. */
export type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;
