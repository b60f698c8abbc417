import { simplify } from "./fold.ts";

type Span = readonly [number, number];

/** Words that take back what was written before: 打错了, 口误, sorry, I meant. */
const takesBack =
  /[说搞打问弄写输记看点发敲]?错(?:别?字)?[了啦]|不对|(?:啊|哦|噢|哎|额|呃)?不是(?=[\s,，。!！是])|口误|手[滑误抖快]了?|笔误|才对|才是(?=[。!！\s]*$)|我(?:是|的意思是|想|要)?[说问查](?:的)?是|我是[说问]|我的意思是|本来[想要][问查]|应该是|\b(?:typo|oops|my bad|my mistake|i mean(?:t)?|meant|wrong one|correction|make that)\b/gi;

/** What stands around a correction and says nothing of its own. */
const around =
  /不好意思|对不起|抱歉|啊|哎呀?|哦|噢|呃|额|诶|嗯|那个|我|的|是|改成|换成|了|啦|哈|吧|呢|才|就|刚才|刚刚|上面|前面|应该|\b(?:sorry|no|wait|actually|not that|it(?:'s| is)|the|it|should be|was|a)\b/gi;

/** A longer message says more than which company is meant. */
const longest = 40;

/**
 * True where a message takes back the company that was named before and says nothing but which one is meant: 打错了 是长安汽车, sorry, I
 * meant BYD. `mentions` are the names in it that are meant.
 */
export function correctsName(raw: string, mentions: readonly { readonly span: Span }[]): boolean {
  if (mentions.length === 0 || raw.length > longest) return false;
  const units = simplify(raw).split("");
  for (const { span } of mentions) units.fill(" ", ...span);
  const rest = units.join("");
  const left = rest.replaceAll(takesBack, " ");
  return left !== rest && !/[\p{L}\p{N}]/u.test(left.replaceAll(around, " "));
}
