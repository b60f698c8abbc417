import type { UserNumber } from "#contract";
import { findTimes } from "./dates.ts";
import { fold } from "./fold.ts";
import { ownWords } from "./own-words.ts";
import { type ReadParts, type SubjectFacts, type Subjects, subjectsIn } from "./subjects.ts";
import { readUserNumbers } from "./user-numbers.ts";

/** A message as it is read for everybody who asks. */
export interface Reading extends ReadParts {
  numbers(): readonly UserNumber[];
  subjects(): Subjects;
}

function whenLooked<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

export function readText(facts: SubjectFacts): Reading {
  const { text, now, directory } = facts;
  const folded = fold(text);
  const bare = ownWords(text);
  const reading: Reading = {
    facts,
    folded,
    mentions: whenLooked(() => directory.mentions(folded)),
    times: whenLooked(() => findTimes(folded, now)),
    numbers: whenLooked(() => readUserNumbers(folded)),
    subjects: whenLooked(() => subjectsIn(bare === text ? reading : readText({ ...facts, text: bare }))),
  };
  return reading;
}

export const readSubjects = (facts: SubjectFacts): Subjects => readText(facts).subjects();
