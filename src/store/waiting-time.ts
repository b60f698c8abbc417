import type { Redis } from "ioredis";

/** A limit is so many turns of a slow clock. However long this process itself is held up, that is one turn of it. */
const turns = 8;

/**
 * Calls back when `ms` have been waited for somebody else; returns what calls it off. The time in which this process itself stood still does
 * not count: what has come in meanwhile is read first.
 */
export function afterWaiting(ms: number, then: () => void): () => void {
  let left = turns;
  let timer: NodeJS.Timeout;
  const turn = () => {
    timer = setTimeout(() => {
      left -= 1;
      if (left === 0) then();
      else turn();
    }, ms / turns);
  };
  turn();
  return () => clearTimeout(timer);
}

/**
 * Fails each command that has waited `ms` for its reply, as ioredis' own `commandTimeout` does and in its words, but by the time of
 * `afterWaiting`: a start that loads its code for seconds is no failure of Redis.
 */
export function limitWaiting(redis: Redis, ms: number): void {
  const send = redis.sendCommand.bind(redis);
  let waiting: { readonly command: Parameters<typeof send>[0]; readonly sinceTurn: number }[] = [];
  let turn = 0;
  let clock: NodeJS.Timeout | undefined;
  const look = () => {
    turn += 1;
    const open = waiting.filter(({ command }) => !command.isSettled);
    waiting = open.filter(({ sinceTurn }) => turn - sinceTurn <= turns);
    for (const { command, sinceTurn } of open)
      if (turn - sinceTurn > turns) command.reject(new Error("Command timed out"));
    if (waiting.length > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
  redis.sendCommand = (command, stream) => {
    waiting.push({ command, sinceTurn: turn });
    clock ??= setInterval(look, ms / turns);
    return send(command, stream);
  };
}
