/**
 * What every time word holds one of: no rule for days and no word of `unread.ts` matches a folded text without. Most questions name no
 * time, and this is far cheaper than to try all of those on them. A new rule whose words hold none of these adds its own.
 */
const signs = new RegExp(
  [
    "[a-z年月日号天周期拜季节假旦夕午秋庆宵诞史岁今昨早晚晨夜点秒阵曾往]",
    // Not 宁德时代.
    "时(?!代)|[市行当那何小]时|分钟",
    "[盘之以先从久]前|[盘久]后|[早原]先|[以近原]来|过去|上[次回]|那会|之初|尾盘|清明|五一|十一|双1",
    "(?:19|20)\\d\\d|\\d[-/.:]\\d",
  ].join("|"),
);

/** False where a folded text can name no time. Linear. */
export const maySpeakOfTime = (text: string): boolean => signs.test(text);
