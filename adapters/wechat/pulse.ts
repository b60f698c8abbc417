import type { Puppet } from "./load-puppet.ts";

/** What counts as a sign of life. */
const signs = ["heartbeat", "dong", "message", "login", "scan", "ready"] as const;

/** Quiet rounds after which a connection is dead. */
const deadRounds = 3;

/**
 * Asks a quiet puppet for a sign of life (ding, dong), for a half-open connection tells nothing by itself. It is dead when it stops
 * answering, or has never given any sign: a gateway that serves another client is as silent. One that cannot answer but has shown
 * something is left in peace.
 */
export function createPulse(puppet: Puppet, everyMs: number, onDead: () => void) {
  let quietRounds = 0;
  let hasAnswered = false;
  let hasShown = false;
  let timer: NodeJS.Timeout | undefined;
  const onSign = (): void => {
    quietRounds = 0;
    hasShown = true;
  };
  const onDong = (): void => {
    hasAnswered = true;
  };
  for (const sign of signs) puppet.on(sign, onSign);
  puppet.on("dong", onDong);
  const round = (): void => {
    quietRounds += 1;
    if ((hasAnswered || !hasShown) && quietRounds >= deadRounds) onDead();
    try {
      puppet.ding("qianmen");
    } catch {
      // A puppet that cannot has not answered.
    }
  };
  return {
    /** Once the puppet has started. */
    start(): void {
      timer = setInterval(round, everyMs);
      timer.unref();
    },
    stop(): void {
      clearInterval(timer);
      for (const sign of signs) puppet.off(sign, onSign);
      puppet.off("dong", onDong);
    },
  };
}
