import { type BulkState, type BulkVerb, createBulk, mostAtOnce } from "../../admin/acts/bulk.ts";
import type { TurnQuery } from "../../journal/search/turn-query.ts";
import { isSure } from "./confirm.ts";
import type { OpenActs } from "./with-acts.ts";

export interface BulkWish {
  readonly verb: BulkVerb;
  readonly query: TurnQuery;
  /** Of a replay: the stage to begin at, and whether data are fetched anew. */
  readonly from: string;
  readonly live: boolean;
  readonly yes: boolean;
}

const questions: Readonly<Record<BulkVerb, string>> = {
  replay: "逐条试重放(不发送)? Replay each, dry?",
  retry: "逐条重试并补发给用户? Retry each and send to the people?",
  cancel: "逐条取消并告诉用户? Cancel each and tell the people?",
};

/** One act on all turns that fit, once their count is confirmed; the same as on the administrator's site, and shown there. Undefined: not confirmed. */
export async function actOnMany(
  { acts, ports, actor }: OpenActs,
  { verb, query, yes, ...how }: BulkWish,
): Promise<BulkState | undefined> {
  const bulk = createBulk({ ...ports, signal: new AbortController().signal }, acts);
  // What comes in after the count is not meant.
  const counted = { ...query, toMs: query.toMs ?? ports.clock.wallMs() };
  const count = await bulk.count(verb, counted);
  const many = count >= mostAtOnce ? `${count} (一次最多这么多 the most at once)` : String(count);
  const otherwise = `${many} turns fit; without a terminal confirm with --yes`;
  if (!(await isSure(yes, `${many} 条 turns: ${questions[verb]}`, otherwise))) return undefined;
  const id = await bulk.start(actor, verb, counted, how);
  await bulk.settled();
  return bulk.state(id);
}
