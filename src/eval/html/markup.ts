/** Text that may stand in a page as it is. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function textOf(part: Part): string {
  if (typeof part === "string") return part.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(textOf).join("");
}

/** Markup from a template: what is put in is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.map((text, at) => text + textOf(parts[at] ?? "")).join(""),
});

export const nothing: Markup = { markup: "" };
