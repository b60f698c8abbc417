/** Whether a tool's name fits a word of the lists; `*` stands for any characters (`mcp_*`). */
function patternOf(word: string): RegExp {
  const source = word
    .split("*")
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[A-Za-z0-9_-]*");
  return new RegExp(`^${source}$`);
}

/** The operator's lists: an empty `allow` allows all; what `deny` names is refused whatever `allow` says. */
export function createAllowed(lists: {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}): (name: string) => boolean {
  const allow = lists.allow.map(patternOf);
  const deny = lists.deny.map(patternOf);
  const fits = (name: string, patterns: readonly RegExp[]) => patterns.some((each) => each.test(name));
  return (name) => (allow.length === 0 || fits(name, allow)) && !fits(name, deny);
}
