/** One verb: its arguments in, the exit code out. Throws AppError for what the operator must mend. */
export type Verb = (args: readonly string[], context: VerbContext) => Promise<number>;

export interface VerbContext {
  /** The folder that holds adapters, skills and competences. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}
