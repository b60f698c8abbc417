import type { ModelClient, ModelRequest, ModelResponse, RouteFacts } from "#contract";
import type { Directory } from "#language";
import { routeByRules } from "./route.ts";

const nothingUsed = { prompt_tokens: 0, completion_tokens: 0 };

function answerOf({ facts }: ModelRequest, directory: Directory): ModelResponse {
  if (facts.task === "routing") {
    // The pipeline's own facts: `facts.data` is a RouteFacts for this task.
    const { plan, reason, certain } = routeByRules(facts.data as RouteFacts, directory);
    const actions = plan.actions.map(({ skill, input }) => ({ skill, input }));
    const left = plan.left === undefined ? {} : { left: [...plan.left] };
    const json = { actions, language: plan.language, reason, certain, ...left };
    return { text: JSON.stringify(json), json, usage: nothingUsed };
  }
  // It picks no tools.
  if (facts.task === "planning") return { text: "", usage: nothingUsed };
  const { template } = facts.data as { readonly template: string };
  return { text: template, usage: nothingUsed };
}

/** The provider that needs no key and no network: routes by rules and renders by template. It never fails. */
export function createBuiltin({ directory }: { readonly directory: () => Directory }): ModelClient {
  return {
    provider: "builtin",
    model: "builtin",
    complete: async (request) => answerOf(request, directory()),
  };
}
