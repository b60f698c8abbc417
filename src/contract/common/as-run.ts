/**
 * A command of ours as people can run it: from a clone nothing is on PATH, and npm brings the Node that it needs. `words`: the verb and
 * what follows it. Whatever tells somebody to run a command says it by this.
 */
export const asRun = (words: string): string => `npm run -s qianmen -- ${words}`;
