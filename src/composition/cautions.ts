import { type Bilingual, readPersonName } from "#contract";
import type { Foundation } from "./foundation.ts";

type Known = Pick<Foundation, "adapters" | "config" | "sources">;

/** Where only this machine's user asks, who has read the banner. */
const terminal = "terminal";

/** The source whose data are made up, where others than this machine's user are answered with them. */
export function madeUpForPeople({ adapters, config, sources }: Known) {
  const source = sources.on.find(({ madeUp }) => madeUp !== undefined);
  const platforms = adapters
    .filter(({ platform, settings, isOn }) => platform !== terminal && isOn(config.of(settings)).on)
    .map(({ platform }) => platform);
  if (source?.madeUp === undefined || platforms.length === 0) return undefined;
  const line: Bilingual = source.madeUp;
  return { source: source.name, line, platforms };
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
  const shown = madeUpForPeople(foundation);
  return [
    ...(shown === undefined
      ? []
      : [
          `${shown.platforms.join(", ")}: people are answered with made-up sample data 示例数据,非真实行情, and every such answer says so; for real data set up a source, e.g. TUSHARE_TOKEN or AKTOOLS_API_ROOT`,
        ]),
    ...namesOfNobody(foundation),
    ...foundation.config.cautions(),
  ];
}
