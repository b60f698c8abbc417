import type { Mention, Subjects } from "#language";
import { leftover, unknownName } from "./leftover.ts";

type Span = readonly [number, number];

const jointBehind =
  / ?(?:和|与|跟|同(?!比|期|行|业|样)|以及|及|、|&|比(?![一较例重])|\b(?:vs\.?|versus|and)\b) ?/iy;
/** compare Moutai with … */
const comparison = /\bcompar(?:e|ing)\b/i;
const jointOfComparison = / ?\bwith\b ?/iy;
/** 和…比呢, 比…贵吗: beside the company of the turns before. */
const opening =
  /^(?:那|那么)?(?:和|跟|与|同(?!比|期|行|业|样)|相比于?|比起|对比|比较|比(?![例重]))(?:一下)?|^(?:and )?(?:compared? (?:it |that )?(?:to|with|against)|versus|vs\.?) /iy;
const jointBefore = /(?:和|与|跟|同|以及|及|、|&|比|\b(?:vs\.?|versus|and)) ?$/i;
const endOfPart = /[,，、。;；?？!！\n]/;
const listed = /和|与|跟|以及|及|&|\b(?:and|vs\.?|versus)\b/i;

/** As long as a name and the words around it. */
const longestPart = 32;

/** What is no company, though no rule understands it: 茅台和白酒行业, 茅台比预期. */
const noCompany =
  /谁|哪|什么|怎|自己|自身|其|预期|预计|预测|成本|发行|历史|往年|往常|均值|平均|中位|同行|同业|行业|板块|指数|大盘|别的|其他|其它|对手|公司|股票|两者|我|你|他|她|它|排|第|\b(?:prev(?:ious)?|last|prior|peers?|rivals?|competitors?|others?|industry|sector|market|index|average|each|all)\b/i;

const asMention = (query: string, start: number): Mention => ({
  span: [start, start + query.length],
  query,
  status: "none",
  matches: [],
  whole: true,
});

/** The end of the text that is nobody's from `at` on. */
function openEnd(text: string, at: number, known: readonly Span[]): number {
  const next = known.map(([start]) => start).filter((start) => start >= at);
  const stop = Math.min(text.length, at + longestPart, ...next);
  const sign = text.slice(at, stop).search(endOfPart);
  return sign < 0 ? stop : at + sign;
}

function openStart(text: string, at: number, known: readonly Span[]): number {
  const last = known.map(([, end]) => end).filter((end) => end <= at);
  const stop = Math.max(0, at - longestPart, ...last);
  const parts = text.slice(stop, at).split(endOfPart);
  return at - (parts.at(-1)?.length ?? 0);
}

/** The only name in words of a message that nothing else was understood of; null where there is none. */
function nameIn(words: string): string | null {
  const name = unknownName(leftover(words, []), words);
  return name === null || noCompany.test(name) ? null : name;
}

/** The name that a part of a message is, or the one at its edge where it lists several. */
function nameAt(edge: 0 | -1, part: string): string | null {
  const words = [part, part.split(listed).at(edge) ?? ""].map((each) => each.trim());
  const name = words.map(nameIn).find((each) => each !== null);
  return name !== undefined && (edge === 0 ? part.startsWith(name) : part.endsWith(name)) ? name : null;
}

function behind(text: string, at: number, known: readonly Span[], joint: RegExp): Mention | null {
  joint.lastIndex = at;
  if (!joint.test(text)) return null;
  const start = joint.lastIndex;
  const found = nameAt(0, text.slice(start, openEnd(text, start, known)));
  return found === null ? null : asMention(found, start);
}

function before(text: string, [start]: Span, known: readonly Span[]): Mention | null {
  const from = openStart(text, start, known);
  const part = text.slice(from, start);
  const joint = jointBefore.exec(part);
  if (joint === null) return null;
  const own = part.slice(0, joint.index).trimEnd();
  const found = nameAt(-1, own);
  return found === null ? null : asMention(found, from + own.length - found.length);
}

/**
 * Names that no list knows, told by where they stand: beside one that is known, as another of the same list or comparison (茅台和宇宙无敌股份).
 * `understood` are the parts of the text that say something else.
 */
export function strangersIn(
  text: string,
  { mentions, setsBeside }: Pick<Subjects, "mentions" | "setsBeside">,
  understood: readonly Span[],
): readonly Mention[] {
  const strangers: Mention[] = [];
  const known = [...understood];
  const waiting = [...mentions];
  const add = (found: Mention | null) => {
    if (found === null) return;
    strangers.push(found);
    known.push(found.span);
    waiting.push(found);
  };
  const compares = comparison.test(text);
  if (setsBeside) add(behind(text, 0, known, opening));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    add(before(text, next.span, known));
    add(behind(text, next.span[1], known, jointBehind));
    if (compares) add(behind(text, next.span[1], known, jointOfComparison));
  }
  return strangers;
}
