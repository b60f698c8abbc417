import type { NumericClaim } from "../records/claim.ts";
import type { Session } from "../records/session.ts";

/** 那五粮液呢, 换成招行, 昨天的, what about CATL: the question before, asked again about another company or time. */
const asksAgain =
  /[呢的][\s??。!!]*$|也(?:要|来一?[个份]|查|看)(?:一?下)?[\s。!！]*$|^(?:那|那么|换成|改成|再看|也看|我问的是|我说的是)|^(?:and|what about|how about)\b|^(?:the )?growth[\s?.!]*$/i;

/** The figures that the turn before told by the same skill, where the message asks its question again; else none. */
export function repeatedClaims(
  name: string,
  { message, session }: { readonly message: { readonly text: string }; readonly session: Session },
): readonly NumericClaim[] {
  const last = session.at(-1);
  if (last === undefined || !asksAgain.test(message.text.trim())) return [];
  return session
    .filter(({ turnId, skill }) => turnId === last.turnId && skill === name)
    .flatMap(({ claims }) => claims.filter((claim) => claim.kind === "numeric"));
}
