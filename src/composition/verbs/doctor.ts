import type { AdapterDefinition, ModelClient, Settings, TaskClass } from "#contract";
import { type DoctorProbes, doctor, type Extension, type Probe, renderDoctor } from "../../cli/doctor.ts";
import { checkPort } from "../../cli/doctor-port.ts";
import { type Config, shownValue, strike } from "../../config.ts";
import { calendarTrouble } from "../../data/calendar-horizon.ts";
import { reachable } from "../../http/reachable.ts";
import { createShortFetch } from "../../http/short-fetch.ts";
import { modelSettings } from "../../models/settings.ts";
import type { Store } from "../../store/redis.ts";
import { loginHostOf } from "../admin/connections.ts";
import { type Agent, createAgent } from "../agent/agent.ts";
import { cautionsOf } from "../cautions.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import type { Foundation } from "../foundation.ts";
import { type OpenStore, openStore } from "../redis/open-store.ts";
import type { Verb } from "./verb.ts";

/** Where Redis is, without user and password. */
function redisPlace({ config }: Foundation): string {
  const { REDIS_URL: url } = config.core;
  return url === undefined ? `private (${config.dataFolder})` : shownValue(url);
}

/** The settings that are set, a secret by its name alone, an address without what is secret in it; where none is, the names that could be. */
function settingsText({ values }: Config, { schema, secrets }: Settings, only = /./): string {
  const names = Object.keys(schema.shape).filter((name) => only.test(name));
  const set = names.filter((name) => values[name] !== undefined);
  if (set.length === 0) return names.join(", ");
  return set
    .map((name) => (secrets.includes(name) ? name : `${name}=${shownValue(values[name] ?? "")}`))
    .join(", ");
}

/** One Redis for all that is looked up in it. */
function sharedStore(foundation: Foundation) {
  let opening: Promise<OpenStore> | undefined;
  return {
    async store(): Promise<Store> {
      opening ??= openStore(foundation, { asIs: true });
      return (await opening).store;
    },
    async close(): Promise<void> {
      await opening?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}

/** Of platforms where each person connects an account of their own. */
const accountsOf = (
  foundation: Foundation,
  definition: AdapterDefinition,
  store: () => Promise<Store>,
): Pick<Extension, "accounts"> => {
  const { accounts, invites } = definition;
  if (accounts === undefined || invites !== true) return {};
  return { accounts: async () => accounts(loginHostOf(foundation, await store(), definition)) };
};

function adapterChecks(foundation: Foundation, store: () => Promise<Store>): readonly Extension[] {
  const { adapters, config, clock, log } = foundation;
  // The very fetch of the service, so that what fails here fails alike.
  const fetch = createShortFetch({ fallback: globalThis.fetch });
  return adapters.map((definition) => {
    const { platform, settings, isOn, probe } = definition;
    const own = config.of(settings);
    const asked = { config: own, fetch, clock, log };
    return {
      name: platform,
      state: isOn(own),
      settings: settingsText(config, settings),
      ...accountsOf(foundation, definition, store),
      ...(probe === undefined ? {} : { probe: (signal: AbortSignal) => probe(asked, signal) }),
    };
  });
}

const sourceChecks = ({ sources, config }: Foundation, { data }: Agent): readonly Extension[] => [
  ...sources.on.map(({ name, settings }) => {
    const probe = data.probes.find((each) => each.name === name)?.run;
    const set = settingsText(config, settings);
    return { name, state: { on: true } as const, settings: set, ...(probe === undefined ? {} : { probe }) };
  }),
  ...sources.off.map(({ name, hint }) => ({ name, state: { on: false, hint } as const })),
];

/** The shortest of questions: it shows that address, key and model's name are right, and costs a few tokens. */
const probeOf =
  (client: ModelClient): Probe =>
  async (signal) => {
    await client.complete({
      system: "Answer with the word ok.",
      messages: [{ role: "user", content: "ok?" }],
      facts: { task: "synthesis", data: {} },
      maxTokens: 16,
      signal,
    });
    return { ok: true, detail: "answered" };
  };

function modelChecks({ config }: Foundation, { models }: Agent): readonly Extension[] {
  const named = Object.entries(models.summary).filter(([, name]) => name !== "builtin");
  const byName = new Map(named.map(([task, name]) => [name, task as TaskClass]));
  return [...byName].map(([name, task]) => ({
    name,
    state: { on: true } as const,
    settings: settingsText(config, modelSettings, new RegExp(`^${name.split(":")[0]}_`, "i")),
    probe: probeOf(models.route(task)),
  }));
}

/** What holds the market clock still, as the doctor calls it. */
function frozenBy({ config, sources }: Foundation): Pick<DoctorProbes, "frozenBy"> {
  if (config.core.QIANMEN_NOW !== undefined) return { frozenBy: "QIANMEN_NOW" };
  return sources.pinnedNow === undefined ? {} : { frozenBy: "sample data" };
}

/** `qianmen doctor [--json]`: looks at everything the service needs; exit code 1 on a fault. */
export const run: Verb = async (args, context) => {
  const foundation = await layQuietFoundation(context, "silent");
  const { clock, config } = foundation;
  const { HTTP_HOST, HTTP_PORT, REDIS_FSYNC: fsync } = config.core;
  const agent = await createAgent(foundation);
  const { store, close } = sharedStore(foundation);
  const report = await doctor({
    nodeVersion: process.version,
    redisPlace: redisPlace(foundation),
    fsync,
    redis: async () => (await store()).health(clock.wallMs()),
    adapters: adapterChecks(foundation, store),
    sources: sourceChecks(foundation, agent),
    models: agent.models.summary,
    modelProbes: modelChecks(foundation, agent),
    // Nothing is left open unasked: without ACCESS strangers are given a pairing code.
    accessFaults: [],
    port: () => checkPort(HTTP_HOST, HTTP_PORT, reachable(HTTP_HOST)),
    cautions: cautionsOf(foundation),
    marketNow: clock.market(),
    ...frozenBy(foundation),
    calendarTrouble: calendarTrouble(agent.data.calendars.horizon(), clock.market().slice(0, 10)),
  }).finally(close);
  const text = args.includes("--json") ? JSON.stringify(report, null, 2) : renderDoctor(report);
  // What was asked may have quoted the address it was asked by.
  process.stdout.write(`${strike(text, config.secretValues)}\n`);
  return report.ok ? 0 : 1;
};
