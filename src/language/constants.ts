import constantsFile from "./data/constants.json" with { type: "json" };

/** A number that needs no data source because a rule or a convention fixes it. */
export interface Constant {
  /** Exact decimal notation. */
  readonly value: string;
  readonly unit: string;
  readonly source: string;
}

/** The registered constants by id; operands of computing tools may name these and no others. */
const constants: Readonly<Record<string, Constant>> = constantsFile;

export const constant = (id: string): Constant | undefined =>
  Object.hasOwn(constants, id) ? constants[id] : undefined;
