import {
  type Alert,
  type AlertRule,
  alertDays,
  type Bilingual,
  type KeptReminder,
  maxReminders,
} from "#contract";
import { conditionOf, isOfPrice } from "./alert-rules.ts";
import type { KeptAlert } from "./shelf.ts";
import type { Listed } from "./texts.ts";

const companyOf = ({ code, name }: Listed, language: keyof Bilingual): string =>
  name[language] === code ? code : `${name[language]}(${code})`;

const joined = (parts: readonly (Bilingual | undefined)[], separator = "\n"): Bilingual => {
  const said = parts.filter((part) => part !== undefined);
  return {
    zh: said.map(({ zh }) => zh).join(separator),
    en: said.map(({ en }) => en).join(separator),
  };
};

/** An alert that was set. */
export interface SetAlert {
  readonly company: Listed;
  readonly condition: Bilingual;
  readonly alert: Alert;
}

const conditionsOf = (alerts: readonly KeptAlert[]): Bilingual => {
  const conditions = alerts.map(({ rule }) => conditionOf(rule));
  return { zh: conditions.map(({ zh }) => zh).join("、"), en: conditions.map(({ en }) => en).join("; ") };
};

/** What happens where it is true already. */
const isEarly = (rule: AlertRule): Bilingual =>
  isOfPrice(rule)
    ? {
        zh: "现在已经到了,所以不马上提醒:要先回到另一边,再到一次才提醒。",
        en: "That is so already, so I will not tell you at once: it has to go back first and then get there again.",
      }
    : {
        zh: "今天已经到了,所以不马上提醒:今天回落后再到一次,或以后的交易日到了时提醒。",
        en: "That is so already today, so I will not tell you at once: only when it goes back and gets there again, or on a later day.",
      };

/** What was set in whose place and beside what, for how long, and what happens where it is true already. */
export function setText(
  {
    told,
    replaced,
    others,
  }: {
    readonly told: readonly SetAlert[];
    readonly replaced: readonly KeptAlert[];
    readonly others: readonly KeptAlert[];
  },
  arrival: Bilingual | undefined,
): Bilingual {
  const isChange = replaced.length > 0;
  const lines = told.map(({ company, condition }) => ({
    zh: `${isChange ? "已改为" : "已设提醒"}:${companyOf(company, "zh")} ${condition.zh}时告诉你。`,
    en: `${isChange ? "Changed" : "Alert set"}: I will tell you when ${companyOf(company, "en")} is ${condition.en}.`,
  }));
  const [former, beside] = [conditionsOf(replaced), conditionsOf(others)];
  const gone = isChange
    ? { zh: `原来的不再看:${former.zh}。`, en: `I look no more for the former: ${former.en}.` }
    : undefined;
  const left =
    others.length > 0
      ? { zh: `之前设的仍然有效:${beside.zh}。`, en: `What you set before stays: ${beside.en}.` }
      : undefined;
  const early = told.find(({ alert }) => !alert.armed)?.alert.rule;
  const until = told[0]?.alert.until ?? "";
  const terms = {
    zh: `只在交易时段看,提醒一次就结束;${alertDays} 天内有效(到 ${until})。看或取消:「我的提醒」。`,
    en: `I look while the market trades and tell you once; it lasts ${alertDays} days (until ${until}). To see or cancel: “my alerts”.`,
  };
  return joined([...lines, gone, left, early === undefined ? undefined : isEarly(early), terms, arrival]);
}

/** An alert whose time is over. */
export const expired = (sentence: string): Bilingual => ({
  zh: `你设的「${sentence}」${alertDays} 天里没有到,到期结束了,以后不再看。要再设,把原话再发一次就行。`,
  en: `Your “${sentence}” did not come true within ${alertDays} days; its time is over and I look no more. To set it again, send the same words once more.`,
});

/** A price that cannot be had when its alert is due. */
export const notRead = (sentence: string): Bilingual => ({
  zh: `你设的「${sentence}」到了,但这一刻查不到价格,请稍后再问。`,
  en: `Your “${sentence}” came true, but the price cannot be had at this moment. Please ask for it in a while.`,
});

export const alertDone: Bilingual = {
  zh: "这条提醒到此结束;要再设,把原话再发一次就行。",
  en: "This alert is done. To set it again, send the same words once more.",
};

