const pinyin: readonly (readonly [RegExp, string])[] = [
  [/(?:zhe|ben)(?:ge)?(?=zhou|yue|xingqi|jidu)/, "本"],
  [/shang(?:ge)?(?=zhou|yue|xingqi|jidu)/, "上"],
  [/jinnian(?: ?yilai)?/, "今年"],
  [/qunian/, "去年"],
  [/zhou|xingqi/, "周"],
  [/yue/, "月"],
  [/jidu/, "季度"],
];

/** benzhou is 本周, 这个quarter this quarter. */
export const spelt = (said: string): string => {
  const text = said.replace(/^(?:这个?|本) ?(?=[a-z])/, "this ").replace(/^上个? ?(?=[a-z])/, "last ");
  return /^[a-z ]+$/.test(text) && pinyin.slice(0, 4).some(([words]) => words.test(text))
    ? pinyin.reduce((said, [words, han]) => said.replace(words, han), text)
    : text;
};
