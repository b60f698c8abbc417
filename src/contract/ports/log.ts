/** Structured logging: ids and codes, never message text at `info`, never secrets. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** True where lines at `debug` are written: those that cost something are made only then. */
  readonly debugs?: boolean;
}