export const digestText = (
  {
    times,
    text,
    isReplaced,
  }: { readonly times: readonly string[]; readonly text: string; readonly isReplaced: boolean },
  arrival: Bilingual | undefined,
): Bilingual =>
  joined([
    {
      zh: `${isReplaced ? "日报已改" : "已设日报"}:每个交易日 ${times.join(" 和 ")}(北京时间)发「${text}」的回答。看或取消:「我的提醒」「不要再发日报」。`,
      en: `${isReplaced ? "Changed" : "Set"}: every trading day at ${times.join(" and ")} Beijing time I send you the answer to “${text}”. To see or stop: “my alerts”, “stop the daily digest”.`,
    },
    arrival,
  ]);

/** One line of the list, without its number. */
function lineOf(reminder: KeptReminder, companies: ReadonlyMap<string, Listed>): Bilingual {
  if (reminder.kind === "digest")
    return {
      zh: `日报:每个交易日 ${reminder.at}「${reminder.text}」`,
      en: `digest: every trading day at ${reminder.at}, “${reminder.text}”`,
    };
  const { code } = reminder.rule;
  const company = companies.get(code) ?? { code, name: { zh: code, en: code } };
  const { zh, en } = conditionOf(reminder.rule);
  return {
    zh: `提醒:${companyOf(company, "zh")} ${zh}(到 ${reminder.until})`,
    en: `alert: ${companyOf(company, "en")} ${en} (until ${reminder.until})`,
  };
}

const howToDrop: Bilingual = {
  zh: "取消:「取消第 1 个提醒」;全部取消:「取消所有提醒」。",
  en: "To cancel: “cancel alert 1”; all of them: “cancel all alerts”.",
};

export function listText(
  reminders: readonly KeptReminder[],
  companies: ReadonlyMap<string, Listed>,
  head: Bilingual = { zh: "你的提醒和日报:", en: "Your alerts and digests:" },
): Bilingual {
  const lines = reminders.map((reminder, at) => {
    const { zh, en } = lineOf(reminder, companies);
    return { zh: `${at + 1}. ${zh}`, en: `${at + 1}. ${en}` };
  });
  return joined([head, ...lines, howToDrop]);
}

export const droppedText = (
  dropped: readonly KeptReminder[],
  companies: ReadonlyMap<string, Listed>,
): Bilingual =>
  joined(
    dropped.map((reminder) => {
      const { zh, en } = lineOf(reminder, companies);
      return { zh: `已取消${zh}。`, en: `Canceled ${en}.` };
    }),
  );

export const whichToDrop: Bilingual = { zh: "要取消哪一个?", en: "Which one shall I cancel?" };

export const whichToChange: Bilingual = {
  zh: "要改哪一个?请连原来的价位一起发,例如「把茅台1300的提醒改成1200」。现在有:",
  en: "Which one shall I change? Please name its level, for example “alert me when Moutai falls below 1200 instead of 1300”. There are:",
};

