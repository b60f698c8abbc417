import { z } from "zod";
import {
  type Adapter,
  type AdapterDefinition,
  type AdapterHost,
  AppError,
  defineAdapter,
  type IncomingMessage,
  type OutboundPart,
} from "#contract";

export const platform = "case";

interface Waiting {
  readonly parts: Map<number, OutboundPart>;
  readonly delivered: Promise<void>;
  readonly settle: () => void;
  /** Who waits; the same question may be asked twice at once. */
  holders: number;
}

function newWaiting(): Waiting {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { parts: new Map(), delivered: promise, settle: resolve, holders: 0 };
}

/** An adapter within the process: what it hands in takes the way of everybody's messages, and nothing listens anywhere. */
export function createCaseAdapter() {
  const waiting = new Map<string, Waiting>();
  let host: AdapterHost<object> | undefined;
  const adapter: Adapter = {
    maxCharacters: 100_000,
    start: async () => undefined,
    stop: async () => undefined,
    async send(part) {
      const one = waiting.get(part.turnId);
      one?.parts.set(part.part, part);
      if (one !== undefined && one.parts.size === part.of) one.settle();
      return { status: "delivered", receipt: `${part.turnId}-p${part.part}` };
    },
    canceled: async (_, turnId) => waiting.get(turnId)?.settle(),
    health: () => ({ ok: true, detail: "in this process" }),
  };
  const definition: AdapterDefinition = defineAdapter({
    platform,
    summary: { zh: "评测用例", en: "cases of an evaluation" },
    settings: { schema: z.object({}), secrets: [] },
    public: false,
    isOn: () => ({ on: true }),
    create(given) {
      host = given;
      return adapter;
    },
  });
  return {
    definition,
    receive: (message: IncomingMessage) => {
      if (host === undefined) throw new AppError("INTAKE_DOWN", "the service is not up");
      return host.receive(message);
    },
    /** From before the question is handed in, so that no part of its answer is missed. */
    expect(turnId: string) {
      const one = waiting.get(turnId) ?? newWaiting();
      waiting.set(turnId, one);
      one.holders += 1;
      const forget = (): void => {
        one.holders -= 1;
        if (one.holders === 0) waiting.delete(turnId);
      };
      return { ...one, forget };
    },
  };
}
