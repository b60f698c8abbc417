/**
 * What must be atomic, or should cost one round trip, though several modules own it: each brings its step, and all of them run
 * as one script. A step reads `KEYS` and `ARGV` as if it were alone and must return something other than nil or false.
 */
export interface StepKind {
  readonly lua: string;
  /** The steps after this one run only when its reply, or the first element of it, is this. */
  readonly goOn?: string | number;
}

export interface Step {
  readonly kind: StepKind;
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

/** The replies in order; shorter than the steps where one of them stopped the rest. */
export type Together = (steps: readonly Step[]) => Promise<readonly unknown[]>;

const sliceLua = `
local function slice(list, from, count)
  local part = {}
  for i = 1, count do part[i] = list[from + i] end
  return part
end`;

const wordOf = (goOn: string | number): string => (typeof goOn === "number" ? String(goOn) : `'${goOn}'`);

/** ARGV: number of keys and of arguments of each step, then the arguments of all. */
function compose(kinds: readonly StepKind[]): string {
  const bodies = kinds.map(({ lua, goOn }, index) => {
    const at = index + 1;
    const call = [
      `local function step${at}(KEYS, ARGV)${lua}\nend`,
      `local nk, na = tonumber(ARGV[${2 * index + 1}]), tonumber(ARGV[${2 * index + 2}])`,
      `local reply = step${at}(slice(KEYS, keysSeen, nk), slice(ARGV, argsSeen, na))`,
      `replies[${at}] = reply`,
      "keysSeen, argsSeen = keysSeen + nk, argsSeen + na",
    ];
    const word = "type(reply) == 'table' and reply[1] or reply";
    const stop = goOn === undefined ? [] : [`if (${word}) ~= ${wordOf(goOn)} then return replies end`];
    return ["do", ...call, ...stop, "end"].join("\n");
  });
  const start = `local replies, keysSeen, argsSeen = {}, 0, ${2 * kinds.length}`;
  return [sliceLua, start, ...bodies, "return replies"].join("\n");
}

type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** Composes each sequence of kinds once. `script` registers a composed one. */
export function createTogether(script: (name: string, lua: string) => Script): Together {
  interface Node {
    readonly next: Map<StepKind, Node>;
    run?: Script;
  }
  const root: Node = { next: new Map() };
  let composed = 0;
  const nodeOf = (steps: readonly Step[]): Node => {
    let node = root;
    for (const { kind } of steps) {
      const known = node.next.get(kind) ?? { next: new Map() };
      node.next.set(kind, known);
      node = known;
    }
    return node;
  };
  return async (steps) => {
    const node = nodeOf(steps);
    node.run ??= script(`qmSteps${composed++}`, compose(steps.map(({ kind }) => kind)));
    const keys: string[] = [];
    const counts: number[] = [];
    const args: (string | number)[] = [];
    for (const step of steps) {
      keys.push(...step.keys);
      args.push(...step.args);
      counts.push(step.keys.length, step.args.length);
    }
    const reply = await node.run(keys, [...counts, ...args]);
    return Array.isArray(reply) ? reply : [];
  };
}
