/**
 * What is found out about a thing (a text, a sentence, a fact), found out when it is first asked for: many words of a text ask the same, and one of
 * nothing but such words must take linear time.
 */
export function oncePer<Thing extends WeakKey, Found>(find: (of: Thing) => Found): (of: Thing) => Found {
  const known = new WeakMap<Thing, Found>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const found = find(of);
    known.set(of, found);
    return found;
  };
}
