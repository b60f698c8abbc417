/** The last item. As `at(-1)`, which is slow until its caller is fully optimised; the scan asks for it at every word. */
export const lastOf = <Item>(list: readonly Item[]): Item | undefined =>
  list.length === 0 ? undefined : list[list.length - 1];

/** The list with some items in another form; the same list where none is, which is what most passes over a text find. */
export function revised<Item>(
  list: readonly Item[],
  revise: (each: Item, at: number) => Item,
): readonly Item[] {
  let changed: Item[] | null = null;
  for (let at = 0; at < list.length; at++) {
    const each = list[at] as Item;
    const own = revise(each, at);
    if (own === each) continue;
    changed ??= [...list];
    changed[at] = own;
  }
  return changed ?? list;
}

/** The one thing that all of them are, or null. */
export function onlyOf<Item>(items: Iterable<Item>): Item | null {
  const [only, ...more] = new Set(items);
  return only === undefined || more.length > 0 ? null : only;
}
