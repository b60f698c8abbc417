/** Of two that exclude each other nothing is said: 不能说它处在高位还是低位. */
import type { Token } from "../token.ts";

const undecided =
  /(?:不能|无法|难以|不好|没法|不便|很难|不敢|不会)(?:直接|简单|据此|就此|由此|随意|只凭[^,，。;；]{1,10})?(?:说|判断|断定|断言|确定|下结论|下定论|评价|得出|做判断|作判断|回答)|不[做作](?:任何)?(?:判断|评价|结论)|看不出|不清楚|不知道|不下结论|取决于|因人而异|没有统一|要看您|要看你|见仁见智/;
const up = /[高贵强涨多大]/;
const down = /[低宜弱跌空小]/;
/** How far from the word that joins them the other of the two may stand. */
const near = 6;
const second = /(?:还是|或者?)(?:处于|处在|在|被|偏|相对)?$/;
const first = /^(?:位置|水平|区间|区域|的?状态)?(?:还是|或)/;
const unsaidNext = /^(?:我|这里|目前|暂时?|还|需要?|要|取决|无法|难以|不)/;
const borders = /[,，。;；:!！?？\n]/;
const reach = 48;

/** True where neither of the two is said, as the clause does not judge. */
export function isEitherOr({ start, end }: Token, lower: string): boolean {
  if (!/还是|或/.test(lower.slice(Math.max(0, start - 6), end + 8))) return false;
  const before =
    lower
      .slice(Math.max(0, start - reach), start)
      .split(borders)
      .at(-1) ?? "";
  const [own = "", next = ""] = lower.slice(end, end + reach).split(borders);
  // 是高估还是低估,我不做判断: the clause behind it, where that has nothing else to speak of.
  const after = own.length < 8 && unsaidNext.test(next) ? `${own},${next}` : own;
  const at = second.exec(before)?.index;
  const other = at === undefined ? own.slice(0, near + 2) : before.slice(Math.max(0, at - near), at);
  const word = lower.slice(start, end);
  const isOpposite = (up.test(word) && down.test(other)) || (down.test(word) && up.test(other));
  const isOne = isOpposite && (at !== undefined || first.test(own));
  return isOne && (undecided.test(before) || undecided.test(after));
}
