import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { View } from "../../src/admin/html/view.ts";
import { settingsPage } from "../../src/admin/pages/settings-page.ts";
import { settingLines } from "../../src/composition/admin/setting-lines.ts";
import { type Config, loadConfig, settingRows } from "../../src/config.ts";
import { modelSettings } from "../../src/models/settings.ts";
import { toolSettings } from "../../src/tools/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-settings-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const [file, envFile] = [join(folder, "qianmen.yaml"), join(folder, ".env")];

const view: View = {
  ...{ language: "en", formToken: "t", mayAct: false, hidesText: false, path: "/admin/settings", nowMs: 0 },
  session: { id: "s", role: "viewer", endsMs: 1 },
};

const keys = [
  "sk-in-the-environment",
  "token-in-the-env-file",
  "hunter2pass",
  "query-of-an-address",
  "tool-pw",
];

function open() {
  writeFileSync(envFile, `ADMIN_TOKEN=${keys[1]}\nTURNS_AT_ONCE=7\n`);
  writeFileSync(
    file,
    `GATE_PROFILE: hrm\nTURNS_AT_ONCE: 9\nJOURNAL_DAYS: 14\nmcp:\n  news:\n    command: news\n    env: {NEWS_TOKEN: ${keys[4]}}\n`,
  );
  const env = {
    ...{ OPENAI_API_KEY: keys[0], ADMIN_TOKEN: keys[1], TURNS_AT_ONCE: "7" },
    OPENAI_BASE_URL: `https://mei:${keys[2]}@models.example.com/v1?key=${keys[3]}`,
  };
  const sources = { env, file, envFile, extensions: [modelSettings, toolSettings] };
  const reread = () => loadConfig(sources);
  const rowsOf = ({ values, secretValues }: Config) => settingRows({ ...sources, values, secretValues });
  return { config: reread(), reread, settingRows: rowsOf };
}

test("every setting is shown as it holds, with where it comes from and without a secret", () => {
  const lines = settingLines(open());
  const of = (name: string) => {
    const { value, origin, isSecret } = lines.find((line) => line.name === name) ?? {};
    return [value, origin, isSecret];
  };
  assert.deepEqual(of("GATE_PROFILE"), ["hrm", "qianmen.yaml", false]);
  assert.deepEqual(of("TURNS_AT_ONCE"), ["7", ".env", false]);
  assert.deepEqual(of("OPENAI_BASE_URL"), ["https://models.example.com/v1", "environment", false]);
  assert.deepEqual(of("OPENAI_API_KEY"), [undefined, "environment", true]);
  assert.deepEqual(of("ADMIN_TOKEN"), [undefined, ".env", true]);
  assert.deepEqual(of("ADMIN_VIEWER_TOKEN"), [undefined, "none", true]);
  assert.deepEqual(of("HTTP_PORT"), ["8787", "default", false]);
  assert.equal(of("MCP_SERVERS")[1], "qianmen.yaml");
  const page = settingsPage(view, lines);
  const text = `${page.top}${page.bottom}`;
  for (const key of keys) assert.ok(!text.includes(key), key);
  assert.match(text, /OPENAI_API_KEY<\/code><\/td><td><span class="soft">•••••• \(set, not shown\)/);
});

test("what waits for a restart stands as it did at the start and says so; a faulty file changes nothing", () => {
  const opened = open();
  writeFileSync(file, "GATE_PROFILE: strict\nJOURNAL_DAYS: 60\n");
  const waiting = () =>
    settingLines(opened).flatMap(({ name, value, isWaiting }) => (isWaiting ? [`${name}=${value}`] : []));
  assert.deepEqual(waiting(), ["JOURNAL_DAYS=14", "MCP_SERVERS=undefined"]);
  assert.equal(settingLines(opened).find(({ name }) => name === "GATE_PROFILE")?.value, "strict");
  assert.match(
    String(settingsPage(view, settingLines(opened)).bottom),
    /14<\/code> <span[^>]*>its change waits/,
  );
  writeFileSync(file, "GATE_PROFILE: strict\nOPERATOR_CHAT: telegram:1\n");
  assert.match(
    String(settingsPage(view, settingLines(opened)).bottom),
    /OPERATOR_CHAT<\/code><\/td><td>– <span[^>]*>its/,
  );
  writeFileSync(file, "GATE_PROFILE: nonsense\n");
  assert.deepEqual(waiting(), []);
  assert.equal(settingLines(opened).find(({ name }) => name === "GATE_PROFILE")?.value, "hrm");
});
