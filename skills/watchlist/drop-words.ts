import { dayTimesIn } from "./day-times.ts";

const reminderNoun = /提醒|通知|预警|預警|警报|警報|日报|日報|推送/;

/** 取消; neither 跌停了 nor 涨停止盈. */
const takesOff =
  /取消|撤[销銷掉]|[删刪]|去掉|[关關](?:掉|了|闭|閉)|(?<![涨漲跌])停(?:止|了|掉|用)|清空|清除|退[订訂]/g;
/** What may stand before a command: 请帮我把, 我想. */
const courtesy =
  /[我你您请請想要麻烦煩帮幫给給把将將都先再就那也可以能不现現在马馬上立刻后後全部所有还還是一下的了吧\s]/g;
/** The end of a wish to be told when something happens. */
const tells =
  /(?:提醒|通知|告[诉訴]|叫|喊)(?:一下|一声|一聲)?我|(?:就|[时時后後]|马上|立刻)(?:提醒|通知|告[诉訴]|叫|喊)/;

/** 取消, 删 … as a command; 茅台取消分红提醒我 waits for somebody else to do so. */
const commandsIn = (clause: string): boolean =>
  [...clause.matchAll(takesOff)].some(({ 0: words, index }) => {
    const before = clause.slice(0, index);
    const isEvent =
      tells.test(clause.slice(index + words.length)) &&
      !reminderNoun.test(before) &&
      before.replace(courtesy, "") !== "";
    return !isEvent;
  });

/** 别, and not the end of another word (分别, 特别). */
const not =
  "(?:不要|不用|不想|不必|不需要|[无無]需|甭|勿|(?<![分特个個级級类類区區识識鉴鑑差性告派辨各])[别別](?![的人家名称稱]))";
/** 不要再给我发, 别每天提醒; 别忘了提醒 asks for it. */
const refuses = new RegExp(
  `${not}(?:再|[总總]是|[总總]|老是|老|一直|[继繼][续續]|[给給]我|[帮幫]我|向我|[对對]我|每天|每日|天天|每个?交易日|每[周月早晚]|定[时時]|按[时時]|[随隨]便|又|要|收到|收|看到|看|接收|[频頻]繁|反[复復]|[这這]样|那样|[这這]么|那么|都|自[动動]|主[动動]|[\\d::点點分半刻整早晚上下午中一二两三四五六七八九十])*(?:发|發|推|报|報|提醒|通知|叫|喊|告[诉訴])(?!得?太|错|錯|重[复復]|多|[漏晚早])`,
);
const refusesWatching = new RegExp(`${not}(?:再|[总總]是|[总總]|老是|老|一直|[给給帮幫]我|用|[这這]样)*盯`);
/** 不要茅台的日报了, 茅台的提醒不要了. What is to be told to me is asked for. */
const refusesNoun = new RegExp(
  `${not}[^忘漏错錯等让讓到才]{0,12}(?:提醒|预警|預警|日报|日報|推送|通知)(?!我|一下|一声|得?太|错|錯|重[复復]|多|[漏晚早])|(?:提醒|预警|預警|日报|日報|推送|通知|第.{1,4}个?)[^忘漏错錯等让讓]{0,8}(?:不要|不用|不需要)了`,
);

