import { chatKey, endStates, type Json, type Turn } from "#contract";
import { observedCancel } from "../../journal/observation.ts";
import { againJobId, againLane } from "../../queue/outbox.ts";
import type { ActOutcome, Actor, ActPorts, CollectHow } from "../ports.ts";
import { audited, type Done, done, refused } from "./audited.ts";
import { createReplays, type KeptReplay, type ReplayHow, type Replays } from "./replays.ts";
import { tell } from "./tell.ts";

/** The administrator's verbs: the same for the site and for the command line. Each writes one audit line. */
export interface Acts {
  readonly replays: Replays;
  /** A dry replay; nothing is sent. Undefined: there is no such turn. Throws AppError INVALID_ARGS for an unknown stage. */
  replay(actor: Actor, turnId: string, how: ReplayHow): Promise<KeptReplay | undefined>;
  /** Sends a kept replay. `seen`: the turns of earlier ones that whoever sends it has been told of. */
  deliver(actor: Actor, replayId: string, seen?: readonly string[]): Promise<ActOutcome>;
  /** Runs an ended turn without answer anew on live data and sends what comes of it, unless a replay of it has been sent. */
  retry(actor: Actor, turnId: string): Promise<ActOutcome>;
  /** Ends a turn that has not ended, and tells the person. */
  cancel(actor: Actor, turnId: string): Promise<ActOutcome>;
  /** Has a waiting turn tried at once. */
  promote(actor: Actor, turnId: string): Promise<ActOutcome>;
  /** Takes the record of a turn away, unless its answer is still to be sent. */
  remove(actor: Actor, turnId: string): Promise<ActOutcome>;
  /** Sends one part of an answer again. `part` counts from 0. */
  resend(actor: Actor, turnId: string, part: number): Promise<ActOutcome>;
  /** Adds a turn to the cases of the evaluation. */
  collect(actor: Actor, turnId: string, how: CollectHow): Promise<ActOutcome>;
  /** Empties the list of dead letters, or takes one turn off it. */
  clearDead(actor: Actor, turnId?: string): Promise<ActOutcome>;
  approve(actor: Actor, code: string): Promise<ActOutcome>;
  revoke(actor: Actor, name: string): Promise<ActOutcome>;
  block(actor: Actor, name: string): Promise<ActOutcome>;
  unblock(actor: Actor, name: string): Promise<ActOutcome>;
}

const noTurn = () => refused("没有这一轮。", "There is no such turn.");
const stateOf = ({ state, error }: Turn): Json => (error === undefined ? { state } : { state, error });

async function cancel(ports: ActPorts, turn: Turn): Promise<Done> {
  const { journal, signals } = ports;
  const { platform, accountId, chatId } = turn.message;
  const before = stateOf(turn);
  // Before anything has happened: what could not be brought up would leave the person untold.
  const pipeline = await ports.pipeline();
  const language = pipeline.text.languageOf(turn.message.text);
  const ending = [journal.cancelStep(turn.id)];
  if (!(await tell(ports, turn.message, "CANCELED_BY_ADMIN", [language], ending)))
    return refused("它已经结束,或答案已经在路上。", "It has ended, or its answer is on its way.", { before });
  await signals.publish({ kind: "cancel", turnId: turn.id, platform, accountId, chatId, language });
  const ended = await journal.read(turn.id).catch(() => null);
  if (ended !== null) ports.observe(observedCancel(ended));
  return done("已取消,并已告诉用户。", "Canceled, and the person was told.", {
    before,
    after: { state: "canceled" },
  });
}

async function promote({ inbound }: ActPorts, turn: Turn): Promise<Done> {
  const chat = chatKey(turn.message);
  const before = stateOf(turn);
  if (endStates.has(turn.state)) return refused("它已经结束。", "It has ended.", { before });
  const position = (await inbound.waiting(chat)).indexOf(turn.id);
  if (position > 0)
    return refused(`它前面还有 ${position} 条消息。`, `${position} messages of its chat come first.`, {
      before,
    });
  await inbound.heal(chat);
  await inbound.hurry(chat);
  return done("已提前,马上处理。", "It is due now.", { before, after: "due" });
}

/** Whether its answer is still to be sent, or is being made anew. */
async function isAnswerDue({ inbound, outbox }: ActPorts, { id, message }: Turn): Promise<boolean> {
  const [rows, again] = await Promise.all([outbox.rows(id), inbound.waiting(againLane(chatKey(message)))]);
  return (
    again.includes(againJobId(id)) || rows.some(({ state }) => state === "pending" || state === "sending")
  );
}

async function remove(ports: ActPorts, turn: Turn): Promise<Done> {
  const { inbound, erase } = ports;
  const before = stateOf(turn);
  const waits = (await inbound.waiting(chatKey(turn.message))).includes(turn.id);
  if (!endStates.has(turn.state) && waits)
    return refused("它还在队列里,请先取消。", "It is still in the queue; cancel it first.", { before });
  if (await isAnswerDue(ports, turn))
    return refused(
      "它的答案还在等待发送,现在删除就送不到了。",
      "Its answer still waits to be sent, and would be lost with it.",
      { before },
    );
  await erase(turn);
  return done("已删除这一轮的记录。", "The record of the turn is removed.", { before, after: "removed" });
}

/** Longer than a retry runs; what a process that has died held is free after this. */
const retryHeldMs = 120_000;

