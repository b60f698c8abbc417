import { type Bilingual, type CommandSpec, type IncomingMessage, type Language, userText } from "#contract";

/** What platforms may offer in their menus; all of it is answered at the door, outside the chat's order. */
export const commands = [
  { name: "start", description: { zh: "开始使用", en: "Get started" } },
  { name: "help", description: { zh: "能问什么", en: "What you can ask" } },
  { name: "new", description: { zh: "开始新的对话", en: "Start a new conversation" } },
  {
    name: "source",
    description: { zh: "上一个回答的数字出处", en: "Where the last answer's numbers come from" },
  },
  { name: "cancel", description: { zh: "取消正在处理的问题", en: "Cancel what is being answered" } },
] as const satisfies readonly CommandSpec[];

export type CommandName = (typeof commands)[number]["name"];

/** `argument` is what follows the name, trimmed. */
export type Command =
  | { readonly name: CommandName; readonly argument: string }
  | { readonly name: "unknown"; readonly argument: string };

/** The plain words that mean `/source`, as the whole message. */
const sourceWords =
  /^(这个|那个|这些|上面的?)?(数|数字|数据|价格)?(是)?(从)?(哪来的?|哪里来的?|哪儿来的?|(的)?(来源|出处)(是什么|是哪里|呢)?)$|^(哪来|哪里来|哪儿来)的(数|数字|数据|价格)$|^(where|from where) (does|do|did) (this|that|the|these|those) (numbers?|price|data|figures?) come from$|^(what is the )?(data )?sources?( of this( number)?)?$/i;

/** Reads a command or a button's action; null for a question. */
export function readCommand(text: string): Command | null {
  const match = /^\/([a-z][a-z0-9_]{0,31})(?:\s+([\s\S]*))?$/i.exec(text.trim());
  if (match !== null) {
    const name = match[1]?.toLowerCase();
    const argument = match[2]?.trim() ?? "";
    return { name: commands.find((command) => command.name === name)?.name ?? "unknown", argument };
  }
  if (text.length > 60) return null;
  const plain = text.replace(/[\s??!!。.,,]+$/u, "").trim();
  return sourceWords.test(plain) ? { name: "source", argument: "" } : null;
}

/** The standing answers. */
export const commandTexts = {
  start: {
    zh: "你好,这里是前门。问 A 股的问题,每个数字都带来源和日期,查不到出处的数字不会说。\n例如:「600519 现在多少钱」「茅台昨天收盘」。\n发送 /help 看更多用法。",
    en: "Hello, this is Qianmen. Ask about A-shares: every number comes with its source and date, and a number without one is never said.\nFor example: “price of 600519”.\nSend /help for more.",
  },
  help: {
    zh: "直接发问题,例如:\n• 600519 现在多少钱\n• 茅台昨天收盘\n• 它的市盈率呢(接着上一个问题问)\n• 茅台K线图\n• 茅台跌破1300提醒我\n• 你能做什么(看全部)\n\n/source 上一个回答里每个数字的出处\n/new 开始新的对话\n/cancel 取消正在处理的问题",
    en: "Just ask, for example:\n• price of 600519\n• close of Kweichow Moutai yesterday\n• chart of Moutai\n• alert me when Moutai falls below 1300\n• what can you do (for all of it)\n\n/source where each number of the last answer comes from\n/new start a new conversation\n/cancel cancel what is being answered",
  },
  /** To whoever has the list before them. */
  helpAgain: {
    zh: "直接发问题就行,例如「600519 现在多少钱」。命令列表在上面;发送「你能做什么」看能问的全部。",
    en: "Just ask, for example “price of 600519”. The list of commands is above; send “what can you do” for all that you can ask.",
  },
  unknown: {
    zh: "没有这个命令。发送 /help 查看能做什么。",
    en: "There is no such command. Send /help to see what I can do.",
  },
  new: { zh: "好的,开始新的对话。", en: "All right, a new conversation." },
  nothingOfYours: { zh: "你没有正在处理的问题。", en: "None of your questions is being answered right now." },
  nothingToCancel: { zh: "没有正在处理的问题。", en: "Nothing is being answered right now." },
  noSources: {
    zh: "还没有带数字的回答可以查出处。",
    en: "There is no answer with numbers yet whose sources I could show.",
  },
  noQuotedSources: {
    zh: "引用的那条消息里没有可以查出处的数字,或者已不在记录里。请引用带数字的回答再问。",
    en: "The quoted message shows no numbers with sources, or is not on record any more. Quote an answer with numbers and ask again.",
  },
} as const satisfies Record<string, Bilingual>;

/** What `/cancel` has done. A group is told that it is about the sender's questions alone. */
export function canceledText(count: number, { chatKind }: IncomingMessage, language: Language): string {
  const isGroup = chatKind === "group";
  if (count === 0) return commandTexts[isGroup ? "nothingOfYours" : "nothingToCancel"][language];
  if (count === 1 && !isGroup) return userText("CANCELED", language);
  const questions = `${count} question${count === 1 ? "" : "s"}`;
  return isGroup
    ? { zh: `已取消你的 ${count} 个问题。`, en: `Canceled ${questions} of yours.` }[language]
    : { zh: `已取消 ${count} 个问题。`, en: `Canceled ${questions}.` }[language];
}
