import { asRun } from "#contract";
import { cautionsOf } from "../cautions.ts";
import { type Foundation, pinnedTime } from "../foundation.ts";
import type { Service } from "../service.ts";

const row = (name: string, text: string): string => `  ${name.padEnd(10)} ${text}`;

function platformRows({ adapters, config }: Foundation): string[] {
  return adapters.map(({ platform, settings, isOn }) => {
    const state = isOn(config.of(settings));
    return row(
      platform,
      state.on ? `on${state.detail === undefined ? "" : ` (${state.detail})`}` : `off: ${state.hint}`,
    );
  });
}

/** What is on, what is off and which variable would turn it on; a line each, for the operator. */
export function bannerLines(foundation: Foundation, { agent, http, notes }: Service): readonly string[] {
  const { sources, config, clock } = foundation;
  const { routing, synthesis } = agent.models.summary;
  const names = sources.on.map(({ name }) => name).join(", ");
  const isFrozen = pinnedTime(foundation) !== undefined;
  const isKeyless = routing === "builtin" && synthesis === "builtin";
  return [
    "前门 Qianmen is ready 已就绪",
    ...platformRows(foundation),
    row(
      "models",
      isKeyless
        ? "builtin (no key): set OPENAI_API_KEY or ANTHROPIC_API_KEY for a model"
        : `routing ${routing}, synthesis ${synthesis}`,
    ),
    row(
      "sources",
      sources.pinnedNow === undefined
        ? names
        : `${names}: bundled sample data, made up, not market data 内置示例数据`,
    ),
    ...sources.off.map(({ name, hint }) => row(name, `off: ${hint}`)),
    row(
      "clock",
      isFrozen ? `market clock pinned to ${clock.market()} 行情时钟固定` : "real time, Asia/Shanghai",
    ),
    row("redis", config.core.REDIS_URL === undefined ? `private, in ${config.dataFolder}` : "by REDIS_URL"),
    row("ask", asRun('ask "600519 现在多少钱"')),
    ...(http === null ? [] : [row("health", `${http.url}/healthz /readyz /metrics`)]),
    ...cautionsOf(foundation).map((line) => row("warning", line)),
    ...notes,
  ];
}
