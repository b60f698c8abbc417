/** What every program needs to run; nothing else of ours is inherited, least of all a key. */
const needed = ["PATH", "HOME", "LANG"] as const;

/** The environment of programs that skills and tool servers are, to which their own settings are added. */
export function childEnvOf(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    needed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])),
  );
}
