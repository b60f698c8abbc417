import type { SkillContext } from "../ports/skill.ts";

/** Where a message names a company: its longest part of two characters or more that stands there. */
export function placeOf(text: string, code: string, name: string): number {
  const digits = text.indexOf(code.slice(0, 6));
  if (digits >= 0) return digits;
  for (let length = name.length; length >= 2; length--)
    for (let from = 0; from + length <= name.length; from++) {
      const place = text.indexOf(name.slice(from, from + length));
      if (place >= 0) return place;
    }
  return -1;
}

/** True where a message names one of the companies, by a part of its name, its code or its name in Latin letters. */
export async function isNamedIn(
  text: string,
  codes: readonly string[],
  { tools }: Pick<SkillContext, "tools">,
): Promise<boolean> {
  const said = text.toLowerCase();
  const named = await Promise.all(
    codes.map(async (code) => {
      const resolved = await tools.resolve_security({ query: code });
      const match = resolved.ok ? resolved.value.matches[0] : undefined;
      const latin = match?.english_name?.toLowerCase().split(/[^a-z]+/) ?? [];
      return (
        placeOf(text, code, match?.name ?? "") >= 0 ||
        latin.some((word) => word.length > 2 && said.includes(word))
      );
    }),
  );
  return named.includes(true);
}
