/**
 * What is found out about a thing (a text, a sentence, a run), found out when it is first asked for and kept as long as the thing is: many ask
 * the same, and all of them together must take linear time.
 */
export function oncePer<Thing extends WeakKey, Found>(find: (of: Thing) => Found): (of: Thing) => Found {
  const known = new WeakMap<Thing, { readonly found: Found }>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before.found;
    const found = find(of);
    known.set(of, { found });
    return found;
  };
}
