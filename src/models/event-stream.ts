import { offProtocol } from "./provider.ts";

/** Whether a body is a stream of events although none was asked for, as some servers and gateways in front of them send it. */
export const isEventStream = (body: string): boolean => /^\s*(?:data|event|id|retry)?:/.test(body);

/**
 * What the events of a stream hold, in their order; the words that end one (`[DONE]`) are left out. Throws where one of them is no JSON, as of a
 * stream that broke off in its middle. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function eventsIn(body: string): readonly unknown[] {
  const data = body.split(/\r\n\r\n|\n\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? [])
      .join("\n")
      .trim(),
  );
  return data
    .filter((text) => text !== "" && text !== "[DONE]")
    .map((text) => {
      try {
        return JSON.parse(text);
      } catch {
        throw offProtocol();
      }
    });
}
