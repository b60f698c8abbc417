import type { ModelAnswer, SeenRequest } from "./models.ts";

const slot = /\{\{[ct]\d+\}\}/g;
const code = /(?<!\d)\d{6}(?!\d)/;

function userTexts(request: SeenRequest): string[] {
  return request.messages.filter((message) => message.role === "user").map((message) => message.content);
}

const properties = (request: SeenRequest): Record<string, unknown> =>
  (request.schema?.json.properties as Record<string, unknown> | undefined) ?? {};

const wantsPlan = (request: SeenRequest): boolean =>
  request.schema === undefined ? request.system.includes('"actions"') : "actions" in properties(request);

/**
 * What a well-behaved model answers. A routing request: the price of the first six-digit code in the last line that
 * holds one (earlier lines tell of earlier turns); without any, help. Any other: every slot the prompt offers, one a line.
 */
export function defaultAnswer(request: SeenRequest): ModelAnswer {
  if (wantsPlan(request)) {
    const lines = userTexts(request).join("\n").split("\n");
    const asked = lines.findLast((line) => code.test(line)) ?? lines.join("\n");
    const found = code.exec(asked)?.[0];
    const language = /\p{Script=Han}/u.test(asked) ? "zh" : "en";
    return {
      actions: [
        found === undefined ? { skill: "help", input: {} } : { skill: "price", input: { codes: [found] } },
      ],
      language,
    };
  }
  const text = [...new Set(userTexts(request).join("\n").match(slot) ?? [])].join("\n");
  if (request.schema === undefined) return text;
  const [field = "text"] = Object.keys(properties(request));
  return { [field]: text };
}
