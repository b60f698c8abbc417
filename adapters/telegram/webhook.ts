import { createHash, timingSafeEqual } from "node:crypto";
import { faultName, type Log } from "#contract";

export interface WebhookOptions {
  readonly secret: string;
  readonly log: Log;
  /** Undefined while the bot's identity is unknown or after the stop: Telegram is asked to come again. */
  readonly take: () => ((update: unknown) => Promise<void>) | undefined;
}

const secretHeader = "x-telegram-bot-api-secret-token";

const answer = (status: number): Response => new Response(null, { status });

/**
 * Answers Telegram's webhook: 200 once the update is held, 401 without the secret, 400 for what is not JSON, 405 for what is
 * not POST, 500 for what could not be held, so that Telegram sends it again.
 */
export function createWebhook(options: WebhookOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "POST") return answer(405);
    if (!sameSecret(request.headers.get(secretHeader) ?? "", options.secret)) return answer(401);
    const update = await readJson(request);
    if (update === undefined) return answer(400);
    const take = options.take();
    if (take === undefined) return answer(500);
    try {
      await take(update);
      return answer(200);
    } catch (error) {
      options.log.warn({ reason: faultName(error) }, "telegram update not taken, left to redelivery");
      return answer(500);
    }
  };
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch {
    return undefined;
  }
}

/** Hashed first, so that neither the length nor a common beginning shows in the time. An empty secret matches nothing. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== "";
}
