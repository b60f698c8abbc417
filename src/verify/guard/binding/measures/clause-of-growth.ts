/** 有所提升, 下滑了, so it improved: a word of growth that is all its clause says. */
import type { Token } from "../../tokens/token.ts";

const manners =
  /^(?:但|且|并|而|同时|也|均|都|已经?|较为|有所|略有?|略微|稍有?|小幅|大幅度?|明显|显著|持续|稳步|温和|快速|继续|逐[步渐年季]|连年|连续|再[度次]|没有?|未见?|并未|出现了?|呈现?|实现|保持|在|正在|进一步|又|再|仍|还|得到|不断|断崖式|是|为|属于?)*$/;
const englishManners =
  /^ ?(?:(?:and|but|so|which|it|they|that|this|the figure|has|have|is|was|means|marks|represents|thus|then|therefore|an?|also|showing|having|been|being|only|clearly|slight|small|modest|further|slightly|modestly|somewhat|marginally) )*$/;
const longestManner = 48;
/** 有所提升, 大幅下滑: a clause of its own, said of the measure before it. */
export function isAlone(word: Token, tokens: readonly Token[], lower: string): boolean {
  const start = tokens[0]?.start ?? word.start;
  const said = lower.slice(start, word.start);
  return said.length <= longestManner && (manners.test(said) || englishManners.test(said));
}

const closing =
  /^[了的着过]?(?:态势|趋势|走势|势头|状态|局面|迹象)?(?: (?:further|again|slightly|modestly|somewhat|marginally|a (?:bit|little|touch)|overall|on the year|year on year|year over year|over the (?:year|period)))?\s?(?:[,，.。;；:：!！?？(（)）\n]|$)/;
const longestClosing = 24;

/** 下滑了, 呈下滑态势, eased slightly: nothing more in the clause. */
export const isClosing = ({ end }: Token, lower: string): boolean =>
  closing.test(lower.slice(end, end + longestClosing));
