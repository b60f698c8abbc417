/** Patterns put together of parts, their backslashes written as in a literal: pattern`(?:${names})\d{2}`. */
const withFlags =
  (flags: string) =>
  (text: TemplateStringsArray, ...parts: readonly unknown[]): RegExp =>
    new RegExp(String.raw(text, ...parts), flags);

export const pattern = Object.assign(withFlags(""), {
  /** For every match in a text. */
  all: withFlags("g"),
  /** For every match, with the places of its groups. */
  placed: withFlags("gd"),
  /** For a match right at the place looked at. */
  here: withFlags("y"),
});
