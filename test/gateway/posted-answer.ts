import type { Artifact, Clock, LedgerRow, OutboundPart } from "#contract";
import { createDeliver } from "../../src/gateway/deliver.ts";
import { createSentParts } from "../../src/gateway/sent-parts.ts";
import { partJobId } from "../../src/queue/outbox.ts";
import { partFor, question } from "../journal/messages.ts";
import { silent } from "../store/redis-server.ts";
import type { DeliveryHarness } from "./delivery-harness.ts";
import type { ScriptedAdapter } from "./scripted-adapter.ts";

export interface PostedWith {
  readonly harness: DeliveryHarness;
  readonly clock: Clock;
  readonly adapter: ScriptedAdapter;
  readonly redraw?: (part: OutboundPart) => Promise<readonly Artifact[] | undefined>;
}

/** A question whose answer can be posted and delivered, one pick-up at a time. */
export async function postedAnswer(
  { harness, clock, adapter, redraw }: PostedWith,
  over: Partial<OutboundPart> = {},
) {
  const message = question();
  await harness.journal.create(message, { acceptedMs: 1 });
  const { handle: deliver } = createDeliver({
    ...{ adapter, ledger: harness.ledger, sent: createSentParts(), clock, log: silent },
    ...(redraw === undefined ? {} : { redraw }),
  });
  let pickUps = 0;
  return {
    message,
    post: () => harness.outbox.post({ id: message.id, run: 0 }, [partFor(message, over)]),
    /** As if another worker had the job: its token is its own. */
    deliver: () =>
      deliver({
        id: partJobId(message.id, 0),
        chat: "chat",
        token: `worker-${pickUps++}`,
        signal: new AbortController().signal,
      }),
    async row(): Promise<LedgerRow | undefined> {
      return (await harness.outbox.rows(message.id))[0];
    },
  };
}

export type PostedAnswer = Awaited<ReturnType<typeof postedAnswer>>;

/** How often it was put off; `waitOver` lets the time pass for which it is. */
export async function deliverUntilDone(
  { deliver }: Pick<PostedAnswer, "deliver">,
  waitOver: () => void,
): Promise<number> {
  for (let waits = 0; ; waits++) {
    if ((await deliver()) === "done") return waits;
    waitOver();
  }
}