export const texts = {
  group: {
    zh: "提醒和日报会主动发消息,只能在和我的私聊里设,免得打扰群里的人。",
    en: "Alerts and digests send messages by themselves, so they can only be set in a private chat with me, not to disturb the group.",
  },
  empty: {
    zh: "你还没有提醒和日报。可以这样设:「茅台跌破1300提醒我」「比亚迪涨跌超过5%提醒我」「每天15:30发我的自选」。",
    en: "You have no alerts or digests. You can set them like this: “alert me when Moutai falls below 1300”, “alert me when BYD moves 5%”, “send me my watchlist every day at 15:30”.",
  },
  none: {
    zh: "没有这样的提醒或日报。发「我的提醒」看有哪些。",
    en: "There is no such alert or digest. Send “my alerts” to see them.",
  },
  full: {
    zh: `提醒和日报一共最多 ${maxReminders} 个,请先取消一些(「我的提醒」)。`,
    en: `You can have at most ${maxReminders} alerts and digests. Please cancel some first (“my alerts”).`,
  },
  atTime: {
    zh: "到某个时间提醒一次目前做不了,没有设。可以按价位提醒,例如「茅台跌破1300提醒我」;或每个交易日定时发,例如「每天15:00发茅台的价格」。",
    en: "I cannot remind you once at a time or on a day, so nothing was set. I can alert you at a price, for example “alert me when Moutai falls below 1300”, or send something every trading day, for example “send me the price of Moutai every day at 15:00”.",
  },
  noLevel: {
    zh: "到什么价位或涨跌多少时提醒?例如「茅台跌破1300提醒我」「比亚迪涨跌超过5%提醒我」。",
    en: "At which price, or how large a move? For example “alert me when Moutai falls below 1300” or “alert me when BYD moves 5%”.",
  },
  noCompany: {
    zh: "要提醒哪只股票?请把名称和价位一起发,例如「茅台跌破1300提醒我」。",
    en: "Which stock? Please send its name with the level, for example “alert me when Moutai falls below 1300”.",
  },
  ofIndex: {
    zh: "指数的提醒还没有,这次没有设:提醒只看个股的价格和当日涨跌幅,例如「茅台跌破1300提醒我」。指数可以定时看,例如「每天15:00发大盘」。",
    en: "There are no alerts on an index yet, so nothing was set: alerts watch a stock's price and its change of the day, for example “alert me when Moutai falls below 1300”. An index can be sent at a time, for example “send me the market every day at 15:00”.",
  },
  oneCompany: {
    zh: "每只股票的价位请分开设,一次一只。",
    en: "Please set price levels one stock at a time.",
  },
  whichSide: {
    zh: "现在查不到价格,请说明是涨到还是跌到,例如「茅台跌到1300提醒我」。",
    en: "The price cannot be had now. Please say whether it should rise or fall to it, for example “alert me when Moutai falls to 1300”.",
  },
  byAmount: {
    zh: "提醒不能按涨跌多少元来设,这次没有设。请写价位或当日涨跌的百分比,例如「茅台跌破1300提醒我」「比亚迪涨跌超过5%提醒我」。",
    en: "I cannot watch for a change of so many yuan, so nothing was set. Please give the price itself or the day's change in per cent, for example “alert me when Moutai falls below 1300” or “alert me when BYD moves 5%”.",
  },
  both: {
    zh: "取消和设置请分两条发,现在什么都没有改。要换价位或时间也可以直接说,例如「把茅台1300的提醒改成1200」「日报改成16点」。",
    en: "Please cancel and set in two messages; nothing was changed now. You can also change a level or a time, for example “alert me when Moutai falls below 1200 instead of 1300” or “change the daily digest to 16:00”.",
  },
  beyond: {
    zh: "提醒只能看股价和当日涨跌幅,例如「茅台跌破1300提醒我」「比亚迪涨跌超过5%提醒我」。",
    en: "Alerts can only watch the price and the day's change, for example “alert me when Moutai falls below 1300” or “alert me when BYD moves 5%”.",
  },
  unclear: {
    zh: "没看懂这个价位。请用数字写元或百分比,例如「茅台跌破1300提醒我」「比亚迪涨跌超过5%提醒我」。",
    en: "I could not read that level. Please write it as yuan or per cent, for example “alert me when Moutai falls below 1300” or “alert me when BYD moves 5%”.",
  },
  oneTime: {
    zh: "不同时间发不同的内容,请分几条设,这次没有设。例如先发「每天9:35发大盘」,再发「每天15:30发我的自选」。",
    en: "For different things at different times please send one message each; nothing was set now. For example “send me the market every day at 9:35”, then “send me my watchlist every day at 15:30”.",
  },
  noTime: {
    zh: "每个交易日几点发?例如「每天15:30发我的自选」。",
    en: "At what time of each trading day? For example “send me my watchlist every day at 15:30”.",
  },
  noQuestion: {
    zh: "日报发什么?可以是自选、大盘,或一家公司的问题,例如「每天15:30发我的自选」「每天9:35发大盘」「每天16:00发茅台的市盈率」。",
    en: "What shall I send? Your watchlist, the market, or a question about a company, for example “send me my watchlist every day at 15:30” or “send me the P/E of Moutai every day at 16:00”.",
  },
  nothingToUndo: {
    zh: "你没有提醒或日报可以取消。要移出自选,写上名称,例如「把茅台移出自选」。",
    en: "You have no alert or digest to cancel. To take a stock off your watchlist name it, for example “remove Moutai from my watchlist”.",
  },
  notSet: {
    zh: "日报没有设,因为每天都答不了这个问题:",
    en: "The digest was not set, for no day could answer that question:",
  },
  onlyDaily: {
    zh: "日报只能按交易日每天发一次,例如「每天15:30发我的自选」。",
    en: "A digest can only come once each trading day, for example “send me my watchlist every day at 15:30”.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
