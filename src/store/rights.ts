const denial = /\bNOPERM\b/;
const deniedKeys = /\bkeys?\b/;
/** Typing, progress and the end of what is canceled go by them. */
const channelCommands: ReadonlySet<string> = new Set(["SUBSCRIBE", "PUBLISH"]);

/** Whether it serves all the same: without channels questions are answered, and a cancellation is heard too late. */
export const deniesOnlyChannels = ({ denied = [] }: { readonly denied?: readonly string[] }): boolean =>
  denied.every((what) => channelCommands.has(what));

/** What the user of REDIS_URL must be given, to be run by who looks after that Redis. */
export const aclAdvice = "ACL SETUSER <user> on ~qm:* &qm:* +@all";

/**
 * KEYS: one of ours. ARGV: a channel of ours. The commands of different kinds that its user may not run; one without scripts, or without
 * that key, does not come so far.
 */
export const deniedLua = `
local denied = {}
if not redis.acl_check_cmd then return denied end
local function ask(name, ...)
  if not redis.acl_check_cmd(name, ...) then table.insert(denied, name) end
end
ask('SUBSCRIBE', ARGV[1])
ask('PUBLISH', ARGV[1], '')
ask('EVALSHA', 'hash', '1', KEYS[1])
ask('BZPOPMIN', KEYS[1], '1')
for _, name in ipairs({'GET', 'HGETALL', 'SMEMBERS', 'TTL'}) do ask(name, KEYS[1]) end
ask('HSET', KEYS[1], 'field', 'value')
ask('SADD', KEYS[1], 'member')
ask('ZADD', KEYS[1], '1', 'member')
ask('RPUSH', KEYS[1], 'member')
ask('XADD', KEYS[1], '*', 'field', 'value')
ask('SCAN', '0')
return denied`;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs commands, and keeps what is not permitted; every other failure is thrown on. */
export function createPermitted(denied: Set<string>) {
  return async <Value>(name: string, asked: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await asked;
    } catch (error) {
      const message = messageOf(error);
      if (!denial.test(message)) throw error;
      denied.add(deniedKeys.test(message) ? "qm:*" : name);
      return undefined;
    }
  };
}
