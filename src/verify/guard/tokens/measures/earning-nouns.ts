/** 比较盈利能力, 受增长预期影响: what is spoken of as a subject, neither earned nor grown. */
import { type Reading, revised, type Token } from "../token.ts";

const asked =
  "(?:比较|对比|从|了解|衡量|判断|分析|评估|关注|查看|考虑|看看|想看|关于|对公司未来|对未来|未来)的?$";
const ability = /^能力(?=$|[,，。;；:：、?？)）\n]|看|来看|方面|角度|的(?:判断|指标|高低|差异|比较|看法))/;
const outlook = /^的?(?:预期|判断|看法)(?=$|[,，。;；、?？)）\n]|影响|有关|等|和|不同|差异)/;
/** 盈利质量的差异, 盈利能力没有放进来: what one could speak of, in a clause that grades nothing. */
const subject =
  /^(?:能力|质量|水平|模式|状况|情况|结构|前景|稳定性|波动)(?![^,，。;；、\n]{0,24}(?:强|弱|好|差(?![异别])|高(?!低)|低|提升|提高|下[降滑]|改善|增|减|恢复|稳(?!定性)|优|佳|突出|领先|大|小|不错|更|最|超|胜|比(?!较)|涨|跌))/;
const ofAbility = new RegExp(asked);
const ofOutlook = /(?:受|受到|反映|取决于|取决于您?对|与|和|及|未来|考虑|对公司未来|市场对)的?$/;
const reach = 32;

/** The direction of 盈利能力 and 增长预期 taken away, where nothing is said of it but that it is a subject. */
export function readEarningNouns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/能力|预期|判断|看法|盈利[质水模状情结前稳波]/.test(lower)) return tokens;
  return revised(tokens, (each) => {
    if (each.kind !== "direction" || !/^(?:盈利|增长)$/.test(lower.slice(each.start, each.end))) return each;
    const [before, after] = [
      lower.slice(Math.max(0, each.start - reach), each.start),
      lower.slice(each.end, each.end + reach),
    ];
    const isNoun =
      subject.test(after) ||
      (ability.test(after) && ofAbility.test(before)) ||
      (outlook.test(after) && ofOutlook.test(before));
    return isNoun ? { ...each, kind: "text", op: lower.slice(each.start, each.end), sign: 0 } : each;
  });
}
