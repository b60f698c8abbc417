// One line in, calls and their results in between, one line out. Values are pointed at, never written.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => JSON.parse((await lines.next()).value);
const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

let calls = 0;
async function call(tool, args) {
  calls += 1;
  write({ call: { id: calls, tool, args } });
  return read();
}

async function answer({ input: { codes = [] } }) {
  const claims = [];
  const missing = [];
  for (const query of codes) {
    const resolved = await call("resolve_security", { query });
    if (resolved.error) missing.push({ code: resolved.error.code, subject: query });
    else if (resolved.result.value.status === "several")
      return { question: { tool_call_id: resolved.result.tool_call_id } };
    else if (resolved.result.value.status !== "one")
      missing.push({ code: "UNKNOWN_SECURITY", subject: query });
    else {
      const [{ code }] = resolved.result.value.matches;
      const found = await call("get_price", { code });
      if (found.error) missing.push({ code: found.error.code, subject: code });
      else {
        const path = "current_price" in found.result.value ? "/current_price" : "/close";
        claims.push({ tool_call_id: found.result.tool_call_id, path });
      }
    }
  }
  if (claims.length > 0) return { answer: { claims, missing } };
  return { refusal: missing[0] ?? { code: "INVALID_ARGS" } };
}

write(await answer(await read()));
process.exit(0);
