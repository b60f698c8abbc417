import { isBehindReminders } from "#contract";
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
const ofPlace = "第 ?[\\d一二三四五六七八九十]{1,2} ?[个条项号]?|最后一?[个条]";
const byPlace = new RegExp(
  `^(?:把)?(?:取消|删[掉除]?|去掉)(?:掉|了)?(?:${ofPlace})(?:提醒|日报)?[吧了。!！]*$|^(?:把)?(?:${ofPlace})(?:提醒|日报)?(?:给我)?(?:取消|删|去)[掉了除]*[吧了。!！]*$|^(?:please )?(?:cancel|delete|remove|drop) (?:(?:number |no\\.? ?|#)\\d{1,2}|the (?:first|second|third|last)(?: one)?)(?: please)?[.! ]*$`,
  "i",
);
/** 全部取消, cancel all of them: everything that the list before holds. */
const sweeping =
  /^(?:[那请]|帮我|给我|把)*(?:全部|所有|全|都|统统)(?:的|提醒|日报|给我|都)*(?:取消|删除?|清空|清掉|撤销|不要|关)(?:[了掉])*[吧了。!！ ]*$|^(?:取消|删除?|清空|撤销)[掉了]?(?:全部|所有|全)(?:的)?[吧了。!！ ]*$|^(?:please )?(?:cancel|delete|remove|clear|drop|stop) (?:(?:them|it) all|all(?: of (?:them|it))?|everything)(?: please)?[.! ]*$/i;
/** Says by itself that something is to be taken back; 算了 does so only behind what was set. */
const plainly = /^(?:还是)?(?:取消|撤销|撤回|cancel|undo)/i;
const longestUndoing = 24;

/** 取消吧, 算了不要了 behind an alert or a digest; 取消 alone asks what there is to cancel. */
function undone({ text, has, facts, subjects }: Message): Ruling | null {
  const words = text.trim();
  const isShort = words.length <= longestUndoing && subjects.mentions.length === 0;
  if (has("watchlist") && isShort && byPlace.test(words))
    return { actions: [{ skill: "watchlist", input: {} }], reason: "cancels one of the list" };
  if (has("watchlist") && isShort && sweeping.test(words) && isBehindReminders(facts.session))
    return { actions: [{ skill: "watchlist", input: {} }], reason: "cancels all of the list" };
  if (!has("watchlist") || !isShort || !undoing.test(words)) return null;
  if (!isBehindReminders(facts.session) && !plainly.test(words)) return null;
  return { actions: [{ skill: "watchlist", input: {} }], reason: "takes back" };
}

/** Stands for a company's name. */
const named = "\uE000";
const which = `(?:它|这[个条]|那[个条]|${ofPlace}|${named}(?:的|[那这][个条])*)(?:的|提醒|日报|价位|价格|时间)*|时间|价格|价位`;
const whichEnglish = `it|that|this|(?:the )?(?:first|second|third|last)(?: one| alert| digest)?|(?:(?:the )?(?:alert|digest) ?)?(?:number |no\\.? ?|#)?\\d{1,2}|(?:the |my )?${named}(?:'s)?(?: one| alert| digest)?`;
const onlyChange = new RegExp(
  `^(?:[那请再]|还是|帮我|把)*(?:${which})?(?:改|换|调)[成到为至] ?[¥¥]?[\\d一二三四五六七八九十早上中下午晚]|^(?:please |actually,? )?(?:change|move|set|make|raise|lower) (?:${whichEnglish})(?: to)? [¥¥]?\\d`,
  "i",
);

/** The words with one sign in the place of each name. */
function withoutNames({ text, subjects: { mentions } }: Message): string {
  const units = text.split("");
  for (const { span } of mentions) {
    units.fill("", ...span);
    units[span[0]] = named;
  }
  return units.join("").trim();
}

/** 改成1650 behind an alert, 改成8点半 behind a digest, 第一个改成1750 behind the list: another level, or another time. */
function changed(message: Message): Ruling | null {
  const { has, facts, subjects } = message;
  const { mentions, earlier } = subjects;
  const words = withoutNames(message);
  const isOnly = words.length <= longestUndoing && mentions.length <= 1 && onlyChange.test(words);
  if (!has("watchlist") || !isBehindReminders(facts.session) || !isOnly) return null;
  const last = newestTurn(facts.session);
  const codes =
    mentions.length > 0
      ? namedIn(message).named
      : earlier.filter((code) => last.some((turn) => turn.codes.includes(code)));
  return { actions: [{ skill: "watchlist", input: inputFrom(codes, undefined, "") }], reason: "changes" };
}

const onlyAdds = new RegExp(
  `^(?:[那请]|帮我|把)*(?:再|也)?(?:加|添)(?:上|进去?|一?[个只])?${named}(?:也?加(?:上|进去))?[吧了。!！ ]*$|^(?:please )?(?:also )?add ${named}(?: too| as well| to it)?[.! ]*$`,
  "i",
);

/** 再加个招行 behind a digest or the own list: it goes there too. */
function added(message: Message): Ruling | null {
  const { has, facts, subjects } = message;
  if (!has("watchlist") || subjects.mentions.length !== 1 || !isBehindReminders(facts.session)) return null;
  if (!onlyAdds.test(withoutNames(message))) return null;
  const codes = namedIn({ ...message, subjects: { ...subjects, setsBeside: false } }).named;
  return { actions: [{ skill: "watchlist", input: inputFrom(codes, undefined, "") }], reason: "adds" };
}

/** A digest is set, changed or stopped, or an alert is set, whatever they are about. */
export function reminded(message: Message): Ruling | null {
  const { text, has, facts, subjects } = message;
  const undo = undone(message) ?? changed(message) ?? added(message);
  if (undo !== null) return undo;
  const reason = asksForDigest(text) ? "a digest" : alert.test(text) ? "an alert" : null;
  if (!has("watchlist") || reason === null) return null;
  const codes = saysIt(text, subjects.mentions) ? subjects.earlier : namedIn(message).named;
  const input = inputFrom(codes, undefined, facts.now.slice(0, 10));
  return { actions: [{ skill: "watchlist", input }], reason };
}
