/** A command of more names would hold Redis up, and one of very many could not be written at all. */
const mostAtOnce = 500;

/** The items in lists of at most so many. */
export function* inBatches<Item>(items: readonly Item[], most = mostAtOnce): Iterable<readonly Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
