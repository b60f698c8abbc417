import { type DoctorProbes, doctor, type Extension, renderDoctor } from "../cli/doctor.ts";
import { accessFaults } from "../config.ts";
import type { Verb } from "../main.ts";
import { type Brain, createBrain } from "./brain.ts";
import { type Foundation, layFoundation, openStore } from "./foundation.ts";

/** Where Redis is, without its password. */
function redisPlace({ config }: Foundation): string {
  const url = config.core.REDIS_URL === undefined ? null : URL.parse(config.core.REDIS_URL);
  return url === null ? `private (${config.dataFolder})` : `${url.protocol}//${url.host}`;
}

function adapterChecks({ adapters, config, clock, log }: Foundation): readonly Extension[] {
  return adapters.map((definition) => {
    const settings = config.of(definition.settings);
    const state = definition.isOn(settings);
    const probe = definition.probe;
    const asked = { config: settings, fetch: globalThis.fetch, clock, log };
    return {
      name: definition.platform,
      state,
      ...(probe === undefined ? {} : { probe: (signal: AbortSignal) => probe(asked, signal) }),
    };
  });
}

const sourceChecks = ({ sources }: Foundation, { data }: Brain): readonly Extension[] => [
  ...data.probes.map(({ name, run: probe }) => ({ name, state: { on: true } as const, probe })),
  ...sources.off.map(({ name, hint }) => ({ name, state: { on: false, hint } as const })),
];

/** `qianmen doctor [--json]`: looks at everything the service needs; exit code 1 on a fault. */
export const run: Verb = async (args, { root, env }) => {
  const foundation = await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "silent" });
  const { config, sources, clock, adapters } = foundation;
  const brain = await createBrain(foundation);
  const open = adapters
    .filter((each) => each.public && each.isOn(config.of(each.settings)).on)
    .map(({ platform }) => platform);
  const frozenBy =
    config.core.QIANMEN_NOW !== undefined
      ? "QIANMEN_NOW"
      : sources.pinnedNow !== undefined
        ? "sample data"
        : undefined;
  const probes: DoctorProbes = {
    nodeVersion: process.version,
    redisPlace: redisPlace(foundation),
    async redis() {
      const opened = await openStore(foundation);
      return opened.store.health(clock.wallMs()).finally(() => opened.close());
    },
    adapters: adapterChecks(foundation),
    sources: sourceChecks(foundation, brain),
    models: brain.models.summary,
    accessFaults: accessFaults(config, open),
    marketNow: clock.market(),
    ...(frozenBy === undefined ? {} : { frozenBy }),
  };
  const report = await doctor(probes);
  process.stdout.write(
    `${args.includes("--json") ? JSON.stringify(report, null, 2) : renderDoctor(report)}\n`,
  );
  return report.ok ? 0 : 1;
};
