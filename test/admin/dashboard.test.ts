import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createMetrics } from "../../src/composition/metrics/metrics.ts";

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const { panels }: Dashboard = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../src/admin/grafana-dashboard.json"), "utf8"),
);

/** What /metrics shows of a process in which everything has a value. */
async function shown() {
  const metrics = createMetrics({
    queueCounts: async () => ({ inbound: { wait: 2, active: 1 } }),
    oldestOpenMs: async () => 1000,
    adapters: () => [
      ["telegram", true],
      ["weixin", false],
    ],
    openCircuits: () => [{ source: "sina", capability: "spot" }],
    wallMs: () => 4500,
  });
  metrics.countReport("weixin", "login_required");
  const text = await metrics.registry.metrics();
  const all = await metrics.registry.getMetricsAsJSON();
  return { text, all };
}

const suffixes: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
  counter: [""],
  gauge: [""],
};

test("every metric that the dashboard asks for is one of /metrics", async () => {
  const { all } = await shown();
  const known = new Set(
    all.flatMap(({ name, type }) => (suffixes[String(type)] ?? []).map((suffix) => `${name}${suffix}`)),
  );
  let asked = 0;
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const names = expr.match(/\b(?:qianmen|process)_\w+/g) ?? [];
      asked += names.length;
      assert.ok(names.length > 0, title);
      for (const name of names) assert.ok(known.has(name), `${title}: ${name}`);
    }
  assert.ok(asked >= panels.length);
});

test("every label that a panel shows is one that it groups by, and every metric stands on a panel", async () => {
  for (const { title, targets } of panels)
    for (const { expr, legendFormat } of targets)
      for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        assert.ok(
          label === "instance" || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr),
          `${title}: ${label}`,
        );
  const { all } = await shown();
  const asked = JSON.stringify(panels);
  for (const { name } of all) assert.ok(asked.includes(name), `${name} stands on no panel`);
});

test("the names are Prometheus' way: counters end in _total, times in seconds, sizes in bytes", async () => {
  const { all, text } = await shown();
  for (const { name, type } of all) {
    assert.match(name, /^(qianmen|process)_[a-z0-9]+(_[a-z0-9]+)*$/);
    assert.equal(name.endsWith("_total"), String(type) === "counter", name);
    assert.doesNotMatch(name, /_(ms|millis|milliseconds|minutes|kb|mb|percent)(_|$)/);
  }
  assert.match(text, /^qianmen_oldest_open_turn_age_seconds 3\.5$/m);
  assert.match(text, /^qianmen_adapter_up\{platform="telegram"\} 1$/m);
  assert.match(text, /^qianmen_adapter_up\{platform="weixin"\} 0$/m);
  assert.match(text, /^qianmen_queue_jobs\{queue="inbound",state="wait"\} 2$/m);
  assert.match(text, /^qianmen_source_circuit_open\{source="sina",capability="spot"\} 1$/m);
});

test("a Redis that cannot be asked leaves the other figures standing", async () => {
  const away = async () => Promise.reject(new Error("away"));
  const metrics = createMetrics({
    queueCounts: away,
    oldestOpenMs: away,
    adapters: () => [["telegram", true]],
    openCircuits: () => [],
    wallMs: () => 0,
  });
  const text = await metrics.registry.metrics();
  assert.match(text, /^qianmen_adapter_up\{platform="telegram"\} 1$/m);
  assert.match(text, /^process_resident_memory_bytes \d{6,}$/m);
});
