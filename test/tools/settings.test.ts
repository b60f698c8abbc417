import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AppError } from "#contract";
import { loadConfig } from "../../src/config.ts";
import { toolSettings } from "../../src/tools/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-tool-settings-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function load(env: Readonly<Record<string, string>>, yaml = "") {
  const file = join(folder, "qianmen.yaml");
  writeFileSync(file, yaml);
  const config = loadConfig({ env, file, extensions: [toolSettings] });
  return { config, settings: config.of(toolSettings) };
}

test("servers are read from JSON, or from a tree in the file with variables in it", () => {
  const stdio = { command: "node", args: ["server.js"], env: { TOKEN: 'a"b\\c-long' } };
  const web = { url: "https://example.com/mcp", headers: { authorization: "Bearer long-token" } };
  const wanted = { filings: stdio, web };
  assert.deepEqual(load({ MCP_SERVERS: JSON.stringify(wanted) }).settings.MCP_SERVERS, wanted);
  const tree = `mcp:
  filings: { command: node, args: [server.js], env: { TOKEN: "\${FILINGS_TOKEN}" } }
  web:
    url: https://example.com/mcp
    headers: { authorization: "Bearer \${WEB_TOKEN}" }
`;
  const env = { FILINGS_TOKEN: stdio.env.TOKEN, WEB_TOKEN: "long-token" };
  assert.deepEqual(load(env, tree).settings.MCP_SERVERS, wanted);
});

test("what only a server may know is never logged", () => {
  const servers = {
    a: { command: "x", args: [], env: { TOKEN: "env-secret", FLAG: "on" } },
    b: { url: "https://user:url-secret@example.com/mcp?key=query-secret", headers: { key: "header-secret" } },
  };
  const { config } = load({ MCP_SERVERS: JSON.stringify(servers) });
  for (const secret of ["env-secret", "url-secret", "query-secret", "header-secret"])
    assert.ok(config.secretValues.includes(secret), secret);
  assert.ok(!config.secretValues.includes("on"));
});

test("nothing set: no server, every tool allowed", () => {
  assert.deepEqual(load({}).settings, { TOOLS_ALLOW: [], TOOLS_DENY: [], MCP_SERVERS: {} });
  assert.deepEqual(load({ TOOLS_DENY: "mcp_*, get_news" }).settings.TOOLS_DENY, ["mcp_*", "get_news"]);
});

const faulty: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no JSON": { MCP_SERVERS: "{" },
  "a name that is none": { MCP_SERVERS: '{"My Server":{"command":"x"}}' },
  "a name with an underscore": { MCP_SERVERS: '{"a_b":{"command":"x"}}' },
  "a server that is neither": { MCP_SERVERS: '{"a":{"token":"my-secret"}}' },
  "an address of another kind": { MCP_SERVERS: '{"a":{"url":"file:///etc/passwd"}}' },
  "a tool name that is none": { TOOLS_ALLOW: "get price; rm" },
};
for (const [what, env] of Object.entries(faulty))
  test(`${what} is refused at the start, without what was written`, () => {
    assert.throws(
      () => load(env),
      (error) =>
        error instanceof AppError && error.code === "CONFIG_INVALID" && !/my-secret/.test(error.message),
    );
  });
