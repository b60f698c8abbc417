// A process that starts the private Redis, writes one key and stays until it is killed.
import { startPrivateRedis } from "../../src/store/private-redis.ts";
import { socketCommand } from "../../src/store/socket-command.ts";

const folder = process.argv[2] ?? "";
const redis = await startPrivateRedis({ folder, say: () => undefined });
await socketCommand(redis.socketPath, "SET kept yes");
process.on("SIGTERM", () => void redis.stop().then(() => process.exit(0)));
process.stdout.write(`${redis.owned ? "owned" : "joined"}\n`);
setInterval(() => undefined, 60_000);
