import type { AdapterDefinition, IncomingMessage, OutboundPart, Reply, ReplyLimits } from "#contract";
import { partsOf } from "../../gateway/parts.ts";

/** Of a platform that says nothing of itself and whose adapter is not in this process: short enough for every platform known. */
const cautious: ReplyLimits = { maxCharacters: 1800 };

/** Splits replies as their platforms need it, whether or not their adapters run in this process. */
export function createPartsOf(
  adapters: ReadonlyMap<string, ReplyLimits>,
  definitions: readonly Pick<AdapterDefinition, "platform" | "limits">[],
) {
  const known = new Map(definitions.map(({ platform, limits }) => [platform, limits]));
  return (message: IncomingMessage, reply: Reply): readonly OutboundPart[] => {
    const { platform } = message;
    const { maxCharacters, maxParts } = adapters.get(platform) ?? known.get(platform) ?? cautious;
    return partsOf(message, reply, maxCharacters, maxParts);
  };
}
