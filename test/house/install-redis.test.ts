import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ended, ensureRedisInstalled, type RunCommand } from "../../src/store/install-redis.ts";

interface Machine {
  /** Version lines by program. */
  readonly programs?: Record<string, string>;
  readonly hasApt?: boolean;
  /** What apt-get makes of it. */
  readonly installed?: string;
  readonly aptCode?: number;
}

/** A machine of which only the answers of its commands are known. */
function machine({ programs = {}, hasApt = true, installed, aptCode = 0 }: Machine) {
  const onPath = new Map(Object.entries(programs));
  const commands: string[] = [];
  const run: RunCommand = async (command, args): Promise<Ended> => {
    if (command === "apt-get") return { code: hasApt ? 0 : null, output: "" };
    if (command === "sh") {
      commands.push(args.at(-1) ?? "");
      if (installed !== undefined) onPath.set("redis-server", installed);
      return { code: aptCode, output: "E: Unable to locate package redis-server" };
    }
    const line = onPath.get(command);
    return { code: line === undefined ? null : 0, output: line ?? "" };
  };
  const lines: string[] = [];
  const questions: string[] = [];
  const person = (answer: boolean) => ({
    run,
    say: (line: string) => void lines.push(line),
    ask: async (question: string) => {
      questions.push(question);
      return answer;
    },
  });
  return { commands, lines, questions, person };
}

const redis7 = "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0";
const redis6 = "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=a3fdef44459b3ad6";
const valkey8 = "Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1a2b";

test("a Redis on PATH is used and nothing is installed", async () => {
  const { person, commands } = machine({ programs: { "redis-server": redis7 } });
  const program = await ensureRedisInstalled({ isRoot: true, hasTty: false, ...person(false) });
  assert.deepEqual(program, { command: "redis-server", version: "7.0.15" });
  assert.deepEqual(commands, []);
});

test("Valkey is as good, and better than a Redis that is too old", async () => {
  const { person } = machine({ programs: { "redis-server": redis6, "valkey-server": valkey8 } });
  const program = await ensureRedisInstalled({ isRoot: false, hasTty: false, ...person(false) });
  assert.equal(program.command, "valkey-server");
});

test("root without a terminal installs unasked and says so in one line", async () => {
  const { person, commands, lines, questions } = machine({ installed: redis7 });
  await ensureRedisInstalled({ isRoot: true, hasTty: false, ...person(false) });
  assert.equal(commands.length, 1);
  assert.match(
    commands[0] ?? "",
    /apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends redis-server$/,
  );
  assert.equal(lines.length, 1);
  assert.deepEqual(questions, []);
});

test("with a terminal the person is asked first, and a no installs nothing", async () => {
  const asked = machine({ installed: redis7 });
  await ensureRedisInstalled({ isRoot: false, hasTty: true, ...asked.person(true) });
  assert.match(asked.questions[0] ?? "", /sudo sh -c "apt-get update/);
  assert.equal(asked.commands.length, 1);
  const refused = machine({ installed: redis7 });
  await assert.rejects(ensureRedisInstalled({ isRoot: true, hasTty: true, ...refused.person(false) }), {
    code: "REDIS_UNFIT",
    message: /apt-get update && apt-get/,
  });
  assert.deepEqual(refused.commands, []);
});

test("anyone else is given the one command", async () => {
  const { person, commands, questions } = machine({ installed: redis7 });
  await assert.rejects(ensureRedisInstalled({ isRoot: false, hasTty: false, ...person(true) }), {
    code: "REDIS_UNFIT",
    message: /sudo sh -c "apt-get update && apt-get .*redis-server"/,
  });
  assert.deepEqual([commands, questions], [[], []]);
});

test("a machine without apt, a failing apt-get and an old Redis each say what to do", async () => {
  const options = { isRoot: true, hasTty: false };
  await assert.rejects(
    ensureRedisInstalled({ ...options, ...machine({ hasApt: false }).person(true) }),
    /REDIS_URL/,
  );
  await assert.rejects(
    ensureRedisInstalled({ ...options, ...machine({ aptCode: 100 }).person(true) }),
    /Unable to locate package/,
  );
  await assert.rejects(
    ensureRedisInstalled({ ...options, ...machine({ programs: { "redis-server": redis6 } }).person(true) }),
    /redis-server 6\.0\.16 is too old.*packages\.redis\.io/,
  );
  await assert.rejects(
    ensureRedisInstalled({ ...options, ...machine({ installed: redis6 }).person(true) }),
    /6\.0\.16 is too old/,
  );
});
