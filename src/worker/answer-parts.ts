import type { IncomingMessage, OutboundPart, Reply } from "#contract";
import type { Journal } from "../journal/journal.ts";
import type { Observe } from "../journal/observation.ts";
import type { Memory } from "../memory/session.ts";
import type { Limit } from "../pipeline/execute/limit.ts";
import type { PipelinePorts } from "../pipeline/ports.ts";
import type { Outbox } from "../queue/outbox.ts";
import type { Signals } from "../queue/signals.ts";
import type { Together } from "../queue/step.ts";
import type { Cancellations } from "./cancellations.ts";

export interface AnswerParts {
  /** Runs steps of several modules as one script. */
  readonly together: Together;
  readonly journal: Journal;
  readonly memory: Memory;
  readonly outbox: Outbox;
  readonly signals: Signals;
  readonly cancellations: Cancellations;
  /** Holds as many turns as may be under way at once. */
  readonly room: Limit;
  readonly pipeline: PipelinePorts;
  /** Splits a reply as the message's platform needs it. */
  readonly partsOf: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[];
  /** A turn that runs longer is failed, the user told, and the chat goes on. */
  readonly maxTurnMs: number;
  /** Told of every turn that ends here. */
  readonly observe: Observe;
}
