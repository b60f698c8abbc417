/** The last item. As `at(-1)`, which is slow until its caller is fully optimised; the scan asks for it at every word. */
export const lastOf = <Item>(list: readonly Item[]): Item | undefined =>
  list.length === 0 ? undefined : list[list.length - 1];

/** The one thing that all of them are, or null. */
export function onlyOf<Item>(items: Iterable<Item>): Item | null {
  const [only, ...more] = new Set(items);
  return only === undefined || more.length > 0 ? null : only;
}
