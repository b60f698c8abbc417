/**
 * The practical limit to stay close to: grammY runner → BullMQ → two model calls → sendMessage, with no product in
 * between. It loads the same SDKs as the product and uses the same Redis settings. Settings come from the environment.
 */
import Anthropic from "@anthropic-ai/sdk";
import { run } from "@grammyjs/runner";
import { Queue, Worker } from "bullmq";
import { Bot } from "grammy";
import { Redis } from "ioredis";
import OpenAI from "openai";

interface JobData {
  readonly chatId: number;
  readonly messageId: number;
  readonly text: string;
}

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const models = new OpenAI({
  apiKey: setting("OPENAI_API_KEY"),
  baseURL: setting("OPENAI_BASE_URL"),
  maxRetries: 0,
});
// Loaded, as the product loads it; never called.
const unused = new Anthropic({ apiKey: "unused" });
const bot = new Bot(setting("TELEGRAM_BOT_TOKEN"), { client: { apiRoot: setting("TELEGRAM_API_ROOT") } });
const connect = () => new Redis({ path: setting("BENCH_REDIS_SOCKET"), maxRetriesPerRequest: null });
const queue = new Queue<JobData>("bare", { connection: connect(), prefix: "bare" });

async function ask(system: string, text: string, schema: boolean): Promise<string> {
  const answer = await models.chat.completions.create({
    model: "bench",
    messages: [
      { role: "system", content: system },
      { role: "user", content: text },
    ],
    ...(schema
      ? {
          response_format: { type: "json_schema", json_schema: { name: "plan", schema: { type: "object" } } },
        }
      : {}),
  });
  return answer.choices[0]?.message.content ?? "";
}

const worker = new Worker<JobData>(
  "bare",
  async ({ data }) => {
    await ask('Answer with {"actions": []}.', data.text, true);
    await ask("Write the answer.", `${data.text}\n{{c1}}`, false);
    await bot.api.sendMessage(data.chatId, `answer to ${data.text}`, {
      reply_parameters: { message_id: data.messageId },
    });
  },
  {
    connection: connect(),
    prefix: "bare",
    concurrency: Number(setting("BENCH_TURNS_AT_ONCE")),
    removeOnComplete: { count: 500 },
  },
);

bot.on("message:text", async (context) => {
  const { message_id: messageId, text, chat } = context.message;
  await queue.add(
    "message",
    { chatId: chat.id, messageId, text },
    { jobId: `bare-${chat.id}-${messageId}`, removeOnComplete: { count: 500 } },
  );
});

await worker.waitUntilReady();
await bot.init();
const runner = run(bot);
process.stdout.write(`ready ${typeof unused}\n`);
process.once("SIGTERM", async () => {
  await runner.stop();
  await worker.close();
  process.exit(0);
});
