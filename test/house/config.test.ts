import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { z } from "zod";
import { AppError, type Settings } from "#contract";
import { type ConfigSources, clockFrom, loadConfig, shownValue } from "../../src/config.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const inn: Settings = {
  schema: z.object({
    INN_TOKEN: z
      .string()
      .refine((text) => !text.includes(" "), { error: (issue) => `${String(issue.input)} has a space` })
      .optional(),
    INN_ROOMS: z.coerce.number().int().optional(),
  }),
  secrets: ["INN_TOKEN"],
};

const load = (sources: Partial<ConfigSources>) => loadConfig({ env: {}, extensions: [inn], ...sources });

function faultsOf(sources: Partial<ConfigSources>): string {
  try {
    load(sources);
  } catch (error) {
    assert(error instanceof AppError);
    assert.equal(error.code, "CONFIG_INVALID");
    return error.message;
  }
  return assert.fail("it was accepted");
}

let files = 0;
function yaml(text: string): string {
  files += 1;
  const path = join(folder, `${files}.yaml`);
  writeFileSync(path, text);
  return path;
}

test("nothing set: the documented defaults", () => {
  const { core, access } = load({});
  assert.equal(core.HTTP_HOST, "127.0.0.1");
  assert.equal(core.HTTP_PORT, 8787);
  assert.equal(core.REDIS_FSYNC, "everysec");
  assert.equal(core.GATE_PROFILE, "strict");
  assert.equal(core.JOURNAL_DAYS, 30);
  assert.deepEqual([core.RATE_LIMIT_PERSON, core.RATE_LIMIT_CHAT], [20, 60]);
  assert.equal(core.TURNS_AT_ONCE, 128);
  assert.deepEqual(access, { mode: "pairing", allow: [] });
});

test("every fault is told at once: variable, what is wrong, an example", () => {
  const message = faultsOf({
    env: {
      HTTP_PORT: "80a",
      REDIS_URL: "http://x",
      REDIS_FSYNC: "sometimes",
      ACCESS: "everyone",
      ACCESS_ALLOW: "12345",
      DATA_SOURCES: "sample,tu/share",
      QIANMEN_NOW: "2026-05-07 10:32",
      JOURNAL_DAYS: "0",
      LOG_LEVEL: "loud",
      INN_ROOMS: "many",
    },
  });
  const lines = message.split("\n").slice(1);
  assert.equal(lines.length, 10);
  assert.match(message, /HTTP_PORT: must be a whole number from 0 to 65535, e\.g\. HTTP_PORT=8787/);
  assert.match(message, /ACCESS: must be one of pairing, allowlist, open, e\.g\. ACCESS=allowlist/);
  assert.match(message, /ACCESS_ALLOW: .*e\.g\. ACCESS_ALLOW=telegram:/);
  assert.match(message, /DATA_SOURCES: must be a list of source names/);
  assert.match(message, /QIANMEN_NOW: .*e\.g\. QIANMEN_NOW=2026-05-07T10:32:05\+08:00/);
  assert.match(message, /INN_ROOMS: .*number/);
});

test("an empty value is unset, and values lose the blanks around them", () => {
  const { core, values, of } = load({ env: { HTTP_PORT: "", INN_TOKEN: " abc\n", ACCESS: "  " } });
  assert.equal(core.HTTP_PORT, 8787);
  assert.equal(core.ACCESS, "pairing");
  assert.deepEqual(values, { INN_TOKEN: "abc" });
  assert.deepEqual(of(inn), { INN_TOKEN: "abc" });
});

test("the environment wins over the file, and what it overrides is not filled in", () => {
  const file = yaml(`HTTP_PORT: 1000\nJOURNAL_DAYS: 7\nINN_TOKEN: \${NOT_SET_ANYWHERE}\n`);
  const { core, values } = load({ env: { HTTP_PORT: "2000", INN_TOKEN: "abc" }, file });
  assert.deepEqual([core.HTTP_PORT, core.JOURNAL_DAYS, values.INN_TOKEN], [2000, 7, "abc"]);
});

