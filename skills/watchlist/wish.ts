/** What a message wants of the list; `reminder`: of the alerts and digests. `unclear`: it says two things at once. */
export type Wish = "add" | "remove" | "clear" | "list" | "reminder" | "unclear";

const reminder =
  /提醒|通知|告诉我|告訴我|叫我|喊我|预警|預警|报警|報警|到价|到價|盯|推送|日报|日報|(?:取消|[删刪去]掉?)(?:掉|了)?第|\bcancel (?:number|no\b|#)|别再每天|(?:每[天日周晚早]|每个?交易日|每个?工作日|天天|定时)[^,。]{0,20}(?:发|推|报)|(?:every|each) (?:trading |business |week)?(?:day|morning|evening|afternoon|night)|\bdigests?\b|\bdaily\b|\balert(?:s|ing)?\b|notif|remind|let me know|tell me (?:when|if)|ping me|keep an eye/i;
const clear =
  /清空|清除|(?:全部|所有|都)[^,。]{0,6}[删刪移]|[删刪移][^,。]{0,4}(?:全部|所有)|\b(?:clear|empty) (?:my |the |our )?(?:whole |entire )?(?:watch ?list|list)|\b(?:remove|delete) (?:all|everything)/i;
/** Before adding: 取消关注 holds 关注. */
const remove =
  /[删刪]除?|移[除出]|去掉|取消(?:关注|關注|自选|自選|收藏)?|取关|取關|不再?(?:关注|關注|看)|踢出|\b(?:remove|delete|unfollow)\b|(?<!\b(?:a|the|any|big|biggest|largest|worst|steepest|sharpest|price) )\bdrop\b|stop (?:watching|tracking|following)|take\b.{1,40}\boff/gi;
const add =
  /加|添|放[进進到入]|收藏|关注|關注|\b(?:add|follow|track|watch|put|save)\b(?! ?list)|jia ?zi ?xuan/i;
/** A list that is spoken of as there already: 我关注的股票, 关注了哪些. */
const asksForList =
  /(?:我|我们|我們)(?:都|已)?(?:关注|關注|收藏)(?:的|了|过|過)|(?:关注|關注|收藏)(?:了)?(?:哪些|什么|什麼|列表|名单|名單|清单|清單)|什么|哪些|看看我|list my|what(?:'s| is| do)|show/i;

/** Words that speak of the list at all. */
const anyWord = /自选|自選|watch ?list|list/i;

/** 清空自选: of the list and of nothing else. */
export const speaksOfList = (text: string): boolean =>
  /自[选選]|关注|關注|收藏|取[关關]|watch ?list|unfollow/i.test(text);

export interface WishFacts {
  readonly text: string;
  readonly namesCompany: boolean;
  /** True where the message answers which of several companies was meant. */
  readonly answersQuestion: boolean;
}

/** 关注一下比亚迪,跌破300提醒我: the company goes on the list too. To watch it (盯着) is what the alert does. */
export const addsBesideAlert = (text: string): boolean =>
  /(?<!取消|取|不再?|我)(?:关注|關注|收藏)(?!的)|[加添放][^,。]{0,10}自[选選]|\bfollow\b|\b(?:add|put)\b.{1,40}\bwatch ?list\b/i.test(
    text,
  );

/** Reads the wish from the message; nothing is taken off the list by a guess. */
export function readWish({ text, namesCompany, answersQuestion }: WishFacts): Wish {
  if (reminder.test(text)) return "reminder";
  if (clear.test(text)) return "clear";
  const rest = text.replaceAll(remove, " ");
  const wantsAway = rest !== text;
  const wantsMore = add.test(rest) && !asksForList.test(rest);
  if (wantsAway && wantsMore) return "unclear";
  if (wantsAway) return "remove";
  // 1, 中国平安: what was to be done stands in the message before, and only an addition needs no second thought.
  if (answersQuestion && namesCompany && !wantsMore && !anyWord.test(rest)) return "add";
  return wantsMore && (namesCompany || !/(?:关注|關注|收藏|watch|track|follow)/i.test(rest)) ? "add" : "list";
}
