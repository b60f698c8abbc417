const dayOfMonth =
  /月 ?[\d一二三四五六七八九十]{1,3} ?[日号]?$|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?$/;

/** True where folded words end in a month and a day of it, be there such a day or not. */
export const namesDayOfMonth = (text: string): boolean => dayOfMonth.test(text);
