/** 与您说的一致, exactly what you said: true only where the text shows a number of the user's. */
import type { Bench } from "../bench.ts";

const agrees =
  /(?:与|和|跟|同)(?:您|你)(?:刚才|之前)?(?:说|提|给|问|讲|看)[^,，。;；]{0,8}(?:一致|相同|一样|相符|吻合|没有出入|对得上)|(?:您|你)说(?:的是|得|的)?(?:没错|对|很对|准确)|(?<![a-z])(?:exactly (?:what|as) you|just as you (?:said|mentioned)|as you (?:correctly|rightly)|(?:matches|in line with|consistent with) (?:your|what you)|you(?:'re| are| were) (?:right|correct|spot on))(?![a-z])/;
/** Tokens of the question that are looked at. */
const mostAsked = 60;
/** Text that is read; longer ones agree with nobody at their end. */
const longest = 2000;

/** Reports such words where the question holds numbers and the text shows none of them as a claim's. */
export function checkAgreement({ input, matches, question, report }: Bench): void {
  const asked = input.question.some(({ kind }) => kind === "number");
  const user = asked ? input.tokens.find(({ kind }) => kind === "user") : undefined;
  if (user === undefined) return;
  const found = agrees.exec(input.lower.slice(0, longest));
  if (
    found === null ||
    /[不没未]|not |n't/.test(input.lower.slice(Math.max(0, found.index - 6), found.index))
  )
    return;
  if (matches.some(({ quantity }) => question.holdsNumber(quantity.number))) return;
  // 38块多, shown as 38.66: the same but for its last digits.
  const isNear = input.question.slice(0, mostAsked).some(({ number }) => {
    if (number === null) return false;
    const { digits, exponent, decimals } = number.shown;
    const power = exponent - decimals + (number.unit?.exponent ?? 0);
    return matches.some(({ options }) =>
      options.some(({ base }) => Math.abs(base - Number(digits) * 10 ** power) < 10 ** power),
    );
  });
  if (isNear) return;
  report(input.tokens.find(({ end }) => end > found.index) ?? user, "comparison_false");
}
