import { join } from "node:path";
import type { SkillCard } from "#contract";
import { loadSkillCards } from "../../src/load-extensions.ts";

const installed = loadSkillCards(join(import.meta.dirname, "../../skills"));

/** The cards of the whole catalogue: those of `skills/`, and fixtures for the skills that are not there yet. */
export const catalogue: readonly SkillCard[] = [
  ...installed,
  ...loadSkillCards(join(import.meta.dirname, "cards")).filter(
    ({ name }) => !installed.some((card) => card.name === name),
  ),
];
