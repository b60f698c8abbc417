import { type ModelRequest, oncePer } from "#contract";

/** Han, kana, Hangul and their full-width marks. */
const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

const narrowPerToken = 3;

/**
 * How many tokens a text is at most taken for, without any provider's own table: one for every wide character, one for every three others.
 * Tokenizers in use take about 0.6–1 and 3.5–4.5 for prose, less than three only for digits and odd marks.
 */
export function textTokens(text: string): number {
  const wides = text.match(wide)?.length ?? 0;
  return wides + Math.ceil((text.length - wides) / narrowPerToken);
}

/** Instructions and schemas are long and the same for every message: each is counted once. */
const systems = new Map<string, number>();
const schemaTokens = oncePer((schema: object) => textTokens(JSON.stringify(schema)));

function systemTokens(system: string): number {
  const tokens = systems.get(system) ?? textTokens(system);
  systems.set(system, tokens);
  return tokens;
}

/** The whole prompt of a request, before it is sent. */
export function promptTokens(
  request: Pick<ModelRequest, "system" | "messages" | "schema" | "tools">,
): number {
  const said = request.messages.reduce((sum, message) => {
    const asked = "toolCalls" in message && message.toolCalls ? JSON.stringify(message.toolCalls) : "";
    return sum + textTokens(message.content) + textTokens(asked);
  }, 0);
  const { system, schema, tools } = request;
  const schemas = [schema?.json, tools].filter((each) => each !== undefined);
  return schemas.reduce((sum, each) => sum + schemaTokens(each), systemTokens(system) + said);
}
