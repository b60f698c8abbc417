/** A question and how its answer is known: WeChat's answers quote nothing. */
export interface Question {
  readonly ask: string;
  readonly code: string;
  /** The metric that its answer begins with. */
  readonly word: string;
}

export interface PersonVerdict {
  /** Questions that no text answers. */
  readonly lost: readonly string[];
  /** How many answers that makes. */
  readonly missing: number;
  /** Texts that say once more, without a mark, what an earlier one has said. */
  readonly doubled: readonly string[];
}

const mark = /^(「[^」]*」\n)?\((可能重复|possibly a repeat)/;

/**
 * What one person saw against what they asked. The same question may be asked again, so answers are counted: as many as questions,
 * and those beyond must be marked.
 */
export function auditPerson(asked: readonly Question[], texts: readonly string[]): PersonVerdict {
  const lost: string[] = [];
  let missing = 0;
  const doubled: string[] = [];
  for (const question of new Set(asked)) {
    const { ask, code, word } = question;
    const times = asked.filter((each) => each === question).length;
    const answers = texts.filter((text) => new RegExp(`\\(${code}\\.S[HZ]\\) ${word}`).test(text));
    const unmarked = answers.filter((text) => !mark.test(text));
    // Marked ones may be repetitions, but one of each question is the least.
    if (answers.length < times) {
      lost.push(`${ask}: ${answers.length} of ${times}`);
      missing += times - answers.length;
    }
    if (unmarked.length > times) doubled.push(...unmarked.slice(times));
  }
  return { lost, missing, doubled };
}