async function retry(ports: ActPorts, replays: Replays, turn: Turn, who: string): Promise<Done> {
  const before = stateOf(turn);
  if (turn.state !== "failed" && turn.state !== "canceled")
    return refused(
      "只有失败或取消的可以重试;其他的请重放。",
      "Only a failed or canceled turn is retried; replay the others.",
      {
        before,
      },
    );
  const held = `retry:${turn.id}`;
  if (!(await ports.keep.set(held, "1", { ttlMs: retryHeldMs, ifAbsent: true })))
    return refused("它正在重试。", "It is being retried already.", { before });
  try {
    const [sent] = await replays.sentFor(turn.id);
    if (sent !== undefined)
      return refused(
        `已经为它补发过(${sent});要更正请重放后发送。`,
        `It has been answered since (${sent}); to correct that, replay it and send the replay.`,
        { before },
      );
    const kept = await replays.keep(turn, await replays.run(turn, { from: "route", live: true }), who);
    return await replays.deliver(kept);
  } finally {
    await ports.keep.delete(held);
  }
}

async function resend({ resend: parts, outbox }: ActPorts, turnId: string, part: number): Promise<Done> {
  const row = (await outbox.rows(turnId))[part];
  const before: Json = row === undefined ? null : { part, state: row.state, sends: row.sends };
  return (await parts.resend(turnId, part))
    ? done("已重新排队发送。", "It waits to be sent again.", { before, after: { part, state: "pending" } })
    : refused("这一段已送达、正在发送,或不存在。", "That part is delivered, on its way, or not there.", {
        before,
      });
}

async function collect(ports: ActPorts, turn: Turn, how: CollectHow): Promise<Done> {
  const before = stateOf(turn);
  if (!endStates.has(turn.state)) return refused("它还没有结束。", "It has not ended.", { before });
  const { caseId, path, added } = await ports.collect(turn, how);
  return added
    ? done(`已加入评测用例 ${caseId}(${path})。`, `Added as the case ${caseId} (${path}).`, {
        before,
        after: { case: caseId, wrong: how.wrong },
      })
    : refused(`用例 ${caseId} 已经在 ${path} 里。`, `The case ${caseId} is in ${path} already.`, { before });
}

export function createActs(ports: ActPorts): Acts {
  const replays = createReplays(ports);
  const { journal, people } = ports;
  const onTurn = (actor: Actor, act: string, turnId: string, work: (turn: Turn) => Promise<Done>) =>
    audited(ports, actor, act, turnId, async () => {
      const turn = await journal.read(turnId);
      return turn === null ? noTurn() : work(turn);
    });
  return {
    replays,
    async replay(actor, turnId, how) {
      let kept: KeptReplay | undefined;
      await onTurn(actor, "replay", turnId, async (turn) => {
        const replayed = await replays.run(turn, how);
        kept = await replays.keep(turn, replayed, actor.who);
        const { same } = replayed.report;
        return done("", "", {
          before: stateOf(turn),
          after: { dry: true, from: how.from, live: replayed.live, same },
        });
      });
      return kept;
    },
    deliver: async (actor, replayId, seen) => {
      const kept = await replays.find(replayId);
      return audited(ports, actor, "replay.deliver", kept?.turnId ?? "", async () =>
        kept === undefined
          ? refused("这次重放已过期,请重新来过。", "That replay has expired; run it again.")
          : replays.deliver(kept, seen),
      );
    },
    retry: (actor, turnId) =>
      onTurn(actor, "retry", turnId, (turn) => retry(ports, replays, turn, actor.who)),
    cancel: (actor, turnId) => onTurn(actor, "cancel", turnId, (turn) => cancel(ports, turn)),
    promote: (actor, turnId) => onTurn(actor, "promote", turnId, (turn) => promote(ports, turn)),
    remove: (actor, turnId) => onTurn(actor, "remove", turnId, (turn) => remove(ports, turn)),
    resend: (actor, turnId, part) =>
      audited(ports, actor, "resend", turnId, () => resend(ports, turnId, part)),
    collect: (actor, turnId, how) => onTurn(actor, "eval.add", turnId, (turn) => collect(ports, turn, how)),
    clearDead: (actor, turnId) =>
      audited(ports, actor, "dead.clear", turnId ?? "all", async () => {
        const count = await ports.resend.clear(turnId === undefined ? undefined : [turnId]);
        return done(`已清除 ${count} 条。`, `${count} cleared.`, { after: { count } });
      }),
    approve: (actor, code) => {
      // A code that nobody was given may be a mistyped secret: it is not written down.
      let name = "unknown code";
      return people.approve(code, actor.who).then((request) => {
        if (request !== undefined) name = request.name;
        return audited(ports, actor, "pair.approve", name, async () => {
          if (request === undefined)
            return refused(
              "没有这个配对码,或已过期。请对方再发一条消息,就会收到新的。",
              "There is no such code, or it has expired. Whoever wants in gets a new one by writing again.",
            );
          await tell(ports, request.message, "PAIRED", ["zh", "en"]);
          return done(`已批准 ${request.name}。`, `${request.name} is approved.`, {
            before: "waiting",
            after: "paired",
          });
        });
      });
    },
    revoke: (actor, name) =>
      audited(ports, actor, "pair.revoke", name, async () =>
        (await people.revoke(name))
          ? done(`已撤销 ${name}。`, `${name} is revoked.`, { before: "paired", after: "none" })
          : refused("没有批准过这个人。", "They were not approved."),
      ),
    block: (actor, name) =>
      audited(ports, actor, "pair.block", name, async () => {
        await people.block(name, actor.who);
        return done(`已屏蔽 ${name}。`, `${name} is blocked.`, { after: "blocked" });
      }),
    unblock: (actor, name) =>
      audited(ports, actor, "pair.unblock", name, async () =>
        (await people.unblock(name))
          ? done(`已解除屏蔽 ${name}。`, `${name} is unblocked.`, { before: "blocked", after: "none" })
          : refused("没有屏蔽过这个人。", "They were not blocked."),
      ),
  };
}
