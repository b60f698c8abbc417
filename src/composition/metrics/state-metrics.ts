import { Counter, Gauge, type Registry } from "prom-client";

/** What stands now, read when somebody asks. A part that cannot be read is left out of that answer. */
export interface StateSources {
  /** Jobs by queue and state. */
  readonly queueCounts: () => Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  /** When the turn that has waited longest was accepted, epoch milliseconds; undefined when nothing is open. */
  readonly oldestOpenMs: () => Promise<number | undefined>;
  /** Whether each platform of this process can be reached. */
  readonly adapters: () => Iterable<readonly [platform: string, ok: boolean]>;
  /** What is not asked of a source for now. */
  readonly openCircuits: () => Iterable<{ readonly source: string; readonly capability: string }>;
  /** Wall time, epoch milliseconds. */
  readonly wallMs: () => number;
}

const microsPerSecond = 1e6;

/** Gauges of the present state, and the process's own under the names that Prometheus has for them. */
export function createStateMetrics(registry: Registry, sources: StateSources): void {
  const registers = [registry];
  new Gauge({
    name: "qianmen_queue_jobs",
    help: "Jobs by queue and state.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      const counts = await sources.queueCounts().catch(() => ({}));
      for (const [queue, states] of Object.entries<Readonly<Record<string, number>>>(counts))
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: "qianmen_oldest_open_turn_age_seconds",
    help: "How long the turn that has waited longest has been open; 0 when nothing is.",
    registers,
    async collect() {
      const oldest = await sources.oldestOpenMs().catch(() => undefined);
      this.set(oldest === undefined ? 0 : Math.max(0, sources.wallMs() - oldest) / 1000);
    },
  });
  new Gauge({
    name: "qianmen_adapter_up",
    help: "1 while the platform can be reached, else 0.",
    labelNames: ["platform"],
    registers,
    collect() {
      for (const [platform, ok] of sources.adapters()) this.set({ platform }, ok ? 1 : 0);
    },
  });
  new Gauge({
    name: "qianmen_source_circuit_open",
    help: "1 for what is not asked of a source for now, because it has failed.",
    labelNames: ["source", "capability"],
    registers,
    collect() {
      this.reset();
      for (const { source, capability } of sources.openCircuits()) this.set({ source, capability }, 1);
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time of the process, user and system.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / microsPerSecond);
    },
  });
}
