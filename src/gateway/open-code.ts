/** A flood of strangers gets no more codes than an administrator can look through. */
const mostRequests = 50;

/**
 * Looks for the code that somebody waits with and, where there is none, opens one unless too many are open, in one step: many who ask at
 * once get no more than that, and who asks twice gets one. KEYS requests by their codes · ARGV nowMs, most, name, code, request →
 * {code, request} as it stands now, or nil. What has expired is removed.
 */
const openLua = `
local rows = redis.call('HGETALL', KEYS[1])
local open, now = 0, tonumber(ARGV[1])
local known
for i = 1, #rows, 2 do
  local fine, request = pcall(cjson.decode, rows[i + 1])
  if fine and type(request) == 'table' and (tonumber(request.expiresMs) or 0) > now then
    open = open + 1
    if request.name == ARGV[3] then known = i end
  else
    redis.call('HDEL', KEYS[1], rows[i])
  end
end
if known then return {rows[known], rows[known + 1]} end
if open >= tonumber(ARGV[2]) then return false end
redis.call('HSET', KEYS[1], ARGV[4], ARGV[5])
return {ARGV[4], ARGV[5]}`;

type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** What it needs of the store, which this layer does not import. */
export interface OpenCodeStore {
  script(name: string, lua: string): Script;
  readonly keys: { adapter(platform: string, name: string): string };
}

/** A request as it is kept: JSON with at least `name` and `expiresMs`. */
export interface CodeWanted {
  readonly name: string;
  readonly code: string;
  readonly request: string;
}

/** Undefined: too many codes are open. Throws AppError INTAKE_DOWN while Redis is away. */
export type OpenCode = (
  wanted: CodeWanted,
  nowMs: number,
) => Promise<Pick<CodeWanted, "code" | "request"> | undefined>;

/** Over the entries `waiting` of the adapter store of this name. */
export function createOpenCode({ script, keys }: OpenCodeStore, place: string): OpenCode {
  const open = script("qmPairingOpen", openLua);
  const key = keys.adapter(place, "waiting");
  return async ({ name, code, request }, nowMs) => {
    const reply = await open([key], [nowMs, mostRequests, name, code, request]);
    if (!Array.isArray(reply)) return undefined;
    const [standing, text] = reply.map(String);
    return standing === undefined || text === undefined ? undefined : { code: standing, request: text };
  };
}
