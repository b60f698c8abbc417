/** One of several processes that ask for the same rest of a day: `<socket> <name> <times>`; prints how often it got something. */
import { once } from "node:events";
import { createDaySpending } from "../../src/store/day-spending.ts";
import { connect } from "../../src/store/redis.ts";

const [socketPath = "", name = "", times = "0"] = process.argv.slice(2);
const store = connect({ socketPath });
const spending = createDaySpending(store);
const limits = { user: {}, all: { tokens: 1000 } };
await store.health(0);
process.stdout.write("ready\n");
await once(process.stdin, "data");
const asked = Array.from({ length: Number(times) }, (_, at) =>
  spending.reserve({ id: `${name}-${at}`, payer: `test/${name}`, tokens: 90, cost: 0 }, limits, 0),
);
const refusals = await Promise.all(asked);
process.stdout.write(`${refusals.filter((refusal) => refusal === null).length}\n`);
await store.close();
process.stdin.destroy();
