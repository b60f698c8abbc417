import type { Language } from "#contract";

/** The first name in Latin letters; undefined where there is none. */
export const englishName = (names: readonly string[] = []): string | undefined =>
  names.find((name) => !/\p{Script=Han}/u.test(name));

/** The name of a company as it is printed: the registry's first, in English its first Latin one where it has any. */
export const printedName = (names: readonly string[] = [], language: Language): string | undefined =>
  (language === "en" ? englishName(names) : undefined) ?? names[0];
