import type { OutboundPart } from "#contract";
import type { Step } from "../store/steps.ts";

/**
 * The bytes of pictures and files on their way, beside the ledger: a hash of part → JSON of their base64s, for a day at most. They go as soon as
 * their part has come to its end; one that is sent after that has them drawn anew from its turn's trace.
 */
const keptSeconds = 86_400;

/** As the ledger holds it: names and kinds alone. */
export const withoutBytes = (part: OutboundPart): OutboundPart =>
  part.artifacts === undefined
    ? part
    : { ...part, artifacts: part.artifacts.map((artifact) => ({ ...artifact, base64: "" })) };

export const lacksBytes = ({ artifacts = [] }: OutboundPart): boolean =>
  artifacts.some(({ base64 }) => base64 === "");

/** With what was kept or drawn of it; without pictures where that is not all of them. */
export function withBytes(part: OutboundPart, base64s: readonly string[]): OutboundPart {
  const { artifacts = [], ...text } = part;
  if (base64s.length !== artifacts.length) return text;
  return { ...part, artifacts: artifacts.map((each, at) => ({ ...each, base64: base64s[at] ?? "" })) };
}

/** Only for a row that waits and is this very one: the first post of a turn counts. KEYS ledger, pictures · ARGV ttlSeconds, then part, row, bytes of each */
const keepLua = `
for i = 2, #ARGV, 3 do
  local row = redis.call('HMGET', KEYS[1], ARGV[i] .. ':part', ARGV[i] .. ':s')
  if row[1] == ARGV[i + 1] and row[2] == 'pending' then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2])
    redis.call('EXPIRE', KEYS[2], ARGV[1])
  end
end
return 1`;

/** KEYS pictures · ARGV part → its bytes or '' */
const readLua = `
return redis.call('HGET', KEYS[1], ARGV[1]) or ''`;

/** KEYS pictures · ARGV part, bytes, ttlSeconds */
const renewLua = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/** KEYS pictures · ARGV part */
const dropLua = `
return redis.call('HDEL', KEYS[1], ARGV[1])`;

const kinds = {
  keep: { lua: keepLua },
  read: { lua: readLua },
  renew: { lua: renewLua },
  drop: { lua: dropLua },
} as const;

interface PictureKeys {
  ledger(turnId: string): string;
  pictures(turnId: string): string;
}

/** Behind the step that posts the parts. None where there is no picture. */
export function keepPicturesSteps(keys: PictureKeys, turnId: string, parts: readonly OutboundPart[]): Step[] {
  const pictured = parts.filter(({ artifacts = [] }) => artifacts.length > 0);
  if (pictured.length === 0) return [];
  const rows = pictured.flatMap((part) => [
    part.part,
    JSON.stringify(withoutBytes(part)),
    JSON.stringify((part.artifacts ?? []).map(({ base64 }) => base64)),
  ]);
  return [
    { kind: kinds.keep, keys: [keys.ledger(turnId), keys.pictures(turnId)], args: [keptSeconds, ...rows] },
  ];
}

export const dropPictureStep = (keys: PictureKeys, turnId: string, part: number): Step => ({
  kind: kinds.drop,
  keys: [keys.pictures(turnId)],
  args: [part],
});

export const readPicturesStep = (keys: PictureKeys, turnId: string, part: number): Step => ({
  kind: kinds.read,
  keys: [keys.pictures(turnId)],
  args: [part],
});

/** The base64s that `readPicturesStep` found; undefined where none are kept. */
export function readPictures(reply: unknown): readonly string[] | undefined {
  // Written by the steps above.
  return typeof reply === "string" && reply !== "" ? (JSON.parse(reply) as string[]) : undefined;
}

export const renewPicturesStep = (
  keys: PictureKeys,
  turnId: string,
  part: number,
  base64s: readonly string[],
): Step => ({
  kind: kinds.renew,
  keys: [keys.pictures(turnId)],
  args: [part, JSON.stringify(base64s), keptSeconds],
});
