import { z } from "zod";
import type { ModelCallRecord } from "../ports/model.ts";
import type { SkillCard } from "../ports/skill.ts";
import type { ErrorCode } from "./errors.ts";
import type { JsonObject, Language } from "./json.ts";
import type { Session } from "./session.ts";

/** The most actions one message may ask for. */
export const maxActions = 3;

/** A plan before the skills' own input schemas are applied. */
export const planSchema = z.object({
  actions: z
    .array(z.object({ skill: z.string(), input: z.record(z.string(), z.json()) }))
    .min(1)
    .max(maxActions),
  language: z.enum(["zh", "en"]),
  left: z.array(z.string()).optional(),
});

export interface Action {
  readonly skill: string;
  readonly input: JsonObject;
}

/** The skills the router picked, in the order in which their answers appear. */
export interface Plan {
  readonly actions: readonly Action[];
  readonly language: "zh" | "en";
  /** What the message asks beyond what a plan holds, in its own words, to be told as not answered. */
  readonly left?: readonly string[];
}

/** How a plan came about, for the administrator. */
export interface RouteRecord {
  /** Without any action where `error` says why none came about. */
  readonly plan: Plan;
  readonly error?: ErrorCode;
  /** `builtin`, or `provider:model`. */
  readonly by: string;
  readonly reason?: string;
  /** True when the built-in router stood in for an unreachable model. */
  readonly degraded: boolean;
  readonly models: readonly ModelCallRecord[];
  /**
   * What the conversation was about when the message was routed, without its claims: a replay routes by it. Of a message that quotes another
   * one it is the quoted turn with its claims, and nothing where that is not known.
   */
  readonly context: Session;
}

/** What a router is told, as data: the built-in provider reads this instead of the prompt. */
export interface RouteFacts {
  readonly text: string;
  readonly language: Language;
  /** Market time. */
  readonly now: string;
  readonly session: Session;
  readonly cards: readonly SkillCard[];
}
