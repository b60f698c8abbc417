import { readPersonName } from "#contract";
import type { TextPort } from "../pipeline/ports.ts";
import type { Foundation } from "./foundation.ts";

type Known = Pick<Foundation, "adapters" | "config" | "sources">;

/** Where only this machine's user asks, who has read the banner. */
const terminal = "terminal";

/**
 * The source whose data are made up, and where that is said: by the platform that a question came from, since who answers it may have no
 * platform of its own (a worker beside a gateway, a replay at the command line).
 */
export function madeUpSource({ sources }: Pick<Known, "sources">): TextPort["madeUp"] {
  const source = sources.on.find(({ madeUp }) => madeUp !== undefined);
  return source?.madeUp === undefined
    ? undefined
    : { source: source.name, line: source.madeUp, isToldOn: (platform) => platform !== terminal };
}

/** The platforms of this process on which people are answered with made-up data. */
function toldMadeUp({ adapters, config, sources }: Known): readonly string[] {
  const madeUp = madeUpSource({ sources });
  return adapters
    .filter(({ platform, settings, isOn }) => madeUp?.isToldOn(platform) && isOn(config.of(settings)).on)
    .map(({ platform }) => platform);
}

/** Names in the settings under which nobody can write. */
function namesOfNobody({ adapters, config }: Known): readonly string[] {
  const { ACCESS_ALLOW, OPERATOR_CHAT = [] } = config.core;
  const written = Object.entries({ ACCESS_ALLOW, OPERATOR_CHAT: [OPERATOR_CHAT].flat() });
  return written.flatMap(([setting, names]) =>
    names.flatMap((name) => {
      const read = readPersonName(name, adapters);
      return read.ok ? [] : [`${setting}: ${name} is nobody; ${read.why.en}`];
    }),
  );
}

/** What the operator should know of the settings before anybody asks, a line each: `<what>; <what to do>`. No secret in it. */
export function cautionsOf(foundation: Known): readonly string[] {
  const platforms = toldMadeUp(foundation);
  return [
    ...(platforms.length === 0
      ? []
      : [
          `${platforms.join(", ")}: people are answered with made-up sample data 示例数据,非真实行情, and every such answer says so; for real data set up a source, e.g. TUSHARE_TOKEN or AKTOOLS_API_ROOT`,
        ]),
    ...namesOfNobody(foundation),
    ...foundation.config.cautions(),
  ];
}
