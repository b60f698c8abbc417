/** 改成, and not 回调到. */
const changes = /改[成到为為]|[换換][成到]|(?<![回微])[调調][到成整至]{1,2}|挪到|推[迟遲]到|提前到/g;
const changesEnglish =
  /(?:^|[,.;]|\b(?:please|you|and|to|then))\s?(?:change|move|reschedule|shift|switch|raise|lower|update|set) (?:it|that|this|the|my)\b/i;
const instead = /\binstead of\b|而不是/i;

/** Where the new of a change begins (从9点改到16点), and whether the former stands behind that; null where nothing is changed. */
export function changeIn(text: string): { readonly at: number; readonly isFormerBehind: boolean } | null {
  const behind = instead.exec(text)?.index;
  if (behind !== undefined) return { at: behind, isFormerBehind: true };
  const at = [...text.matchAll(changes)].at(-1)?.index;
  if (at !== undefined) return { at, isFormerBehind: false };
  const to = changesEnglish.test(text) ? [...text.matchAll(/\bto\b/gi)].at(-1)?.index : undefined;
  return to === undefined ? null : { at: to, isFormerBehind: false };
}

const onlyChange =
  /^(?:[那请請再]|还是|還是|[帮幫]我|把)*(?:[^\d,，。]{0,16}?|[^\d,，。]{0,4}第 ?\d{1,2} ?[个個条條项項号號]?[^\d,，。]{0,4})(?:改|换|換|调|調)[成到为為至]|^(?:please |actually,? )?(?:change|move|set|make|raise|lower) .{1,32}? (?:to )?[¥¥]?\d/i;
/** A sentence of its own says when to be told. */
const setsAnew = /提醒我|叫我|告[诉訴]我|通知我|每[天日]|\b(?:alert|tell|notify|remind) me\b/i;

/** 改成1650, 第一个改成1750, change it to 1650: what is changed was said before. */
export const saysOnlyChange = (text: string): boolean =>
  text.length <= 24 && onlyChange.test(text.trim()) && !setsAnew.test(text);

/** What is new of a change, from the word of it on: 改成1750, to 1750. */
export const newOf = (text: string): string =>
  text.slice(changeIn(text)?.at ?? [...text.matchAll(/\bto\b/gi)].at(-1)?.index ?? 0);
