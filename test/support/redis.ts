import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { startPrivateRedis } from "../../src/store/private-redis.ts";

export interface TestRedis {
  readonly socketPath: string;
  /** Its data folder; removed after the tests. */
  readonly folder: string;
}

/** One private Redis for the calling test file, in a folder of its own; stopped after the file's tests. */
export async function testRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), "qm-"));
  const redis = await startPrivateRedis({ folder, say: () => undefined });
  after(async () => {
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { socketPath: redis.socketPath, folder };
}
