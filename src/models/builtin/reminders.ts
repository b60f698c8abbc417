import { newestTurn, saysIt } from "#language";
import { inputFrom } from "./actions.ts";
import { namedIn, type Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";

/** Day after day: 每天, 每个交易日, every morning. */
const often =
  /每个?(?:交易日|工作日)|每[天日早晚周月](?!的)|天天|定时|\b(?:every|each) (?:single )?(?:trading |business |week)?(?:day|morning|evening|afternoon|night|week|month)\b|\b(?:daily|weekly)\b/i;
/** 发 as in 发给我, not as in 发行. */
const sends =
  /发(?![布行展现生债明改电放达多了])|推送|推给|报给|报一下|告诉我|提醒|通知|\b(?:send|push|give me|tell me|text me|message me|post)\b/i;
/** The digest itself, and no newspaper. */
const digest = /(?<!人民|证券|经济|商|时|晨|晚)[日]报(?!告|表|价|错|名|社|道)|日報|\bdigests?\b/i;
const stops = /(?:不要|不用|别|停止|取消)[^,。]{0,4}每[天日][^,。]{0,6}(?:发|推|报)/;

/** True where something is to be sent day by day, or what is sent so is spoken of. */
const asksForDigest = (text: string): boolean =>
  (often.test(text) && sends.test(text)) || digest.test(text) || stops.test(text);

/** To be told when it happens. What is only supposed (what if it drops 5%) is reckoned with. */
const alert =
  /^(?:please |can you |could you )?(?:alert|notify|ping|text|warn|tell|remind|let) me (?:know )?(?:if|when|once|as soon as)\b.*\d/i;

const undoing =
  /^(?:(?:哎|唉|啊|呃|额|那|嗯|还是|actually|no|ok|oh|sorry|wait)[\s,，.。!！]*)*(?:算了|取消(?:了|掉)?|不要了?|不用(?:了|提醒)?|不设了|撤[销回]|撤了|删(?:了|掉)|别(?:设|提醒)了?|never ?mind|forget it|cancel(?: (?:it|that|this|please))*|undo(?: (?:it|that|this))?|scrap (?:it|that)|吧|[\s,，.。!！~])+$/i;
/** 取消第2个, cancel number 2 behind the list of them, or behind one that was set. */
const byPlace =
  /^(?:把)?(?:取消|删掉?|去掉)(?:掉|了)?第 ?[\d一二三四五六七八九十]{1,2} ?[个条项号]?[吧了。!！]*$|^cancel (?:number |no\.? ?|#)\d{1,2}[.! ]*$/i;
/** Says by itself that something is to be taken back; 算了 does so only behind what was set. */
const plainly = /^(?:还是)?(?:取消|撤销|撤回|cancel|undo)/i;
const longestUndoing = 24;

/** 取消吧, 算了不要了 behind an alert or a digest; 取消 alone asks what there is to cancel. */
function undone({ text, has, facts, subjects }: Message): Ruling | null {
  const words = text.trim();
  const isShort = words.length <= longestUndoing && subjects.mentions.length === 0;
  if (has("watchlist") && isShort && byPlace.test(words))
    return { actions: [{ skill: "watchlist", input: {} }], reason: "cancels one of the list" };
  if (!has("watchlist") || !isShort || !undoing.test(words)) return null;
  const last = newestTurn(facts.session);
  const isBehind = last.length > 0 && last.every(({ skill }) => skill === "watchlist");
  if (!isBehind && !plainly.test(words)) return null;
  return { actions: [{ skill: "watchlist", input: {} }], reason: "takes back" };
}

const onlyChange =
  /^(?:[那请再]|还是|帮我|把)*(?:它|这个|时间|价格|价位)?(?:改|换|调)[成到为至] ?[¥¥]?[\d一二三四五六七八九十早上中下午晚]|^(?:please |actually,? )?(?:change|move|set|make|raise|lower) (?:it|that|this)(?: to)? [¥¥]?\d/i;

/** 改成1650 behind an alert, 改成8点半 behind a digest: another level, or another time. */
function changed({ text, has, facts, subjects }: Message): Ruling | null {
  const words = text.trim();
  const last = newestTurn(facts.session);
  const isBehind = last.length > 0 && last.every(({ skill }) => skill === "watchlist");
  const isOnly = words.length <= longestUndoing && subjects.mentions.length === 0 && onlyChange.test(words);
  if (!has("watchlist") || !isBehind || !isOnly) return null;
  const codes = subjects.earlier.filter((code) => last.some((turn) => turn.codes.includes(code)));
  return { actions: [{ skill: "watchlist", input: inputFrom(codes, undefined, "") }], reason: "changes" };
}

/** A digest is set, changed or stopped, or an alert is set, whatever they are about. */
export function reminded(message: Message): Ruling | null {
  const { text, has, facts, subjects } = message;
  const undo = undone(message) ?? changed(message);
  if (undo !== null) return undo;
  const reason = asksForDigest(text) ? "a digest" : alert.test(text) ? "an alert" : null;
  if (!has("watchlist") || reason === null) return null;
  const codes = saysIt(text, subjects.mentions) ? subjects.earlier : namedIn(message).named;
  const input = inputFrom(codes, undefined, facts.now.slice(0, 10));
  return { actions: [{ skill: "watchlist", input }], reason };
}
