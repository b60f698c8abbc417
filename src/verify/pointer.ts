/** Where an RFC 6901 pointer leads. `parents[i]` is the container in which `tokens[i]` was looked up. */
export interface Resolution {
  readonly value: unknown;
  readonly tokens: readonly string[];
  readonly parents: readonly unknown[];
}

const arrayIndex = /^(?:0|[1-9]\d{0,9})$/;
const badEscape = /~(?![01])/;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function step(container: unknown, token: string): { readonly value: unknown } | null {
  if (Array.isArray(container)) {
    if (!arrayIndex.test(token)) return null;
    const index = Number(token);
    return index < container.length ? { value: container[index] } : null;
  }
  // Own keys only: `__proto__`, `constructor` and `length` are no data.
  return isObject(container) && Object.hasOwn(container, token) ? { value: container[token] } : null;
}

/** Follows the pointer; null where it is malformed or leads nowhere. The empty pointer is the whole value. */
export function resolvePointer(root: unknown, pointer: string): Resolution | null {
  if (pointer === "") return { value: root, tokens: [], parents: [] };
  if (!pointer.startsWith("/") || badEscape.test(pointer)) return null;
  const tokens = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const parents: unknown[] = [];
  let value = root;
  for (const token of tokens) {
    const next = step(value, token);
    if (next === null) return null;
    parents.push(value);
    value = next.value;
  }
  return { value, tokens, parents };
}
