import { addDelayedJob } from "bullmq/dist/esm/scripts/addDelayedJob-6.js";
import { addStandardJob } from "bullmq/dist/esm/scripts/addStandardJob-9.js";

/** The keys of BullMQ's own scripts that add a job, in the scripts' order. */
const standardKeys = ["wait", "paused", "meta", "id", "completed", "delayed", "active", "events", "marker"];
const delayedKeys = ["marker", "meta", "id", "delayed", "completed", "events"];
if (addStandardJob.keys !== standardKeys.length || addDelayedJob.keys !== delayedKeys.length)
  throw new Error("BullMQ adds its jobs by other keys");

const keysIn = (types: readonly string[]): string =>
  `{${types.map((type) => `ARGV[2] .. '${type}'`).join(", ")}}`;

/**
 * The job of an entry that the step before has put into its chat's order: due where it is the head, else parked. BullMQ adds it by its
 * own scripts, so that it is the job that `Queue.add` makes.
 * KEYS order · ARGV id, prefix of BullMQ's keys, name, data (JSON), options (JSON), nowMs, parkMs → the id; 0 where there is no such entry
 */
export const addLua = `
local before = redis.call('ZRANK', KEYS[1], ARGV[1])
if not before then return 0 end
local options = cjson.decode(ARGV[5])
options.jobId = ARGV[1]
if before > 0 then options.delay = tonumber(ARGV[7]) end
local job = cmsgpack.pack({ARGV[2], ARGV[1], ARGV[3], tonumber(ARGV[6])})
local args = {job, ARGV[4], cmsgpack.pack(options)}
local function addDue(KEYS, ARGV)
${addStandardJob.content}
end
local function addParked(KEYS, ARGV)
${addDelayedJob.content}
end
if before == 0 then return addDue(${keysIn(standardKeys)}, args) end
return addParked(${keysIn(delayedKeys)}, args)`;
