import assert from "node:assert/strict";
import { accessSync, constants, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(at(path), "utf8");

const service = z.looseObject({
  build: z.unknown().optional(),
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});
const compose = z
  .object({
    services: z.object({ app: service, redis: service, aktools: service }).strict(),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read("compose.yaml")));
const { app, redis, aktools } = compose.services;

test("compose: the app alone has a published port, and on this machine only", () => {
  assert.deepEqual(app.ports, ["127.0.0.1:8787:8787"]);
  assert.deepEqual([redis.ports, aktools.ports], [[], []]);
  for (const each of [app, redis, aktools]) assert(!("network_mode" in each) && !("privileged" in each));
});

test("compose: AKTools, which evaluates what it is asked, shares a network with the app alone; Redis reaches nobody", () => {
  const shared = (a: string[], b: string[]) => a.filter((name) => b.includes(name));
  assert.deepEqual(shared(redis.networks, aktools.networks), []);
  assert.deepEqual(shared(app.networks, aktools.networks), aktools.networks);
  for (const name of redis.networks) assert.equal(compose.networks[name]?.internal, true);
});

test("compose: Redis writes every message down, evicts nothing, and keeps its data over a new container", () => {
  assert.match(redis.image ?? "", /^redis:7/);
  const words = redis.command ?? [];
  const setting = (name: string) => words[words.indexOf(`--${name}`) + 1];
  assert.equal(setting("appendonly"), "yes");
  assert.equal(setting("maxmemory-policy"), "noeviction");
  assert.match(setting("appendfsync") ?? "", /everysec/);
  assert.deepEqual(redis.volumes, ["redis-data:/data"]);
  assert("redis-data" in compose.volumes);
});

test("compose: the app finds Redis and AKTools by their names, and AKTools tells Shanghai's time", () => {
  assert.equal(app.environment.REDIS_URL, "redis://redis:6379");
  assert.equal(app.environment.AKTOOLS_API_ROOT, "http://aktools:8080");
  assert.equal(app.environment.HTTP_HOST, "0.0.0.0");
  assert.equal(aktools.environment.TZ, "Asia/Shanghai");
});

test("compose: a settings file on the host is the app's own, and may be replaced while it runs", () => {
  assert.deepEqual(app.volumes, ["app-data:/data", "./config:/config:ro"]);
  assert.match(read("Dockerfile"), /^RUN .*ln -s \/config\/qianmen\.yaml qianmen\.yaml$/m);
});

test("compose: what AKTools is built from is of exact versions", () => {
  const { dockerfile_inline: file } = z.object({ dockerfile_inline: z.string() }).parse(aktools.build);
  const words = /pip install ([^&]*)/.exec(file)?.[1]?.trim().split(/\s+/) ?? [];
  const packages = words.filter((word) => !word.startsWith("-"));
  assert.deepEqual(packages.map((each) => each.split("==")[0]).sort(), ["akshare", "aktools"]);
  for (const each of packages) assert.match(each, /^[a-z]+==\d+\.\d+\.\d+$/);
});

test("the image: Node 24, no development packages, not root, watched, and started by the launcher", () => {
  const dockerfile = read("Dockerfile");
  const stages = dockerfile.split(/^FROM /m).slice(1);
  assert(stages.length >= 2);
  for (const stage of stages) assert.match(stage, /^node:24-slim/);
  assert.match(stages[0] ?? "", /npm ci --omit=dev/);
  const final = stages.at(-1) ?? "";
  assert.match(final, /^USER node$/m);
  assert.match(final, /^HEALTHCHECK [\s\S]*\/healthz/m);
  assert.match(final, /^CMD \["node", "src\/launch\.mjs", "start"\]$/m);
  // With a lock file beside it the launcher would try to install.
  assert.doesNotMatch(final, /package-lock\.json/);
});

test("the image gets nothing but what it names: no .env, no data, no tests", () => {
  const lines = read(".dockerignore").split("\n").filter(Boolean);
  assert.equal(lines[0], "*");
  const sent = lines.slice(1).map((line) => line.replace(/^!/, ""));
  const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  assert.deepEqual([...new Set(copied)].sort(), sent.sort());
});

test("continuous integration runs the gate, and may be executed", () => {
  assert.match(read(".ci/run"), /^set -euo pipefail$/m);
  assert.match(read(".ci/run"), /^npm run gate$/m);
  accessSync(at(".ci/run"), constants.X_OK);
});
