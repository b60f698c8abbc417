/** A move between two levels that its second number has taken for its own: 毛利率由18.7%升至15.7%. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";

/** Right before the second of two numbers of one measure. */
const reachedHan =
  /(?:([涨升增高加快]|增长|增加|走阔)|[跌降减落缓滑少窄低]|萎缩)了?(?:至|到)(?:了)?[^,，。;；:：%元倍]{0,14}$/;
const betweenLevels = 60;

/** 毛利率由18.7%升至15.7%: where the number has taken the move for its own, the number before it still says from where. */
export function checkReached({ bound: { quantities } }: Part, { settled, input, report }: Bench): void {
  for (const [at, { token, number }] of quantities.entries()) {
    const before = quantities[at - 1];
    const [from, to] = [before && settled.get(before.token), settled.get(token)];
    if (before === undefined || from?.entry == null || to?.entry == null || number.sign !== "") continue;
    if (from.entry.claim.metric !== to.entry.claim.metric || from.entry.company !== to.entry.company)
      continue;
    const between = input.lower.slice(before.token.end, token.start);
    const found = between.length > betweenLevels ? null : reachedHan.exec(between);
    if (found === null || /[,，。;；]/.test(between)) continue;
    const areSizes = from.base < 0 && to.base < 0 && before.number.sign === "";
    const change = (to.base - from.base) * (areSizes ? -1 : 1);
    if (Math.sign(change) !== (found[1] === undefined ? -1 : 1)) report(token, "direction_unsupported");
  }
}
