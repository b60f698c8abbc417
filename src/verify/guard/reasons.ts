/** What each reason of a refusal says, to whoever writes the text anew. */
export const messages: Readonly<Record<string, string>> = {
  now: "now is malformed",
  unit: "the unit is not the claim's",
  sign: "the sign or direction is not the claim's",
  value: "the number is not the claim's value, rounded to the decimals shown",
  provisional: "the close is not said to be unconfirmed",
  wrong_source: "the source is not the claim's",
  wrong_date: "the date or time is not the claim's",
  missing_attribution: "no source and date cover it",
  unbound: "no claim is said to have this number",
  stale: "the claim is too old to be called current",
  window: "the claim is not of this stretch of time",
  vague: "a vague bound around a number",
  forecast: "a number of a forecast or of the past",
  negated: "a number that is denied",
  derived: "a number derived in the prose",
  unclear: "numbers and owners of the list do not pair up",
  code_name_mismatch: "name and code are not one company's",
  comparison_false: "the comparison is false over the claims",
  comparison_unsupported: "the claims do not bear out the comparison",
  direction_unsupported: "no claim bears out the direction",
  quantity_word: "a quantity in words that no claim holds",
  fact_turned: "the reverse of what the registered fact says",
  answer_misdescribed: "the text says of itself, of its figures or of the question what is not so",
  event: "what happened or is judged of, without a claim",
  wrong_count: "not the number of companies spoken of",
  unaccounted: "a numeral that no claim accounts for",
};

/** True for what says only that no claim has the number; no claim is known to be told wrongly. */
export const isOfNoClaim = (reason: string): boolean =>
  ["unbound", "value", "unit", "derived", "vague", "forecast"].includes(reason);