const english =
  /(?<![-\w])(?:cancel|delete|remove|stop|disable|unsubscribe|clear|mute|(?:turn|switch|shut)\b[^,.;]{0,40}\boff|get rid of|drop (?=the |my |all |that |this |it\b|number|alerts?|digests?|#))\b/gi;
/** A wish to be told, before which 'stop' and 'clear' are things that happen. */
const tellsMe =
  /\b(?:alert|tell|notify|remind|ping|warn|message|text|email|let|wake|send|give|push|call)(?:ing)? (?:me|us)\b|^\W*(?:(?:please|can you|could you|and|then|i want to) )*(?:set|add|create|make|put)\b/i;
const asNoun =
  /\b(?:my|the|a|an|its|our|your|at|near|below|above|under|hits?|hitting|trailing|hard|protective)\s+$/i;
const ofOrder =
  /^[- ]loss(?:es)?\b|^[- ](?:out|limit|order)\b|^ (?:price|level)s?\b(?! (?:alerts?|reminders?))/i;

const commandsInEnglish = (clause: string): boolean =>
  [...clause.matchAll(english)].some(({ 0: words, index }) => {
    const before = clause.slice(0, index);
    return !tellsMe.test(before) && !asNoun.test(before) && !ofOrder.test(clause.slice(index + words.length));
  });

const englishThing = "(?:alert|digest|reminder|notification|message|update|email|text)s?";
const refusesEnglish = new RegExp(
  `\\b(?:don'?t|do not|never|no longer) (?:(?:want|need|wish|ever|again|to|you|any|more|get|receive|have|keep|the|my|that|this|daily) )*(?:send|sending|push|notify|alert|remind|message|ping|${englishThing})\\b(?!.*\\b(?:until|unless|before)\\b)|\\bno more (?:\\w+ ){0,3}${englishThing}\\b|\\b${englishThing}\\b[^,.;]{0,24}\\bno more\\b(?! than)`,
  "i",
);

/** 茅台跌破1200提醒我,不要了: of what stands before. */
const waves = /^\s*(?:[这這那][个個条條]|它|都|就|也|还是)*(?:不要|不用|不需要)了[吧啊]?\s*$/;

/** True where a clause has something of the alerts or digests taken off. */
const isDrop = (clause: string): boolean =>
  commandsIn(clause) ||
  refuses.test(clause) ||
  refusesNoun.test(clause) ||
  commandsInEnglish(clause) ||
  refusesEnglish.test(clause);

/** A comma of 1,300 parts nothing. */
const clausesOf = (text: string): readonly string[] =>
  text.split(/[,，。；;！!？?\n]+(?!\d{3}(?!\d))|\.(?=\s|$)/).filter((clause) => clause.trim() !== "");

const sets =
  /提醒|通知|告[诉訴]|叫我|喊|发|發|推送|改[成到为為]|换[成到]|[设設]|\b(?:alert|tell|notify|remind|ping|send|let) (?:me|us)\b|\b(?:change|set|make) /i;
/** What is spoken of as there already. */
const isOld =
  /之前|刚才|剛才|刚刚|上次|以前|[设設][过過]|那[个個条條]|[这這][个個条條]|的(?:提醒|日报)|\bi set\b|\b(?:the|my|that|this|previous) \w* ?(?:alert|digest|reminder)/i;
const levelOrTime = (clause: string): boolean => /\d|百分之/.test(clause) || dayTimesIn(clause).length > 0;
const object = /\d|第|提醒|预警|預警|日报|日報|推送|\b(?:alert|digest|reminder)s?\b/i;
/** 取消吧, cancel that name nothing of their own. */
const isOfBefore = (clause: string): boolean =>
  !object.test(clause) && (commandsIn(clause) || commandsInEnglish(clause) || waves.test(clause));

/**
 * The clauses in which a message has alerts or digests taken off; null where it has none. `isBoth`: it sets something beside, so that neither is
 * done by a guess.
 */
export function readDrop(
  text: string,
): { readonly clauses: readonly string[]; readonly isBoth: boolean } | null {
  const clauses = clausesOf(text);
  const isSet = (clause: string) =>
    !isDrop(clause) && levelOrTime(clause) && sets.test(clause) && !isOld.test(clause);
  const isLast = (clause: string) => clauses.length > 1 && clause === clauses.at(-1);
  const own = clauses.filter((clause) => isDrop(clause) || (isLast(clause) && waves.test(clause)));
  const [first] = own;
  if (first === undefined) {
    // 不想一直盯着,跌破1200提醒我 gives a reason.
    const watched = clauses.filter((clause) => refusesWatching.test(clause));
    return watched.length === 0 || clauses.some(isSet) ? null : { clauses: watched, isBoth: false };
  }
  const behind = clauses.slice(clauses.indexOf(first));
  const isBoth = behind.some(isSet) || (clauses.some(isSet) && !own.every(isOfBefore));
  return { clauses: own, isBoth };
}
