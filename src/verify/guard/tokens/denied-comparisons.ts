/** did not close below, has not fallen under: a comparison that is denied says the opposite. */
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

const denial =
  "(?:did not|didn't|does not|doesn't|do not|has not|hasn't|have not|haven't|had not|is not|isn't|was not|wasn't|never|has never|could not|couldn't|failed to|has yet to|is yet to|yet to)";
const verb =
  "(?:close|closed|fall|fallen|fell|drop|dropped|trade|traded|finish|finished|end|ended|settle|settled|go|gone|rise|risen|climb|climbed|break|broken|broke|slip|slipped|dip|dipped|get|move|moved|sink|sunk|push|pushed|stay|stayed|hold|held|manage to close|cross|crossed)";
const shape = new RegExp(
  `^${denial}(?: (?:quite|yet|even|actually|once|ever))?(?: ${verb})?(?: (?:the day|today|out|back|down|up))?(?: (?:(above|over|higher than)|(?:below|under|beneath|lower than)))(?![a-z])(?! (?:the last|the past|a |an ))`,
);
export const deniedStarts = "dhiwncfy";
const longest = 64;

/** The whole phrase as one comparison: at or above, at or below. */
export function readDenied(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const found = shape.exec(lower.slice(at, at + longest));
  return found === null
    ? null
    : token("compare", at, at + found[0].length, { op: found[1] === undefined ? ">=" : "<=" });
}
