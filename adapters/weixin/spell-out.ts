/** Code points of one message; see `maxCharacters`. */
const most = 1750;

function* linesOf(text: string): Generator<string> {
  for (const line of text.split("\n")) {
    const characters = [...line];
    for (let from = 0; from === 0 || from < characters.length; from += most)
      yield characters.slice(from, from + most).join("");
  }
}

/** A long text in as few messages as hold it, cut at the ends of lines. Nothing but white space around the cuts is lost. */
export function spellOut(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece: string | undefined;
  for (const line of linesOf(text)) {
    const joined: string = piece === undefined ? line : `${piece}\n${line}`;
    if (piece !== undefined && [...joined].length > most) {
      pieces.push(piece);
      piece = line;
    } else piece = joined;
  }
  return [...pieces, piece ?? ""].map((each) => each.trim()).filter((each) => each !== "");
}
