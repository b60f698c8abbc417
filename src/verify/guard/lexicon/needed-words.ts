/** Words of which a text must hold one for a pattern to match anywhere in it, read from the pattern itself. */

/** What a part of a pattern matches. */
interface Part {
  /** All that it matches, where that is little. */
  readonly exact: readonly string[] | null;
  /** Of these every match holds one; null where none are known. */
  readonly needed: readonly string[] | null;
}

const most = 24;
const unknown: Part = { exact: null, needed: null };
const nothing: Part = { exact: [""], needed: null };
const few = (words: readonly string[]): readonly string[] | null => {
  const all = [...new Set(words)];
  return all.length <= most ? all : null;
};
const partOf = (words: readonly string[]): Part => ({ exact: words, needed: words });

/** About how often a text holds the word. */
const chanceOf = (word: string): number =>
  [...word].reduce((chance, char) => chance * (char > "\u2e7f" ? 0.02 : /[a-z]/.test(char) ? 0.07 : 0.15), 1);
const chanceOfAny = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + chanceOf(word), 0);

/** Of two lists of which a match needs one word each, that of the rarer words. */
function rarer(one: Part["needed"], other: Part["needed"]): Part["needed"] {
  if (other === null || other.includes("")) return one;
  return one === null || chanceOfAny(other) < chanceOfAny(one) ? other : one;
}

function either(parts: readonly Part[]): Part {
  const [first = nothing] = parts;
  if (parts.length < 2) return first;
  const exact = parts.flatMap((each) => each.exact ?? []);
  const needed = parts.flatMap((each) => each.needed ?? []);
  return {
    exact: parts.some((each) => each.exact === null) ? null : few(exact),
    needed: parts.some((each) => each.needed === null) ? null : [...new Set(needed)],
  };
}

function oneAfterAnother(parts: readonly Part[]): Part {
  let words: readonly string[] = [""];
  let needed: Part["needed"] = null;
  let isExact = true;
  for (const part of parts) {
    needed = rarer(needed, part.needed);
    const { exact } = part;
    const longer = exact === null ? null : few(words.flatMap((word) => exact.map((next) => word + next)));
    if (longer === null) {
      needed = rarer(needed, words);
      isExact = false;
    }
    words = longer ?? exact ?? [""];
  }
  return { exact: isExact ? words : null, needed: rarer(needed, words) };
}

const times = /(?:[*+?]|\{(\d+),?(\d*)\})\??/y;
const opening = /\((?:\?(?:(:)|<?([=!])|<\w+>))?/y;

/** Reads a source from its beginning to its end; what it has no rule for is taken to match anything. */
class SourceReader {
  #at = 0;
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }

  #take(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#source);
    if (found !== null) this.#at = shape.lastIndex;
    return found;
  }

  alternatives(): Part {
    const parts: Part[] = [];
    do parts.push(this.#sequence());
    while (this.#take(/\|/y) !== null);
    return either(parts);
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)))
      parts.push(this.#repeated(this.#one()));
    return oneAfterAnother(parts);
  }

  #repeated(part: Part): Part {
    const found = this.#take(times);
    if (found === null) return part;
    const least = found[0].startsWith("+") ? 1 : Number(found[1] ?? 0);
    if (found[0].startsWith("?"))
      return { exact: part.exact === null ? null : few(["", ...part.exact]), needed: null };
    return { exact: null, needed: least > 0 ? part.needed : null };
  }

  #one(): Part {
    const group = this.#take(opening);
    if (group !== null) {
      const part = this.alternatives();
      this.#at++;
      if (group[2] === "!") return nothing;
      // Looked at, not taken: what stands next to it stands beside what it was taken from.
      return group[2] === "=" ? { ...nothing, needed: part.needed } : part;
    }
    if (this.#take(/[$^]/y) !== null) return nothing;
    if (this.#take(/\./y) !== null) return unknown;
    if (this.#take(/\[/y) !== null) return this.#class();
    const char = this.#character();
    return char === null ? unknown : partOf([char]);
  }

  #class(): Part {
    const isOther = this.#take(/\^/y) !== null;
    const chars: string[] = [];
    let isWide = isOther;
    while (this.#take(/\]/y) === null) {
      const from = this.#character();
      const to = this.#take(/-(?!\])/y) === null ? from : this.#character();
      const [first, last] = [from?.charCodeAt(0) ?? 0, to?.charCodeAt(0) ?? 0];
      if (from === null || last - first >= most) isWide = true;
      else for (let code = first; code <= last; code++) chars.push(String.fromCharCode(code));
    }
    const exact = isWide ? null : few(chars);
    return exact === null ? unknown : partOf(exact);
  }

  /** One character; null for a class of them, a group told again and a border of words. */
  #character(): string | null {
    const found = this.#take(/\\u([\da-f]{4})|\\k<\w+>|\\([\s\S])|[\s\S]/iy);
    const [said = "", code, escaped] = found ?? [];
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (escaped === undefined) return said.startsWith("\\") ? null : said;
    if (escaped === "n" || escaped === "t") return escaped === "n" ? "\n" : "\t";
    return /\w/.test(escaped) ? null : escaped;
  }
}

/** Null where the pattern may match a text whatever its words. */
export const neededWords = ({ source, flags }: RegExp): readonly string[] | null =>
  /[iuv]/.test(flags) ? null : new SourceReader(source).alternatives().needed;
