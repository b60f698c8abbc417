/** What a draft may hold beside its slots: a sentence, and a word or two a slot. */
const freeCharacters = 240;
const charactersPerSlot = 40;

/** The shortest run of the instructions that shows them. */
const echoed = 24;

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");

/** Sentences of the instructions, so that a draft that repeats one is known. */
const sentencesOf = (instructions: string): readonly string[] =>
  plain(instructions.replaceAll("\n", ". "))
    .split(/[.;:] /)
    .filter((sentence) => sentence.length >= echoed);

/** Characters that are not seen but part or turn what is: words go round every list of words with them. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}]/u;
const romanNumeral = /\p{Nl}/u;
// A Chinese stop before a Latin word (。MACD) is a host's dot only behind Latin letters, or before an ending that many hosts have.
const address =
  /:\/\/|\[\.\]|[\p{L}\p{N}-][.．][a-z]{2,}|[a-z\d-]。[a-z]{2,}|。(?:com|net|org|cn|io|top|xyz|cc|vip)(?![a-z])/iu;

/**
 * What is wrong with a draft whatever its words are: a slot left out or told twice, more text than stands beside slots, hidden characters, an
 * address of any host, the instructions themselves. In words for the second try.
 */
export function draftFaults(
  draft: string,
  slots: readonly string[],
  instructions: string,
): readonly string[] {
  const faults: string[] = [];
  for (const slot of slots) {
    const uses = draft.split(`{{${slot}}}`).length - 1;
    if (uses === 0) faults.push(`{{${slot}}} is not used`);
    if (uses > 1) faults.push(`{{${slot}}} is used more than once`);
  }
  const outside = draft.replace(/\{\{[^{}]{1,20}\}\}/g, " ");
  if (outside.length > freeCharacters + charactersPerSlot * slots.length) faults.push("too much text");
  if (unseen.test(outside)) faults.push("a hidden character");
  if (romanNumeral.test(outside)) faults.push("a numeral");
  if (address.test(outside)) faults.push("a link");
  const said = plain(outside);
  if (sentencesOf(instructions).some((sentence) => said.includes(sentence))) faults.push("the instructions");
  return faults.slice(0, 10);
}
