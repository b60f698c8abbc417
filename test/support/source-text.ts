/** The two readings of a TypeScript file, of the same length and lines as the file itself. */
export interface SourceText {
  /** Comments blanked: what stands in strings can be read, such as the place of an import. */
  readonly uncommented: string;
  /** Comments, strings, templates' texts and patterns blanked: only what runs. */
  readonly code: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** After these a slash begins a pattern; after a name, a number or a closing bracket it divides. */
const beforePattern =
  /(?:^|[=(,:;!&|?{}[+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|await|yield))$/;

const patternSource = /\/(?![*/])(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n[])+\/[a-z]*/y;
const quotedSource = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y;
const commentSource = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
/** The text of a template up to its end or its next `${`. */
const templateSource = /(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0];
}

/** Separates what runs from what is only read. Knows as much of the language as is needed for that. */
export function readSource(text: string): SourceText {
  let uncommented = "";
  let code = "";
  /** Depth of braces at which each open `${` was entered. */
  const templates: number[] = [];
  let depth = 0;
  let index = 0;
  const put = (piece: string, kind: "comment" | "text" | "code") => {
    uncommented += kind === "comment" ? blank(piece) : piece;
    code += kind === "code" ? piece : blank(piece);
    index += piece.length;
  };
  while (index < text.length) {
    const char = text[index] ?? "";
    const comment = char === "/" ? matchAt(commentSource, text, index) : undefined;
    const quoted = char === '"' || char === "'" ? matchAt(quotedSource, text, index) : undefined;
    const isPattern = char === "/" && beforePattern.test(code.slice(-60).trimEnd());
    const pattern = isPattern && comment === undefined ? matchAt(patternSource, text, index) : undefined;
    const closesSlot = char === "}" && templates.at(-1) === depth;
    if (comment !== undefined) put(comment, "comment");
    else if (quoted !== undefined) put(quoted, "text");
    else if (pattern !== undefined) put(pattern, "text");
    else if (char === "`" || closesSlot) {
      if (closesSlot) templates.pop();
      put(char, "code");
      const piece = matchAt(templateSource, text, index) ?? "";
      if (piece.endsWith("${")) templates.push(depth);
      put(piece, "text");
    } else {
      if (char === "{") depth += 1;
      if (char === "}") depth -= 1;
      put(char, "code");
    }
  }
  return { uncommented, code };
}

/** Every place that a file imports or re-exports from, types included, in order. */
export function importsOf({ uncommented, code }: SourceText): string[] {
  const places = /\b(?:from|import|require)\s*\(?\s*(?=["'])/g;
  return [...code.matchAll(/\b(?:from|import|require)\b/g)].flatMap(({ index }) => {
    places.lastIndex = index;
    const found = places.exec(uncommented);
    if (found?.index !== index) return [];
    const place = matchAt(quotedSource, uncommented, index + found[0].length);
    return place === undefined ? [] : [place.slice(1, -1)];
  });
}
