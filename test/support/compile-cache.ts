/** For the environment of a process that a test starts: what others of the run have compiled is not compiled again. */
export function compileCache(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