test("the file: variables are filled in, lists are lists, long numbers keep their digits", () => {
  const file = yaml(
    `INN_TOKEN: a-\${PART}-z\nACCESS: allowlist\nACCESS_ALLOW:\n  - telegram:12345678901234567890\n  - terminal:desk\nHTTP_HOST:\n`,
  );
  const { core, values } = load({ env: { PART: "b:[x" }, file });
  assert.equal(values.INN_TOKEN, "a-b:[x-z");
  assert.deepEqual(core.ACCESS_ALLOW, ["telegram:12345678901234567890", "terminal:desk"]);
  assert.equal(core.HTTP_HOST, "127.0.0.1");
});

test("the file: a misspelt name, a missing variable, a nest and broken YAML are faults; no file is none", () => {
  const message = faultsOf({ file: yaml(`HTTP_PROT: 1\nINN_TOKEN: \${GONE}\nHTTP_PORT: {a: 1}\n`) });
  assert.match(message, /HTTP_PROT is not a setting of this version/);
  assert.match(message, /INN_TOKEN refers to \$\{GONE\}/);
  assert.match(message, /HTTP_PORT must be one value or a plain list/);
  const broken = faultsOf({ file: yaml("A: 1\nINN_TOKEN: [hunter2hunter2\n") });
  assert.match(broken, /line \d+: not valid YAML/);
  assert.doesNotMatch(broken, /hunter2/);
  assert.match(faultsOf({ file: yaml("- just\n- a list\n") }), /NAME: value/);
  assert.match(faultsOf({ file: folder }), /cannot be read/);
  assert.doesNotThrow(() => load({ file: join(folder, "absent.yaml") }));
  assert.doesNotThrow(() => load({ file: yaml("# only a remark\n") }));
});

test("names of the environment that nobody owns are not our business", () => {
  assert.doesNotThrow(() => load({ env: { PATH: "/bin", HTTP_PROT: "1" } }));
});

test("no secret is echoed, not even by an extension's own message", () => {
  const secret = "s3cret with-blank";
  const message = faultsOf({ env: { INN_TOKEN: secret, HTTP_PORT: "x", ADMIN_TOKEN: "short-one" } });
  assert.match(message, /\[secret\] has a space/);
  assert.doesNotMatch(message, /s3cret|short-one/);
});

test("log redaction is handed every secret, a Redis password too", () => {
  const env = { INN_TOKEN: "tok", ADMIN_TOKEN: "0123456789abcdef", REDIS_URL: "redis://u:p%40ss@h:6379" };
  assert.deepEqual(
    new Set(load({ env }).secretValues),
    new Set(["tok", "0123456789abcdef", "p%40ss", "p@ss"]),
  );
});

test("a name that two extensions claim is refused, unless they share the schema", () => {
  const shared = z.string().optional();
  const one: Settings = { schema: z.object({ SAME: shared }), secrets: [] };
  const two: Settings = { schema: z.object({ SAME: shared }), secrets: [] };
  const other: Settings = { schema: z.object({ SAME: z.string().optional() }), secrets: [] };
  assert.doesNotThrow(() => load({ extensions: [one, two] }));
  assert.match(faultsOf({ extensions: [one, other] }), /SAME: two extensions claim it/);
});

test("an allowlist that lets nobody in is a fault", () => {
  assert.match(faultsOf({ env: { ACCESS: "allowlist" } }), /ACCESS_ALLOW: .*lets nobody in/);
});

test("prices of models are read per million tokens; a viewer's token is not the operator's", () => {
  const prices = "openai:hermes=0.13/0.4, anthropic:x=3/15";
  const { core } = load({ env: { MODEL_PRICES: prices } });
  assert.deepEqual(core.MODEL_PRICES.get("anthropic:x"), { prompt: 3, completion: 15 });
  assert.match(faultsOf({ env: { MODEL_PRICES: "hermes=free" } }), /MODEL_PRICES: .*<provider>:<model>/);
  const same = "a-token-of-twenty-one";
  assert.match(faultsOf({ env: { ADMIN_TOKEN: same, ADMIN_VIEWER_TOKEN: same } }), /same as ADMIN_TOKEN/);
});

test("the data folder: QIANMEN_DATA, else the XDG state folder, else its default", () => {
  const at = (env: Record<string, string>) => load({ env: { HOME: "/home/mei", ...env } }).dataFolder;
  assert.equal(at({}), "/home/mei/.local/state/qianmen");
  assert.equal(at({ XDG_STATE_HOME: "/state" }), "/state/qianmen");
  assert.equal(at({ XDG_STATE_HOME: "not/absolute" }), "/home/mei/.local/state/qianmen");
  assert.equal(at({ QIANMEN_DATA: "~/q" }), "/home/mei/q");
  assert.equal(at({ QIANMEN_DATA: "/srv/q/" }), "/srv/q");
});

