/** The last item. As `at(-1)`, which is slow until its caller is fully optimised; the scan asks for it at every word. */
export const lastOf = <Item>(list: readonly Item[]): Item | undefined =>
  list.length === 0 ? undefined : list[list.length - 1];
