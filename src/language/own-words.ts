import { findCodes } from "./codes.ts";
import { withoutHandles } from "./fold.ts";

/** A link to a page, with or without its scheme; a bare host is a name (JD.com). */
const link =
  /(?:https?:\/\/|www\.)[^\s,，。！？；;、（）()「」『』“”"<>]+|(?<![\p{L}\p{N}.@-])[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,5}\.(?:com|cn|net)\/[^\s,，。！？；;、（）()「」『』“”"<>]+/giu;

const blank = (text: string): string => " ".repeat(text.length);

/** The stock of a quote's page stands in its address: …/sz300750.html, …/S/SH600519. Other numbers there are of the site. */
function codesOnly(address: string): string {
  let kept = blank(address);
  for (const { kind, span } of findCodes(address))
    if (kind === "stock" || kind === "index")
      kept = kept.slice(0, span[0]) + address.slice(...span) + kept.slice(span[1]);
  return kept;
}

/**
 * What somebody says in a message: the same text with every @handle and link blanked, but for a security's code in a link, so that neither
 * a bot's name nor a site's asks for anything. Spans stay where they were.
 */
export function ownWords(text: string): string {
  const bare = withoutHandles(text);
  return bare.includes("/") || bare.includes("www.") ? bare.replace(link, codesOnly) : bare;
}