test("the market clock: frozen by the setting, else pinned by a source, else real; wall time is always real", () => {
  const frozen = clockFrom(load({ env: { QIANMEN_NOW: "2026-05-07T02:32:05Z" } }), "2020-01-02T00:00:00Z");
  assert.equal(frozen.market(), "2026-05-07T10:32:05+08:00");
  const pinned = clockFrom(load({}), "2026-05-07T10:32:05+08:00");
  assert.equal(pinned.market(), "2026-05-07T10:32:05+08:00");
  const real = clockFrom(load({}));
  const [before, told, after] = [Date.now(), Date.parse(real.market()), Date.now()];
  assert(told >= before - 1000 && told <= after);
  assert.match(real.market(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
  assert(frozen.wallMs() >= before);
});

test("a clock file is read at each use; caught half-written it keeps its last instant; absent it is a fault", () => {
  const path = join(folder, "now");
  writeFileSync(path, "2026-05-07T10:32:05+08:00\n");
  const clock = clockFrom(load({ env: { QIANMEN_NOW: `file:${path}` } }));
  assert.equal(clock.market(), "2026-05-07T10:32:05+08:00");
  writeFileSync(path, "2026-05-07T15:00:00+08:00");
  assert.equal(clock.market(), "2026-05-07T15:00:00+08:00");
  writeFileSync(path, "");
  assert.equal(clock.market(), "2026-05-07T15:00:00+08:00");
  assert.match(faultsOf({ env: { QIANMEN_NOW: `file:${join(folder, "gone")}` } }), /QIANMEN_NOW: the file/);
  assert.match(faultsOf({ env: { QIANMEN_NOW: "2026-02-31T10:00:00+08:00" } }), /QIANMEN_NOW/);
});

test("a misspelt name in .env is pointed out with the one that is meant; others' names and the good ones are not", () => {
  const path = join(folder, "misspelt.env");
  const env = {
    INN_TOKN: "one",
    INN_BEDS: "2",
    INN_ROOMS: "3",
    JOURNAL_DAY: "4",
    HTTP_PROXY: "http://127.0.0.1:1",
    COMPOSE_PROJECT_NAME: "inn",
  };
  writeFileSync(
    path,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
  );
  const { cautions } = load({ env: { ...env, LOG_LEVELL: "info", INN_KITCHEN: "of others" }, envFile: path });
  assert.deepEqual(
    cautions().map((line) => line.replace(" is not a setting of this version and does nothing; is ", " → ")),
    [
      "INN_TOKN in .env → INN_TOKEN meant?",
      "INN_BEDS in .env → INN_ROOMS meant?",
      "JOURNAL_DAY in .env → JOURNAL_DAYS meant?",
      "LOG_LEVELL in the environment → LOG_LEVEL meant?",
    ],
  );
  assert.deepEqual(load({ env: { INN_ROOMS: "3" }, envFile: join(folder, "absent.env") }).cautions(), []);
});

test("an address is shown without what is secret in it, and the log is handed that", () => {
  const shown = {
    "http://user:hunter2@127.0.0.1:8080/a": "http://127.0.0.1:8080/a",
    "https://a.example/v1?key=abc#x": "https://a.example/v1",
    "redis+sentinel://me:pw@10.0.0.1:1,10.0.0.2:1/mymaster/2":
      "redis+sentinel://10.0.0.1:1,10.0.0.2:1/mymaster/2",
    "https://x:p@ss@h": "https://h",
    "wss://host/@scope": "wss://host/@scope",
    "openai:hermes?x": "openai:hermes?x",
  };
  for (const [value, expected] of Object.entries(shown)) assert.equal(shownValue(value), expected);
  const { secretValues } = load({
    env: { INN_TOKEN: "https://me:p%40ssword@inn.example/?sig=0123456789&page=1" },
  });
  for (const secret of ["p%40ssword", "p@ssword", "0123456789"]) assert.ok(secretValues.includes(secret));
  assert.ok(!secretValues.includes("1") && !secretValues.includes("me"));
});
